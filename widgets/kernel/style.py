"""How figures look before a reader's code says otherwise, as a `matplotlibrc` file.

A file, because matplotlib reads it when it is imported: nothing has to import matplotlib ahead of
the code that needs it, and whatever that code sets comes after.
"""

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from widgets.kernel.palette import ROLES, SERIES

BACKEND: Final = "module://widgets.kernel.figures"

_file: Path | None = None
"""Where the settings are, once they are installed."""


def install(folder: Path) -> None:
    """Write the settings into `folder` and let matplotlib find them and this kernel's backend."""
    global _file
    _file = folder / "matplotlibrc"
    _file.write_text(settings(), encoding="utf-8")
    os.environ["MATPLOTLIBRC"] = str(_file)
    os.environ["MPLBACKEND"] = BACKEND
    _begin({})


@contextlib.contextmanager
def of_page(kept: dict[str, Any]) -> Iterator[None]:
    """Let a run find matplotlib as its page's last run left it, and keep how it leaves it.

    `kept` belongs to the page. A page that has kept nothing begins with the settings of this
    module, whatever other pages have set. The backend is ours in any case.
    """
    _begin(kept)
    try:
        yield
    finally:
        if (settings := _current()) is not None:
            kept.update(dict.items(settings))
            kept.pop("backend")


def _begin(kept: dict[str, Any]) -> None:
    if _file is None or (current := _current()) is None:
        return
    matplotlib = sys.modules["matplotlib"]
    matplotlib.use(BACKEND)
    # Past the checks, as `matplotlib.rc_context` does: some values are deprecated, none is new.
    dict.update(current, kept or _parsed(matplotlib, _file))


def _current() -> dict[str, Any] | None:
    """Matplotlib's settings, if anybody has imported it."""
    return getattr(sys.modules.get("matplotlib"), "rcParams", None)


def _parsed(matplotlib: Any, file: Path) -> dict[str, Any]:
    parsed = matplotlib.rc_params_from_file(file)
    return {name: value for name, value in dict.items(parsed) if name != "backend"}


def settings() -> str:
    """The text of the `matplotlibrc` file. Colours lack their `#`, which would start a comment.

    Matplotlib's own warning of many figures is off: it asks to close them, which a run does itself,
    and a run that shows fewer than there are says so.
    """
    colours = {role: colour.light.removeprefix("#") for role, colour in ROLES.items()}
    cycle = [colours[role] for role in SERIES]
    return f"""\
figure.figsize: 5.4, 3.2
figure.dpi: 72
figure.constrained_layout.use: True
figure.facecolor: none
figure.edgecolor: none
figure.max_open_warning: 0
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
