"""What every reader's Python has done before the first plot, kept in a snapshot of its memory.

The adapter is not imported: what it holds belongs to one worker.
"""

import importlib
import random
import tempfile
from pathlib import Path
from typing import Final

from widgets.kernel import garbage, late_descriptions, style

_MODULES: Final = (
    *("numpy.fft", "numpy.linalg", "numpy.polynomial", "numpy.random"),
    *("matplotlib.backends.backend_svg", "matplotlib.backends.backend_agg"),
    *("widgets.kernel.figures", "widgets.kernel.lint", "widgets.kernel.session"),
)


def warm_up() -> None:
    """Import what a plot needs and draw one."""
    late_descriptions.install()
    style.install(Path(tempfile.gettempdir()))
    for name in _MODULES:
        importlib.import_module(name)
    pyplot = importlib.import_module("matplotlib.pyplot")
    drawing = importlib.import_module("widgets.kernel.drawing")
    figure, axes = pyplot.subplots()
    axes.plot([1, 2], label="line")
    axes.set(title="title", xlabel="$x^2$")
    axes.legend()
    drawing.drawn(figure, "")
    pyplot.close("all")
    del figure, axes
    garbage.collect()


def renew() -> None:
    """Make anew what must not be the same for everybody who begins with the snapshot."""
    random.seed()
    importlib.import_module("numpy.random").seed()
