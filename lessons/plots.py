"""Charts for the lessons: each takes arrays, draws one and returns its figure.

Sizes, fonts and colours come from matplotlib's settings, which the page (or
the reader) makes.
"""

import math
import textwrap
from collections.abc import Mapping, Sequence

import matplotlib.pyplot as plt
import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.colors import Normalize
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

Array = npt.NDArray[np.floating]
BoolArray = npt.NDArray[np.bool_]
Color = tuple[float, ...]

TITLE_LETTERS = 72  # a title longer than this goes on a second line
NO_FILL = (0.0, 0.0, 0.0, 0.0)


def heatmap(values: Array, **options: object) -> Figure:
    """One matrix as coloured cells; the options are those of `heatmaps`."""
    return heatmaps({"": values}, **options)  # type: ignore[arg-type]


def heatmaps(
    panels: Mapping[str, Array],
    *,
    title: str = "",
    rows: Sequence[str] = (),
    columns: Sequence[str] = (),
    visible: BoolArray | Mapping[str, BoolArray] | None = None,
    limits: tuple[float, float] | None = None,
    decimals: int = 2,
    row_sums: bool = False,
    across: int = 3,
) -> Figure:
    """Small matrices side by side, `across` to a row, each under its name.

    `visible` (True = may attend) marks the cells that count, for all panels or
    by panel name. A hidden cell is left empty; one that still holds something
    is ringed. `limits` are the values of the first and last colour; without
    them each panel spans 0 and its own values. `rows` and `columns` label the
    cells, the last of them where a matrix has fewer.
    Meant for matrices of up to about 12 x 12.
    Raises ValueError where the shapes do not fit.
    """
    matrices = {name: _matrix(name, values) for name, values in panels.items()}
    across = min(across, len(matrices))
    down = math.ceil(len(matrices) / across)
    tallest = max(matrix.shape[0] for matrix in matrices.values())
    width = plt.rcParams["figure.figsize"][0]
    size = width, down * (0.5 + 0.3 * tallest) + 0.45
    figure, axes = plt.subplots(down, across, figsize=size, squeeze=False)
    _set_title(figure, title)
    for ax in axes.flat[len(matrices) :]:
        ax.set_axis_off()
    for ax, (name, matrix) in zip(axes.flat, matrices.items(), strict=False):
        shown = visible.get(name) if isinstance(visible, Mapping) else visible
        _draw_cells(ax, matrix, shown, limits, decimals)
        _label_cells(ax, matrix.shape, rows, columns)
        ax.set_title(name, fontsize="medium")
        if row_sums:
            _write_row_sums(ax, matrix, decimals)
    return figure


def lines(
    x: Sequence[float] | Array,
    series: Mapping[str, Sequence[float] | Array],
    *,
    title: str = "",
    xlabel: str = "",
    ylabel: str = "",
    log_x: bool = False,
    log_y: bool = False,
) -> Figure:
    """Curves over a shared x, each named at its right end.

    `log_x` puts a tick at each x.
    Raises ValueError where a series is not as long as x.
    """
    figure, ax = plt.subplots()
    _set_title(figure, title)
    for name, y in series.items():
        if len(y) != len(x):
            raise ValueError(f"{name} has {len(y)} values; x has {len(x)}")
        ax.plot(x, y, marker="o", markersize=3)
    if log_x:
        ax.set_xscale("log", base=2)
        ax.set_xticks(x, [f"{value:,g}" for value in x])
        ax.minorticks_off()
    if log_y:
        ax.set_yscale("log")
        ax.yaxis.set_major_formatter("{x:,g}")
    ax.set(xlabel=xlabel, ylabel=ylabel)
    ax.spines[["top", "right"]].set_visible(False)
    ax.grid(axis="y")
    _name_line_ends(ax, {name: y[-1] for name, y in series.items()})
    return figure


def _set_title(figure: Figure, title: str) -> None:
    text = textwrap.fill(title, TITLE_LETTERS)
    style = {"fontsize": "medium", "fontweight": "bold"}
    figure.suptitle(text, x=0.01, ha="left", **style)


def _matrix(name: str, values: Array) -> Array:
    matrix = np.asarray(values)
    if matrix.ndim != 2:
        name, shape = name or "values", matrix.shape
        raise ValueError(f"{name} has shape {shape}; a heat map needs 2 axes")
    return matrix.astype(float)


