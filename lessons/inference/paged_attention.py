"""Attention over keys and values that a block table finds.

Sources
  [1] Kwon et al., Efficient Memory Management for Large Language Model Serving
      with PagedAttention, 2023, arXiv:2309.06180: §4.1
  [12] vLLM, pull request 936: values of slots that hold no row must not be read

Symbols
  b    rows of a block ([1]: B)
  H query heads, G key/value heads, T queries, S rows stored
"""

import numpy as np
import numpy.typing as npt

from lessons.architecture.core_attention import (
    causal_mask,
    repeat_kv,
    scaled_dot_product_attention,
)
from lessons.inference.paged_cache import blocks_needed

Array = npt.NDArray[np.floating]


def gather_rows(blocks: Array, table: list[int], S: int) -> Array:
    """The S rows of a sequence, in order, copied out of their blocks.

    Shapes: blocks (blocks, b, G, d), table (n,) -> (G, S, d)
    Slots after row S - 1 are not read. Raises ValueError for a table that is
    too short or names a block that is not there.
    """
    b = blocks.shape[1]
    used = _used_part(table, S, len(blocks), b)
    rows = blocks[used].reshape(len(used) * b, *blocks.shape[2:])  # (·, G, d)
    return rows[:S].swapaxes(0, 1)


def paged_attention(
    q: Array, k_blocks: Array, v_blocks: Array, table: list[int], S: int,
    *, causal: bool = False,
) -> Array:  # fmt: skip
    """Attention of q over the S rows that a block table finds.

    Shapes: q (H, T, d), k_blocks (blocks, b, G, d),
        v_blocks (blocks, b, G, d_v), table (n,) -> (H, T, d_v)
    Gathers the rows and calls `scaled_dot_product_attention`. With `causal`
    the T queries are the last T of the S rows.
    """
    k, v = gather_rows(k_blocks, table, S), gather_rows(v_blocks, table, S)
    return scaled_dot_product_attention(q, k, v, causal=causal)


def paged_attention_by_block(
    q: Array, k_blocks: Array, v_blocks: Array, table: list[int], S: int,
    *, causal: bool = False,
) -> Array:  # fmt: skip
    """The same, one block at a time where it lies: nothing is gathered.

    For each query it keeps the largest score so far, the sum of exponentials
    and the weighted sum of values, and rescales both sums when a block brings
    a larger score. Source: [1] §4.1.
    """
    _check_shapes(q, k_blocks, v_blocks)
    (H, T, d), (blocks, b, _, _) = q.shape, k_blocks.shape
    used = _used_part(table, S, blocks, b)
    lowest = np.finfo(np.float64).min  # finite: -inf minus -inf would be NaN
    kind = np.result_type(q, k_blocks, v_blocks)
    largest = np.full((H, T, 1), lowest)
    total = np.zeros((H, T, 1))
    out = np.zeros((H, T, v_blocks.shape[-1]))
    visible = causal_mask(T, S) if causal else np.ones((T, S), bool)
    for i, block in enumerate(used):
        here = slice(i * b, min(i * b + b, S))  # the rows in this block
        filled = here.stop - here.start
        k = repeat_kv(k_blocks[block, :filled].swapaxes(0, 1), H)
        v = repeat_kv(v_blocks[block, :filled].swapaxes(0, 1), H)
        scores = np.where(visible[:, here], q @ k.mT / np.sqrt(d), -np.inf)
        new = np.maximum(largest, scores.max(-1, keepdims=True))  # (H, T, 1)
        exps = np.exp(scores - new)  # (H, T, filled)
        shrink = np.exp(largest - new)
        total = total * shrink + exps.sum(-1, keepdims=True)
        out = out * shrink + exps @ v
        largest = new
    return (out / np.where(total == 0, 1, total)).astype(kind)


def _used_part(table: list[int], S: int, blocks: int, b: int) -> list[int]:
    needed = blocks_needed(S, b)
    if S < 0:
        raise ValueError(f"S is {S}; it must be 0 or more")
    if len(table) < needed:
        raise ValueError(
            f"table has {len(table)} blocks; {S} rows in blocks of {b} "
            f"need {needed}"
        )
    for block in table[:needed]:
        if not 0 <= block < blocks:
            raise ValueError(
                f"table lists block {block}; it must be 0 to {blocks - 1}"
            )
    return list(table[:needed])


def _check_shapes(q: Array, k_blocks: Array, v_blocks: Array) -> None:
    if q.ndim != 3 or k_blocks.ndim != 4 or q.shape[2] != k_blocks.shape[3]:
        raise ValueError(
            f"q has shape {q.shape}, k_blocks {k_blocks.shape}; they must be "
            "(H, T, d) and (blocks, b, G, d)"
        )
    if v_blocks.shape[:-1] != k_blocks.shape[:-1]:
        needed = f"({', '.join(map(str, k_blocks.shape[:-1]))}, any width)"
        raise ValueError(
            f"v_blocks has shape {v_blocks.shape}; it must be {needed}"
        )
    H, G = q.shape[0], k_blocks.shape[2]
    if G == 0 or H % G:
        raise ValueError(
            f"k_blocks has {G} heads; {H} query heads need a divisor of {H}"
        )
