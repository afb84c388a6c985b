"""The paged cache: the ten steps by hand, counting, refusals, and books that tell of faults."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lessons.constants import H100_SXM, LLAMA_3_8B
from lessons.inference.paged_cache import (
    BlockAllocator,
    OutOfBlocks,
    PagedCache,
    blocks_needed,
    blocks_of_samples,
    faults,
)

law = settings(max_examples=60, deadline=None, derandomize=True, database=None)


def rows(*values, width=2):
    """Rows for one head, each filled with its number: (1, S, width)."""
    return np.array(values, float).reshape(1, -1, 1).repeat(width, axis=2)


def some_cache(blocks=8, b=4):
    return PagedCache(blocks, b, G=1, d=2, d_v=2)


def append(cache, name, value=0):
    cache.append(name, rows(value), rows(value))


def three_samples(cache):
    """Steps 1 to 5 of the lesson: a prompt of 6 rows, two forks, row 6 for each."""
    cache.add("s1", rows(*range(6)), rows(*range(6)))
    cache.fork("s1", "s2")
    cache.fork("s1", "s3")
    for name in ("s1", "s2", "s3"):
        append(cache, name, 6)


def test_the_ten_steps_by_hand():
    cache = some_cache()
    counts = cache.allocator.counts

    cache.add("s1", rows(*range(6)), rows(*range(6)))
    assert (cache.tables, counts) == ({"s1": [0, 1]}, [1, 1, 0, 0, 0, 0, 0, 0])
    cache.fork("s1", "s2")
    cache.fork("s1", "s3")
    assert counts == [3, 3, 0, 0, 0, 0, 0, 0]
    append(cache, "s1", 6)
    assert (cache.tables["s1"], counts) == ([0, 2], [3, 2, 1, 0, 0, 0, 0, 0])
    append(cache, "s2", 6)
    assert (cache.tables["s2"], counts) == ([0, 3], [3, 1, 1, 1, 0, 0, 0, 0])
    append(cache, "s3", 6)
    assert (cache.tables["s3"], counts) == ([0, 1], [3, 1, 1, 1, 0, 0, 0, 0])
    for name in cache.tables:
        append(cache, name, 7)
    assert counts == [3, 1, 1, 1, 0, 0, 0, 0]
    for name in cache.tables:
        append(cache, name, 8)
    assert cache.tables == {"s1": [0, 2, 4], "s2": [0, 3, 5], "s3": [0, 1, 6]}
    assert counts == [3, 1, 1, 1, 1, 1, 1, 0]
    cache.free("s1")
    assert counts == [2, 1, 0, 1, 0, 1, 1, 0]
    assert list(cache.allocator.free_blocks) == [7, 4, 2]
    cache.free("s2")
    assert counts == [1, 1, 0, 0, 0, 0, 1, 0]
    cache.free("s3")
    assert counts == [0] * 8
    assert list(cache.allocator.free_blocks) == [7, 4, 2, 5, 3, 6, 1, 0]


def test_a_copy_takes_over_the_rows_and_leaves_the_original():
    cache = some_cache()
    cache.add("s1", rows(10, 11, 12, 13, 14, 15), rows(20, 21, 22, 23, 24, 25))
    cache.fork("s1", "s2")
    cache.append("s2", rows(7), rows(8))
    np.testing.assert_array_equal(cache.k_blocks[2, :3, 0, 0], [14, 15, 7])
    np.testing.assert_array_equal(cache.v_blocks[2, :3, 0, 0], [24, 25, 8])
    np.testing.assert_array_equal(cache.k_blocks[1, :, 0, 0], [14, 15, np.nan, np.nan])
    assert np.isnan(cache.k_blocks[2, 3]).all()


def test_a_fork_at_a_block_border_copies_nothing():
    cache = some_cache()
    cache.add("s1", rows(*range(8)), rows(*range(8)))
    for name in ("s2", "s3", "s4"):
        cache.fork("s1", name)
    for name in cache.tables:
        append(cache, name)
    assert cache.allocator.counts == [4, 4, 1, 1, 1, 1, 0, 0]


def test_a_new_block_is_taken_for_rows_that_are_multiples_of_b():
    cache = some_cache()
    cache.add("s1", rows(), rows())
    taken = []
    for _ in range(9):
        append(cache, "s1")
        taken.append(len(cache.tables["s1"]))
    assert taken == [1, 1, 1, 1, 2, 2, 2, 2, 3]


def test_an_empty_prompt_holds_no_block():
    cache = some_cache()
    cache.add("s1", rows(), rows())
    assert cache.tables == {"s1": []}
    cache.free("s1")
    assert faults(cache) == []


def test_out_of_blocks_changes_nothing():
    cache = some_cache(blocks=2)
    with pytest.raises(OutOfBlocks, match=r"^9 rows need 3 blocks; 2 are free$"):
        cache.add("s1", rows(*range(9)), rows(*range(9)))
    assert cache.tables == cache.lengths == {}
    cache.add("s1", rows(*range(6)), rows(*range(6)))
    cache.fork("s1", "s2")
    with pytest.raises(OutOfBlocks, match=r"^all 2 blocks are in use$"):
        append(cache, "s2")
    assert cache.tables == {"s1": [0, 1], "s2": [0, 1]}
    assert cache.lengths == {"s1": 6, "s2": 6}
    assert faults(cache) == []
    cache.free("s1")
    append(cache, "s2", 9)
    assert cache.k_blocks[1, 2, 0, 0] == 9


def test_freed_blocks_keep_their_rows_and_are_used_last():
    cache = some_cache(blocks=3)
    cache.add("s1", rows(1, 2), rows(1, 2))
    cache.free("s1")
    assert list(cache.allocator.free_blocks) == [1, 2, 0]
    assert cache.k_blocks[0, 0, 0, 0] == 1


@pytest.mark.parametrize("call", ["share", "free"])
@pytest.mark.parametrize(
    ("block", "message"),
    [
        (1, "block 1 is free; no table lists it"),
        (3, "block is 3; it must be 0 to 2"),
        (-1, "block is -1; it must be 0 to 2"),
    ],
)
def test_blocks_that_nobody_has_are_refused(call, block, message):
    allocator = BlockAllocator(3)
    allocator.allocate()
    with pytest.raises(ValueError, match=f"^{message}$"):
        getattr(allocator, call)(block)
    assert (allocator.counts, list(allocator.free_blocks)) == ([1, 0, 0], [1, 2])


def test_a_double_free_is_refused():
    allocator = BlockAllocator(3)
    block = allocator.allocate()
    allocator.free(block)
    with pytest.raises(ValueError, match=r"^block 0 is free; no table lists it$"):
        allocator.free(block)
    cache = some_cache()
    cache.add("s1", rows(1), rows(1))
    cache.add("s2", rows(1), rows(1))
    cache.free("s1")
    with pytest.raises(ValueError, match=r"^there is no sequence 's1'; known: s2$"):
        cache.free("s1")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda c: c.add("s1", rows(1), rows(1)), "sequence 's1' is there already"),
        (lambda c: c.fork("s1", "s1"), "sequence 's1' is there already"),
        (lambda c: c.fork("x", "y"), "there is no sequence 'x'; known: s1"),
        (lambda c: append(c, "x"), "there is no sequence 'x'; known: s1"),
        (
            lambda c: c.add("x", rows(1, width=3), rows(1)),
            "k has shape (1, 1, 3); it must be (1, 1, 2)",
        ),
        (
            lambda c: c.add("x", rows(1, 2), rows(1)),
            "v has shape (1, 1, 2); it must be (1, 2, 2)",
        ),
        (
            lambda c: c.append("s1", np.ones(2), rows(1)),
            "k has shape (2,); it must be (1, 1, 2)",
        ),
        (
            lambda c: c.append("s1", rows(1, 2), rows(1, 2)),
            "k has 2 rows; append takes 1",
        ),
        (lambda c: PagedCache(0, 4, 1, 2, 2), "blocks is 0; it must be 1 or more"),
        (lambda c: PagedCache(8, 0, 1, 2, 2), "b is 0; it must be 1 or more"),
        (
            lambda c: blocks_of_samples(2, prompt=3, rows=3, b=4),
            "prompt is 3; with 3 rows it must be 0 to 2",
        ),
    ],
)
def test_what_does_not_fit_is_refused_in_words_and_changes_nothing(call, message):
    cache = some_cache()
    cache.add("s1", rows(1), rows(1))
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        call(cache)
    assert (cache.tables, cache.lengths) == ({"s1": [0]}, {"s1": 1})
    assert faults(cache) == []


def test_an_empty_cache_knows_no_sequence():
    with pytest.raises(ValueError, match=r"^there is no sequence 's1'; known: none$"):
        some_cache().free("s1")


class FreesAtOnce(PagedCache):
    """Puts the blocks of a sequence on the free list, whoever else lists them."""

    def free(self, name):
        for block in self.tables.pop(name):
            self.allocator.counts[block] = 0
            self.allocator.free_blocks.append(block)
        del self.lengths[name]


def test_trap_free_without_counts():
    cache = FreesAtOnce(8, 4, G=1, d=2, d_v=2)
    three_samples(cache)
    assert faults(cache) == []
    cache.free("s1")
    assert faults(cache) == ["block 0: used by s2, s3; count 0, free 1×"]
    cache.add("new", rows(*range(100, 120)), rows(*range(100, 120)))
    assert cache.tables["new"] == [4, 5, 6, 7, 0]
    assert cache.k_blocks[cache.tables["s2"][0], 0, 0, 0] == 116


def test_faults_tell_a_leak_and_a_wrong_count():
    cache = some_cache(blocks=2)
    cache.allocator.allocate()
    assert faults(cache) == ["block 0: used by nobody; count 1, free 0×"]
    cache = some_cache(blocks=2)
    cache.add("s1", rows(1), rows(1))
    cache.allocator.share(0)
    assert faults(cache) == ["block 0: used by s1; count 2, free 0×"]


def test_faults_tell_what_the_free_list_and_the_tables_have_twice():
    cache = some_cache(blocks=2)
    cache.allocator.free_blocks.append(1)
    assert faults(cache) == ["block 1: used by nobody; count 0, free 2×"]
    cache = some_cache(blocks=2)
    cache.allocator.free_blocks.remove(1)
    assert faults(cache) == ["block 1: used by nobody; count 0, free 0×"]
    cache = some_cache(blocks=2)
    cache.add("s1", rows(1), rows(1))
    cache.tables["s1"].append(0)
    assert faults(cache) == ["block 0: used by s1; count 1, free 0×"]


@pytest.mark.parametrize(
    ("count", "b", "expected"), [(0, 4, 0), (1, 4, 1), (4, 4, 1), (5, 4, 2), (9, 4, 3), (5, 1, 5)]
)
def test_blocks_needed(count, b, expected):
    assert blocks_needed(count, b) == expected


@pytest.mark.parametrize(
    ("n", "prompt", "message"),
    [
        (1, -1, "prompt is -1; with 9 rows it must be 0 to 8"),
        (1, 9, "prompt is 9; with 9 rows it must be 0 to 8"),
        (0, 6, "n is 0; it must be 1 or more"),
    ],
)
def test_samples_that_cannot_be_are_refused(n, prompt, message):
    with pytest.raises(ValueError, match=f"^{message}$"):
        blocks_of_samples(n, prompt, rows=9, b=4)


@pytest.mark.parametrize(("n", "shared", "alone"), [(1, 3, 3), (2, 5, 6), (3, 7, 9)])
def test_blocks_of_samples_by_hand(n, shared, alone):
    assert blocks_of_samples(n, prompt=6, rows=9, b=4) == shared
    assert n * blocks_needed(9, 4) == alone


@law
@given(st.integers(1, 5), st.integers(0, 12), st.integers(1, 6), st.integers(1, 5))
def test_the_cache_takes_as_many_blocks_as_the_formula_says(n, prompt, more, b):
    cache = some_cache(blocks=100, b=b)
    names = [f"s{i}" for i in range(n)]
    cache.add(names[0], rows(*range(prompt)), rows(*range(prompt)))
    for name in names[1:]:
        cache.fork(names[0], name)
    for _ in range(more):
        for name in names:
            append(cache, name)
    used = sum(count > 0 for count in cache.allocator.counts)
    assert used == blocks_of_samples(n, prompt, prompt + more, b)


@law
@given(st.lists(st.integers(1, 40), min_size=1, max_size=6), st.integers(1, 9))
def test_at_most_b_minus_1_slots_of_a_sequence_are_empty(lengths, b):
    for S in lengths:
        assert 0 <= blocks_needed(S, b) * b - S <= b - 1


def test_numbers_printed_in_the_lesson():
    row = LLAMA_3_8B.cached_numbers_per_token * 2
    assert (row, 16 * row) == (131_072, 2 * 2**20)
    pool = 0.92 * H100_SXM.reported.memory_bytes - 2 * LLAMA_3_8B.parameters
    assert pool / 1e9 == pytest.approx(62.6, abs=0.05)
    assert pool // (16 * row) == 29_858
    assert pool // (LLAMA_3_8B.context * row) == 58
    assert blocks_of_samples(3, prompt=1000, rows=1250, b=16) == 113
    assert 3 * blocks_needed(1250, 16) == 237
    assert 12 * 2**30 // (2 * 5120 * 40 * 2) == 15_728


def test_blocks_of_an_array_of_lengths():
    for kind in (int, np.uint8):
        counts = np.array([0, 1, 16, 17], dtype=kind)
        np.testing.assert_array_equal(blocks_needed(counts, 16), [0, 1, 1, 2])
