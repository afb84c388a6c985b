"""When Python looks for objects that only hold each other, and among which."""

import gc
from typing import Final

_AT_FIRST: Final = 100_000
"""So many more objects make Python look. Loading matplotlib makes 80,000, and no garbage."""
_AFTER_A_RUN: Final = 10_000


def install() -> None:
    """Look for garbage less often than Python does by itself."""
    gc.set_threshold(_AT_FIRST)


def after_run(drew: bool) -> None:
    """To be called when a run is over, with whether it drew a figure."""
    gc.set_threshold(_AFTER_A_RUN)
    if drew:
        collect()


def collect() -> None:
    """Look now, as there was a figure.

    A figure is a heap of circles. Python comes to them late, and memory that has once grown in a
    browser never shrinks. What the libraries are made of stays: looking through it every time
    would take longer than drawing. It is what is there after the first figure.
    """
    gc.collect()
    if not gc.get_freeze_count():
        gc.freeze()
