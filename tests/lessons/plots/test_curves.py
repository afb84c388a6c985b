"""Lines and log–log: the data as given, a name at each end, slopes, edges and errors."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
from geometry import all_inside, overlapping
from matplotlib.colors import to_rgb

from lessons.plots import lines, loglog


def ends(shown):
    return {name.get_text(): name for name in shown.names}


def test_lines_are_the_data_named_at_their_ends_in_their_colours(chart):
    series = {"low": [1, 1, 1], "high": [5, 6, 7]}
    shown = chart(lines, [1, 2, 4], series, title="A finding", xlabel="x, s", ylabel="y, GB")
    assert list(ends(shown)) == ["low", "high"]
    for line, (name, y) in zip(shown.lines, series.items(), strict=True):
        assert line.get_xdata().tolist() == [1, 2, 4]
        assert line.get_ydata().tolist() == y
        assert to_rgb(line.get_color()) == to_rgb(ends(shown)[name].get_color())
    assert {"A finding", "x, s", "y, GB"} <= set(shown.texts)
    assert shown.ax.get_legend() is None
    assert "#" not in shown.svg.replace("url(#", "").replace('href="#', "")


def test_x_is_drawn_in_order(chart):
    shown = chart(lines, [3, 1, 2], {"a": [30, 10, 20]})
    assert shown.lines[0].get_xdata().tolist() == [1, 2, 3]
    assert shown.lines[0].get_ydata().tolist() == [10, 20, 30]


@pytest.mark.parametrize("count", [2, 5, 18])
def test_names_of_lines_that_meet_stand_apart(chart, count):
    series = {f"series number {i}": [i, 5] for i in range(count)}
    shown = chart(lines, [0, 1], series)
    assert not overlapping(shown.names)
    assert all_inside(shown.figure)


def test_names_stand_in_the_order_of_their_ends(chart):
    shown = chart(lines, [0, 1], {"c": [0, 3.02], "a": [0, 3], "b": [0, 3.01]})
    heights = {name: text.xy[1] for name, text in ends(shown).items()}
    assert sorted(heights, key=heights.get) == ["a", "b", "c"]


def test_long_names_and_titles_wrap_and_stay_inside(chart):
    shown = chart(
        lines, [1, 2], {"a very long name for one of the lines": [1, 2]}, title="word " * 30
    )
    assert shown.names[0].get_text().count("\n") >= 1
    assert shown.figure.get_suptitle().count("\n") >= 1
    assert all_inside(shown.figure)


def test_lines_that_share_a_colour_differ_in_their_dashes(chart):
    shown = chart(lines, [1, 2], {str(i): [i, i] for i in range(18)})
    assert (
        len(
            {
                (line.get_color(), line.get_linestyle(), str(line._dash_pattern))
                for line in shown.lines
            }
        )
        == 18
    )


def test_log_axes_show_plain_numbers_at_each_x(chart):
    shown = chart(lines, [4, 64, 1024], {"a": [1, 100, 10000]}, log_x=True, log_y=True)
    assert [label.get_text() for label in shown.ax.get_xticklabels()] == ["4", "64", "1,024"]
    assert shown.ax.get_xscale() == shown.ax.get_yscale() == "log"


def test_ticks_that_would_meet_are_left_out(chart):
    for x, log in ((2 ** np.arange(24), True), (np.arange(0, 131_072, 1024), False)):
        shown = chart(lines, x, {"a name of some length": x + 1.0}, log_x=log)
        assert not overlapping(shown.ax.get_xticklabels())
        assert len(shown.ax.get_xticks()) >= 3
        shown.figure.clear()
        plt.close("all")


@pytest.mark.parametrize("function", [lines, loglog])
@pytest.mark.parametrize(("x", "y"), [([3], [5]), ([1, 2], [4, 4]), ([2, 2], [1, 3])])
def test_one_point_and_equal_values_are_drawn(chart, function, x, y):
    shown = chart(function, x, {"a": y})
    assert shown.lines[0].get_ydata().tolist() == y
    low, high = shown.ax.get_ylim()
    assert low < min(y) <= max(y) < high


def test_zeros_and_negative_values_are_drawn_on_linear_axes(chart):
    chart(lines, [-1, 0, 1], {"zero": [0, 0, 0], "below": [-1, -2, -3]})


def test_a_slope_begins_below_the_series_nearest_to_it_and_has_its_exponent(chart):
    x = 2.0 ** np.arange(1, 8)
    series = {"quadratic": 3 * x**2, "linear": 5 * x}
    shown = chart(loglog, x, series, slopes={"∝ n": 1, "∝ n²": 2})
    one, two = (line.get_ydata() for line in shown.lines[:2])
    assert np.diff(np.log(one)) / np.diff(np.log(x)) == pytest.approx(1)
    assert np.diff(np.log(two)) / np.diff(np.log(x)) == pytest.approx(2)
    assert one / (5 * x) == pytest.approx(two / (3 * x**2))
    assert one[0] < 10
    assert set(ends(shown)) == {"quadratic", "linear", "∝ n", "∝ n²"}
    assert not overlapping(shown.names)


def test_a_thousand_points_stay_light(chart):
    x = np.arange(1, 1001)
    noise = np.random.default_rng(0).random((4, 1000))
    chart(lines, x, {f"run {i}": y for i, y in enumerate(noise)})


@pytest.mark.parametrize(
    ("function", "x", "series", "options", "message"),
    [
        (lines, [1, 2, 3], {"a": [1, 2]}, {}, r"series\['a'\] has 2 values; x has 3"),
        (lines, [], {"a": []}, {}, "x is empty; it must have at least one value"),
        (lines, [1], {}, {}, "series is empty; it must have at least one curve"),
        (lines, [1], [1], {}, "series is a list; it must map a name to each curve"),
        (lines, [1, 2], {"a": [1, np.nan]}, {}, r"series\['a'\]\[1\] is nan; every value must"),
        (lines, [1, np.inf], {"a": [1, 2]}, {}, r"x\[1\] is inf; every value must be finite"),
        (lines, [[1]], {"a": [1]}, {}, r"x has shape \(1, 1\); it must have 1 axis"),
        (lines, ["b"], {"a": [1]}, {}, r"x must hold numbers; got \['b'\]"),
        (lines, [0, 1], {"a": [1, 2]}, {"log_x": True}, r"x\[0\] is 0; a log axis needs"),
        (lines, [1], {"a": [0]}, {"log_y": True}, r"series\['a'\]\[0\] is 0; a log axis needs"),
        (loglog, [1], {"a": [-2]}, {}, r"series\['a'\]\[0\] is -2; a log axis needs"),
        (loglog, [1], {"a": [2]}, {"slopes": {"n": 1}}, "x has only the value 1; slopes need two"),
        (loglog, [1, 2], {"a": [2, 3]}, {"slopes": {"n": "x"}}, r"slopes\['n'\] must be a number"),
        (lines, [1], {str(i): [1] for i in range(19)}, {}, "series has 19 curves; at most 18 look"),
    ],
)  # fmt: skip
def test_what_cannot_be_drawn_is_refused(function, x, series, options, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        function(x, series, **options)
