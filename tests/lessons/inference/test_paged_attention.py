"""Paged attention equals dense attention, for any table and after any operations on the cache."""

import re

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from lessons.architecture.core_attention import scaled_dot_product_attention
from lessons.inference.paged_attention import (
    gather_rows,
    paged_attention,
    paged_attention_by_block,
)
from lessons.inference.paged_cache import (
    BlockAllocator,
    OutOfBlocks,
    PagedCache,
    blocks_needed,
    faults,
)

law = settings(max_examples=60, deadline=None, derandomize=True, database=None)
forms = pytest.mark.parametrize("form", [paged_attention, paged_attention_by_block])


def assert_same(actual, expected):
    np.testing.assert_allclose(actual, expected, rtol=1e-10, atol=1e-12)


def scattered(k, v, b, blocks, seed):
    """k and v in blocks at random places; every other slot holds NaN."""
    (G, S, d), d_v = k.shape, v.shape[2]
    table = np.random.default_rng(seed).permutation(blocks)[: blocks_needed(S, b)].tolist()
    k_blocks, v_blocks = np.full((blocks, b, G, d), np.nan), np.full((blocks, b, G, d_v), np.nan)
    for t in range(S):
        k_blocks[table[t // b], t % b] = k[:, t]
        v_blocks[table[t // b], t % b] = v[:, t]
    return k_blocks, v_blocks, table


def random_qkv(seed, H=4, G=2, T=1, S=7, d=3, d_v=2):
    rng = np.random.default_rng(seed)
    shapes = (H, T, d), (G, S, d), (G, S, d_v)
    return tuple(2 * rng.standard_normal(shape) for shape in shapes)


@forms
def test_seven_equal_weights_by_hand(form):
    v = np.arange(7.0).reshape(1, 7, 1)
    k_blocks, v_blocks, _ = scattered(np.zeros((1, 7, 2)), v, b=4, blocks=8, seed=0)
    k_blocks[[0, 2]], v_blocks[[0, 2]] = 0, np.nan
    v_blocks[0, :, 0, 0], v_blocks[2, :3, 0, 0] = [0, 1, 2, 3], [4, 5, 6]
    assert_same(form(np.ones((1, 1, 2)), k_blocks, v_blocks, [0, 2], 7), [[[3]]])


def test_gathered_rows_are_in_the_order_of_the_table():
    blocks = np.arange(12.0).reshape(3, 4, 1, 1)
    np.testing.assert_array_equal(gather_rows(blocks, [2, 0], 6).ravel(), [8, 9, 10, 11, 0, 1])
    assert gather_rows(blocks, [], 0).shape == (1, 0, 1)


@forms
def test_no_rows_give_zeros(form):
    q, _, _ = random_qkv(0)
    pool = np.full((3, 4, 2, 3), np.nan)
    assert not form(q, pool, pool, [], 0).any()


@forms
def test_a_table_may_be_longer_than_its_rows(form):
    q, k, v = random_qkv(0)
    k_blocks, v_blocks, table = scattered(k, v, b=4, blocks=5, seed=0)
    padded = form(q, k_blocks, v_blocks, [*table, -1, -1], 7)
    assert_same(padded, form(q, k_blocks, v_blocks, table, 7))


@forms
def test_huge_scores_do_not_overflow(form):
    q, k, v = random_qkv(0)
    k_blocks, v_blocks, table = scattered(1e4 * k, v, b=2, blocks=9, seed=1)
    dense = scaled_dot_product_attention(q, 1e4 * k, v)
    assert_same(form(q, k_blocks, v_blocks, table, 7), dense)


@forms
def test_scores_far_below_zero_do_not_vanish(form):
    q, k = np.full((1, 1, 1), 1e4), np.full((1, 3, 1), -1.0)
    v = np.arange(3.0).reshape(1, 3, 1)
    k_blocks, v_blocks, table = scattered(k, v, b=2, blocks=4, seed=0)
    assert_same(form(q, k_blocks, v_blocks, table, 3), [[[1.0]]])


@forms
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_types_stay(form, dtype):
    q, pool = np.ones((2, 1, 2), dtype), np.ones((3, 4, 1, 2), dtype)
    assert form(q, pool, pool, [0], 4).dtype == dtype


@forms
@pytest.mark.parametrize(
    ("q", "k", "v"),
    [
        ((2, 1, 2), (3, 4, 1, 2), (3, 4, 2, 2)),
        ((2, 1, 2), (3, 4, 0, 2), (3, 4, 0, 2)),
        ((2, 1, 3), (3, 4, 1, 2), (3, 4, 1, 2)),
    ],
)
def test_shapes_that_do_not_fit_are_refused_by_both_forms(form, q, k, v):
    with pytest.raises(ValueError, match=r"has (shape|width|0 heads)"):
        form(np.ones(q), np.ones(k), np.ones(v), [0], 4)


@forms
@pytest.mark.parametrize(
    ("table", "S", "message"),
    [
        ([0], 5, "table has 1 blocks; 5 rows in blocks of 4 need 2"),
        ([0, -1], 5, "table lists block -1; it must be 0 to 2"),
        ([0, 3], 5, "table lists block 3; it must be 0 to 2"),
        ([0], -1, "S is -1; it must be 0 or more"),
    ],
)
def test_tables_that_do_not_fit_are_refused_in_words(form, table, S, message):
    q, pool = np.ones((1, 1, 2)), np.ones((3, 4, 1, 2))
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        form(q, pool, pool, table, S)


@forms
def test_heads_that_do_not_divide_are_refused(form):
    pool = np.ones((3, 4, 2, 2))
    with pytest.raises(ValueError, match=r"has 2 heads; 3 query heads need a divisor of 3$"):
        form(np.ones((3, 1, 2)), pool, pool, [0], 4)


@law
@given(
    st.integers(0, 2**32 - 1),
    st.sampled_from([(1, 1), (4, 1), (4, 2), (4, 4), (6, 3)]),
    st.integers(1, 4),
    st.integers(1, 14),
    st.integers(1, 6),
    st.booleans(),
)
def test_paged_equals_dense_for_any_placement(seed, heads, T, S, b, causal):
    q, k, v = random_qkv(seed, *heads, T=T, S=S)
    k_blocks, v_blocks, table = scattered(k, v, b, blocks=16, seed=seed)
    dense = scaled_dot_product_attention(q, k, v, causal=causal)
    for form in (paged_attention, paged_attention_by_block):
        assert_same(form(q, k_blocks, v_blocks, table, S, causal=causal), dense)


def test_trap_a_weight_of_zero_does_not_hide_nan():
    q, k, v = random_qkv(0)
    k_blocks, v_blocks, table = scattered(k, v, b=4, blocks=5, seed=0)
    k_blocks[np.isnan(k_blocks)] = 0  # so that only values are NaN
    k_all, v_all = gather_rows(k_blocks, table, 8), gather_rows(v_blocks, table, 8)
    masked = scaled_dot_product_attention(q, k_all, v_all, mask=np.arange(8) < 7)
    assert np.isnan(masked).all()
    v_all[:, 7:] = 0
    masked = scaled_dot_product_attention(q, k_all, v_all, mask=np.arange(8) < 7)
    assert_same(masked, scaled_dot_product_attention(q, k, v))


def test_trap_a_negative_block_would_read_the_last_one():
    blocks = np.arange(12.0).reshape(3, 4, 1, 1)
    assert blocks[[-1]][0, 0, 0, 0] == 8


class CacheMachine(RuleBasedStateMachine):
    """Any operations on a small cache, with each sequence's own full arrays beside it."""

    cache_type = PagedCache
    H, G, d, d_v = 4, 2, 3, 2

    def __init__(self):
        super().__init__()
        self.cache = self.cache_type(7, 3, self.G, self.d, self.d_v)
        self.dense = {}
        self.rng = np.random.default_rng(0)
        self.made = 0

    def rows(self, S):
        shapes = (self.G, S, self.d), (self.G, S, self.d_v)
        return tuple(self.rng.standard_normal(shape) for shape in shapes)

    def new_name(self):
        self.made += 1
        return f"s{self.made}"

    def some_name(self, data):
        return data.draw(st.sampled_from(sorted(self.dense)))

    @rule(S=st.integers(0, 8))
    def add(self, S):
        name, (k, v) = self.new_name(), self.rows(S)
        free = len(self.cache.allocator.free_blocks)
        try:
            self.cache.add(name, k, v)
        except OutOfBlocks:
            assert blocks_needed(S, 3) > free
        else:
            self.dense[name] = k, v

    @precondition(lambda self: 0 < len(self.dense) < 6)
    @rule(data=st.data())
    def fork(self, data):
        parent, child = self.some_name(data), self.new_name()
        self.cache.fork(parent, child)
        self.dense[child] = self.dense[parent]

    @precondition(lambda self: self.dense)
    @rule(data=st.data(), times=st.integers(1, 4))
    def append(self, data, times):
        name = self.some_name(data)
        for _ in range(times):
            more = self.rows(1)
            try:
                self.cache.append(name, *more)
            except OutOfBlocks:
                assert not self.cache.allocator.free_blocks
                return
            self.dense[name] = tuple(
                np.concatenate(pair, axis=1) for pair in zip(self.dense[name], more, strict=True)
            )

    @precondition(lambda self: self.dense)
    @rule(data=st.data())
    def free(self, data):
        name = self.some_name(data)
        self.cache.free(name)
        del self.dense[name]
        for block in self.cache.allocator.free_blocks:  # who reads these is found out
            self.cache.k_blocks[block] = self.cache.v_blocks[block] = np.nan

    @rule()
    def misuse(self):
        for call in (self.cache.free, lambda name: self.cache.fork(name, "other")):
            with pytest.raises(ValueError, match="there is no sequence 'gone'"):
                call("gone")

    @invariant()
    def the_books_are_right(self):
        allocator, tables = self.cache.allocator, self.cache.tables
        listed = [block for table in tables.values() for block in table]
        assert allocator.counts == [listed.count(block) for block in range(7)]
        assert sorted([*allocator.free_blocks, *set(listed)]) == list(range(7))
        assert faults(self.cache) == []
        for name, table in tables.items():
            assert len(table) == len(set(table)) == blocks_needed(self.cache.lengths[name], 3)

    @invariant()
    def every_sequence_reads_its_own_rows(self):
        assert self.cache.tables.keys() == self.cache.lengths.keys() == self.dense.keys()
        pools = self.cache.k_blocks, self.cache.v_blocks
        q = np.linspace(-1, 1, self.H * 2 * self.d).reshape(self.H, 2, self.d)
        for name, (k, v) in self.dense.items():
            table, S = self.cache.tables[name], self.cache.lengths[name]
            dense = scaled_dot_product_attention(q, k, v, causal=True)
            for form in (paged_attention, paged_attention_by_block):
                assert_same(form(q, *pools, table, S, causal=True), dense)

    def teardown(self):
        for name in list(self.dense):
            self.cache.free(name)
        assert sorted(self.cache.allocator.free_blocks) == list(range(7))
        assert self.cache.allocator.counts == [0] * 7


any_operations = settings(
    max_examples=40, stateful_step_count=30, deadline=None, derandomize=True, database=None
)
CacheMachine.TestCase.settings = any_operations
TestAnyOperations = CacheMachine.TestCase


class FreesAtOnce(PagedCache):
    """Frees blocks without counting who else lists them."""

    def __init__(self, *sizes):
        super().__init__(*sizes)
        self.allocator.free = self.free_block

    def free_block(self, block):
        self.allocator.counts[block] = 0
        self.allocator.free_blocks.append(block)


class NeverFrees(PagedCache):
    """Forgets the blocks of a sequence that ends."""

    def __init__(self, *sizes):
        super().__init__(*sizes)
        self.allocator.free = lambda block: None


class WritesInPlace(PagedCache):
    """Writes into a block that others share."""

    def _copy(self, block):
        return block


class CopyKeepsItsCount(PagedCache):
    """Copies, but does not let go of the original."""

    def _copy(self, block):
        copy = super()._copy(block)
        self.allocator.share(block)
        return copy


class CopyIsEmpty(PagedCache):
    """Takes a block for itself, but leaves the rows behind."""

    def _copy(self, block):
        copy = super()._copy(block)
        self.k_blocks[copy] = self.v_blocks[copy] = 0
        return copy


class ForkTakesTheTable(PagedCache):
    """Shares the table itself, not only its blocks."""

    def fork(self, parent, child):
        super().fork(parent, child)
        self.tables[child] = self.tables[parent]


class ForkDoesNotCount(PagedCache):
    """Lists the blocks a second time, but counts them once."""

    def __init__(self, *sizes):
        super().__init__(*sizes)
        self.allocator.share = lambda block: None


class TakesABlockTooEarly(PagedCache):
    """Takes a new block for the last slot of a full one."""

    def append(self, name, k, v):
        if self.lengths[name] % self.b == self.b - 1:
            self.tables[name].append(self.allocator.allocate())
        super().append(name, k, v)


@pytest.mark.parametrize(
    "broken",
    [
        FreesAtOnce,
        NeverFrees,
        WritesInPlace,
        CopyKeepsItsCount,
        CopyIsEmpty,
        ForkTakesTheTable,
        ForkDoesNotCount,
        TakesABlockTooEarly,
    ],
)
def test_a_broken_cache_is_found_out(broken):
    machine = type("Broken", (CacheMachine,), {"cache_type": broken, "teardown": lambda _: None})
    generate_only = settings(any_operations, phases=[Phase.generate])
    with pytest.raises((AssertionError, ValueError)):
        run_state_machine_as_test(machine, settings=generate_only)


def test_an_allocator_counts_what_it_is_asked():
    allocator = BlockAllocator(2)
    first = allocator.allocate()
    allocator.share(first)
    allocator.free(first)
    assert (allocator.counts, list(allocator.free_blocks)) == ([1, 0], [1])
