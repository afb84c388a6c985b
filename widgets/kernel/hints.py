"""One line in the course's words on what went wrong, beside Python's own message."""

import ast
import builtins
import re
import sys
from collections import Counter
from collections.abc import Mapping
from traceback import walk_tb
from typing import Final, Literal, NamedTuple

from widgets.kernel import shape_hints, sources
from widgets.kernel.operands import Failure, failure

HERE: Final = ("numpy", "matplotlib", sources.PACKAGE)
"""What can be imported besides the standard library."""

_USUAL: Final = {"np": "import numpy as np", "plt": "import matplotlib.pyplot as plt"}
_ASKED: Final = re.compile(r"allocate ([\d.]+) ([KMGTPE]iB)")
_TOO_BIG: Final = re.compile(
    r"array is too big|[Mm]aximum allowed (size|dimension) exceeded|iterator is too large"
)
_TOO_LONG: Final = re.compile(r"index-sized integer|too large to convert to C (long|s?size_t)")
_NOTEBOOK_COMMAND: Final = re.compile(r"\s*(%%?\w*|!\w*|pip|conda)(?=\s|$)")
_NOT_CALLABLE: Final = re.compile(r"object is not callable$")
_MEMORY: Final = "The interpreter in a browser has at most 4 GB, on many devices less"


class Elsewhere(NamedTuple):
    """Where a page has a name that is not there, and why it is not."""

    cell: str
    reason: Literal["not run", "edited"]


def hint(error: BaseException, elsewhere: Mapping[str, Elsewhere]) -> str | None:
    """What to say of an exception; None if nothing better than its own message is known.

    `elsewhere` tells of names that cells of the page bind or bound. Never raises.
    """
    try:
        return _hint(error, elsewhere)
    except BaseException:  # no hint is worth hiding the error itself
        return None


def _hint(error: BaseException, elsewhere: Mapping[str, Elsewhere]) -> str | None:
    match error:
        case KeyboardInterrupt():
            return "Stopped. What was defined before is still there."
        case SystemExit():
            return "exit() ends the cell, nothing else: what was defined is still there."
        case RecursionError():
            return _recursion(error)
        case MemoryError():
            return _memory(str(error))
        case ModuleNotFoundError(name=str(name)):
            return _module(name)
        case SyntaxError(text=str(text)) if command := _NOTEBOOK_COMMAND.match(text):
            return f"`{command[1]}` is a notebook's command, not Python: this page has none."
        case NameError(name=str(name)):
            return _name(name, elsewhere)
        case TypeError() if _NOT_CALLABLE.search(str(error)):
            return _shadowed(failure(error.__traceback__))
        case ValueError() if _TOO_BIG.search(str(error)):
            return f"The array would be larger than any memory here. {_MEMORY}."
        case OverflowError() if _TOO_LONG.search(str(error)):
            return "No size here can go beyond 2,147,483,647: a browser's Python counts in 32 bits."
        case ValueError():
            where = failure(error.__traceback__)
            return None if where is None else shape_hints.hint(str(error), where)
    return None


def _shadowed(where: Failure | None) -> str | None:
    """Python's own function may have lost its name to one of the page's values: `sum = 3`."""
    if where is None or not isinstance(where.node, ast.Call):
        return None
    function, names = where.node.func, where.frame.f_globals
    if not (isinstance(function, ast.Name) and hasattr(builtins, function.id)):
        return None
    name = function.id
    if name not in names:
        return None
    return (
        f"`{name}` is Python's own function, but here the name holds {_kind(names[name])};"
        f" `del {name}` brings the function back."
    )


def _kind(value: object) -> str:
    name = type(value).__name__
    return "None" if value is None else f"an {name}" if name[0] in "aeiou" else f"a {name}"


def _recursion(error: RecursionError) -> str:
    names = [frame.f_code for frame, _ in walk_tb(error.__traceback__)]
    own = Counter(code for code in names if sources.label(code.co_filename))
    if not own:  # it never ran
        return "The code is nested too deeply to be read: take it apart into several statements."
    text = "A function kept calling itself, without a case that ends it"
    if own.most_common(1)[0][1] < 2:
        return f"{text}."
    return f"{text}: `{own.most_common(1)[0][0].co_name}`."


def _memory(message: str) -> str:
    if asked := _ASKED.search(message):
        number, unit = asked.groups()
        return (
            f"One array of {number.rstrip('.')} {unit.replace('i', '')} was asked for. {_MEMORY}."
        )
    return (
        f"There was not enough memory. {_MEMORY}; arrays that no name holds any more free theirs."
    )


def _module(name: str) -> str:
    package, _, rest = name.partition(".")
    if rest and (package in HERE or package in sys.stdlib_module_names):
        return f"{package} is here, but has no part “{rest}”."
    if package in sys.stdlib_module_names:
        return f"{package} is a part of Python's standard library that browsers cannot have."
    return (
        f"{package} is not available in this page: there are NumPy, matplotlib, Python's standard"
        " library and lessons. For anything else, run the code in Python on your own computer."
    )


def _name(name: str, elsewhere: Mapping[str, Elsewhere]) -> str | None:
    match elsewhere.get(name):
        case Elsewhere(cell, "not run"):
            return f"“{name}” is defined in cell “{cell}”, which has not run."
        case Elsewhere(cell, "edited"):
            return f"“{name}” is defined in cell “{cell}” as published, but not as you edited it."
    if name in _USUAL:
        return f"“{name}” is usually made by `{_USUAL[name]}`."
    return None
