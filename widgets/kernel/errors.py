"""An exception, told to the reader: their own frames and the course's, nothing of the machinery."""

import linecache
import re
import textwrap
from collections.abc import Iterator, Mapping
from itertools import groupby
from traceback import FrameSummary, StackSummary, TracebackException
from typing import Final, NamedTuple

from widgets.kernel import sources
from widgets.kernel.hints import Elsewhere, hint
from widgets.kernel.values import shortened, without_addresses

_HEADER: Final = "Traceback (most recent call last):\n"
_CAUSE: Final = "\nThe above exception was the direct cause of the following exception:\n\n"
_CONTEXT: Final = "\nDuring handling of the above exception, another exception occurred:\n\n"

_PRIVATE_MEMORY_ERROR: Final = re.compile(r"^numpy\.[\w.]+\._ArrayMemoryError")

_PLACE: Final = re.compile(r"(cannot import name .*) \([^()\n]*\)$", re.MULTILINE)
"""The module's name comes before, and its path means nothing to a reader."""

_REPEATS: Final = 3
"""Equal frames in a row that are shown; how many follow depends on the machine."""

_ENDS: Final = 10
"""Frames shown at either end of a stack too long to read."""

_LINKS: Final = 5
"""Exceptions shown of a chain in which one led to the next."""

_PARTS: Final = 5
"""Exceptions shown of a group."""

_NAME: Final = 100
"""Characters shown of an exception's name."""

_LINE: Final = 300
"""Characters shown of a line of code."""

_MESSAGE: Final = 5_000
"""Characters shown of a message: what a library prints of its arguments has no limit."""

_TRACEBACK: Final = 20_000
"""Characters shown of all frames and messages together."""


class Report(NamedTuple):
    """What an error reply says; `line` is the last line of the cell itself that was running."""

    name: str
    message: str
    traceback: str
    line: int | None
    hint: str | None


def report(
    error: BaseException, filename: str, elsewhere: Mapping[str, Elsewhere] | None = None
) -> Report:
    """Describe the exception that ended the cell registered under `filename`.

    `elsewhere` tells where the page has a name that is not there.
    """
    try:
        return _report(error, filename, elsewhere or {})
    except BaseException:  # too little memory or stack is left, or the exception's own code fails
        name = type.__getattribute__(type(error), "__name__")[:_NAME]
        return Report(name, message="", traceback=f"{name}\n", line=None, hint=None)


def _report(error: BaseException, filename: str, elsewhere: Mapping[str, Elsewhere]) -> Report:
    if isinstance(error, SyntaxError) and error.text is None and error.filename and error.lineno:
        # The compiler knows the text only where it found it on disk.
        error.text = linecache.getline(error.filename, error.lineno) or None
    told = TracebackException.from_exception(error)
    advice = hint(error, elsewhere)
    return Report(
        name=_name(error)[:_NAME],
        message=_readable(_message(error), _MESSAGE),
        traceback=_readable(_chain(told), _TRACEBACK),
        line=_line(told, error, filename),
        hint=None if advice is None else shortened(advice, _MESSAGE),
    )


def _readable(text: str, limit: int) -> str:
    """In the reader's terms: without addresses and paths, and no longer than one can read."""
    return _PLACE.sub(r"\1", without_addresses(shortened(text, limit)))


def _name(error: BaseException) -> str:
    """The class's name. NumPy keeps some to itself: theirs is that of what they are kinds of."""
    for kind in type(error).__mro__:
        if not (kind.__name__.startswith("_") and kind.__module__.startswith("numpy.")):
            return kind.__name__
    return type(error).__name__


def _message(error: BaseException) -> str:
    if isinstance(error, SyntaxError):
        return error.msg or ""
    if isinstance(error, SystemExit) and error.code is None:
        return ""
    try:
        return str(error)
    except BaseException as failure:
        return f"<str failed: {type(failure).__name__}>"


def _line(told: TracebackException, error: BaseException, filename: str) -> int | None:
    if isinstance(error, SyntaxError) and error.filename == filename:
        return error.lineno
    lines = [frame.lineno for frame in told.stack if frame.filename == filename]
    return lines[-1] if lines else None


def _chain(told: TracebackException) -> str:
    """The text of an exception after the texts of those that led to it."""
    parts = [_text(told)]
    for _ in range(_LINKS - 1):
        if (before := _led_to(told)) is None:
            break
        parts += [_link(told), _text(before)]
        told = before
    if _led_to(told) is not None:
        parts += [_link(told), "[earlier exceptions]\n"]
    return "".join(reversed(parts))


def _led_to(told: TracebackException) -> TracebackException | None:
    """The exception that Python shows before this one."""
    if told.__cause__ is not None or told.__suppress_context__:
        return told.__cause__
    return told.__context__


def _link(told: TracebackException) -> str:
    return _CONTEXT if told.__cause__ is None else _CAUSE


def _text(told: TracebackException) -> str:
    """One exception: its frames, its name and message, and its parts if it is a group."""
    frames = list(_frames(told.stack))
    lines = [_HEADER] if frames else []
    lines += _ends(frames)
    lines.append(shortened("".join(_last_lines(told)), _MESSAGE))
    parts = told.exceptions or ()
    for number, part in enumerate(parts[:_PARTS], start=1):
        lines += [f"  --- part {number} ---\n", textwrap.indent(_chain(part), "  ")]
    if len(parts) > _PARTS:
        lines.append(f"  [{len(parts) - _PARTS:,} more parts]\n")
    return "".join(lines)


def _last_lines(told: TracebackException) -> Iterator[str]:
    """The exception's name and message; before them, for a SyntaxError, where it is."""
    for line in told.format_exception_only():
        if line.startswith("  File ") and hasattr(told, "lineno"):
            filename = told.filename or "<unknown>"
            yield f"  {sources.label(filename) or filename}, line {told.lineno}\n"
        else:
            yield _PRIVATE_MEMORY_ERROR.sub("MemoryError", line)


def _frames(stack: StackSummary) -> Iterator[str]:
    """The frames a reader may see, each as text, long runs of equal ones shortened."""
    texts = (_frame(frame, label) for frame in stack if (label := sources.label(frame.filename)))
    for text, equal in groupby(texts):
        times = len(list(equal))
        yield from [text] * min(times, _REPEATS)
        if times > _REPEATS:
            yield "  [the same call again and again]\n"


def _frame(frame: FrameSummary, label: str) -> str:
    """`  cell "scores", line 3, in f`, then the line and its marks as Python prints them."""
    where = "" if frame.name == "<module>" else f", in {frame.name}"
    _, *code = StackSummary.from_list([frame]).format()[0].splitlines(keepends=True)
    if len(code) == 2 and (_marks_all(*code) or len(code[0]) > _LINE):
        code.pop()
    code = [f"{shortened(line.rstrip(), _LINE)}\n" for line in code]
    return "".join([f"  {label}, line {frame.lineno}{where}\n", *code])


def _marks_all(line: str, marks: str) -> bool:
    """Whether the marks under a line say no more than the line itself."""
    return set(marks.strip()) <= {"~", "^"} and len(marks.strip()) == len(line.strip())


def _ends(frames: list[str]) -> list[str]:
    if len(frames) <= 2 * _ENDS:
        return frames
    return [*frames[:_ENDS], "  [more calls]\n", *frames[-_ENDS:]]
