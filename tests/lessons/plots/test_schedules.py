"""Schedules: intervals where they belong, a colour for each kind, names or a key."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
from geometry import all_inside, overlapping

from lessons.plots import schedule


def pipeline(devices, batches):
    """Forward and backward passes of a GPipe schedule."""
    first = [3 * devices + batches - 3 - 2 * device for device in range(devices)]
    return {
        f"GPU {d}": [(d + i, d + i + 1, f"F{i}") for i in range(batches)]
        + [(first[d] + 2 * i, first[d] + 2 * i + 2, f"B{i}") for i in range(batches)]
        for d in range(devices)
    }


def intervals(shape):
    """Start, end and row of each interval that a shape holds."""
    corners = shape.get_path().vertices.reshape(-1, 5, 2)
    return {(c[0, 0], c[1, 0], round(float(c[:4, 1].mean()), 6)) for c in corners}


def test_intervals_keep_their_times_rows_and_kinds(chart):
    rows = {"a": [(0, 2, "F0"), (2, 3, "B0")], "b": [(1, 2.5, "F1")], "idle": []}
    shown = chart(schedule, rows, title="T", xlabel="time, ms")
    forward, backward = shown.ax.patches
    assert intervals(forward) == {(0, 2, 0), (1, 2.5, 1)}
    assert intervals(backward) == {(2, 3, 0)}
    assert forward.get_edgecolor() != backward.get_edgecolor()
    assert {"F0", "B0", "F1", "a", "b", "idle", "time, ms", "T"} <= set(shown.texts)
    assert "#" not in shown.svg.replace("url(#", "").replace('href="#', "")


def test_names_without_room_give_way_to_a_key(chart):
    roomy = chart(schedule, {"a": [(0, 1, "forward 0"), (1, 2, "backward 0")]})
    assert not [text for text in roomy.figure.texts if text.get_text() == "forward"]
    plt.close("all")
    dense = {"a": [(i, i + 1, f"{'forward' if i % 2 else 'backward'} {i}") for i in range(40)]}
    assert {"forward", "backward"} <= set(chart(schedule, dense).texts)


@pytest.mark.parametrize(("devices", "batches"), [(1, 1), (4, 4), (4, 8), (8, 64)])
def test_names_have_room_and_a_thousand_intervals_stay_light(chart, devices, batches):
    shown = chart(schedule, pipeline(devices, batches), xlabel="time, ms")
    assert not overlapping([*shown.names, *shown.ax.get_yticklabels()])
    assert all_inside(shown.figure)
    assert sum(len(intervals(shape)) for shape in shown.ax.patches) == 2 * devices * batches


@pytest.mark.parametrize(
    "row",
    [
        [(0, 1e-9, "a")],
        [(-5, -1, "a")],
        [(1e6, 1e6 + 1, "a")],
        [(0, 0.1, "1"), (0.1, 0.3, "2")],
    ],
)
def test_edges_are_drawn(chart, row):
    assert all_inside(chart(schedule, {"a device whose name is long": row}).figure)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ({}, "rows is empty; it must have at least one device"),
        ({"a": []}, "rows is empty; it must have at least one interval"),
        ({"a": [(0, 1)]}, r"rows\['a'\]\[0\] is \(0, 1\); it must be \(start, end, name\)"),
        ({"a": [(1, 1, "x")]}, r"rows\['a'\]\[0\] runs from 1 to 1; it must end after its start"),
        ({"a": [(0, np.nan, "x")]}, r"rows\['a'\]\[0\] end is nan; it must be finite"),
        ({"a": [(0, 2, "x"), (1, 3, "y")]}, r"rows\['a'\]: 'y' begins at 1; 'x' ends at 2"),
        ({"a": [(i, i + 1, c) for i, c in enumerate("abcdefg")]}, "rows have 7 kinds of names"),
    ],
)  # fmt: skip
def test_what_cannot_be_drawn_is_refused(rows, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        schedule(rows)
