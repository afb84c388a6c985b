"""Who works when: a row for each device, an interval for each piece of work."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np
from matplotlib.patches import PathPatch
from matplotlib.path import Path

from lessons.plots import checks, frame, writing
from lessons.plots.writing import LINE

ROW = 26.0  # points from one device to the next
THICK = 0.76  # of a row is the interval
NAME_WIDTH = 100.0  # points; a longer name goes on in a second line
OUTLINED = 5.0  # points; what is shorter would be all outline
MOST_NAMES = 250  # intervals of all rows that get their names written in

Interval = tuple[float, float, str]


def schedule(
    rows: Mapping[str, Sequence[Interval]],
    *,
    title: str = "",
    xlabel: str = "",
) -> None:
    """Intervals (start, end, name) on a row for each device, from the top down.

    The colour is that of the name without its last digits: F1 and F2 are alike.
    Names are written into intervals where they have room; where one has not, a
    key above names the colours. A row may be empty.
    Raises ValueError where there is no interval at all, one does not end after
    its start or begins before another has ended, or there are more kinds of
    names than colours.
    """
    checks.named("rows", rows, "device")
    work = {device: _checked(device, row) for device, row in rows.items()}
    everything = [interval for row in work.values() for interval in row]
    checks.not_empty("rows", everything, "interval")
    kinds = list(dict.fromkeys(_kind(name) for _, _, name in everything))
    if len(kinds) > frame.colors():
        raise ValueError(
            f"rows have {len(kinds)} kinds of names; "
            f"there are colours for {frame.colors()}"
        )
    low = min(start for start, _, _ in everything)
    high = max(end for _, end, _ in everything)
    low = 0.0 if 0 < low < (high - low) / 4 else low
    labels = [writing.wrapped(device, NAME_WIDTH) for device in work]
    room = frame.figure_width() - max(map(writing.width, labels)) - 20
    unit = room / (high - low)
    written = len(everything) <= MOST_NAMES
    roomy = written and all(_fits(each, unit) for each in everything)
    key = [] if roomy else kinds
    step = ROW + LINE * max(label.count("\n") for label in labels)
    height = frame.title_height(title) + frame.key_height(key) + 30
    height += step * len(work) + (LINE if xlabel else 0)
    figure, ax = frame.new(height)
    top = frame.put_key(figure, key, frame.put_title(figure, title))
    ax.set(xlim=(low, high), ylim=(len(work) - 0.5, -0.5))
    ax.set_yticks(range(len(work)), labels)
    ax.tick_params(axis="y", length=0)
    frame.set_ticks(ax, room)
    ax.spines["left"].set_visible(False)
    frame.label(ax, xlabel, "")
    ax.grid(axis="x")
    frame.fit(figure, ax, top + 2)
    unit = frame.size_of(ax)[0] / (high - low)
    shortest = min(end - start for start, end, _ in everything) * unit
    for color, kind in enumerate(kinds):
        shape = _shape(work, kind)
        shape.set(facecolor=frame.tint(color), edgecolor=frame.color(color))
        if shortest < OUTLINED:
            shape.set(facecolor=frame.color(color), linewidth=0, alpha=0.8)
        ax.add_patch(shape)
    for index, row in enumerate(work.values()):
        for start, end, name in row if written else ():
            if _fits((start, end, name), unit):
                place = (start + end) / 2, float(index)
                style = {"ha": "center", "va": "center_baseline"}
                frame.write(ax, name, place, (0, 0), **style)


def _checked(device: str, row: Sequence[Interval]) -> list[Interval]:
    intervals = []
    for index, interval in enumerate(row):
        called = f"rows[{device!r}][{index}]"
        if not isinstance(interval, Sequence) or len(interval) != 3:
            raise ValueError(
                f"{called} is {interval!r}; it must be (start, end, name)"
            )
        start = checks.number(f"{called} start", interval[0])
        end = checks.number(f"{called} end", interval[1])
        if end <= start:
            raise ValueError(
                f"{called} runs from {start:g} to {end:g}; "
                "it must end after its start"
            )
        intervals.append((start, end, str(interval[2])))
    intervals.sort(key=lambda interval: interval[:2])
    for before, after in pairwise(intervals):
        if after[0] < before[1] - 1e-9 * (before[1] - before[0]):
            raise ValueError(
                f"rows[{device!r}]: {after[2]!r} begins at {after[0]:g}; "
                f"{before[2]!r} ends at {before[1]:g}"
            )
    return intervals


def _kind(name: str) -> str:
    return name.rstrip("0123456789").rstrip() or name


def _fits(interval: Interval, unit: float) -> bool:
    start, end, name = interval
    return (end - start) * unit >= writing.width(name) + 2


def _shape(work: Mapping[str, Sequence[Interval]], kind: str) -> PathPatch:
    """All intervals of one colour as one shape: a page bears a thousand so."""
    corners = [
        (x, index + side * THICK / 2)
        for index, row in enumerate(work.values())
        for start, end, name in row
        if _kind(name) == kind
        for x, side in (
            (start, -1), (end, -1), (end, 1), (start, 1), (start, -1)
        )
    ]  # fmt: skip
    codes = [Path.MOVETO, *[Path.LINETO] * 3, Path.CLOSEPOLY]
    path = Path(np.array(corners), codes * (len(corners) // 5))
    return PathPatch(path, linewidth=1, clip_on=False)
