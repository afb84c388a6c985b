"""How samples are distributed: one histogram under the other, on one axis."""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes

from lessons.plots import checks, frame, writing
from lessons.plots.checks import Array
from lessons.plots.curves import set_limits
from lessons.plots.writing import LINE

ROW = 62.0  # points from one sample to the next
MOST_ROWS = 24
NAME_WIDTH = 100.0  # points; a longer name goes on in a second line


def distribution(
    samples: Mapping[str, npt.ArrayLike],
    *,
    title: str = "",
    xlabel: str = "",
    quantiles: Sequence[float] = (0.5, 0.99),
    log_x: bool = False,
    bins: int = 40,
) -> None:
    """Histograms on one axis, a row for each sample, with marked quantiles.

    Shapes: every sample (n,), n of its own. All rows have the same bins; each
    is scaled to its own highest bin. `quantiles` are shares from 0 to 1: 0.99
    is marked as p99, at the least value that this share of the sample does not
    exceed.
    Raises ValueError where there is nothing, a value is not finite, or not
    above 0 with `log_x`, a quantile is not a share, or bins is below 1.
    """
    checks.named("samples", samples, "sample")
    needs = "a log axis" if log_x else ""
    values = {
        name: checks.numbers(f"samples[{name!r}]", sample, positive=needs)
        for name, sample in samples.items()
    }
    if len(samples) > MOST_ROWS:
        raise ValueError(
            f"samples has {len(samples)} rows; at most {MOST_ROWS} fit a page"
        )
    for index, share in enumerate(quantiles):
        if not 0 <= checks.number(f"quantiles[{index}]", share) <= 1:
            raise ValueError(
                f"quantiles[{index}] is {share:g}; it must be from 0 to 1"
            )
    if bins < 1:
        raise ValueError(f"bins is {bins}; it must be 1 or more")
    height = frame.title_height(title) + len(values) * ROW + 36
    figure, ax = frame.new(height + (LINE if xlabel else 0))
    top = frame.put_title(figure, title)
    everything = np.concatenate(list(values.values()))
    low, high = everything.min(), everything.max()
    set_limits(ax, "x", low, high, log_x, 0.03)
    edges = (np.geomspace if log_x else np.linspace)(*ax.get_xlim(), bins + 1)
    ax.set_ylim(len(values) - 1, -1)
    names = [writing.wrapped(name, NAME_WIDTH) for name in values]
    ax.set_yticks(range(len(values)), names, va="bottom")
    for index, tick in enumerate(ax.get_yticklabels()):
        tick.set_color(frame.color(index))
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)
    frame.label(ax, xlabel, "")
    ax.grid(axis="x")
    if not log_x:
        widest = max(map(writing.width, names))
        frame.set_ticks(ax, frame.figure_width() - widest - 20)
    frame.fit(figure, ax, top + 2)
    for index, sample in enumerate(values.values()):
        _draw_row(ax, index, sample, edges, quantiles)


def _draw_row(
    ax: Axes,
    index: int,
    sample: Array,
    edges: Array,
    quantiles: Sequence[float],
) -> None:
    counts, _ = np.histogram(sample, edges)
    tall = 1 - 1.5 * LINE / ROW  # what the marks' names leave
    color = frame.color(index)
    ax.stairs(
        index - tall * counts / counts.max(), edges, baseline=index, fill=True,
        facecolor=frame.tint(index), edgecolor=color, linewidth=1.2,
    )  # fmt: skip
    if not len(quantiles):
        return
    wide, _ = frame.size_of(ax)
    marks = np.quantile(sample, quantiles, method="inverted_cdf")
    names = [
        f"p{writing.plain(100 * share)} {writing.brief(mark)}"
        for share, mark in zip(quantiles, marks, strict=True)
    ]
    to_axes = (ax.transData + ax.transAxes.inverted()).transform
    wanted = [float(to_axes((mark, 0))[0]) * wide for mark in marks]
    sizes = [writing.width(name) + 8 for name in names]
    centres = writing.spread(wanted, sizes, 0, wide)
    for mark, name, x, centre in zip(
        marks, names, wanted, centres, strict=True
    ):
        ax.plot(
            [mark] * 2, [index, index - tall - 0.03], color=color, linewidth=1.4
        )
        place, shift = (mark, index - tall - 0.03), (centre - x, 2)
        frame.write(ax, name, place, shift, ha="center", va="bottom")
