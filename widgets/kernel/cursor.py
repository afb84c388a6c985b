"""What stands around a position of code that need not be complete."""

import ast
import re
import warnings
from dataclasses import dataclass
from typing import Final

from widgets.kernel import nesting, scopes

_TOKEN: Final = re.compile(
    r"""\#[^\n]*
    |(?P<long>\"{3}|'{3})(?:\\.|(?!(?P=long)).)*(?P=long)?
    |(?P<short>["'])(?:\\.|(?!(?P=short))[^\n\\])*(?P=short)?
    |[^"'\#]""",
    re.VERBOSE | re.DOTALL,
)
_CHAIN: Final = re.compile(r"(?<!\w)[^\W\d]\w*(?:\.[^\W\d]\w*)*$")
_DEFINES: Final = re.compile(r"\b(?:def|class)\s+$")
_OPENING, _CLOSING = "([{", ")]}"


@dataclass(frozen=True)
class Call:
    """A call that is open at the position: what is called, and where its name begins and ends."""

    function: str
    start: int
    end: int
    at_argument: bool
    """Whether the name before the position begins an argument."""


def in_text(code: str, position: int) -> bool:
    """Whether the position is inside a string or a comment."""
    before = code[:position]
    *_, last = [None, *_TOKEN.finditer(before)]
    if last is None:
        return False
    text = last.group()
    if text.startswith("#"):
        return True
    quote = last["long"] or last["short"]
    return quote is not None and (len(text) < 2 * len(quote) or not text.endswith(quote))


def name_start(code: str, position: int) -> int:
    """Where the name that ends at the position begins."""
    start = position
    while start > 0 and (code[start - 1].isalnum() or code[start - 1] == "_"):
        start -= 1
    return start


def owner(code: str, start: int) -> str | None:
    """The dotted name before the dot that ends at `start`; None without a dot, "" if no name."""
    before = code[:start].rstrip()
    if not before.endswith("."):
        return None
    return chain(before[:-1].rstrip())


def chain(code: str) -> str:
    """The dotted name at the end of the code; "" if what stands there is more than that."""
    match = _CHAIN.search(code)
    if match is None or code[: match.start()].rstrip().endswith("."):
        return ""
    return match.group()


def open_call(code: str, position: int) -> Call | None:
    """The innermost call whose bracket is open at the position."""
    plain = _without_texts(code[:position])
    open_brackets: list[int] = []
    for place, character in enumerate(plain):
        if character in _OPENING:
            open_brackets.append(place)
        elif character in _CLOSING and open_brackets:
            open_brackets.pop()
    for opening in reversed(open_brackets):
        end = len(plain[:opening].rstrip())
        function = chain(plain[:end]) if plain[opening] == "(" else ""
        start = end - len(function)
        if function and not _DEFINES.search(plain[:start]):
            before_name = plain[: name_start(plain, position)].rstrip()
            begins = opening == open_brackets[-1] and before_name.endswith(("(", ","))
            return Call(function, start, end, begins)
    return None


def _without_texts(code: str) -> str:
    """The code, of the same length, with blanks for strings and comments."""
    return _TOKEN.sub(
        lambda token: " " * len(token[0]) if token[0][0] in "\"'#" else token[0], code
    )


def locals_at(code: str, position: int) -> set[str]:
    """The names local to the functions around the position, as far as the code can be read."""
    line = code.count("\n", 0, position)
    lines = code.split("\n")
    indent = lines[line][: len(lines[line]) - len(lines[line].lstrip())]
    for attempt in (code, "\n".join([*lines[:line], f"{indent}pass", *lines[line + 1 :]])):
        try:
            nesting.check(attempt)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # to find doubtful code is for `lint`
                tree = ast.parse(attempt)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        if nesting.is_deep(tree):
            break
        return {
            name
            for node in ast.walk(tree)
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
            and node.lineno <= line + 1 <= (node.end_lineno or 0)
            and line + 1 >= node.body[0].lineno
            for name in scopes.local_names(node)
        }
    return set()
