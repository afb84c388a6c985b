"""A KV cache in blocks: reference counts, block tables, copy-on-write.

Sources
  [1] Kwon et al., Efficient Memory Management for Large Language Model Serving
      with PagedAttention, 2023, arXiv:2309.06180: §4.2 to §4.4, §5.2
  [2] vLLM, design document "Automatic Prefix Caching": the order of freeing

Symbols
  b    rows of a block ([1]: B)
  S    rows a sequence has stored: one key and one value for each token
  G    key/value heads, d their width, d_v that of values
"""

from collections import deque
from typing import TypeVar

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.floating]
Count = TypeVar("Count", int, npt.NDArray[np.int_])


class OutOfBlocks(Exception):
    """More blocks are needed than are free; nothing was changed."""


class BlockAllocator:
    """Which blocks are free, and how many tables list each of the others.

    Source: [1] §4.4, reference counts.
    """

    def __init__(self, blocks: int) -> None:
        if blocks < 1:
            raise ValueError(f"blocks is {blocks}; it must be 1 or more")
        self.counts = [0] * blocks
        self.free_blocks = deque(range(blocks))

    def allocate(self) -> int:
        """Take the first free block; its count becomes 1.

        Raises OutOfBlocks.
        """
        if not self.free_blocks:
            raise OutOfBlocks(f"all {len(self.counts)} blocks are in use")
        block = self.free_blocks.popleft()
        self.counts[block] = 1
        return block

    def share(self, block: int) -> None:
        """One more table lists the block."""
        self._check_used(block)
        self.counts[block] += 1

    def free(self, block: int) -> None:
        """One table fewer lists the block; at 0 it is free again."""
        self._check_used(block)
        self.counts[block] -= 1
        if self.counts[block] == 0:
            self.free_blocks.append(block)

    def _check_used(self, block: int) -> None:
        if not 0 <= block < len(self.counts):
            last = len(self.counts) - 1
            raise ValueError(f"block is {block}; it must be 0 to {last}")
        if self.counts[block] == 0:
            raise ValueError(f"block {block} is free; no table lists it")


