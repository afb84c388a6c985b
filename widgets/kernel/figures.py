"""Matplotlib's backend for a run: a pyplot figure gets its place in the output, then its drawing.

Matplotlib imports this module by name when the code makes its first figure, not before: see
`style.install`.
"""

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

    @classmethod
    def pyplot_show(cls, *, block: bool | None = None) -> None:
        """`plt.show()`: draw all open figures. There is no window to wait for."""
        show_open()

    def show(self) -> None:
        """`fig.show()`: draw this one."""
        self.fill()
        Gcf.destroy(self)

    def fill(self) -> None:
        """Put the drawing into the place that the run keeps for it."""
        if self._run is None or self.number is None or not self.of_this_run:
            return
        _fill(self._run, self.number, self.canvas.figure)
        self._filled = True

    @property
    def of_this_run(self) -> bool:
        """Whether the figure was made in the run that is going on."""
        return self._run is not None and self._run is output.current()

    @property
    def waits(self) -> bool:
        """Whether the run keeps a place for the figure that is still empty."""
        return self.of_this_run and not self._filled


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

    def print_svg(
        self, filename: Any, *, bbox_inches_restore: Any = None, metadata: Any = None, **_: Any
    ) -> None:
        """Write the figure as SVG."""
        with cbook.open_file_cm(filename, "w", encoding="utf-8") as file:
            drawing.write(self.figure, file, bbox_inches_restore, metadata)


def is_of_this_run(figure: Figure) -> bool:
    """Whether the run that is going on has made the figure with pyplot."""
    manager = figure.canvas.manager
    return isinstance(manager, FigureManager) and manager.of_this_run


def show(figure: Figure) -> None:
    """Draw a figure in the place that the run keeps for it, or else in a new one here."""
    manager = figure.canvas.manager
    if isinstance(manager, FigureManager) and manager.waits:
        manager.show()
    elif (run := output.current()) is not None:
        if not isinstance(figure.canvas, FigureCanvas):
            FigureCanvas(figure)
        _fill(run, run.open_figure(), figure)


def show_open() -> None:
    """Draw the open figures in the order of their making, and close them.

    A figure that cannot be drawn does not keep the others from being shown; the first such
    exception is raised at the end.
    """
    managers = [each for each in Gcf.get_all_fig_managers() if isinstance(each, FigureManager)]
    failures = []
    try:
        for manager in sorted(managers, key=lambda manager: manager.number or 0):
            try:
                manager.fill()
            except Exception as failure:
                failures.append(failure)
    finally:
        Gcf.destroy_all()
    if failures:
        raise failures[0]


def _fill(run: output.Output, number: int, figure: Figure) -> None:
    run.fill_figure(number, drawing.drawn(figure, f"{run.cell}-{number}-"))
