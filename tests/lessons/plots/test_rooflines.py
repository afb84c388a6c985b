"""Rooflines: the roof and the ridge, points where they are, names that can be read."""

import numpy as np
import pytest
from geometry import all_inside, overlapping

from lessons.plots import roofline

H100 = {"bandwidth": 3.35e12, "peak": 989e12}
DECODING = {
    "decode, batch 1": (1, 3.0e12),
    "decode, batch 64": (62, 1.6e14),
    "prefill, 2,048 tokens": (1500, 6.1e14),
    "attention over the cache": (1.2, 2.6e12),
    "MLP": 900,
}


def test_the_roof_bends_at_the_ridge_which_is_named(chart):
    shown = chart(roofline, DECODING, **H100, title="Decoding waits for memory")
    x, y = (np.asarray(data) for data in shown.lines[0].get_data())
    assert x[1] == pytest.approx(989 / 3.35)
    assert y[0] / x[0] == pytest.approx(3.35e12)
    assert y[1] == y[2] == 989e12
    assert {"ridge 295 FLOP/B", "3.35 TB/s", "989 TFLOP/s"} <= set(shown.texts)
    assert {"arithmetic intensity, FLOP per byte", "FLOP/s"} <= set(shown.texts)
    assert "#" not in shown.svg.replace("url(#", "").replace('href="#', "")


def test_points_are_where_they_were_measured_or_on_the_roof(chart):
    shown = chart(roofline, {"measured": (10, 2e12), "slow": 2, "fast": 5000}, **H100)
    points = {(float(line.get_xdata()[0]), float(line.get_ydata()[0])) for line in shown.lines[2:]}
    assert points == {(10, 2e12), (2, 6.7e12), (5000, 989e12)}


@pytest.mark.parametrize(
    "points",
    [
        DECODING,
        {f"kernel {i}": 10 ** (i / 3) for i in range(11)},
        {f"layer {i}": (5 + i / 10, 1e12) for i in range(5)},
        {"a name that is long enough to be set in two lines": (900, 9e14)},
    ],
)
def test_names_keep_clear_of_one_another(chart, points):
    shown = chart(roofline, points, **H100)
    assert not overlapping([name for name in shown.names if name.get_rotation() == 0])
    assert all_inside(shown.figure)


@pytest.mark.parametrize("at", [1e-3, 1, 1e6])
def test_one_point_is_enough(chart, at):
    assert all_inside(chart(roofline, {"only": at}, bandwidth=1, peak=1).figure)


@pytest.mark.parametrize(
    ("points", "options", "message"),
    [
        ({}, {}, "points is empty; it must have at least one point"),
        ({"a": 0}, {}, r"points\['a'\] is 0; a log axis needs it above 0"),
        ({"a": (1, 2, 3)}, {}, r"points\['a'\] has 3 numbers; it must have 2, FLOP per byte and"),
        ({"a": (1, -2)}, {}, r"points\['a'\]\[1\] is -2; a log axis needs values above 0"),
        ({"a": np.nan}, {}, r"points\['a'\] is nan; it must be finite"),
        ({"a": "x"}, {}, r"points\['a'\] must be a number; got 'x'"),
        ({"a": 1}, {"bandwidth": 0}, "bandwidth is 0; a roof needs it above 0"),
        ({"a": 1}, {"peak": np.inf}, "peak is inf; it must be finite"),
    ],
)
def test_what_cannot_be_drawn_is_refused(points, options, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        roofline(points, **(H100 | options))
