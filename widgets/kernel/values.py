"""What is shown of the value of a cell's last expression."""

import re
import sys
from itertools import islice
from typing import Any, Final, NamedTuple

from widgets.kernel import brief, sources

LIMIT: Final = 20_000
"""Characters of a value's text; an object's own `__repr__` may know no limit."""

CUT: Final = "\n[cut here]"

_MESSAGE: Final = 1000
"""Characters of why a text could not be made."""

_ADDRESS: Final = re.compile(r" at 0x[0-9a-fA-F]+(?=>)")
_FIRST: Final = 50
"""Items of a collection that are looked at; plotting functions return fewer."""

_DRAWINGS: Final = (
    ("matplotlib.artist", "Artist"),
    ("matplotlib.colorbar", "Colorbar"),
    ("matplotlib.container", "Container"),
    ("matplotlib.streamplot", "StreamplotSet"),
)
"""Module and class of what is on the page already when a plotting function returns it."""


class Value(NamedTuple):
    """A value's text, and what the text cannot say."""

    text: str
    note: str | None


def without_addresses(text: str) -> str:
    """`<function f at 0x7f…>` → `<function f>`: addresses differ from run to run."""
    return _ADDRESS.sub("", sources.readable(text))


def shortened(text: str, limit: int) -> str:
    """The text, or its beginning and its end and how much was left out between them."""
    if len(text) <= limit:
        return text
    end = limit // 4
    return f"{text[: limit - end]}[{len(text) - limit:,} characters left out]{text[-end:]}"


def shown(value: object) -> Value | None:
    """A value's text and note; None where nothing is worth showing.

    Drawings are not: the figure is already on the page.
    """
    if value is None or is_drawing(value):
        return None
    try:
        text = without_addresses(brief.brief(value))
    except Exception as error:
        message = shortened(_message(error), _MESSAGE)
        return Value(f"<repr failed: {type(error).__name__}: {message}>", None)
    return Value(text if len(text) <= LIMIT else text[:LIMIT] + CUT, note(value))


def note(value: Any) -> str | None:
    """`float64, shape (8, 4)` for an array, the length of what is too long to be shown."""
    if brief.is_array(value):
        return f"{value.dtype}, shape {value.shape}" if value.ndim else None
    return f"length {len(value):,}" if brief.is_shortened(value) else None


def _message(error: Exception) -> str:
    try:
        return str(error)
    except Exception:
        return "no message"


def is_drawing(value: object) -> bool:
    """Whether this is something matplotlib drew, or a collection as plotting functions return."""
    kinds = (getattr(sys.modules.get(module), name, None) for module, name in _DRAWINGS)
    return _holds(value, tuple(kind for kind in kinds if kind is not None), depth=3)


def _holds(value: object, kinds: tuple[type, ...], depth: int) -> bool:
    if isinstance(value, kinds):
        return True
    if isinstance(value, dict):
        items = iter(value.values())
    elif isinstance(value, (list, tuple)):
        items = iter(value)
    elif getattr(getattr(value, "dtype", None), "hasobject", False):
        items = iter(value.flat)  # type: ignore[attr-defined]
    else:
        return False
    return depth > 0 and any(_holds(item, kinds, depth - 1) for item in islice(items, _FIRST))
