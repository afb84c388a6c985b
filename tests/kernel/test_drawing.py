"""Drawings that a page can take, however much there is to draw; and any text in them."""

import base64
import io
import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from widgets.kernel.palette import BITMAP, ROLES

pytestmark = pytest.mark.usefixtures("styled")


@pytest.fixture
def plt():
    from matplotlib import pyplot

    yield pyplot
    pyplot.close("all")


def drawing(figure) -> str:
    from widgets.kernel.drawing import drawn

    svg = drawn(figure, "here-")
    assert len(svg) < 1_000_000
    assert len(list(ET.fromstring(svg).iter())) <= 2500
    return svg


def dots(svg: str) -> np.ndarray:
    """The visible dots of the drawing's only bitmap, as RGB."""
    from matplotlib.image import imread

    (data,) = re.findall(r'"data:image/png;base64,([^"]*)"', svg)
    image = imread(io.BytesIO(base64.b64decode(data)))
    return np.round(255 * image[image[..., 3] == 1][:, :3]).astype(int)


def colours(svg: str) -> set[str]:
    return {"#{:02x}{:02x}{:02x}".format(*colour) for colour in np.unique(dots(svg), axis=0)}


NOISE = np.random.default_rng(0).normal(size=(2, 60_000))

HEAVY = {
    "one colour": lambda ax: ax.scatter(*NOISE[:, :5000]),
    "many colours": lambda ax: ax.scatter(*NOISE[:, :2000], c=NOISE[0, :2000]),
    "markers": lambda ax: ax.plot(*NOISE[:, :5000], "o"),
    "mesh": lambda ax: ax.pcolormesh(NOISE[0, :10_000].reshape(100, 100)),
    "smooth mesh": lambda ax: ax.pcolormesh(NOISE[:, :400].reshape(20, 40), shading="gouraud"),
    "long line": lambda ax: ax.plot(*NOISE),
    "area": lambda ax: ax.fill_between(np.arange(60_000), NOISE[0]),
    "contours": lambda ax: ax.contourf(NOISE[0, :10_000].reshape(100, 100)),
    "arrows": lambda ax: ax.quiver(*NOISE[:, :2500]),
    "many lines": lambda ax: ax.plot(NOISE[:, :1300]),
}


@pytest.mark.parametrize("draw", HEAVY.values(), ids=HEAVY)
def test_what_is_too_much_becomes_a_bitmap_and_text_stays_text(plt, draw):
    figure, ax = plt.subplots()
    ax.set_title("so many")
    draw(ax)
    svg = drawing(figure)
    assert svg.count("<image ") == 1
    assert ">so many</text>" in svg
    assert not any(artist.get_rasterized() for artist in figure.findobj())


def test_a_light_figure_has_no_bitmap(plt):
    figure, ax = plt.subplots()
    ax.scatter(*NOISE[:, :500])
    ax.plot(np.sin(np.linspace(0, 9, 100_000)))
    assert "<image " not in drawing(figure)


def test_what_is_light_stays_sharp_and_keeps_its_role(plt):
    figure, ax = plt.subplots()
    ax.scatter(*NOISE[:, :5000], label="noise")
    ax.plot([0, 1], color="C1", label="line")
    ax.legend()
    svg = drawing(figure)
    assert re.search(r'<path d="[^"]*" style="[^"]*stroke: var\(--fp-orange\)', svg)
    assert ">line</text>" in svg


def test_panels_of_one_kind_look_alike(plt):
    figure, axes = plt.subplots(2, 2)
    for number, ax in enumerate(axes.flat):
        ax.scatter(*NOISE[:, : 600 + 10 * number])
    assert drawing(figure).count("<image ") == 4


def test_a_bitmap_has_colours_for_light_and_dark_pages(plt):
    figure, ax = plt.subplots()
    ax.scatter(*NOISE[:, :5000])
    seen = colours(drawing(figure))
    assert BITMAP["blue"] in seen
    assert ROLES["blue"].light not in seen


def test_thousands_of_texts_become_one_bitmap_of_the_same_size(plt):
    figure = plt.figure()
    figure.set_layout_engine("none")
    for number in range(1300):
        figure.text(number % 40 / 40, number / 1300, "0.5")
    svg = drawing(figure)
    root = ET.fromstring(svg)
    assert root.attrib["viewBox"] == "0 0 388.8 230.4"
    assert "<text" not in svg
    assert BITMAP["ink"] in colours(svg)
    assert not figure.get_rasterized()


