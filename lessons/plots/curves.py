"""Lines, each named at its right end; and their log–log form with slopes."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes

from lessons.plots import checks, frame, writing
from lessons.plots.checks import Array
from lessons.plots.writing import LINE

NAME_WIDTH = 125.0  # points; a longer name goes on in a second line
MOST_MARKED = 24  # points of a line that still get markers
STYLES = ("-", (0, (5, 2)), (0, (1.5, 1.5)))  # of the first six lines, of more


class End(NamedTuple):
    """The right end of a line, and how it is named."""

    name: str
    x: float
    y: float
    color: str


def lines(
    x: npt.ArrayLike,
    series: Mapping[str, npt.ArrayLike],
    *,
    title: str = "",
    xlabel: str = "",
    ylabel: str = "",
    log_x: bool = False,
    log_y: bool = False,
) -> None:
    """Curves over a shared x, each named at its right end.

    Shapes: x (n,), every series (n,), drawn in the order of x.
    `log_x` puts a tick at each x, as far as there is room.
    Raises ValueError where there is nothing, a series is not as long as x, a
    value is not finite, or not above 0 on a log axis.
    """
    at, curves = _checked(x, series, log_x, log_y)
    _draw(at, curves, {}, title, xlabel, ylabel, log_x, log_y)


def loglog(
    x: npt.ArrayLike,
    series: Mapping[str, npt.ArrayLike],
    *,
    title: str = "",
    xlabel: str = "",
    ylabel: str = "",
    slopes: Mapping[str, float] | None = None,
) -> None:
    """Curves on two log axes, with dashed lines that show a power of x.

    Shapes: x (n,), every series (n,), all above 0.
    `slopes` are exponents by name, {"∝ n²": 2}: each line begins a
    little below the start of that series whose own slope is nearest, so that
    the two part where the series does not follow the power.
    Raises ValueError as `lines` does, and for slopes where x has one value.
    """
    at, curves = _checked(x, series, True, True)
    exponents = {
        name: checks.number(f"slopes[{name!r}]", value)
        for name, value in (slopes or {}).items()
    }
    if exponents and at[0] == at[-1]:
        raise ValueError(
            f"x has only the value {at[0]:g}; slopes need two that differ"
        )
    references = {
        name: _reference(at, curves, exponent)
        for name, exponent in exponents.items()
    }
    _draw(at, curves, references, title, xlabel, ylabel, True, True)


def _checked(
    x: npt.ArrayLike,
    series: Mapping[str, npt.ArrayLike],
    log_x: bool,
    log_y: bool,
) -> tuple[Array, dict[str, Array]]:
    at = checks.numbers("x", x, positive="a log axis" if log_x else "")
    checks.named("series", series, "curve")
    most = len(STYLES) * frame.colors()
    if len(series) > most:
        raise ValueError(
            f"series has {len(series)} curves; at most {most} look different"
        )
    needs = "a log axis" if log_y else ""
    curves, order = {}, np.argsort(at, kind="stable")
    for name, values in series.items():
        y = checks.numbers(f"series[{name!r}]", values, positive=needs)
        if len(y) != len(at):
            raise ValueError(
                f"series[{name!r}] has {len(y)} values; x has {len(at)}"
            )
        curves[name] = y[order]
    return at[order], curves


def _reference(x: Array, curves: Mapping[str, Array], exponent: float) -> Array:
    across = math.log(x[-1] / x[0])

    def distance(y: Array) -> float:
        return abs(math.log(y[-1] / y[0]) / across - exponent)

    everything = np.concatenate(list(curves.values()))
    below = (everything.max() / everything.min()) ** -0.05
    start = min(curves.values(), key=distance)[0]
    return np.asarray(below * start * (x / x[0]) ** exponent)


def _draw(
    x: Array,
    curves: Mapping[str, Array],
    references: Mapping[str, Array],
    title: str,
    xlabel: str,
    ylabel: str,
    log_x: bool,
    log_y: bool,
) -> None:
    names = [writing.wrapped(n, NAME_WIDTH) for n in (*curves, *references)]
    top = frame.title_height(title)
    needed = sum(map(writing.height, names)) + top + 40
    figure, ax = frame.new(max(frame.figure_height(), needed))
    frame.put_title(figure, title)
    ends = []
    for name, y in references.items():
        ax.plot(x, y, color=frame.muted(), linewidth=1.1, linestyle=(0, (4, 3)))
        ends.append(End(name, x[-1], y[-1], frame.muted()))
    for index, (name, y) in enumerate(curves.items()):
        ax.plot(
            x, y, color=frame.color(index), clip_on=False,
            linestyle=STYLES[index // frame.colors()],
            marker="o" if len(x) <= MOST_MARKED else "", markersize=4,
        )  # fmt: skip
        ends.append(End(name, x[-1], y[-1], frame.color(index)))
    ax.grid(axis="y")
    frame.label(ax, xlabel, ylabel)
    everything = np.concatenate([*curves.values(), *references.values()])
    set_limits(ax, "x", x.min(), x.max(), log_x, 0.02)
    set_limits(ax, "y", everything.min(), everything.max(), log_y, 0.05)
    widest = max(
        writing.width(writing.wrapped(e.name, NAME_WIDTH)) for e in ends
    )
    room = frame.figure_width() - widest - 70
    if not log_x:
        frame.set_ticks(ax, room)
    else:
        ticks = _fitting(np.unique(x), room) if len(x) <= MOST_MARKED else []
        low, high = ax.get_xlim()
        ax.set_xticks(ticks or writing.log_ticks(low, high, 5))
        ax.minorticks_off()
    name_ends(ax, ends, lambda: frame.fit(figure, ax, top + 4))


def set_limits(
    ax: Axes, axis: str, low: float, high: float, log: bool, margin: float
) -> None:
    """Limits around the values, also if there is only one; ticks to match."""
    if log:
        ax.set(**{f"{axis}scale": "log"})
        low, high = math.log10(low), math.log10(high)
    room = (high - low) * margin
    if high == low:
        room = 0.3 if log else abs(high) * 0.1 or 1.0
    low, high = low - room, high + room
    if not log:
        ax.set(**{f"{axis}lim": (low, high)})
        return
    bounds = 10.0**low, 10.0**high
    ax.set(**{f"{axis}lim": bounds, f"{axis}ticks": writing.log_ticks(*bounds)})
    frame.dress(ax)  # a new scale comes with ticks of its own
    ax.minorticks_off()


def _fitting(x: Array, room: float) -> list[float]:
    """Those of the ascending x, from the last down, whose labels have room."""
    places = np.log(x) - math.log(x[0])
    places *= room / (places[-1] or 1.0)
    kept: list[int] = []
    free = math.inf
    for index in reversed(range(len(x))):
        half = writing.width(writing.plain(x[index])) / 2 + 4
        if places[index] + half <= free:
            kept.append(index)
            free = places[index] - half
    return [float(x[index]) for index in reversed(kept)]


def name_ends(
    ax: Axes, ends: Sequence[End], layout: Callable[[], None]
) -> None:
    """Write each name beside its line's end, apart where they would meet.

    `layout` places the axes, once it is known how much room the names take.
    """
    style = {"xycoords": "axes fraction", "va": "center"}
    texts = []
    for end in ends:
        name = writing.wrapped(end.name, NAME_WIDTH)
        color = end.color
        texts.append(
            frame.write(ax, name, (1, 0.5), (16, 0), color=color, **style)
        )
    layout()
    wide, high = frame.size_of(ax)
    to_axes = (ax.transData + ax.transAxes.inverted()).transform
    places = to_axes([(end.x, end.y) for end in ends]) * (wide, high)
    heights = [writing.height(text.get_text()) for text in texts]
    wanted = places[:, 1]
    centres = writing.spread(wanted, heights, -LINE / 2, high + LINE / 2)
    moved = np.abs(centres - wanted) > 2.5
    for text, centre in zip(texts, centres, strict=True):
        text.xy = (1, centre / high)
        text.set_position((16 if moved.any() else 5, 0))
    for index in map(int, np.flatnonzero(moved)):
        x, y = places[index]
        ax.plot(
            np.array([x + 3, wide + 4, wide + 14]) / wide,
            np.array([y, y, centres[index]]) / high,
            transform=ax.transAxes, color=ends[index].color, linewidth=0.8,
            clip_on=False, scalex=False, scaley=False, label="_leader",
        )  # fmt: skip