class PagedCache:
    """Keys and values of one layer for many sequences, in blocks of b rows.

    Shapes: k_blocks (blocks, b, G, d), v_blocks (blocks, b, G, d_v); a slot
    that was never written holds NaN. `tables` maps a sequence's name to its
    blocks in order, `lengths` to its rows: row t is in slot t % b of block
    table[t // b]. Source: [1] §4.2; add, fork, append and free as in §5.2.
    """

    def __init__(self, blocks: int, b: int, G: int, d: int, d_v: int) -> None:
        if b < 1:
            raise ValueError(f"b is {b}; it must be 1 or more")
        self.b = b
        self.allocator = BlockAllocator(blocks)
        self.k_blocks = np.full((blocks, b, G, d), np.nan)
        self.v_blocks = np.full((blocks, b, G, d_v), np.nan)
        self.tables: dict[str, list[int]] = {}
        self.lengths: dict[str, int] = {}

    def add(self, name: str, k: Array, v: Array) -> None:
        """A new sequence with the rows of its prompt; S may be 0.

        Shapes: k (G, S, d), v (G, S, d_v).
        Raises OutOfBlocks; ValueError for a name in use or wrong shapes.
        """
        _check_new(self.tables, name)
        S = _count_rows(k, v, self)
        needed, free = blocks_needed(S, self.b), len(self.allocator.free_blocks)
        if needed > free:
            raise OutOfBlocks(f"{S} rows need {needed} blocks; {free} are free")
        table = [self.allocator.allocate() for _ in range(needed)]
        for t in range(S):
            self._write(table[t // self.b], t % self.b, k[:, t], v[:, t])
        self.tables[name], self.lengths[name] = table, S

    def fork(self, parent: str, child: str) -> None:
        """A second sequence with the same rows: shares blocks, copies none."""
        _check_known(self.tables, parent)
        _check_new(self.tables, child)
        for block in self.tables[parent]:
            self.allocator.share(block)
        self.tables[child] = list(self.tables[parent])
        self.lengths[child] = self.lengths[parent]

    def append(self, name: str, k: Array, v: Array) -> None:
        """One more row; shapes k (G, 1, d), v (G, 1, d_v).

        Takes a block if the row is the first of one, and a copy if others
        share the block it goes to. Raises as `add`. Source: [1] §4.3, §4.4.
        """
        _check_known(self.tables, name)
        if _count_rows(k, v, self) != 1:
            raise ValueError(f"k has {k.shape[1]} rows; append takes 1")
        table, slot = self.tables[name], self.lengths[name] % self.b
        if slot == 0:
            table.append(self.allocator.allocate())
        elif self.allocator.counts[table[-1]] > 1:
            table[-1] = self._copy(table[-1])
        self._write(table[-1], slot, k[:, 0], v[:, 0])
        self.lengths[name] += 1

    def free(self, name: str) -> None:
        """End a sequence; its last block becomes free first, as in [2]."""
        _check_known(self.tables, name)
        for block in reversed(self.tables.pop(name)):
            self.allocator.free(block)
        del self.lengths[name]

    def _copy(self, block: int) -> int:
        copy = self.allocator.allocate()
        self._write(
            copy, slice(None), self.k_blocks[block], self.v_blocks[block]
        )
        self.allocator.free(block)
        return copy

    def _write(self, block: int, slot: int | slice, k: Array, v: Array) -> None:
        self.k_blocks[block, slot], self.v_blocks[block, slot] = k, v


def faults(cache: PagedCache) -> list[str]:
    """What is wrong with a cache's books: nothing, if it counts right.

    For each block the count must be the number of tables that list it, and it
    must be on the free list once if that is 0 and not at all otherwise.
    """
    wrong = []
    for block, count in enumerate(cache.allocator.counts):
        users = [name for name, t in cache.tables.items() if block in t]
        listed = sum(table.count(block) for table in cache.tables.values())
        free = cache.allocator.free_blocks.count(block)
        if count != listed or free != (listed == 0):
            names = ", ".join(users) or "nobody"
            wrong.append(
                f"block {block}: used by {names}; count {count}, free {free}×"
            )
    return wrong


def blocks_needed(rows: Count, b: int) -> Count:
    """Blocks of b rows that hold so many rows: rows / b, rounded up.

    Of an array of counts, the array of their blocks.
    """
    return rows // b + (rows % b > 0)


def blocks_of_samples(n: int, prompt: int, rows: int, b: int) -> int:
    """Blocks of n samples of one prompt, each of so many rows in all.

    The full blocks of the prompt are shared, every other block is a sample's
    own. Holds once every sample has written a row: rows > prompt.
    """
    if n < 1:
        raise ValueError(f"n is {n}; it must be 1 or more")
    if not 0 <= prompt < rows:
        raise ValueError(
            f"prompt is {prompt}; with {rows} rows it must be 0 to {rows - 1}"
        )
    shared = prompt // b
    return shared + n * (blocks_needed(rows, b) - shared)


def _check_new(tables: dict[str, list[int]], name: str) -> None:
    if name in tables:
        raise ValueError(f"sequence {name!r} is there already")


def _check_known(tables: dict[str, list[int]], name: str) -> None:
    if name not in tables:
        known = ", ".join(tables) or "none"
        raise ValueError(f"there is no sequence {name!r}; known: {known}")


def _count_rows(k: Array, v: Array, cache: PagedCache) -> int:
    S = np.shape(k)[1] if np.ndim(k) == 3 else 1
    for name, rows, blocks in (
        ("k", k, cache.k_blocks),
        ("v", v, cache.v_blocks),
    ):
        needed = (blocks.shape[2], S, blocks.shape[3])
        if np.shape(rows) != needed:
            shape = np.shape(rows)
            raise ValueError(f"{name} has shape {shape}; it must be {needed}")
    return S
