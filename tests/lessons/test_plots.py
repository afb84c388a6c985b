"""Plots: what is written and drawn, that text can be read, and that settings stay untouched."""

import io

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_rgb

from lessons import plots
from lessons.plots import heatmap, heatmaps, lines


@pytest.fixture(autouse=True)
def page_settings():
    settings = {"figure.figsize": (5.4, 3.2), "font.size": 9, "figure.constrained_layout.use": True}
    with mpl.rc_context({"backend": "agg", **settings}):
        yield
        plt.close("all")


def texts(ax):
    return [text.get_text() for text in ax.texts]


def fills(ax):
    return [patch for patch in ax.patches if patch.get_fill() and patch.get_facecolor()[3] > 0]


def rings(ax):
    return [patch for patch in ax.patches if not patch.get_fill()]


def luminance(color):
    channels = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(color)]
    return float(np.dot([0.2126, 0.7152, 0.0722], channels))


def test_cells_show_their_values():
    ax = heatmap(np.array([[0.25, -np.inf], [-1.5, 0]])).axes[0]
    assert texts(ax) == ["0.25", "−∞", "−1.50", "0"]
    assert len(fills(ax)) == 3


def test_whole_numbers_have_no_decimals():
    assert texts(heatmap(np.array([[1, 2], [3, -4]])).axes[0]) == ["1", "2", "3", "−4"]


def test_hidden_cells_are_empty_and_leaks_are_ringed():
    visible = np.tri(2, dtype=bool)
    assert len(fills(heatmap(np.array([[1, 0], [0, 1]]), visible=visible).axes[0])) == 3
    leaking = heatmap(np.array([[0.5, 0.5], [0, 1]]), visible=visible).axes[0]
    assert len(fills(leaking)) == 4
    assert len(rings(leaking)) == 1


def test_rows_and_columns_are_labelled_from_the_end():
    words = ["the", "cat", "sat"]
    ax = heatmap(np.ones((1, 3)), rows=words, columns=words).axes[0]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["sat"]
    assert [label.get_text() for label in ax.get_xticklabels()] == words


def test_small_multiples_have_names_masks_and_sums():
    masks = {"b": np.array([[True, False]])}
    figure = heatmaps(
        {"a": [[1, 2]], "b": [[3, 0]], "c": [[0.5, 0.25]]},
        title="Three", visible=masks, row_sums=True, across=2,
    )  # fmt: skip
    first, second, third, unused = figure.axes
    assert [ax.get_title() for ax in (first, second, third)] == ["a", "b", "c"]
    assert [len(fills(ax)) for ax in (first, second, third)] == [2, 1, 2]
    assert texts(third)[-2:] == ["sum", "0.75"]
    assert not unused.axison
    assert figure.get_suptitle() == "Three"


def test_shared_limits_give_equal_values_equal_colours():
    figure = heatmaps({"a": [[0.5, 0.1]], "b": [[0.5, 1]]}, limits=(0, 1))
    assert len({fills(ax)[0].get_facecolor() for ax in figure.axes}) == 1
    free = heatmaps({"a": [[0.5, 0.1]], "b": [[0.5, 1]]})
    assert len({fills(ax)[0].get_facecolor() for ax in free.axes}) == 2


@pytest.mark.parametrize("colormap", ["viridis", "Blues", "magma", "RdBu"])
def test_numbers_can_be_read_on_every_colour(colormap):
    with mpl.rc_context({"image.cmap": colormap}):
        ax = heatmap(np.linspace(0, 1, 101)[None]).axes[0]
    for patch, text in zip(fills(ax), ax.texts, strict=True):
        bright, dim = sorted(map(luminance, (patch.get_facecolor(), text.get_color())))[::-1]
        assert (bright + 0.05) / (dim + 0.05) >= 4.5


def test_text_on_empty_cells_takes_the_text_colour():
    with mpl.rc_context({"text.color": "#123456"}):
        ax = heatmap(np.array([[-np.inf, 1.0]])).axes[0]
    assert ax.texts[0].get_color() == "#123456"


@pytest.mark.parametrize(
    ("values", "options", "message"),
    [
        (np.ones(3), {}, r"values has shape \(3,\); a heat map needs 2 axes"),
        (np.ones((2, 2)), {"visible": np.ones((2, 3), bool)}, r"visible has shape \(2, 3\); the"),
    ],
)
def test_wrong_shapes_are_refused(values, options, message):
    with pytest.raises(ValueError, match=message):
        heatmap(values, **options)


def test_matrices_without_a_finite_or_positive_value_are_drawn():
    heatmap(np.full((2, 2), -np.inf))
    heatmap(np.zeros((2, 2)))
    heatmap(np.full((2, 2), -3.0))


def test_lines_are_named_at_their_ends_in_their_colours():
    figure = lines([1, 2, 4], {"low": [1, 1, 1], "high": [5, 6, 7]}, xlabel="x", ylabel="y")
    ax = figure.axes[0]
    by_name = {text.get_text(): text for text in ax.texts}
    assert set(by_name) == {"low", "high"}
    for line, name in zip(ax.lines, ("low", "high"), strict=True):
        assert to_rgb(by_name[name].get_color()) == to_rgb(line.get_color())
    assert by_name["low"].get_position()[1] < by_name["high"].get_position()[1]
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("x", "y")


def test_names_of_lines_that_meet_do_not_overlap():
    figure = lines([0, 1], {name: [index, 5] for index, name in enumerate("abc")})
    heights = sorted(text.get_position()[1] for text in figure.axes[0].texts)
    assert np.diff(heights).min() >= 0.069


def test_log_axes_show_plain_numbers():
    ax = lines([4, 64, 1024], {"a": [1, 100, 10000]}, log_x=True, log_y=True).axes[0]
    assert [label.get_text() for label in ax.get_xticklabels()] == ["4", "64", "1,024"]
    assert ax.get_xscale() == ax.get_yscale() == "log"


def test_a_series_of_another_length_is_refused():
    with pytest.raises(ValueError, match=r"^a has 2 values; x has 3$"):
        lines([1, 2, 3], {"a": [1, 2]})


def test_long_titles_wrap():
    figure = lines([1, 2], {"a": [1, 2]}, title="word " * 30)
    assert max(map(len, figure.get_suptitle().splitlines())) <= plots.TITLE_LETTERS


def test_settings_stay_and_figures_save_as_svg():
    before = dict(mpl.rcParams)
    for figure in (heatmap(np.eye(3)), lines([1, 2], {"a": [1, 2]})):
        buffer = io.StringIO()
        figure.savefig(buffer, format="svg")
        assert "<image" not in buffer.getvalue()
    assert dict(mpl.rcParams) == before