@pytest.mark.parametrize("shape", [(1000, 1000), (900, 600, 3)], ids=str)
def test_an_image_has_no_more_pixels_than_room(plt, shape):
    figure, ax = plt.subplots()
    image = ax.imshow(np.random.default_rng(0).random(shape))
    svg = drawing(figure)
    assert svg.count("<image ") == 1
    assert ">0</text>" in svg
    assert image.get_interpolation() == "none"


def test_a_small_image_is_embedded_as_it_is(plt):
    figure, ax = plt.subplots()
    ax.imshow(np.arange(12).reshape(3, 4))
    assert len(dots(drawing(figure))) == 12


def test_a_bitmap_of_a_huge_figure_is_no_larger(plt):
    figure, ax = plt.subplots(figsize=(100, 80))
    ax.scatter(*NOISE[:, :5000], c=NOISE[0, :5000], s=1e5)
    assert len(dots(drawing(figure))) < 700_000


def test_three_dimensions_without_layout(plt):
    figure = plt.figure(layout="none")
    for position in (121, 122):
        ax = figure.add_subplot(position, projection="3d")
        ax.scatter(NOISE[0, :1500], NOISE[1, :1500], NOISE[0, 1500:3000])
    svg = drawing(figure)
    assert svg.count("<image ") == 2
    assert "<text" in svg


def test_whatever_else_is_in_the_axes_can_be_weighed(plt):
    from matplotlib.offsetbox import AnchoredText, AnnotationBbox, OffsetImage
    from matplotlib.patheffects import withStroke

    figure, (ax, polar) = plt.subplots(1, 2, subplot_kw={"sketch_params": (1, 10, 2)})
    heavy = ax.scatter(*NOISE[:, :5000])
    heavy.set_agg_filter(lambda image, dpi: (image, 0, 0))
    ax.add_artist(AnnotationBbox(OffsetImage(np.eye(9)), (0, 0)))
    ax.add_artist(AnchoredText("anchored", loc="upper left"))
    ax.plot([0, 1], path_effects=[withStroke(linewidth=3)])
    ax.inset_axes([0.5, 0.5, 0.4, 0.4]).scatter(*NOISE[:, :3000])
    ax.table([["cell"]])
    figure.figimage(np.eye(9))
    polar.set_visible(False)
    assert ">anchored</text>" in drawing(figure)


def test_the_readers_own_file_keeps_its_shapes_and_colours(plt):
    figure, ax = plt.subplots()
    ax.scatter(*NOISE[:, :3000])
    ax.plot([0, 1], color="C0", rasterized=True)
    file = io.StringIO()
    figure.savefig(file, format="svg")
    assert file.getvalue().count("<use ") >= 3000
    assert colours(re.sub(r"\s", "", file.getvalue())) == {ROLES["blue"].light}


@pytest.mark.filterwarnings("ignore:Glyph:UserWarning")
@pytest.mark.parametrize("text", ["a\0b\x0c\x1f", "\ud800x", "\uffff\ufffe", "$x$\x01"])
def test_characters_that_no_drawing_can_hold_are_replaced(plt, text):
    figure, ax = plt.subplots()
    ax.set_title(text)
    ax.plot(["p\x02", "q\ud900"], [1, 2], label=text, gid=f"id{text}", url=f"u{text}")
    ax.legend()
    root = ET.fromstring(drawing(figure))
    assert "p\N{REPLACEMENT CHARACTER}" in "".join(root.itertext())
    assert ax.get_title(loc="left") == text


@pytest.mark.parametrize("layout", ["constrained", "tight", "none"])
def test_a_figure_is_laid_out_and_drawn_once(plt, monkeypatch, layout) -> None:
    figure, axes = plt.subplots(layout=layout)
    axes.set_ylabel("two\nlines")
    drawn = []
    draw = axes.draw
    monkeypatch.setattr(axes, "draw", lambda renderer: drawn.append(renderer) or draw(renderer))
    before = axes.get_position().x0
    drawing(figure)
    assert len(drawn) == 1
    assert (axes.get_position().x0 == before) == (layout == "none")
