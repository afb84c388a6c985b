"""Which parts of a figure are too many shapes for a page, found without drawing them."""

import contextlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, Final, TypeAlias

from matplotlib import cbook
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.backend_bases import RendererBase
from matplotlib.figure import Figure, SubFigure
from matplotlib.image import AxesImage, BboxImage, FigureImage
from matplotlib.legend import Legend
from matplotlib.text import Text

POINTS_PER_INCH: Final = 72

ELEMENTS: Final = 1500
"""A browser takes 0.3 to 0.7 ms to clean an element and put it in its place."""

VERTICES: Final = 20_000
"""About 20 characters each: more would be 400 kB for what is far below a pixel."""

_KEPT: Final = (Text, Axis, Legend, Axes, SubFigure, AxesImage, BboxImage, FigureImage)
"""Text is for reading, axes are made of the rest, and images are bitmaps."""

_Group: TypeAlias = tuple[int, float]
"""Which axes, and `zorder`."""


class _Scale(RendererBase):
    """Takes drawing commands and counts what they would be as SVG."""

    def __init__(self, *size: float) -> None:
        super().__init__()
        self._size = size
        self.load = 0.0
        """1 is as much as a page takes."""

    def _add(self, elements: int, vertices: int = 0) -> None:
        self.load += elements / ELEMENTS + vertices / VERTICES

    def open_group(self, s: Any, gid: Any = None) -> None:
        self._add(1)

    def draw_path(self, gc: Any, path: Any, transform: Any, rgbFace: Any = None) -> None:  # noqa: N803
        self._add(1, vertices(path, transform, self._size, rgbFace))

    def draw_markers(
        self, gc: Any, marker_path: Any, marker_trans: Any, path: Any, *_: Any
    ) -> None:
        self._add(len(path.vertices))

    def draw_path_collection(
        self, gc: Any, master: Any, paths: Any, transforms: Any, offsets: Any, *_: Any
    ) -> None:
        # Each stands in a group of its own, for its clip path.
        self._add(2 * max(len(paths), len(offsets)), sum(len(path.vertices) for path in paths))

    def draw_quad_mesh(self, gc: Any, master: Any, width: int, height: int, *_: Any) -> None:
        self._add(2 * width * height)

    def draw_gouraud_triangles(self, gc: Any, points: Any, *_: Any) -> None:
        self._add(16 * len(points))  # three gradients and four paths each

    def draw_image(self, *_: Any) -> None:
        self._add(1)

    def draw_text(self, *_: Any, **__: Any) -> None:
        self._add(2)


def vertices(path: Any, transform: Any, size: tuple[float, ...], face: Any) -> int:
    """How many vertices a path would have: matplotlib drops those that nobody could see."""
    if len(path.vertices) > VERTICES and face is None:
        path = path.cleaned(transform, clip=(0, 0, *size), simplify=path.should_simplify)
    return len(path.vertices)


def too_heavy(figure: Figure) -> list[Artist]:
    """What to draw as bitmaps, so that the rest is as light as a page takes.

    Each artist that alone is too much; then, from the heaviest down, groups of those that remain.
    What is drawn in a row becomes one bitmap; so groups are what shares axes and `zorder`. Groups
    nearly as heavy share their fate: panels of one kind look alike.
    """
    size = tuple(figure.get_size_inches() * POINTS_PER_INCH)
    with cbook._setattr_cm(figure, dpi=POINTS_PER_INCH):
        parts = [(group, _load(artist, size), artist) for group, artist in _parts(figure)]
    chosen = [artist for _, load, artist in parts if load > 1]
    left = [part for part in parts if part[1] <= 1]
    loads: defaultdict[_Group, float] = defaultdict(float)
    for group, load, _ in left:
        loads[group] += load
    limit = 1.0
    while sum(load for load in loads.values() if load <= limit) > 1:
        limit /= 2
    return chosen + [artist for group, _, artist in left if loads[group] > limit]


@contextlib.contextmanager
def lightened(figure: Figure, heavy: Iterable[Artist], dpi: float) -> Iterator[None]:
    """Let artists be drawn as bitmaps, and images have no more pixels than there is room for.

    A bitmap has `dpi` dots to the inch. Only for the time being: what the reader's code has said of
    its artists is not changed.
    """
    with contextlib.ExitStack() as after:
        for artist in heavy:
            # Its setter would warn of artists, such as contours, that leave it to their base class.
            after.enter_context(cbook._setattr_cm(artist, _rasterized=True))
        for image in figure.findobj(AxesImage):
            assert isinstance(image, AxesImage)
            if _is_large(image, dpi):
                after.callback(image.set_interpolation, image.get_interpolation())
                image.set_interpolation("auto")
        yield


def _is_large(image: AxesImage, dpi: float) -> bool:
    """Whether it would be embedded as it is, though it has more pixels than there is room for."""
    if image.get_interpolation() != "none":
        return False
    rows, columns = image.get_size()
    room = image.axes.get_position()
    figure = image.get_figure(root=True)
    assert isinstance(figure, Figure)
    width, height = figure.get_size_inches() * dpi
    return bool(rows * columns > room.width * width * room.height * height)


def _parts(figure: Figure) -> Iterator[tuple[_Group, Artist]]:
    """The artists that may be drawn as bitmaps, and their groups."""
    owners = figure.findobj(lambda each: isinstance(each, (Figure, SubFigure, Axes)))
    for number, owner in enumerate(owners):
        if not owner.get_visible():
            continue
        for artist in owner.get_children():
            if artist.get_rasterized() or artist is getattr(owner, "patch", None):
                continue
            if not isinstance(artist, _KEPT):
                yield (number, artist.get_zorder()), artist


def _load(artist: Artist, size: tuple[float, ...]) -> float:
    scale = _Scale(*size)
    artist.draw(scale)
    return scale.load
