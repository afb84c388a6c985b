"""Matrices as coloured cells, with their numbers where there is room."""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from lessons.plots import cells, checks, frame, writing
from lessons.plots.cells import BoolArray, Panel
from lessons.plots.frame import GAP
from lessons.plots.writing import LINE, SIZE

CELL = 23.0  # points; the height of a cell that shows its number
MOST_ROWS = 16  # of a panel that shows its numbers
BETWEEN = 12.0  # points from one panel to the next
MOST_NUMBERS = 200  # cells of all panels that show their numbers
BAR = 1.6 * LINE  # points; the height of a colour scale and what is around it


class Margins(NamedTuple):
    """Points that every panel needs around its cells."""

    left: float
    right: float
    top: float
    bottom: float


def heatmap(
    values: npt.ArrayLike,
    *,
    title: str = "",
    xlabel: str = "",
    ylabel: str = "",
    rows: Sequence[str] = (),
    columns: Sequence[str] = (),
    visible: BoolArray | None = None,
    limits: tuple[float, float] | None = None,
    decimals: int = 2,
    row_sums: bool = False,
) -> None:
    """One matrix as coloured cells; everything is as in `heatmaps`."""
    heatmaps(
        {"": values}, title=title, xlabel=xlabel, ylabel=ylabel, rows=rows,
        columns=columns, visible=visible, limits=limits, decimals=decimals,
        row_sums=row_sums,
    )  # fmt: skip


def heatmaps(
    panels: Mapping[str, npt.ArrayLike],
    *,
    title: str = "",
    xlabel: str = "",
    ylabel: str = "",
    rows: Sequence[str] = (),
    columns: Sequence[str] = (),
    visible: BoolArray | Mapping[str, BoolArray] | None = None,
    limits: tuple[float, float] | None = None,
    decimals: int = 2,
    row_sums: bool = False,
    across: int = 3,
) -> None:
    """Matrices side by side, at most `across` to a row, each under its name.

    Shapes: every panel (rows, columns). Cells show their numbers where these
    have room, in panels up to about 12 columns; larger ones get a colour scale.
    Infinite values and NaN are written into cells without colour.
    `visible` (True = may attend) marks the cells that count, for all panels or
    by panel name. A hidden cell is left empty; one that still holds something
    is ringed. `limits` are the values of the first and last colour; without
    them each panel spans 0 and its own values. `rows` and `columns` label the
    cells, the last of them where a matrix has fewer.
    Raises ValueError where the shapes do not fit or there is nothing.
    """
    checks.named("panels", panels, "matrix")
    if across < 1:
        raise ValueError(f"across is {across}; it must be 1 or more")
    drawn = [
        _panel(name, values, visible, limits, decimals)
        for name, values in panels.items()
    ]
    down, wide = np.max([panel.matrix.shape for panel in drawn], axis=0)
    across = min(across, len(drawn))
    left, bottom = _label_room(rows, columns, int(down), int(wide))
    margins = Margins(
        left + (LINE if ylabel else 0),
        writing.width(_sum(drawn)) + 6 if row_sums else 0,
        LINE + 2 if any(panels) else 2,
        max(bottom, LINE * row_sums) + (LINE if xlabel else 0),
    )
    fitting = _with_numbers(drawn, across, margins, int(wide))
    if fitting is None:
        numbers = False
        while across > 1 and _room(across, margins) < 75:
            across -= 1
        ratio = down / wide
        inner = max(60.0, min(_room(across, margins) * ratio, 330.0))
        margins = margins._replace(
            right=max(margins.right, 8.0), bottom=margins.bottom + BAR
        )
    else:
        numbers, (across, drawn) = True, fitting
        inner = float(down) * CELL
    slot = _slot(across)
    step = margins.top + inner + margins.bottom + 6
    top = frame.title_height(title)
    lines = math.ceil(len(drawn) / across)
    figure = frame.empty(top + lines * step + GAP)
    frame.put_title(figure, title)
    for index, panel in enumerate(drawn):
        line, column = divmod(index, across)
        left = GAP + column * (slot + BETWEEN) + margins.left
        right = left + slot - margins.left - margins.right
        upper = top + line * step + margins.top
        high = len(panel.matrix) * CELL if numbers else inner
        ax = figure.add_subplot()
        frame.place(figure, ax, left, upper, right, upper + high)
        cells.draw(ax, panel, numbers)
        _label_cells(ax, panel.matrix.shape, rows, columns)
        name = writing.wrapped(panel.name, slot - margins.left)
        ax.set_title(name.partition("\n")[0], fontsize=SIZE, pad=3)
        lowest = index + across >= len(drawn)
        ax.set_xlabel(xlabel if lowest else "", fontsize=SIZE)
        ax.set_ylabel(ylabel if column == 0 else "", fontsize=SIZE)
        if row_sums:
            _write_row_sums(ax, panel)
        if not numbers:
            _draw_scale(figure, panel, left, upper + inner + margins.bottom)