def _draw_cells(
    ax: Axes,
    matrix: Array,
    visible: BoolArray | None,
    limits: tuple[float, float] | None,
    decimals: int,
) -> None:
    shape = matrix.shape
    shown = np.ones(shape, bool) if visible is None else np.asarray(visible)
    if shown.shape != shape:
        raise ValueError(
            f"visible has shape {shown.shape}; the matrix has {shape}"
        )
    finite = matrix[np.isfinite(matrix)]
    low, high = limits or (finite.min(initial=0), finite.max(initial=0))
    colors, norm = plt.get_cmap(), Normalize(low, high, clip=True)
    if np.array_equal(finite, np.round(finite)):
        decimals = 0
    for (i, j), cell in np.ndenumerate(matrix):
        value, text = float(cell), _cell_text(float(cell), decimals)
        if not math.isfinite(value) or (value == 0 and not shown[i, j]):
            _draw_cell(ax, i, j, text, NO_FILL)
        else:
            fill = tuple(map(float, colors(norm(value))))
            _draw_cell(ax, i, j, text, fill, ringed=not shown[i, j])


def _draw_cell(
    ax: Axes, i: int, j: int, text: str, fill: Color, ringed: bool = False
) -> None:
    square = Rectangle((j + 0.03, i + 0.03), 0.94, 0.94)
    square.set(facecolor=fill, edgecolor="none")
    ax.add_patch(square)
    if ringed:
        ring = Rectangle((j + 0.06, i + 0.06), 0.88, 0.88, fill=False)
        ring.set(edgecolor="C1", linewidth=1.8)
        ax.add_patch(ring)
    empty = fill == NO_FILL
    ink = plt.rcParams["text.color"] if empty else _readable_on(fill)
    style = {"ha": "center", "va": "center_baseline", "fontsize": 7.5}
    ax.text(j + 0.5, i + 0.5, text, color=ink, **style)


def _cell_text(value: float, decimals: int) -> str:
    if value == 0:
        return "0"
    text = "-∞" if value == -math.inf else f"{value:.{decimals}f}"
    return text.replace("-", "\N{MINUS SIGN}")


def _readable_on(fill: Color) -> str:
    """Black or white, whichever stands out more (WCAG relative luminance)."""
    red, green, blue = map(_linear, fill[:3])
    luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return "black" if luminance > 0.179 else "white"


def _linear(channel: float) -> float:
    if channel <= 0.04045:
        return channel / 12.92
    return ((channel + 0.055) / 1.055) ** 2.4


def _label_cells(
    ax: Axes,
    shape: tuple[int, ...],
    rows: Sequence[str],
    columns: Sequence[str],
) -> None:
    down, across = shape
    ax.set(xlim=(0, across), ylim=(down, 0))
    ax.set_yticks(np.arange(down) + 0.5, rows[-down:] or [""] * down)
    ax.set_xticks(np.arange(across) + 0.5, columns[-across:] or [""] * across)
    ax.tick_params(length=0, labelsize=8)
    ax.spines[:].set_visible(False)


def _write_row_sums(ax: Axes, matrix: Array, decimals: int) -> None:
    x = matrix.shape[1] + 0.2
    ax.text(x, -0.15, "sum", va="bottom", fontsize=8)
    for i, total in enumerate(matrix.sum(axis=1)):
        text = f"{total:.{decimals}f}"
        ax.text(x, i + 0.5, text, va="center_baseline", fontsize=8)


def _name_line_ends(ax: Axes, ends: Mapping[str, float]) -> None:
    """Write each name beside its line's end, pushed apart where they meet."""
    low, high = ax.get_ylim()
    ax.set_ylim(low, high)
    right = ax.get_xlim()[1]
    to_axes = (ax.transData + ax.transAxes.inverted()).transform
    heights = {name: to_axes((right, y))[1] for name, y in ends.items()}
    lowest_free = -math.inf
    for name in sorted(heights, key=heights.__getitem__):
        height = max(heights[name], lowest_free)
        lowest_free = height + 0.07
        color = f"C{list(ends).index(name) % 10}"
        style = {"va": "center", "transform": ax.transAxes}
        ax.text(1.01, height, name, color=color, **style)
