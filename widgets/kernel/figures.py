"""Matplotlib's backend for a run: a pyplot figure gets its place in the output, then its drawing.

Matplotlib imports this module by name when the code makes its first figure, not before: see
`style.install`.
"""

import io
from codecs import getwriter
from typing import Any, Final

import matplotlib as mpl
from matplotlib import cbook
from matplotlib._pylab_helpers import Gcf
from matplotlib.backend_bases import FigureCanvasBase, FigureManagerBase
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_mixed import MixedModeRenderer
from matplotlib.backends.backend_svg import RendererSVG
from matplotlib.figure import Figure

from widgets.kernel import output, svg

_DRAWING: Final = {"svg.fonttype": "none", "svg.hashsalt": "figure", "svg.image_inline": True}
"""Settings that cleaning relies on, whatever the reader's code has set."""

POINTS_PER_INCH: Final = 72

_NO_METADATA: Final = dict.fromkeys(["Creator", "Date", "Format", "Type"])


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


class _Renderer(RendererSVG):
    """Text stays text, formulas become outlines: a browser lacks their fonts, and with them √."""

    def _draw_text_as_text(
        self,
        gc: Any,
        x: float,
        y: float,
        s: str,
        prop: Any,
        angle: float,
        ismath: bool | str,
        mtext: Any = None,
    ) -> None:
        if ismath:
            self._draw_text_as_path(gc, x, y, s, prop, angle, ismath, mtext)
        else:
            super()._draw_text_as_text(  # type: ignore[no-untyped-call]
                gc, x, y, s, prop, angle, ismath, mtext
            )


class FigureCanvas(FigureCanvasAgg):
    """Agg's canvas, so that code which asks for a renderer or for pixels finds them."""

    manager_class: Any = FigureManager

    def print_svg(
        self, filename: Any, *, bbox_inches_restore: Any = None, metadata: Any = None, **_: Any
    ) -> None:
        """Write the figure as SVG, as matplotlib's own method does but for formulas."""
        figure = self.figure
        with cbook.open_file_cm(filename, "w", encoding="utf-8") as file:
            text = file if cbook.file_requires_unicode(file) else getwriter("utf-8")(file)
            dpi, figure.dpi = figure.dpi, POINTS_PER_INCH
            width, height = figure.get_size_inches()
            size = width * POINTS_PER_INCH, height * POINTS_PER_INCH
            vector = _Renderer(*size, text, image_dpi=dpi, metadata=metadata)
            renderer = MixedModeRenderer(
                figure, width, height, dpi, vector, bbox_inches_restore=bbox_inches_restore
            )
            figure.draw(renderer)  # type: ignore[arg-type]
            renderer.finalize()


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
    run.fill_figure(number, _drawn(figure, f"{run.cell}-{number}-"))


def _drawn(figure: Figure, prefix: str) -> str:
    buffer = io.StringIO()
    with mpl.rc_context(_DRAWING):
        figure.savefig(buffer, format="svg", metadata=_NO_METADATA)
    return svg.clean(buffer.getvalue(), prefix)
