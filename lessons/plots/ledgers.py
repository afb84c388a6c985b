"""Bars of named parts: where the bytes, the seconds or the dollars go."""

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from matplotlib.text import Annotation

from lessons.plots import checks, frame, writing
from lessons.plots.writing import LINE, SIZE

BAR = 24.0  # points; the thickness of a horizontal bar
BETWEEN = 12.0  # points from one horizontal bar to the next
NAME_WIDTH = 110.0  # points; a longer name goes on in a second line


def ledger(
    bars: Mapping[str, Mapping[str, float]],
    *,
    title: str = "",
    xlabel: str = "",
    ylabel: str = "",
    marks: Mapping[str, float] | None = None,
    vertical: bool = False,
) -> None:
    """Stacked bars by name, each of named parts, with its total at the end.

    A part has one colour in all bars and may be missing in some; its value is
    written into it where there is room. All values share the unit that `xlabel`
    (`ylabel` if `vertical`) names. `marks` are values to compare with, such as
    {"80 GB": 80}, drawn as named lines.
    Raises ValueError where there is nothing, a value is below 0 or not finite,
    or there are more parts than colours.
    """
    checks.named("bars", bars, "bar")
    for bar, parts in bars.items():
        checks.named(f"bars[{bar!r}]", parts, "part")
    values = {
        bar: {
            part: checks.amount(f"bars[{bar!r}][{part!r}]", value)
            for part, value in parts.items()
        }
        for bar, parts in bars.items()
    }
    names = list(
        dict.fromkeys(part for parts in bars.values() for part in parts)
    )
    if len(names) > frame.colors():
        raise ValueError(
            f"bars have {len(names)} different parts; "
            f"there are colours for {frame.colors()}"
        )
    lines = {
        name: checks.amount(f"marks[{name!r}]", value)
        for name, value in (marks or {}).items()
    }
    length = frame.title_height(title) + frame.key_height(names)
    if vertical:
        height = max(frame.figure_height() + 20, length + 150)
    else:
        height = length + len(bars) * (BAR + BETWEEN) + 45
        height += LINE * (bool(xlabel) + bool(lines))
    figure, ax = frame.new(height)
    top = frame.put_key(figure, names, frame.put_title(figure, title))
    end = max(
        [1e-300, *(sum(v.values()) for v in values.values()), *lines.values()]
    )
    end = end if end > 1e-300 else 1.0
    frame.label(ax, xlabel, ylabel)
    if vertical:
        _lay_vertical(ax, list(bars), end)
    else:
        _lay_horizontal(ax, list(bars), end, values)
    texts = [_draw_mark(ax, *line, vertical) for line in lines.items()]
    frame.fit(figure, ax, top + 4)
    if texts:
        _part_marks(ax, texts, list(lines.values()), not vertical)
    for index, parts in enumerate(values.values()):
        _draw_bar(ax, index, parts, names, vertical, list(lines.values()))


def _lay_horizontal(
    ax: Axes,
    bars: list[str],
    end: float,
    values: Mapping[str, Mapping[str, float]],
) -> None:
    room = frame.figure_width() - NAME_WIDTH - 20
    total = max(
        writing.width(writing.brief(sum(v.values()))) for v in values.values()
    )
    ax.set(
        xlim=(0, end / (1 - (total + 8) / room)), ylim=(len(bars) - 0.4, -0.6)
    )
    labels = [writing.wrapped(bar, NAME_WIDTH) for bar in bars]
    ax.set_yticks(range(len(bars)), labels)
    ax.tick_params(axis="y", length=0)
    frame.set_ticks(ax, room)
    ax.spines["left"].set_visible(False)
    ax.grid(axis="x")


def _lay_vertical(ax: Axes, bars: list[str], end: float) -> None:
    ax.set(ylim=(0, end * 1.1), xlim=(-0.6, len(bars) - 0.4))
    room = (frame.figure_width() - 50) / len(bars) - 4
    ax.set_xticks(
        range(len(bars)), [writing.wrapped(bar, room) for bar in bars]
    )
    ax.tick_params(axis="x", length=0)
    ax.grid(axis="y")


