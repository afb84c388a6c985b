"""A figure as SVG that a page can take: text as text, shapes as shapes, too many as a bitmap."""

import contextlib
import io
import math
from codecs import getwriter
from typing import Any, Final

import matplotlib as mpl
import numpy as np
from matplotlib import cbook
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.backends.backend_mixed import MixedModeRenderer
from matplotlib.backends.backend_svg import RendererSVG
from matplotlib.figure import Figure
from matplotlib.layout_engine import LayoutEngine

from widgets.kernel import svg, weight
from widgets.kernel.palette import BITMAP, ROLES

DOTS: Final = 700_000
"""Dots of a bitmap as large as the figure: 200 to the inch for a figure of the usual size.

A page shows every figure about as wide as its text, 700 CSS pixels, for which this is 1.5 each:
sharp enough on a screen of double density. 5,000 points weigh 70 kB then, 10,000 in as many colours
380 kB; but noise all over, the worst there is, 2.5 MB, and a quarter of the dots 0.6 MB.
"""

_CHARACTERS: Final = 1_000_000
"""Characters of SVG above which a figure is drawn in a lighter way."""

_ELEMENTS: Final = 2500
"""The same for its elements: those that `weight` admits, and the text and the axes around them."""

_DRAWING: Final = {
    "svg.fonttype": "none",
    "svg.hashsalt": "figure",
    "svg.image_inline": True,
    # Agg gives up on a line through a million points unless it may draw it in pieces.
    "agg.path.chunksize": 10_000,
}
"""Settings that drawing and cleaning rely on, whatever the reader's code has set."""

_NO_METADATA: Final = dict.fromkeys(["Creator", "Date", "Format", "Type"])


