"""Names for full blocks, by which requests find rows that others computed.

Sources
  [2] vLLM, design document "Automatic Prefix Caching": the chain of hashes,
      only full blocks
  [8] vLLM, vllm/v1/core/kv_cache_manager.py, get_computed_blocks: the last
      token is always computed
"""

from collections.abc import Container, Sequence
from hashlib import sha256


def block_hashes(tokens: Sequence[str | int], b: int) -> list[str]:
    """A name for each full block, made of its tokens and all before them.

    Each hash takes in the one before it, so two blocks have the same name only
    if everything up to their end is the same. A part of a block has no name.
    Raises ValueError for b below 1. Source: [2].
    """
    if b < 1:
        raise ValueError(f"b is {b}; it must be 1 or more")
    hashes, parent = [], ""
    for end in range(b, len(tokens) + 1, b):
        content = repr((parent, [str(t) for t in tokens[end - b : end]]))
        parent = sha256(content.encode()).hexdigest()
        hashes.append(parent)
    return hashes


def cached_rows(
    tokens: Sequence[str | int], known: Container[str], b: int
) -> int:
    """How many rows of a prompt need not be computed: whole blocks only.

    From the left; stops at the first block that is not known, and before the
    last token: its output is what the next token is chosen from.
    Source: [2], [8].
    """
    rows = 0
    for name in block_hashes(tokens[:-1], b):
        if name not in known:
            break
        rows += b
    return rows
