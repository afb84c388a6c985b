"""Texts of values: whole where they are short, short where they are not."""

from collections import Counter

import numpy as np
import pytest

from widgets.kernel.brief import LINES, brief, is_shortened


@pytest.mark.parametrize(
    "value",
    [
        [], (), {}, set(), frozenset(), "", b"", 3, None, (1,), ((),), [[]], [1, [2, (3, {4: 5})]],
        list(range(900)), {n: [n] for n in range(300)}, "x" * 9000, {1}, frozenset({1}),
        range(10**9), Counter("aab"), [np.arange(3), "a\n"], np.eye(10),
        np.array(3.5), np.float32(2),
    ],
)  # fmt: skip
def test_what_is_short_is_whole(value):
    assert brief(value) == repr(value)
    assert not is_shortened(value)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ([0] * 10**6, f"[{'0, ' * 50}..., 0, 0, 0]"),
        ((7,) * 10**6, f"({'7, ' * 50}..., 7, 7, 7)"),
        ("x" * 10**6, f"'{'x' * 10_000}'..."),
        (b"x" * 10**6, f"b'{'x' * 10_000}'..."),
        (dict.fromkeys(range(9999), 0), f"{{{', '.join(f'{n}: 0' for n in range(50))}, ...}}"),
        (set(range(9999)), f"{{{', '.join(map(str, range(50)))}, ...}}"),
        (frozenset(range(9999)), f"frozenset({{{', '.join(map(str, range(50)))}, ...}})"),
        ([[1] * 10**5], "[[1, 1, 1, 1, 1, 1, ..., 1, 1, 1]]"),
        (([1] * 10**5,), "([1, 1, 1, 1, 1, 1, ..., 1, 1, 1],)"),
    ],
)
def test_what_is_long_is_shortened(value, text):
    assert is_shortened(value) == (len(value) > 50)
    assert brief(value) == text


def test_a_long_list_that_holds_itself_has_an_end():
    loop: list[object] = [0] * 2000
    loop[0] = loop
    assert len(brief(loop)) < 100_000


@pytest.mark.parametrize(
    "shape",
    [(10**7,), (1000, 1000), (1000, 1), (200, 5), (8, 12, 16, 64), (7,) * 8, (2,) * 15, (0, 3)],
)
def test_an_array_takes_a_few_lines(shape):
    text = brief(np.zeros(shape, dtype="int8"))
    assert text.count("\n") < LINES
    assert len(text) < 10_000


def test_a_reader_who_asks_numpy_for_more_gets_more():
    with np.printoptions(threshold=5000):
        assert brief(np.arange(2000)) == repr(np.arange(2000))
        assert len(brief(np.arange(10**6))) < 200
