"""The code that readers see: their cells and the course's modules, by file name.

Every text of a cell gets a file name of its own, so that a function from an earlier run still
shows the lines it was made from. The name follows from page, cell and code alone: what a run
prints must not depend on how many ran before it.
"""

import hashlib
import io
import linecache
import re
import sys
from pathlib import PurePath
from typing import Final

PACKAGE: Final = "lessons"
"""The package whose modules a reader may see; everything else is machinery."""

_cells: dict[str, str] = {}

_FILE: Final = re.compile(r'[Ff]ile "([^"\n]+)"|<[^<>"\n]+ [0-9a-f]{8}>')
"""A file's name as tracebacks and code objects have it, or by itself."""


def register(page: str, cell: str, code: str) -> str:
    """Make `code` known to tracebacks and to `inspect`; return its file name."""
    digest = hashlib.sha256(f"{page}\0{code}".encode(errors="surrogatepass")).hexdigest()[:8]
    filename = f"<{cell} {digest}>"
    lines = io.StringIO(f"{code}\n", newline=None).readlines()
    # Without a modification time linecache never looks for the file on disk.
    linecache.cache[filename] = (len(code), None, lines, filename)
    _cells[filename] = cell
    return filename


def label(filename: str) -> str | None:
    """How a reader knows this file: `cell "scores"`, `lessons/…/gqa.py`; None if not at all."""
    if filename in _cells:
        return f'cell "{_cells[filename]}"'
    package = sys.modules.get(PACKAGE)
    for root in getattr(package, "__path__", ()):
        path = PurePath(filename)
        if path.is_relative_to(root):
            return (PurePath(PACKAGE) / path.relative_to(root)).as_posix()
    return None


def readable(text: str) -> str:
    """The text with `cell "scores"` for the file name of that cell, `lessons/…` for a path."""
    return _FILE.sub(lambda found: label(found[1] or found[0]) or found[0], text)
