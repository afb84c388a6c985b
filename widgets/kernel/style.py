"""How figures look before a reader's code says otherwise, as a `matplotlibrc` file.

A file, because matplotlib reads it when it is imported: nothing has to import matplotlib ahead of
the code that needs it, and whatever that code sets comes after.
"""

import os
import sys
from pathlib import Path
from typing import Final

from widgets.kernel.palette import ROLES, SERIES

BACKEND: Final = "module://widgets.kernel.figures"


def install(folder: Path) -> None:
    """Write the settings into `folder` and let matplotlib find them and this kernel's backend."""
    file = folder / "matplotlibrc"
    file.write_text(settings(), encoding="utf-8")
    os.environ["MATPLOTLIBRC"] = str(file)
    os.environ["MPLBACKEND"] = BACKEND
    if (matplotlib := sys.modules.get("matplotlib")) is not None:
        matplotlib.rc_file(file)
        matplotlib.use(BACKEND)


def settings() -> str:
    """The text of the `matplotlibrc` file. Colours lack their `#`, which would start a comment."""
    colours = {role: colour.light.removeprefix("#") for role, colour in ROLES.items()}
    cycle = [colours[role] for role in SERIES]
    return f"""\
figure.figsize: 5.4, 3.2
figure.dpi: 72
figure.constrained_layout.use: True
figure.facecolor: none
figure.edgecolor: none
figure.titlesize: medium
figure.titleweight: bold
savefig.dpi: 200
savefig.facecolor: auto

font.family: sans-serif
font.sans-serif: DejaVu Sans
font.size: 9
text.color: {colours["ink"]}

axes.facecolor: none
axes.edgecolor: {colours["muted"]}
axes.spines.top: False
axes.spines.right: False
axes.labelcolor: {colours["ink"]}
axes.titlelocation: left
axes.titlesize: medium
axes.titleweight: bold
axes.prop_cycle: cycler("color", {cycle})

xtick.color: {colours["muted"]}
ytick.color: {colours["muted"]}
xtick.labelsize: 8
ytick.labelsize: 8
grid.color: {colours["grid"]}
grid.linewidth: 0.7

lines.color: {colours["blue"]}
lines.linewidth: 1.8
lines.markersize: 4
patch.facecolor: {colours["blue"]}
patch.edgecolor: {colours["ink"]}
hatch.color: {colours["ink"]}
boxplot.boxprops.color: {colours["ink"]}
boxplot.whiskerprops.color: {colours["ink"]}
boxplot.capprops.color: {colours["ink"]}
boxplot.flierprops.color: {colours["ink"]}
boxplot.flierprops.markeredgecolor: {colours["ink"]}

legend.fontsize: 8
legend.fancybox: False
legend.framealpha: 0.85
legend.facecolor: {colours["surface"]}
legend.edgecolor: none

image.cmap: viridis
image.interpolation: none
image.composite_image: False

svg.fonttype: none
"""
