"""Every chart is drawn as on a page: with its settings, its backend and its drawing function."""

import re
from types import SimpleNamespace

import matplotlib as mpl
import matplotlib.pyplot as plt
import pytest
from matplotlib.text import Text

from widgets.kernel import style
from widgets.kernel.drawing import drawn

LIGHTEST = 150_000  # characters of SVG; sensible input gives no more
SMALLEST = 10  # points of text


@pytest.fixture(autouse=True)
def page_settings(tmp_path):
    file = tmp_path / "matplotlibrc"
    file.write_text(style.settings(), encoding="utf-8")
    plt.switch_backend(style.BACKEND)
    with mpl.rc_context(fname=file):
        yield
        plt.close("all")
    plt.switch_backend("agg")


@pytest.fixture
def chart():
    """Draws a chart, holds what is true of all, and gives what it shows."""

    def draw(function, *data, **options):
        before = dict(mpl.rcParams)
        assert function(*data, **options) is None
        assert dict(mpl.rcParams) == before
        (number,) = plt.get_fignums()
        figure = plt.figure(number)
        svg = drawn(figure, "here-")
        assert len(svg) < LIGHTEST
        assert min(map(float, re.findall(r"font-size: ([\d.]+)px", svg))) >= SMALLEST
        figure.draw_without_rendering()
        texts = [text for text in figure.findobj(Text) if text.get_text() and text.get_visible()]
        return SimpleNamespace(
            figure=figure,
            ax=figure.axes[0],
            svg=svg,
            texts=[text.get_text() for text in texts],
            names=figure.axes[0].texts,
            lines=[line for line in figure.axes[0].lines if line.get_label() != "_leader"],
        )

    return draw
