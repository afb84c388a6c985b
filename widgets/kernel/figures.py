"""Matplotlib's backend for a run: a pyplot figure gets its place in the output, then its drawing.

Matplotlib imports this module by name when the code makes its first figure, not before: see
`style.install`.
"""

import math
from typing import Any

from matplotlib import cbook
from matplotlib._pylab_helpers import Gcf
from matplotlib.backend_bases import FigureCanvasBase, FigureManagerBase
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from widgets.kernel import drawing, output


class FigureManager(FigureManagerBase):
    """Announces its figure to the run in which it was made, and hands in the drawing later."""

    def __init__(self, canvas: FigureCanvasBase, num: int) -> None:
        super().__init__(canvas, num)
        self._run = output.current()
        self.number = None if self._run is None else self._run.open_figure()
        self._filled = False
        self._closed = False
        if self._run is not None and self.number is None:
            self._run_out()

    def _run_out(self) -> None:
        """Let go of earlier figures that have no place either: a loop may make them for ever."""
        for other in Gcf.get_all_fig_managers():
            if isinstance(other, FigureManager) and other.number is None:
                other.fill()
                Gcf.destroy(other)

    @classmethod
    def pyplot_show(cls, *, block: bool | None = None) -> None:
        """`plt.show()`: draw all open figures. There is no window to wait for.

        Without blocking, as `plt.pause` asks for it, they stay open to be drawn again.
        """
        if block is False:
            for manager in Gcf.get_all_fig_managers():
                if isinstance(manager, FigureManager):
                    manager.fill()
        else:
            show_open()

    def show(self) -> None:
        """`fig.show()`: draw this one."""
        show(self.canvas.figure)

    def fill(self) -> None:
        """Put the drawing into the place that the run keeps for it, if it is another by now."""
        if self._run is not None and not self.is_shown:
            _fill(self._run, self.number, self.canvas.figure)
            self._filled = True

    def destroy(self) -> None:
        """Give back the place of a figure that is closed before it is drawn."""
        self._closed = True
        if self.waits and self.number is not None:
            assert self._run is not None
            self._run.drop_figure()

    @property
    def of_this_run(self) -> bool:
        """Whether the figure was made in the run that is going on."""
        return self._run is not None and self._run is output.current()

    @property
    def has_place(self) -> bool:
        """Whether the run keeps a place for the figure, filled or not."""
        return self.of_this_run and not self._closed

    @property
    def waits(self) -> bool:
        """Whether the run has still to draw the figure."""
        return self.of_this_run and not self._filled

    @property
    def is_shown(self) -> bool:
        """Whether the run shows the figure as it is now."""
        return self.of_this_run and self._filled and not self.canvas.figure.stale


class FigureCanvas(FigureCanvasAgg):
    """Agg's canvas, so that code which asks for a renderer or for pixels finds them."""

    manager_class: Any = FigureManager

    def get_renderer(self) -> drawing.Bitmap:
        """The renderer that also measures texts when nothing is being drawn."""
        width, height = self.figure.bbox.size
        key = width, height, self.figure.dpi
        if key != self._lastKey:
            self.renderer: drawing.Bitmap = drawing.Bitmap(*key)
            self._lastKey = key
        return self.renderer

    def draw_idle(self, *_: Any, **__: Any) -> None:
        """There is no window whose picture could be brought up to date."""

    def print_svg(
        self, filename: Any, *, bbox_inches_restore: Any = None, metadata: Any = None, **_: Any
    ) -> None:
        """Write the figure as SVG."""
        with cbook.open_file_cm(filename, "w", encoding="utf-8") as file:
            drawing.write(self.figure, file, bbox_inches_restore, metadata)


def needs_no_place(figure: Figure) -> bool:
    """Whether the run shows the figure as it is, or will when it ends."""
    manager = figure.canvas.manager
    return isinstance(manager, FigureManager) and (manager.has_place or manager.is_shown)


def show(figure: Figure) -> None:
    """Draw a figure in the place that the run keeps for it, or else in a new one here; close it."""
    manager = figure.canvas.manager
    if isinstance(manager, FigureManager) and manager.has_place:
        manager.fill()
    elif (run := output.current()) is not None:
        if not isinstance(figure.canvas, FigureCanvas):
            FigureCanvas(figure)
        _fill(run, run.open_figure(), figure)
    Gcf.destroy_fig(figure)


def show_open() -> None:
    """Draw the open figures in the order of their making, and close them.

    Those come last that have no place: the code has made them with another backend, or opened them
    again. A figure that cannot be drawn does not keep the others from being shown; the first such
    exception is raised at the end.
    """
    failures = []
    try:
        for manager in sorted(Gcf.get_all_fig_managers(), key=_order):
            try:
                show(manager.canvas.figure)
            except Exception as failure:
                failures.append(failure)
    finally:
        Gcf.destroy_all()
    if failures:
        raise failures[0]


def _order(manager: FigureManagerBase) -> float:
    if isinstance(manager, FigureManager) and manager.waits and manager.number is not None:
        return manager.number
    return math.inf


def _fill(run: output.Output, number: int | None, figure: Figure) -> None:
    if number is None:
        run.leave_figure_out()
    else:
        run.fill_figure(number, drawing.drawn(figure, f"{run.cell}-{number}-"))
        figure.stale = False  # drawing to a file has set it anew
