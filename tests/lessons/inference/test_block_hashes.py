"""Hashes of full blocks: chains, whole blocks only, and the token that is always computed."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lessons.inference.block_hashes import block_hashes, cached_rows

law = settings(max_examples=100, deadline=None, derandomize=True, database=None)
texts = st.lists(st.sampled_from("abc"), max_size=12)


def test_only_full_blocks_have_a_name():
    assert [len(block_hashes("abcdefghi"[:n], 4)) for n in (0, 3, 4, 7, 8, 9)] == [
        0, 0, 1, 1, 2, 2,
    ]  # fmt: skip


def test_a_name_takes_in_everything_before():
    one, other = block_hashes("abcdefgh", 4), block_hashes("Xbcdefgh", 4)
    assert one[0] != other[0]
    assert one[1] != other[1]  # efgh, both times


def test_token_numbers_are_the_same_from_a_list_and_an_array():
    assert block_hashes(np.arange(8), 4) == block_hashes(list(range(8)), 4)


def test_a_repeated_block_has_two_names():
    first, second = block_hashes("abcdabcd", 4)
    assert first != second


def test_tokens_are_not_run_together():
    assert block_hashes(["ab", "c"], 2) != block_hashes(["a", "bc"], 2)


def test_names_do_not_depend_on_the_process():
    assert block_hashes("abcd", 4)[0].startswith("25ef877e")


def test_cached_rows_by_hand():
    known = block_hashes("abcdefghij", 4)
    assert cached_rows("abcdefghij", known, 4) == 8
    assert cached_rows("abcdefgX", known, 4) == 4
    assert cached_rows("abXdefgh", known, 4) == 0
    assert cached_rows("", known, 4) == 0


def test_a_prompt_that_is_all_known_computes_its_last_block():
    prompt = list(map(str, range(32)))
    assert cached_rows(prompt, block_hashes(prompt, 16), 16) == 16


def test_a_hole_ends_the_hit():
    hashes = block_hashes("abcdefghijklm", 4)
    assert cached_rows("abcdefghijklm", {hashes[0], hashes[2]}, 4) == 4


def test_blocks_of_nothing_are_refused():
    with pytest.raises(ValueError, match=r"^b is 0; it must be 1 or more$"):
        block_hashes("abc", 0)


@law
@given(texts, texts, st.integers(1, 4))
def test_names_are_equal_as_far_as_texts_are(one, other, b):
    same = 0
    while same < min(len(one), len(other)) and one[same] == other[same]:
        same += 1
    pairs = zip(block_hashes(one, b), block_hashes(other, b), strict=False)
    assert sum(x == y for x, y in pairs) == same // b


@law
@given(texts, texts, st.integers(1, 4))
def test_at_least_one_token_is_computed(one, other, b):
    hit = cached_rows(one, block_hashes(other, b), b)
    assert hit % b == 0
    assert hit <= max(len(one) - 1, 0)
