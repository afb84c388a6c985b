"""The `repr` of a value, short however large the value is."""

import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Final

ITEMS: Final = 1000
"""Items up to which a collection, with all it holds, is shown whole."""

CHARACTERS: Final = 10_000
"""Characters up to which a string is shown whole."""

LINES: Final = 60
"""Lines up to which an array is shown as NumPy shows it."""

_FIRST, _LAST = 50, 3
"""Items shown of a longer collection, at its beginning and at its end."""
_INNER: Final = 6
"""Items shown of a collection inside it."""
_DEPTH: Final = 6

_TEXTS = (str, bytes, bytearray)
_SEQUENCES = (list, tuple)
_SETS = (set, frozenset)


def brief(value: object) -> str:
    """`repr(value)`, with the middle of long collections, texts and arrays left out."""
    if is_array(value):
        return _array(value)
    return repr(value) if _is_small(value) else _shortened(value, 0)


def is_shortened(value: object) -> bool:
    """Whether `brief` leaves items or characters of this collection or text itself out."""
    if not isinstance(value, (*_TEXTS, *_SEQUENCES, *_SETS, dict)):
        return False
    return len(value) > (CHARACTERS if isinstance(value, _TEXTS) else _FIRST) and not (
        _is_small(value)
    )


def is_array(value: object) -> bool:
    """Whether this is a NumPy array; NumPy is not imported for the question."""
    array = getattr(sys.modules.get("numpy"), "ndarray", None)
    return array is not None and isinstance(value, array)


def _is_small(value: object) -> bool:
    """Whether all that is inside a value, built-in collections opened, is little."""
    waiting, seen, items, characters = [value], {id(value)}, 0, 0
    while waiting:
        each = waiting.pop()
        if type(each) in _TEXTS:
            characters += len(each)  # type: ignore[arg-type]
        elif is_array(each):
            items += each.size  # type: ignore[attr-defined]
        inside = list(islice(_inside(each), ITEMS + 1))
        items += len(inside)
        if items > ITEMS or characters > CHARACTERS:
            return False
        opened = [part for part in inside if id(part) not in seen]
        seen.update(map(id, opened))
        waiting += opened
    return True


def _inside(value: Any) -> Iterator[object]:
    if type(value) is dict:
        for item in value.items():
            yield from item
    elif type(value) in (*_SEQUENCES, *_SETS):
        yield from value


def _shortened(value: Any, depth: int) -> str:
    if is_array(value):
        return _array(value)
    kind = type(value)
    if kind in _TEXTS:
        return repr(value) if len(value) <= CHARACTERS else f"{value[:CHARACTERS]!r}..."
    if kind not in (*_SEQUENCES, *_SETS, dict):
        return repr(value)
    if depth == _DEPTH:
        return "..."
    if kind is dict:
        pairs = islice(value.items(), _shown(depth))
        parts = [f"{_shortened(k, depth + 1)}: {_shortened(v, depth + 1)}" for k, v in pairs]
    else:
        parts = [_shortened(each, depth + 1) for each in islice(value, _shown(depth))]
    if len(value) > len(parts):
        parts.append("...")
        if kind in _SEQUENCES:
            parts += [_shortened(each, depth + 1) for each in value[-_LAST:]]
    return _wrapped(kind, parts)


def _shown(depth: int) -> int:
    return _INNER if depth else _FIRST


def _wrapped(kind: type, parts: Sequence[str]) -> str:
    text = ", ".join(parts)
    if kind is tuple:
        return f"({text},)" if len(parts) == 1 else f"({text})"
    if kind is frozenset:
        return f"frozenset({{{text}}})"
    return f"[{text}]" if kind is list else f"{{{text}}}"


def _array(array: Any) -> str:
    """NumPy's text with fewer items at the edges where it would fill screens.

    A reader who has asked NumPy for more than it shows by itself gets that.
    """
    import numpy as np

    options = np.get_printoptions()
    if options["threshold"] > ITEMS and array.size <= min(options["threshold"], 20 * ITEMS):
        return repr(array)
    if array.size <= ITEMS:
        text = repr(array)
        if text.count("\n") < LINES:
            return text
    for edge in (options["edgeitems"], 2, 1):
        if (2 * edge) ** array.ndim > 4 * ITEMS:
            continue
        with np.printoptions(threshold=0, edgeitems=edge):
            text = repr(array)
        if text.count("\n") < LINES:
            return text
    return f"<array of {array.dtype}, shape {array.shape}>"
