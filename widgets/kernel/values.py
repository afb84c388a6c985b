"""The text that stands for the value of a cell's last expression."""

import re
import sys
from itertools import islice
from typing import Final

from widgets.kernel.output import CUT, LIMIT

_ADDRESS: Final = re.compile(r" at 0x[0-9a-fA-F]+(?=>)")
_FIRST: Final = 50
"""Items of a collection that are looked at; plotting functions return fewer."""


def without_addresses(text: str) -> str:
    """`<function f at 0x7f…>` → `<function f>`: addresses differ from run to run."""
    return _ADDRESS.sub("", text)


def value_text(value: object) -> str | None:
    """The `repr` of a value; None where nothing is worth showing.

    Drawings are not: the figure is already on the page.
    """
    if value is None or _is_drawing(value):
        return None
    try:
        text = without_addresses(repr(value))
    except Exception as error:
        return f"<repr failed: {type(error).__name__}: {_message(error)}>"
    return text if len(text) <= LIMIT else text[:LIMIT] + CUT


def _message(error: Exception) -> str:
    try:
        return str(error)
    except Exception:
        return "no message"


def _is_drawing(value: object) -> bool:
    """Whether this is a matplotlib artist, or a collection as plotting functions return them."""
    artist = getattr(sys.modules.get("matplotlib.artist"), "Artist", None)
    return artist is not None and _holds(value, artist, depth=3)


def _holds(value: object, kind: type, depth: int) -> bool:
    if isinstance(value, kind):
        return True
    if isinstance(value, dict):
        items = iter(value.values())
    elif isinstance(value, (list, tuple)):
        items = iter(value)
    elif getattr(getattr(value, "dtype", None), "hasobject", False):
        items = iter(value.flat)  # type: ignore[attr-defined]
    else:
        return False
    return depth > 0 and any(_holds(item, kind, depth - 1) for item in islice(items, _FIRST))
