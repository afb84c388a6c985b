"""Ledgers: parts stacked to their total, one colour a part, values where they have room."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
from geometry import all_inside, overlapping

from lessons.plots import ledger

BARS = {
    "8B": {"weights": 16.06, "KV cache": 8.56, "activations": 1.5},
    "70B": {"weights": 141.1, "activations": 3},
}


@pytest.mark.parametrize("vertical", [False, True])
def test_parts_follow_one_another_and_keep_their_colours(chart, vertical):
    shown = chart(ledger, BARS, title="T", xlabel="x", ylabel="y", vertical=vertical)
    boxes = shown.ax.patches
    along = "y" if vertical else "x"
    size = "height" if vertical else "width"
    starts = [getattr(box, f"get_{along}")() for box in boxes]
    lengths = [getattr(box, f"get_{size}")() for box in boxes]
    assert starts == pytest.approx([0, 16.06, 24.62, 0, 141.1])
    assert lengths == pytest.approx([16.06, 8.56, 1.5, 141.1, 3])
    edges = [box.get_edgecolor() for box in boxes]
    assert edges[0] == edges[3]
    assert edges[2] == edges[4]
    assert len(set(edges)) == 3
    assert {"weights", "KV cache", "activations", "8B", "70B", "26.1", "144"} <= set(shown.texts)
    assert "#" not in shown.svg.replace("url(#", "").replace('href="#', "")


@pytest.mark.parametrize("vertical", [False, True])
def test_texts_have_room(chart, vertical):
    marks = {"one H100": 80, "two": 160, "three of them": 165}
    names = {f"a part with a name {i}": 3.0**i for i in range(6)}
    bars = BARS | {"all of a machine that has a long name": {"weights": 1.0}}
    for each in (bars, {"one": names}):
        shown = chart(ledger, each, marks=marks, vertical=vertical)
        assert not overlapping([*shown.names, *shown.figure.texts])
        assert all_inside(shown.figure)
        plt.close("all")


@pytest.mark.parametrize("vertical", [False, True])
@pytest.mark.parametrize("at", [[50], [100], [102], [101, 103]])
def test_a_mark_does_not_cross_a_value_nor_a_total(chart, at, vertical):
    marks = {f"mark {value}": value for value in at}
    shown = chart(ledger, {"a": {"x": 100.0}}, marks=marks, vertical=vertical)
    assert all_inside(shown.figure)
    for text in shown.names:
        if text.get_text() == "100":
            extent = text.get_window_extent()
            for value in at:
                x, y = shown.ax.transData.transform((value, value))
                crossed = extent.y0 < y < extent.y1 if vertical else extent.x0 < x < extent.x1
                assert not crossed


@pytest.mark.parametrize("vertical", [False, True])
@pytest.mark.parametrize(
    "bars", [{"a": {"x": 0}}, {"a": {"x": 1}}, {"a": {"x": 2e-9}, "b": {"x": 4e12}}]
)
def test_edges_are_drawn(chart, bars, vertical):
    assert all_inside(chart(ledger, bars, vertical=vertical).figure)


@pytest.mark.parametrize(
    ("bars", "options", "message"),
    [
        ({}, {}, "bars is empty; it must have at least one bar"),
        ({"a": {}}, {}, r"bars\['a'\] is empty; it must have at least one part"),
        ({"a": [1]}, {}, r"bars\['a'\] is a list; it must map a name to each part"),
        ({"a": {"x": -1}}, {}, r"bars\['a'\]\['x'\] is -1; it must not be below 0"),
        ({"a": {"x": np.nan}}, {}, r"bars\['a'\]\['x'\] is nan; it must be finite"),
        ({"a": {"x": 1}}, {"marks": {"m": np.inf}}, r"marks\['m'\] is inf; it must be finite"),
        ({"a": dict.fromkeys("abcdefg", 1)}, {}, "bars have 7 different parts; there are"),
    ],
)  # fmt: skip
def test_what_cannot_be_drawn_is_refused(bars, options, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        ledger(bars, **options)