def _panel(
    name: str,
    values: npt.ArrayLike,
    visible: BoolArray | Mapping[str, BoolArray] | None,
    limits: tuple[float, float] | None,
    decimals: int,
) -> Panel:
    matrix, called = (
        np.asarray(values),
        f"panels[{name!r}]" if name else "values",
    )
    if matrix.ndim != 2:
        raise ValueError(
            f"{called} has shape {matrix.shape}; a heat map needs 2 axes"
        )
    if matrix.size == 0:
        raise ValueError(
            f"{called} has shape {matrix.shape}; it must have cells"
        )
    matrix = matrix.astype(float)
    mask = visible.get(name) if isinstance(visible, Mapping) else visible
    shown = np.ones(matrix.shape, bool) if mask is None else np.asarray(mask)
    if shown.shape != matrix.shape:
        raise ValueError(
            f"visible has shape {shown.shape}; the matrix has {matrix.shape}"
        )
    finite = matrix[np.isfinite(matrix)]
    low, high = limits or (finite.min(initial=0), finite.max(initial=0))
    low, high = (
        checks.number("limits[0]", low),
        checks.number("limits[1]", high),
    )
    if low > high:
        raise ValueError(f"limits are {limits}; the first must be the lower")
    whole = np.array_equal(finite, np.round(finite))
    return Panel(name, matrix, shown, low, high, 0 if whole else decimals)


def _slot(across: int) -> float:
    """The width that a panel has with all around it."""
    return (frame.figure_width() - 2 * GAP - (across - 1) * BETWEEN) / across


def _room(across: int, margins: Margins) -> float:
    return _slot(across) - margins.left - margins.right


def _label_room(
    rows: Sequence[str], columns: Sequence[str], down: int, wide: int
) -> tuple[float, float]:
    """Points that the cells' labels take to the left and below."""
    left = max(map(writing.width, map(str, rows)), default=0.0)
    if not rows and down > 12:
        left = writing.width(str(down))
    below = LINE if columns or wide > 12 else 0.0
    return (left + 6 if left else 2.0), below + 4


def _with_numbers(
    panels: Sequence[Panel], across: int, margins: Margins, wide: int
) -> tuple[int, list[Panel]] | None:
    """How many panels to a row, with how many decimals, let numbers be read."""
    count = sum(panel.matrix.size for panel in panels)
    tallest = max(len(panel.matrix) for panel in panels)
    if count > MOST_NUMBERS or tallest > MOST_ROWS:
        return None
    for fewer in range(max(panel.decimals for panel in panels) or 1):
        trial = [
            panel._replace(
                decimals=max(panel.decimals - fewer, min(panel.decimals, 1))
            )
            for panel in panels
        ]
        widest = max(
            writing.width(cells.text_of(float(cell), panel.decimals))
            for panel in trial
            for cell in panel.matrix.flat
        )
        for count in range(across, 0, -1):
            if _room(count, margins) / wide >= widest + 1.5:
                return count, trial
    return None


def _draw_scale(figure: Figure, panel: Panel, x: float, bottom: float) -> None:
    """The colours from the lowest to the highest value, with both numbers."""
    low, high = writing.brief(panel.low), writing.brief(panel.high)
    start = x + writing.width(low) + 4
    ax = figure.add_subplot()
    frame.place(figure, ax, start, bottom - LINE, start + 40, bottom - 4)
    ax.imshow(np.linspace(0, 1, 32)[None], aspect="auto", interpolation="none")
    ax.set_axis_off()
    style = {"va": "center", "xycoords": "axes fraction"}
    for text, side, gap, align in ((low, 0, -4, "right"), (high, 1, 4, "left")):
        frame.write(ax, text, (side, 0.5), (gap, 0), ha=align, **style)


def _label_cells(
    ax: Axes,
    shape: tuple[int, ...],
    rows: Sequence[str],
    columns: Sequence[str],
) -> None:
    down, wide = shape
    frame.dress(ax)
    width, height = frame.size_of(ax)
    widest = max(map(writing.width, map(str, columns)), default=1.0) + 4
    for axis, names, count, fitting in (
        (ax.yaxis, rows, down, height / LINE),
        (ax.xaxis, columns, wide, width / widest),
    ):
        if names:
            every = math.ceil(count / max(fitting, 1))
            labels = [str(name) for name in names[-count:]][::every]
            axis.set_ticks(
                np.arange(count)[::every][: len(labels)] + 0.5, labels
            )
        elif count > 12:
            axis.set_major_locator(MaxNLocator(4, integer=True))
        else:
            axis.set_ticks([])
    ax.tick_params(length=0, pad=3)
    ax.spines[:].set_visible(False)


def _sum(panels: Sequence[Panel]) -> str:
    """The longest text that a column of row sums will hold."""
    texts = ["sum"]
    for panel in panels:
        totals = panel.matrix.sum(axis=1)
        texts += [
            cells.text_of(float(total), panel.decimals) for total in totals
        ]
    return max(texts, key=writing.width)


def _write_row_sums(ax: Axes, panel: Panel) -> None:
    down, wide = panel.matrix.shape
    muted = frame.muted()
    frame.write(ax, "sum", (wide, down), (6, -3), va="top", color=muted)
    for i, total in enumerate(panel.matrix.sum(axis=1)):
        text = cells.text_of(float(total), panel.decimals)
        frame.write(ax, text, (wide, i + 0.5), (6, 0), va="center_baseline")
