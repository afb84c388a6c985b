"""What is doubtful in a cell's code: what does not compile, and what pyflakes finds."""

import ast
import importlib
import re
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any, Final, TypeAlias

from widgets.kernel import importable, nesting, utf16
from widgets.kernel.cell_builtins import BUILTINS
from widgets.kernel.cell_names import names_of
from widgets.kernel.names import names_in
from widgets.kernel.protocol import LintMark, PageCell

Check: TypeAlias = Callable[[ast.Module, Collection[str]], Iterable[Any]]
"""Gives pyflakes' messages on a tree, knowing names that are bound elsewhere."""

_DROPPED: Final = frozenset(
    [
        *("ImportStarUsage", "ImportStarUsed", "ImportStarNotPermitted", "LateFutureImport"),
        *("UndefinedExport", "UnusedImport", "YieldOutsideFunction"),
    ]
)
"""Other cells may use what this one imports, and a cell may `await`."""

_WORDS: Final = {
    "AssertTuple": "This is always true: a tuple with something in it counts as true.",
    "FStringMissingPlaceholders": "This f-string has no {{…}} in it.",
    "IfTuple": "This is always true: a tuple with something in it counts as true.",
    "InvalidPrintSyntax": "To print to a file, write print(…, file=…).",
    "IsLiteral": "To compare with a literal write == or !=: “is” asks for the same object.",
    "RaiseNotImplemented": "To raise, use NotImplementedError.",
    "RedefinedWhileUnused": "“{0}” is bound again here; what line {1} bound was never used.",
    "UndefinedLocal": "“{0}” is read here before this function has bound it.",
    "UndefinedName": "“{0}” is not defined on this page.",
    "UnusedVariable": "“{0}” is set here and never used.",
}
_NAME: Final = re.compile(r"[^\W\d]\w*")
_LINE_END: Final = re.compile(r"\r\n?|\n")
"""What ends a line for Python, and for the editor."""


def pyflakes(tree: ast.Module, known: Collection[str]) -> Iterable[Any]:
    """What pyflakes finds; nothing where it is not installed or the code is too deep for it."""
    try:
        checker: Any = importlib.import_module("pyflakes.checker")
    except ImportError:
        return ()
    if nesting.is_deep(tree):
        return ()
    messages: list[Any] = checker.Checker(tree, builtins=known).messages
    return messages


def lint(
    cells: Sequence[PageCell], target: str, names: Collection[str], check: Check = pyflakes
) -> list[LintMark]:
    """The marks on the code of `target`, in its order. `names` are those its namespace holds."""
    cell = next(cell for cell in cells if cell["cell"] == target)
    code = cell["code"]
    lines = _LINE_END.split(code)
    try:
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            nesting.check(code)
            tree = ast.parse(code)
            compile(tree, "<cell>", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
    except SyntaxError as error:
        return [_syntax_error(error, lines)]
    except (ValueError, RecursionError, MemoryError) as error:
        return [_mark(lines, 1, 0, None, "error", str(error))]
    known = {*names, *BUILTINS}
    stars = False
    for each in cells:
        own = names_in(code) if each is cell else names_of(each)
        stars |= own.star
        known |= own.binds
    if cell["module"] is not None:
        known |= importable.members(cell["module"])
    marks = list(_found(check(tree, known), lines, stars))
    marked = {mark["line"] for mark in marks}
    for warning in warned:
        if (line := warning.lineno or 1) not in marked:  # pyflakes has words of its own
            marks.append(_mark(lines, line, 0, None, "warning", str(warning.message)))
    return sorted(marks, key=lambda mark: (mark["line"], mark["column"]))


def _found(messages: Iterable[Any], lines: list[str], stars: bool) -> Iterator[LintMark]:
    for message in messages:
        kind = type(message).__name__
        if kind in _DROPPED or (stars and kind == "UndefinedName"):
            continue
        words = _WORDS.get(kind)
        if kind == "RedefinedWhileUnused":
            arguments = (message.message_args[0], _line(message.message_args[1]))
        else:
            arguments = message.message_args
        text = message.message % arguments if words is None else words.format(*arguments)
        line = lines[message.lineno - 1]
        start = len(line.encode()[: message.col].decode(errors="ignore"))
        name = _NAME.match(line, start) if "{0}" in (words or "") else None
        yield _mark(lines, message.lineno, start, name and name.end(), "warning", text)


def _line(place: Any) -> Any:
    return getattr(place, "lineno", place)


def _syntax_error(error: SyntaxError, lines: list[str]) -> LintMark:
    line = min(max(error.lineno or 1, 1), len(lines))
    start = max((error.offset or 1) - 1, 0)
    end = None
    if error.end_lineno == error.lineno and (error.end_offset or 0) - 1 > start:
        end = (error.end_offset or 0) - 1
    elif error.end_lineno == error.lineno:
        end = start + 1
    return _mark(lines, line, start, end, "error", error.msg)


def _mark(
    lines: list[str], line: int, start: int, end: int | None, severity: Any, message: str
) -> LintMark:
    """A mark from the character `start` of a line to before `end`, or to the end of its text."""
    text = lines[line - 1]
    last = len(text.rstrip()) if end is None else end
    column = utf16.units(text, start) + 1
    return {
        "line": line,
        "column": column,
        "endColumn": max(utf16.units(text, last) + 1, column + 1),
        "severity": severity,
        "message": message,
    }