def drawn(figure: Figure, prefix: str) -> str:
    """The figure as an `<svg>` element whose ids begin with `prefix`.

    As shapes if a page can take that. Else its heaviest artists become bitmaps, coarser ones if
    need be. If that is not enough (thousands of texts), all of it does.
    """
    try:
        return _cleaned(figure, _Sheet(), DOTS, prefix)
    except _TooHeavyError as error:
        crowded = error.crowded
    if figure.get_layout_engine() is None:
        figure.draw_without_rendering()  # what a layout engine has done: limits are set, 3-D seen
    # Matplotlib would draw the bitmaps a second time to lay out the figure, which it has done.
    with cbook._setattr_cm(figure, _layout_engine=None):
        heavy = weight.too_heavy(figure)
        for dots in (DOTS, DOTS // 2, DOTS // 4) if heavy or not crowded else ():
            try:
                with weight.lightened(figure, heavy, _dpi(figure, dots)):
                    return _cleaned(figure, _Sheet(), dots, prefix)
            except _TooHeavyError as error:
                if error.crowded:
                    break
        with cbook._setattr_cm(figure, _rasterized=True):
            return _cleaned(figure, _Sheet(endless=True), DOTS, prefix)


def write(figure: Figure, file: Any, bbox_inches_restore: Any, metadata: Any) -> None:
    """Write the figure as SVG, as matplotlib's own canvas does but for formulas."""
    text = file if cbook.file_requires_unicode(file) else getwriter("utf-8")(file)
    on_page = isinstance(file, _Sheet)
    dpi, figure.dpi = figure.dpi, weight.POINTS_PER_INCH
    width, height = figure.get_size_inches()
    size = width * weight.POINTS_PER_INCH, height * weight.POINTS_PER_INCH
    vector: Any = (_PageRenderer if on_page else _Renderer)(  # type: ignore[no-untyped-call]
        *size, text, image_dpi=dpi, metadata=metadata
    )
    renderer = MixedModeRenderer(
        figure,
        width,
        height,
        dpi,
        vector,
        raster_renderer_class=_PageBitmap if on_page else Bitmap,
        bbox_inches_restore=bbox_inches_restore,
    )
    engine = file.engine if on_page else figure.get_layout_engine()
    with cbook._setattr_cm(figure, _layout_engine=engine):
        figure.draw(renderer)  # type: ignore[arg-type]
    renderer.finalize()


def _cleaned(figure: Figure, sheet: "_Sheet", dots: int, prefix: str) -> str:
    with mpl.rc_context(_DRAWING), contextlib.ExitStack() as stack:
        if mpl.rcParams["savefig.bbox"] is None:
            # `savefig` would draw a figure that has a layout engine twice, the first time for it.
            sheet.engine = figure.get_layout_engine()
            stack.enter_context(cbook._setattr_cm(figure, _layout_engine=None))
        figure.savefig(sheet, format="svg", metadata=_NO_METADATA, dpi=_dpi(figure, dots))
    return svg.clean(sheet.getvalue(), prefix)


def _dpi(figure: Figure, dots: int) -> float:
    width, height = figure.get_size_inches()
    return math.sqrt(dots / (width * height))


class _TooHeavyError(Exception):
    """What is being drawn would block the page that shows it."""

    def __init__(self, crowded: bool = False) -> None:
        super().__init__()
        self.crowded = crowded
        """Whether it is too many elements, for which coarser bitmaps are no help."""


class _Sheet(io.StringIO):
    """Where the SVG for a page is written, until it is full."""

    def __init__(self, endless: bool = False) -> None:
        super().__init__()
        self.engine: LayoutEngine | None = None
        """What arranges the figure while it is drawn."""
        self._endless = endless
        self._elements = 0

    def write(self, text: str, /) -> int:
        length = super().write(text)
        self._elements += text.count("<") - text.count("</")
        crowded = self._elements > _ELEMENTS
        if not self._endless and (crowded or self.tell() > _CHARACTERS):
            raise _TooHeavyError(crowded)
        return length


class _Printable:
    """For renderers: text without the characters that XML forbids and fonts lack."""

    def get_text_width_height_descent(self, s: str, *rest: Any) -> Any:
        return super().get_text_width_height_descent(svg.printable(s), *rest)  # type: ignore[misc]

    def draw_text(self, gc: Any, x: float, y: float, s: str, *rest: Any, **options: Any) -> None:
        super().draw_text(gc, x, y, svg.printable(s), *rest, **options)  # type: ignore[misc]


class _Renderer(_Printable, RendererSVG):
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


class _PageRenderer(_Renderer):
    """Does not begin what would take long and then not fit on the sheet."""

    def draw_path(self, gc: Any, path: Any, transform: Any, rgbFace: Any = None) -> None:  # noqa: N803
        size = self.width, self.height
        if weight.vertices(path, transform, size, rgbFace) > weight.VERTICES:
            raise _TooHeavyError
        super().draw_path(gc, path, transform, rgbFace)  # type: ignore[no-untyped-call]

    def draw_quad_mesh(self, gc: Any, master: Any, width: int, height: int, *rest: Any) -> None:
        if width * height > weight.ELEMENTS:
            raise _TooHeavyError
        super().draw_quad_mesh(gc, master, width, height, *rest)

    def draw_image(self, gc: Any, x: float, y: float, im: Any, transform: Any = None) -> None:
        rows, columns = im.shape[:2]
        if rows * columns > DOTS:
            raise _TooHeavyError
        super().draw_image(gc, x, y, im, transform)  # type: ignore[no-untyped-call]


class Bitmap(_Printable, RendererAgg):
    """Measures text, and draws what is to be a bitmap."""


class _PageBitmap(Bitmap):
    """Exchanges the colours that a page has two of for those that suit both."""

    def buffer_rgba(self) -> Any:
        dots = np.array(super().buffer_rgba())  # type: ignore[no-untyped-call]
        colours = dots[..., :3].astype(np.uint32) @ _PLACES
        for role, colour in BITMAP.items():
            dots[colours == _number(ROLES[role].light), :3] = list(bytes.fromhex(colour[1:]))
        return dots


_PLACES: Final = np.array([1 << 16, 1 << 8, 1], np.uint32)


def _number(colour: str) -> int:
    return int(colour[1:], 16)
