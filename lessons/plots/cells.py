"""One matrix as coloured cells, with numbers or without."""

import math
from typing import Any, NamedTuple

import matplotlib.pyplot as plt
import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.colors import Normalize
from matplotlib.patches import PathPatch, Rectangle
from matplotlib.path import Path

from lessons.plots import writing
from lessons.plots.checks import Array
from lessons.plots.writing import SIZE

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


def draw(ax: Axes, panel: Panel, numbers: bool) -> None:
    """Fill the axes with the cells, their numbers if wanted, and rings."""
    matrix, shown = panel.matrix, panel.visible
    colors, norm = plt.get_cmap(), Normalize(panel.low, panel.high, clip=True)
    filled = np.isfinite(matrix) & (shown | (matrix != 0))
    down, wide = matrix.shape
    if numbers:
        for i, j in np.ndindex(matrix.shape):
            text = text_of(float(matrix[i, j]), panel.decimals)
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


def text_of(value: float, decimals: int) -> str:
    """What is written into a cell."""
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
