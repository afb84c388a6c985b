"""Charts for the lessons: each function takes arrays, draws one chart and returns its figure.

Sizes, fonts and colours come from matplotlib's settings, which the page (or the reader) makes.
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

TITLE_LETTERS = 72  # a title longer than this goes on a second line


def heatmap(values: Array, **options: object) -> Figure:
    """One matrix as coloured cells with their values; the options are those of `heatmaps`."""
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

    `visible` (True = may attend) marks the cells that count, for all panels or by panel name.
    A hidden cell is left empty; one that still holds something is ringed. `limits` are the values
    of the first and last colour; without them each panel spans 0 and its own values. `rows` and
    `columns` label the cells, the last of them where a matrix has fewer.
    Meant for matrices of up to about 12 x 12. Raises ValueError where the shapes do not fit.
    """
    matrices = {name: _matrix(name, values) for name, values in panels.items()}
    across = min(across, len(matrices))
    down = math.ceil(len(matrices) / across)
    tallest = max(matrix.shape[0] for matrix in matrices.values())
    width = plt.rcParams["figure.figsize"][0]
    height = down * (0.5 + 0.3 * tallest) + 0.45
    figure, axes = plt.subplots(down, across, figsize=(width, height), squeeze=False)
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
    """Curves over a shared x, each named at its right end; `log_x` puts a tick at each x.

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
    ax.grid(axis="y", alpha=0.25)
    _name_line_ends(ax, {name: y[-1] for name, y in series.items()})
    return figure


def _set_title(figure: Figure, title: str) -> None:
    text = textwrap.fill(title, TITLE_LETTERS)
    figure.suptitle(text, x=0.01, ha="left", fontsize="medium", fontweight="bold")


def _matrix(name: str, values: Array) -> Array:
    matrix = np.asarray(values)
    if matrix.ndim != 2:
        raise ValueError(f"{name or 'values'} has shape {matrix.shape}; a heat map needs 2 axes")
    return matrix.astype(float)


def _draw_cells(
    ax: Axes,
    matrix: Array,
    visible: BoolArray | None,
    limits: tuple[float, float] | None,
    decimals: int,
) -> None:
    shown = np.ones(matrix.shape, bool) if visible is None else np.asarray(visible)
    if shown.shape != matrix.shape:
        raise ValueError(f"visible has shape {shown.shape}; the matrix has {matrix.shape}")
    finite = matrix[np.isfinite(matrix)]
    low, high = limits or (finite.min(initial=0), finite.max(initial=0))
    colors, norm = plt.get_cmap(), Normalize(low, high, clip=True)
    whole = np.array_equal(finite, np.round(finite))
    for (i, j), cell in np.ndenumerate(matrix):
        value = float(cell)
        empty = not math.isfinite(value) or (value == 0 and not shown[i, j])
        fill = (0.0, 0.0, 0.0, 0.0) if empty else tuple(map(float, colors(norm(value))))
        ax.add_patch(Rectangle((j + 0.03, i + 0.03), 0.94, 0.94, facecolor=fill, edgecolor="none"))
        if not empty and not shown[i, j]:
            inner = (j + 0.06, i + 0.06), 0.88, 0.88
            ax.add_patch(Rectangle(*inner, fill=False, edgecolor="C1", linewidth=1.8))
        text = _cell_text(value, 0 if whole else decimals)
        ink = plt.rcParams["text.color"] if empty else _readable_on(fill)
        ax.text(j + 0.5, i + 0.5, text, ha="center", va="center_baseline", color=ink, fontsize=7)


def _cell_text(value: float, decimals: int) -> str:
    if value == -math.inf:
        return "\N{MINUS SIGN}∞"
    return "0" if value == 0 else f"{value:.{decimals}f}".replace("-", "\N{MINUS SIGN}")


def _readable_on(fill: tuple[float, ...]) -> str:
    """Black or white, whichever stands out more on this colour (WCAG relative luminance)."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in fill[:3]]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "black" if luminance > 0.179 else "white"


def _label_cells(
    ax: Axes, shape: tuple[int, ...], rows: Sequence[str], columns: Sequence[str]
) -> None:
    n_rows, n_columns = shape
    ax.set(xlim=(0, n_columns), ylim=(n_rows, 0))
    ax.set_yticks(np.arange(n_rows) + 0.5, rows[-n_rows:] or [""] * n_rows)
    ax.set_xticks(np.arange(n_columns) + 0.5, columns[-n_columns:] or [""] * n_columns)
    ax.tick_params(length=0, labelsize=8)
    ax.spines[:].set_visible(False)


def _write_row_sums(ax: Axes, matrix: Array, decimals: int) -> None:
    x = matrix.shape[1] + 0.2
    ax.text(x, -0.15, "sum", va="bottom", fontsize=8)
    for i, total in enumerate(matrix.sum(axis=1)):
        ax.text(x, i + 0.5, f"{total:.{decimals}f}", va="center_baseline", fontsize=8)


def _name_line_ends(ax: Axes, ends: Mapping[str, float]) -> None:
    """Write each name right of the axes at the height of its value, pushed apart if they meet."""
    low, high = ax.get_ylim()
    ax.set_ylim(low, high)
    to_axes = ax.transData + ax.transAxes.inverted()
    heights = {name: to_axes.transform((ax.get_xlim()[1], y))[1] for name, y in ends.items()}
    lowest_free = -math.inf
    for name in sorted(heights, key=heights.__getitem__):
        height = max(heights[name], lowest_free)
        lowest_free = height + 0.07
        color = f"C{list(ends).index(name) % 10}"
        ax.text(1.01, height, name, color=color, va="center", transform=ax.transAxes)
