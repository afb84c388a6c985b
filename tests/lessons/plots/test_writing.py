"""Numbers as read, texts in their room, and spreading as a law."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path

from lessons.plots import writing


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"), (0.25, "0.25"), (-1.5, "−1.5"), (1024, "1,024"), (131_072, "131,072"),
        (1_000_000, "1M"), (1.05e6, "1.05M"), (3e9, "3G"), (2e12, "2T"), (1e15, "1P"),
        (0.001, "0.001"), (1e-5, "10⁻⁵"), (-2e-7, "−2×10⁻⁷"), (1e24, "10²⁴"), (0.1 + 0.2, "0.3"),
    ],
)  # fmt: skip
def test_ticks_are_read_at_a_glance(value, text):
    assert writing.plain(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (16.06, "16.1"),
        (141.1, "141"),
        (1234.6, "1,235"),
        (0.5, "0.5"),
        (1.2345e9, "1.23G"),
        (0, "0"),
    ],
)
def test_labels_have_three_digits_and_their_whole_part(value, text):
    assert writing.brief(value) == text


def test_units_take_decimal_prefixes():
    rates = [writing.with_unit(value, "B/s") for value in (3.35e12, 989e12, 5, 4000)]
    assert rates == ["3.35 TB/s", "989 TB/s", "5 B/s", "4 kB/s"]


def test_widths_are_those_of_the_font():
    text = "KV cache passes 42,000"
    font = FontProperties(size=10, weight="bold")
    (expected, _, _) = text_to_path.get_text_width_height_descent(text, font, False)
    assert writing.width(text, 10, "bold") == pytest.approx(expected, rel=0.03)


@given(st.text(st.sampled_from("ab c"), max_size=60), st.floats(15, 200))
def test_wrapped_lines_have_room_and_lose_no_letter(text, room):
    wrapped = writing.wrapped(text, room)
    assert all(writing.width(line) <= room for line in wrapped.split("\n"))
    assert wrapped.replace("\n", "").replace(" ", "") == text.replace(" ", "")


def test_balanced_lines_leave_no_word_alone():
    text = "Six steps turn each word's dot products into shares that sum to 1"
    first, last = writing.balanced(text, 380, 10.5, "bold").split("\n")
    assert len(last) > len(first) / 2


@given(
    st.lists(st.tuples(st.floats(-50, 150), st.floats(1, 12)), min_size=1, max_size=8),
)
def test_spread_things_stay_apart_inside_and_in_order(things):
    wanted, sizes = map(np.array, zip(*things, strict=True))
    centres = writing.spread(wanted, sizes, 0, 100)
    order = np.argsort(wanted, kind="stable")
    low, high = (centres - sizes / 2)[order], (centres + sizes / 2)[order]
    assert (high[:-1] <= low[1:] + 1e-6).all()
    assert low[0] >= -1e-6
    assert high[-1] <= 100 + 1e-6


def test_what_does_not_meet_stays_and_what_meets_shares_the_way():
    assert writing.spread([10, 50, 90], [10] * 3, 0, 100).tolist() == [10, 50, 90]
    assert writing.spread([50, 50], [10, 10], 0, 100).tolist() == [45, 55]
    assert writing.spread([0, 100], [10, 10], 0, 100).tolist() == [5, 95]


@given(st.floats(1e-12, 1e12), st.floats(1.01, 1e15))
def test_log_axes_get_one_to_six_ticks_inside(low, ratio):
    ticks = writing.log_ticks(low, low * ratio)
    assert 1 <= len(ticks) <= 6
    assert all(low * (1 - 1e-9) <= tick <= low * ratio * (1 + 1e-9) for tick in ticks)
