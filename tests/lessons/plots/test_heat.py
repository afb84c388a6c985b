"""Heat maps: values, masks and colours, and numbers that can be read or are left out."""

import re

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from geometry import all_inside, overlapping
from matplotlib.colors import to_rgb

from lessons.plots import heatmap, heatmaps


def texts(ax):
    return [text.get_text() for text in ax.texts]


def fills(ax):
    return [patch for patch in ax.patches if patch.get_fill()]


def rings(ax):
    """How many squares the one shape of rings has."""
    shapes = [patch for patch in ax.patches if not patch.get_fill()]
    return sum(list(shape.get_path().codes).count(1) for shape in shapes)


def luminance(color):
    channels = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(color)]
    return float(np.dot([0.2126, 0.7152, 0.0722], channels))


def test_cells_show_their_values(chart):
    ax = chart(heatmap, [[0.25, -np.inf], [-1.5, 0], [np.nan, np.inf]]).ax
    assert texts(ax) == ["0.25", "−∞", "−1.50", "0", "NaN", "∞"]
    assert len(fills(ax)) == 3


def test_whole_numbers_have_no_decimals(chart):
    assert texts(chart(heatmap, [[1, 2], [3, -4]]).ax) == ["1", "2", "3", "−4"]


def test_hidden_cells_are_empty_and_leaks_are_ringed(chart):
    visible = np.tri(2, dtype=bool)
    ax = chart(heatmaps, {"kept": np.eye(2), "leaking": [[0.5, 0.5], [0, 1]]}, visible=visible)
    kept, leaking = ax.figure.axes
    assert (len(fills(kept)), rings(kept)) == (3, 0)
    assert (len(fills(leaking)), rings(leaking)) == (4, 1)


def test_rows_and_columns_are_labelled_from_the_end(chart):
    words = ["the", "cat", "sat"]
    ax = chart(heatmap, np.ones((1, 3)), rows=words, columns=words).ax
    assert [label.get_text() for label in ax.get_yticklabels()] == ["sat"]
    assert [label.get_text() for label in ax.get_xticklabels()] == words


def test_small_multiples_have_names_masks_and_sums(chart):
    masks = {"b": np.array([[True, False]])}
    panels = {"a": [[1, 2]], "b": [[3, 0]], "c": [[0.5, 0.25]]}
    shown = chart(heatmaps, panels, title="Three", visible=masks, row_sums=True, across=2)
    assert [ax.get_title(loc="left") for ax in shown.figure.axes] == ["a", "b", "c"]
    assert [len(fills(ax)) for ax in shown.figure.axes] == [2, 1, 2]
    assert texts(shown.figure.axes[2])[-2:] == ["sum", "0.75"]
    assert shown.figure.get_suptitle() == "Three"


def test_shared_limits_give_equal_values_equal_colours(chart):
    panels = {"a": [[0.5, 0.1]], "b": [[0.5, 1]]}
    for limits, colours in (((0, 1), 1), (None, 2)):
        axes = chart(heatmaps, panels, limits=limits).figure.axes
        assert len({fills(ax)[0].get_facecolor() for ax in axes}) == colours
        plt.close("all")


@pytest.mark.parametrize("colormap", ["viridis", "Blues", "magma", "RdBu"])
def test_numbers_can_be_read_on_every_colour(chart, colormap):
    mpl.rcParams["image.cmap"] = colormap
    ax = chart(heatmap, np.linspace(0, 1, 110).reshape(11, 10)).ax
    for patch, text in zip(fills(ax), ax.texts, strict=True):
        bright, dim = sorted(map(luminance, (patch.get_facecolor(), text.get_color())))[::-1]
        assert (bright + 0.05) / (dim + 0.05) >= 4.5


def test_text_on_empty_cells_takes_the_text_colour(chart):
    shown = chart(heatmap, [[-np.inf, 1.0]])
    assert shown.ax.texts[0].get_color() == mpl.rcParams["text.color"]


@pytest.mark.parametrize(
    ("shape", "decimals", "panels"),
    [((4, 4), 3, 6), ((4, 4), 2, 3), ((2, 4), 3, 2), ((12, 12), 2, 1), ((8, 12), 4, 1)],
)
def test_numbers_have_room_in_their_cells(chart, shape, decimals, panels):
    values = np.random.default_rng(0).random((panels, *shape))
    words = ["the", "cat", "sat", "on", "a", "mat", "and", "saw", "a", "dog", "run", "by"]
    shown = chart(
        heatmaps, {f"panel {i}": matrix for i, matrix in enumerate(values)},
        rows=words, columns=words, decimals=decimals, row_sums=panels == 2,
        xlabel="keys", ylabel="queries",
    )  # fmt: skip
    everything = [text for ax in shown.figure.axes for text in ax.texts]
    assert len(everything) >= values.size
    assert not overlapping(everything)
    assert all_inside(shown.figure)


def test_large_matrices_have_a_scale_instead_of_numbers(chart):
    values = np.random.default_rng(0).random((64, 64))
    mask = np.tri(64, dtype=bool)
    panels = {"one": values * mask, "two": values * mask / 2, "three": values}
    shown = chart(heatmaps, panels, visible=mask, xlabel="keys", ylabel="queries")
    maps = shown.figure.axes[::2]
    assert [np.ma.count(ax.images[0].get_array()) for ax in maps] == [2080, 2080, 4096]
    assert maps[0].images[0].get_array().data == pytest.approx(values * mask)
    assert [rings(ax) > 0 for ax in maps] == [False, False, True]
    assert "0.5" in texts(shown.figure.axes[3])
    assert len(re.findall("<image", shown.svg)) == 6
    assert all_inside(shown.figure)


@pytest.mark.parametrize(
    "values",
    [
        np.full((2, 2), -np.inf),
        np.zeros((2, 2)),
        np.full((2, 2), -3.0),
        [[7]],
        np.zeros((50, 50)),
        np.full((80, 3), np.nan),
    ],
)
def test_edges_are_drawn(chart, values):
    chart(heatmap, values)


@pytest.mark.parametrize(
    ("values", "options", "message"),
    [
        (np.ones(3), {}, r"values has shape \(3,\); a heat map needs 2 axes"),
        (np.ones((0, 3)), {}, r"values has shape \(0, 3\); it must have cells"),
        (np.ones((2, 2)), {"visible": np.ones((2, 3), bool)}, r"visible has shape \(2, 3\); the"),
        (np.ones((2, 2)), {"limits": (1, 0)}, r"limits are \(1, 0\); the first must be the lower"),
        (np.ones((2, 2)), {"limits": (0, np.nan)}, r"limits\[1\] is nan; it must be finite"),
    ],
)  # fmt: skip
def test_what_cannot_be_drawn_is_refused(values, options, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        heatmap(values, **options)


def test_panels_are_named_in_errors():
    with pytest.raises(ValueError, match=r"^panels\['a'\] has shape \(2,\)"):
        heatmaps({"a": [1, 2]})
    with pytest.raises(ValueError, match=r"^panels is empty"):
        heatmaps({})
    with pytest.raises(ValueError, match=r"^across is 0; it must be 1 or more"):
        heatmaps({"a": [[1]]}, across=0)