def _draw_mark(ax: Axes, name: str, value: float, vertical: bool) -> Annotation:
    muted = frame.muted()
    line: Any = {"color": muted, "linewidth": 1.2, "linestyle": (0, (4, 3))}
    if vertical:
        ax.axhline(value, **line)
        where = {"xycoords": ax.get_yaxis_transform(), "va": "center"}
        name = writing.wrapped(name, 80)
        return frame.write(ax, name, (1, value), (4, 0), color=muted, **where)
    ax.axvline(value, **line)
    where = {"xycoords": ax.get_xaxis_transform(), "va": "bottom"}
    style = {"ha": "center", "color": muted, **where}
    return frame.write(ax, name, (value, 1), (0, 3), **style)


def _part_marks(
    ax: Axes, texts: Sequence[Annotation], values: Sequence[float], low: bool
) -> None:
    """Move the names of marks apart that would meet."""
    wide, high = frame.size_of(ax)
    if low:
        unit = wide / ax.get_xlim()[1]
        sizes = [writing.width(text.get_text()) + 8 for text in texts]
    else:
        unit = high / ax.get_ylim()[1]
        sizes = [writing.height(text.get_text()) for text in texts]
    wanted = [value * unit for value in values]
    start = -min(NAME_WIDTH, 0.2 * wide) if low else 0.0
    centres = writing.spread(wanted, sizes, start, wide if low else high)
    for text, at, centre in zip(texts, wanted, centres, strict=True):
        text.set_position((centre - at, 3) if low else (4, centre - at))


def _draw_bar(
    ax: Axes,
    index: int,
    parts: Mapping[str, float],
    names: list[str],
    vertical: bool,
    marks: Sequence[float],
) -> None:
    wide, high = frame.size_of(ax)
    unit = high / ax.get_ylim()[1] if vertical else wide / ax.get_xlim()[1]
    across = wide / (ax.get_xlim()[1] - ax.get_xlim()[0])
    start, thick = 0.0, 0.62
    for name, value in parts.items():
        color = names.index(name)
        corner, size = (start, index - thick / 2), (value, thick)
        text = writing.brief(value)
        long = (LINE if vertical else writing.width(text) + 4) / unit
        middle = _clear_of(marks, start, start + value, long), float(index)
        if vertical:
            corner, size, middle = corner[::-1], size[::-1], middle[::-1]
        box = Rectangle(corner, *size, facecolor=frame.tint(color), linewidth=1)
        box.set_edgecolor(frame.color(color))
        ax.add_patch(box)
        start += value
        narrow = vertical and across * thick < writing.width(text) + 4
        if value >= long and not narrow:
            ax.text(*middle, text, ha="center", va="center_baseline", size=SIZE)
    text, style = writing.brief(start), {"weight": "bold"}
    long = (LINE if vertical else writing.width(text) + 8) / unit
    end = _past(marks, start, long)
    place = (float(index), end) if vertical else (end, float(index))
    if vertical:
        frame.write(ax, text, place, (0, 3), ha="center", va="bottom", **style)
    else:
        frame.write(ax, text, place, (5, 0), va="center_baseline", **style)


def _past(marks: Sequence[float], start: float, length: float) -> float:
    """From where a text after `start` is crossed by no mark."""
    for mark in sorted(marks):
        if start <= mark < start + length:
            start = mark
    return start


def _clear_of(
    marks: Sequence[float], low: float, high: float, length: float
) -> float:
    """Where from `low` to `high` to centre a text that no mark shall cross."""
    middle = (low + high) / 2
    sides = [mark + s * length * 0.6 for mark in marks for s in (-1, 1)]
    for centre in (middle, *sorted(sides, key=lambda x: abs(x - middle))):
        inside = low <= centre - length / 2 and centre + length / 2 <= high
        if inside and all(abs(mark - centre) >= length / 2 for mark in marks):
            return centre
    return middle
