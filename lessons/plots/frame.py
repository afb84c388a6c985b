"""The common form of all charts: a title over axes that fill the figure.

Matplotlib's constrained layout measures every text several times over; here the
axes' surroundings are measured once.
"""

from collections.abc import Sequence
from typing import Any

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.text import Annotation
from matplotlib.ticker import FuncFormatter, MaxNLocator

from lessons.plots import writing
from lessons.plots.writing import LINE, SIZE

TITLE_SIZE = 10.5
POINTS = 72  # to the inch
GAP = 4.0  # points around what stands at the figure's edge

Fill = tuple[float, float, float, float]


def figure_width() -> float:
    """How wide figures are, in points."""
    return float(plt.rcParams["figure.figsize"][0]) * POINTS


def figure_height() -> float:
    """How high a figure is where nothing asks for another height, in points."""
    return float(plt.rcParams["figure.figsize"][1]) * POINTS


def empty(height: float) -> Figure:
    """A figure `height` points high."""
    size = figure_width() / POINTS, height / POINTS
    return plt.figure(figsize=size, layout="none")


def new(height: float) -> tuple[Figure, Axes]:
    """A figure `height` points high, with axes in the course's style."""
    figure = empty(height)
    ax = figure.add_subplot()
    dress(ax)
    return figure, ax


def dress(ax: Axes) -> None:
    """Give axes the sizes and the spines that all charts share."""
    ax.spines[["top", "right"]].set_visible(False)
    ax.tick_params(labelsize=SIZE)
    ax.set_axisbelow(True)
    formatter = FuncFormatter(lambda value, _: writing.plain(value))
    ax.xaxis.set_major_formatter(formatter)
    ax.yaxis.set_major_formatter(formatter)


def label(ax: Axes, xlabel: str, ylabel: str) -> None:
    """Name the axes; a long name goes on in a second line."""
    room = figure_width() * 0.8
    ax.set_xlabel(writing.wrapped(xlabel, room), fontsize=SIZE)
    ax.set_ylabel(writing.wrapped(ylabel, 150), fontsize=SIZE)


def muted() -> str:
    """The colour of what stands back: axes and references."""
    return str(plt.rcParams["axes.edgecolor"])


def ink() -> str:
    """The colour of text."""
    return str(plt.rcParams["text.color"])


def color(index: int) -> str:
    """The colour of a series, again from the first when all are used."""
    return f"C{index % colors()}"


def colors() -> int:
    """How many series can have a colour of their own."""
    return len(plt.rcParams["axes.prop_cycle"])


def tint(index: int) -> Fill:
    """A series' colour, thin enough for text to be read on it."""
    red, green, blue, _ = to_rgba(color(index))
    return red, green, blue, 0.28


def write(
    ax: Axes,
    text: str,
    at: tuple[float, float],
    shift: tuple[float, float] = (0, 0),
    **style: Any,
) -> Annotation:
    """Write a text at a place in the data, moved by `shift` points."""
    style = {"fontsize": SIZE, "linespacing": 1.15, "color": ink(), **style}
    return ax.annotate(text, at, shift, textcoords="offset points", **style)


def put_title(figure: Figure, title: str) -> float:
    """Write the title; returns how far down it reaches, in points."""
    if not title:
        return GAP
    text = _title_lines(title)
    high = figure.get_figheight() * POINTS
    place = {"x": GAP / figure_width(), "y": 1 - GAP / high}
    names = {"fontsize": TITLE_SIZE, "fontweight": "bold"}
    figure.suptitle(
        text, ha="left", va="top", linespacing=1.2, **place, **names
    )
    return title_height(title)


def title_height(title: str) -> float:
    """How much of a figure's height the title will take, in points."""
    if not title:
        return GAP
    return GAP + 1.25 * TITLE_SIZE * (_title_lines(title).count("\n") + 1) + 4


def _title_lines(title: str) -> str:
    room = figure_width() - 2 * GAP
    return writing.balanced(title, room, TITLE_SIZE, "bold")


def key_height(names: Sequence[str]) -> float:
    """How high the key of these names is, in points."""
    return LINE * (1 + _key_places(names)[-1][1]) + 4 if names else 0.0


def put_key(figure: Figure, names: Sequence[str], top: float) -> float:
    """Write names after squares in their colours; returns where that ends."""
    wide, high = figure_width(), figure.get_figheight() * POINTS
    for index, (name, (x, line)) in enumerate(
        zip(names, _key_places(names) if names else [], strict=True)
    ):
        y = 1 - (top + LINE * (line + 0.5)) / high
        square = Line2D([(x + 4) / wide], [y], linestyle="", marker="s")
        square.set(markersize=8, markerfacecolor=tint(index))
        square.set_markeredgecolor(color(index))
        figure.add_artist(square)
        figure.text((x + 12) / wide, y, name, size=SIZE, va="center_baseline")
    return top + key_height(names)


def _key_places(names: Sequence[str]) -> list[tuple[float, int]]:
    """Where each name begins, in points from the left, and in which line."""
    places, x, line = [], GAP, 0
    for name in names:
        needed = 12 + writing.width(name)
        if x > GAP and x + needed > figure_width():
            x, line = GAP, line + 1
        places.append((x, line))
        x += needed + 12
    return places


def set_ticks(ax: Axes, room: float) -> None:
    """Ticks on a linear x axis `room` points long, as many as have room."""
    low, high = ax.get_xlim()
    slack = (high - low) * 1e-9
    for most in (7, 6, 5, 4, 3, 2):
        steps = [1, 2, 2.5, 5, 10]
        ticks = MaxNLocator(most, steps=steps).tick_values(low, high)
        ticks = [tick for tick in ticks if low - slack <= tick <= high + slack]
        widest = max(map(writing.width, map(writing.plain, ticks)), default=0.0)
        if len(ticks) * (widest + 10) <= room:
            break
    ax.set_xticks(ticks)


def fit(figure: Figure, ax: Axes, top: float) -> None:
    """Let the axes and all around them fill the figure, from `top` points."""
    wide, high = figure_width(), figure.get_figheight() * POINTS
    place(
        figure, ax, 40, top, wide - 40, high - 36
    )  # near enough for the ticks
    outer, inner = ax.get_tightbbox(), ax.bbox
    assert outer is not None
    unit = POINTS / figure.dpi
    left = unit * (inner.x0 - outer.x0) + GAP
    right = wide - unit * (outer.x1 - inner.x1) - GAP
    bottom = high - unit * (inner.y0 - outer.y0) - GAP
    above = top + unit * max(outer.y1 - inner.y1, 0)
    place(
        figure, ax, left, above, max(right, left + 60), max(bottom, above + 20)
    )


def place(
    figure: Figure,
    ax: Axes,
    left: float,
    top: float,
    right: float,
    bottom: float,
) -> None:
    """Put the axes at these points, counted from the figure's upper left."""
    wide, high = figure_width(), figure.get_figheight() * POINTS
    size = (right - left) / wide, (bottom - top) / high
    ax.set_position((left / wide, 1 - bottom / high, *size))


def size_of(ax: Axes) -> tuple[float, float]:
    """Width and height of the axes in points."""
    figure = ax.get_figure(root=True)
    assert figure is not None
    box = ax.bbox
    unit = POINTS / figure.dpi
    return float(box.width * unit), float(box.height * unit)
