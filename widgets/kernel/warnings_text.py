"""Warnings as a reader sees them: where in their code, and no path of any machine."""

import contextlib
import linecache
import re
import sys
import warnings
from collections.abc import Iterator
from typing import Final, TextIO

from widgets.kernel import sources

_NOT_SHOWN: Final = re.compile(
    # What `plt.show()` says of another backend than ours; the figure is shown when the run ends.
    r"^FigureCanvas\w+ is non-interactive, and thus cannot be shown"
    # What `plt.tight_layout()` and `plt.matshow()` meet where the course has set another layout.
    r"|^The figure layout has changed to tight$|^There are no gridspecs with layoutgrids"
    # Text stays text, and the browser has other fonts than matplotlib.
    r"|^Glyph \d+ .* missing from font"
)
"""What is not so here, or not the reader's business."""


@contextlib.contextmanager
def readable() -> Iterator[None]:
    """Print warnings in the reader's terms for the time of a run."""
    before = warnings.showwarning
    warnings.showwarning = _show
    try:
        yield
    finally:
        warnings.showwarning = before


def _show(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    if not _NOT_SHOWN.search(str(message)):
        print(_text(message, category, filename, lineno, line), file=file or sys.stderr)


def _text(
    message: Warning | str, category: type[Warning], filename: str, lineno: int, line: str | None
) -> str:
    text = f"{category.__name__}: {message}"
    place = sources.label(filename)
    if place is None:
        return text
    code = (line or linecache.getline(filename, lineno)).strip()
    return f"{place}, line {lineno}: {text}" + (f"\n  {code}" if code else "")
