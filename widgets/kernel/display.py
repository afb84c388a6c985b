"""Showing an object in a cell's output: the last value, or whatever `display` is given."""

import sys
from typing import TYPE_CHECKING, TypeAlias, TypeGuard

from widgets.kernel import output
from widgets.kernel.output import Output
from widgets.kernel.rich import Rich, rich
from widgets.kernel.values import Value, shown

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Shown: TypeAlias = Rich | Value


def display(*objects: object) -> None:
    """Show each object here, as the value of a cell's last expression is shown."""
    run = output.current()
    if run is None:
        return
    for each in objects:
        if show_figure(each):
            continue
        what = presented(each) or Value(repr(each), None)
        if run.is_full:
            run.write("stdout", f"{what.text if isinstance(what, Value) else repr(each)}\n")
        else:
            show(run, what)


def presented(value: object) -> Shown | None:
    """What there is to show of a value, made now; None for None and for drawings."""
    return rich(value) or shown(value)


def show(run: Output, what: Shown) -> None:
    """Send it."""
    if isinstance(what, Rich):
        run.rich(*what)
    else:
        run.value(*what)


def show_kept_figure(value: object) -> None:
    """Draw a matplotlib figure that this run does not show anyway."""
    if _is_figure(value):
        from widgets.kernel import figures

        if not figures.needs_no_place(value):
            figures.show(value)


def show_figure(value: object) -> bool:
    """Draw a matplotlib figure; whether it was one.

    A figure that this run has made with pyplot has its place already; any other gets one here.
    """
    if not _is_figure(value):
        return False
    # Imported here because the module imports matplotlib, which is slow to start.
    from widgets.kernel import figures

    figures.show(value)
    return True


def _is_figure(value: object) -> TypeGuard["Figure"]:
    figure = getattr(sys.modules.get("matplotlib.figure"), "Figure", None)
    return figure is not None and isinstance(value, figure)
