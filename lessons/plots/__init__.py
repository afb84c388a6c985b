"""Charts for the lessons: each takes arrays, draws one figure, returns nothing.

Colours, line widths and the figure's width come from matplotlib's settings,
which the page (or the reader) makes. Text is 10 points and more: 9 CSS pixels
where a phone shows a figure 350 pixels wide.
"""

from lessons.plots.curves import lines, loglog
from lessons.plots.heat import heatmap, heatmaps
from lessons.plots.ledgers import ledger
from lessons.plots.rooflines import roofline
from lessons.plots.samples import distribution
from lessons.plots.schedules import schedule

__all__ = [
    "distribution",
    "heatmap",
    "heatmaps",
    "ledger",
    "lines",
    "loglog",
    "roofline",
    "schedule",
]
