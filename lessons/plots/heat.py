"""Matrices as coloured cells, with their numbers where there is room."""

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import matplotlib.pyplot as plt
import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.colors import Normalize
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch, Rectangle
from matplotlib.path import Path
from matplotlib.ticker import MaxNLocator

from lessons.plots import checks, frame, writing
from lessons.plots.checks import Array
from lessons.plots.frame import GAP
from lessons.plots.writing import LINE, SIZE

CELL = 23.0  # points; the height of a cell that shows its number
BETWEEN = 12.0  # points from one panel to the next
MOST_NUMBERS = 200  # cells of all panels that show their numbers
BAR = 1.6 * LINE  # points; the height of a colour scale and what is around it

BoolArray = npt.NDArray[np.bool_]
Color = tuple[float, ...]


class Panel(NamedTuple):
    """One matrix, what of it counts, and the values of the outer colours."""

    name: str
    matrix: Array
    visible: BoolArray
    low: float
    high: float
    decimals: int


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
    count, slot = math.ceil(len(drawn) / across), _slot(across)
    step = margins.top + inner + margins.bottom + 6
    top = frame.title_height(title)
    size = frame.figure_width() / 72, (top + count * step + GAP) / 72
    figure = plt.figure(figsize=size, layout="none")
    frame.put_title(figure, title)
    for index, panel in enumerate(drawn):
        ax = figure.add_subplot()
        line, column = divmod(index, across)
        x = GAP + column * (slot + BETWEEN)
        y = top + line * step + margins.top
        frame.place(
            figure, ax, x + margins.left, y,
            x + slot - margins.right, y + inner,
        )  # fmt: skip
        _draw(ax, panel, numbers)
        _label_cells(ax, panel.matrix.shape, rows, columns)
        ax.set_title(
            writing.wrapped(panel.name, slot - margins.left).split("\n")[0],
            fontsize=SIZE, pad=3,
        )  # fmt: skip
        below = index + across >= len(drawn)
        ax.set_xlabel(xlabel if below else "", fontsize=SIZE)
        ax.set_ylabel(ylabel if column == 0 else "", fontsize=SIZE)
        if row_sums:
            _write_row_sums(ax, panel)
        if not numbers:
            end = y + inner + margins.bottom
            _draw_scale(figure, panel, x + margins.left, end)


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
    if sum(panel.matrix.size for panel in panels) > MOST_NUMBERS:
        return None
    for fewer in range(max(panel.decimals for panel in panels) or 1):
        trial = [
            panel._replace(
                decimals=max(panel.decimals - fewer, min(panel.decimals, 1))
            )
            for panel in panels
        ]
        widest = max(
            writing.width(_text(float(cell), panel.decimals))
            for panel in trial
            for cell in panel.matrix.flat
        )
        for count in range(across, 0, -1):
            if _room(count, margins) / wide >= widest + 1.5:
                return count, trial
    return None


def _draw(ax: Axes, panel: Panel, numbers: bool) -> None:
    matrix, shown = panel.matrix, panel.visible
    colors, norm = plt.get_cmap(), Normalize(panel.low, panel.high, clip=True)
    filled = np.isfinite(matrix) & (shown | (matrix != 0))
    down, wide = matrix.shape
    if numbers:
        for i, j in np.ndindex(matrix.shape):
            text = _text(float(matrix[i, j]), panel.decimals)
            ink = plt.rcParams["text.color"]
            if filled[i, j]:
                fill = tuple(map(float, colors(norm(matrix[i, j]))))
                square = Rectangle((j + 0.03, i + 0.03), 0.94, 0.94)
                square.set(facecolor=fill, edgecolor="none")
                ax.add_patch(square)
                ink = _readable_on(fill)
            style: Any = {"ha": "center", "va": "center_baseline", "color": ink}
            ax.text(j + 0.5, i + 0.5, text, fontsize=SIZE, **style)
    else:
        image = np.ma.array(matrix, mask=~filled)
        ax.imshow(
            image, norm=norm, extent=(0, wide, down, 0), aspect="auto",
            interpolation="none",
        )  # fmt: skip
    leaks = filled & ~shown
    if leaks.any():
        ax.add_patch(_rings(leaks) if numbers else _outline(leaks))
    ax.set(xlim=(0, wide), ylim=(down, 0))


def _rings(cells: BoolArray) -> PathPatch:
    """A square inside each of the cells, all as one shape."""
    low, high = 0.06, 0.94
    corners = [(low, low), (high, low), (high, high), (low, high), (low, low)]
    squares = np.argwhere(cells)[:, None, ::-1] + np.array(corners)
    codes = [Path.MOVETO, *[Path.LINETO] * 3, Path.CLOSEPOLY] * len(squares)
    return _line(squares, codes, 1.8)


def _outline(cells: BoolArray) -> PathPatch:
    """The border of all the cells together, as one shape."""
    padded = np.pad(cells, 1)
    down = np.argwhere(padded[1:, 1:-1] != padded[:-1, 1:-1])[:, ::-1]
    across = np.argwhere(padded[1:-1, 1:] != padded[1:-1, :-1])[:, ::-1]
    ends = down + np.array([1, 0]), across + np.array([0, 1])
    starts = np.concatenate([down, across])
    edges = np.stack([starts, np.concatenate(ends)], axis=1)
    return _line(edges, [Path.MOVETO, Path.LINETO] * len(edges), 1.2)


def _line(
    corners: npt.NDArray[np.number], codes: list[np.uint8], width: float
) -> PathPatch:
    path = Path(corners.reshape(-1, 2), codes)
    return PathPatch(path, fill=False, edgecolor="C1", linewidth=width)


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


def _text(value: float, decimals: int) -> str:
    if value == 0:
        return "0"
    if math.isnan(value):
        return "NaN"
    text = f"{value:.{decimals}f}".replace("inf", "∞")
    return text.replace("-", writing.MINUS)


def _readable_on(fill: Color) -> str:
    """Black or white, whichever stands out more (WCAG relative luminance)."""
    red, green, blue = map(_linear, fill[:3])
    luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return "black" if luminance > 0.179 else "white"


def _linear(channel: float) -> float:
    if channel <= 0.04045:
        return channel / 12.92
    return math.pow((channel + 0.055) / 1.055, 2.4)


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
        texts += [_text(float(total), panel.decimals) for total in totals]
    return max(texts, key=writing.width)


def _write_row_sums(ax: Axes, panel: Panel) -> None:
    down, wide = panel.matrix.shape
    muted = frame.muted()
    frame.write(ax, "sum", (wide, down), (6, -3), va="top", color=muted)
    for i, total in enumerate(panel.matrix.sum(axis=1)):
        text = _text(float(total), panel.decimals)
        frame.write(ax, text, (wide, i + 0.5), (6, 0), va="center_baseline")
