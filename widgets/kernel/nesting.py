"""How deep code is nested: whatever goes down into its parts, call by call, needs as much stack.

In the browser nothing watches that stack: when it is full, Python is gone with all it holds. Tried
in Node, with sums, calls of calls and chains of `elif`: at a depth of 100 both `names` and pyflakes
end well and at 200 neither does; Python's compiler ends well at 800, and not always at 1600.
"""

import ast
import io
import re
import tokenize
from typing import Final

VISITED: Final = 60
"""Levels of a tree that Python code may follow by calls."""

COMPILED: Final = 700
"""Levels that may be given to the compiler."""

_FLAT: Final = frozenset(["==", "!=", "<", "<=", ">", ">="])
_NESTING: Final = frozenset(["await", "else", "if", "lambda", "not"])
_STEP: Final = re.compile(rf"[^\w\s,]|\b(?:elif|{'|'.join(_NESTING)})\b")
"""What goes down a level if anything does: `_depth`, which tokenizes, counts no more than these."""


def is_deep(tree: ast.AST) -> bool:
    """Whether a tree has too many levels to be followed by calls."""
    level = [tree]
    for _ in range(VISITED):
        level = [child for node in level for child in ast.iter_child_nodes(node)]
        if not level:
            return False
    return True


def check(code: str) -> None:
    """Raise RecursionError if the compiler, which finds out too late, would go too deep."""
    if len(_STEP.findall(code)) > COMPILED and _depth(code) > COMPILED:
        raise RecursionError("the code is nested too deeply")


def _depth(code: str) -> int:
    """At most how deep expressions and chains of `elif` go, by what stands between two commas."""
    open_brackets, deepest, branches = [0], 0, 0
    try:
        for kind, text, *_ in tokenize.generate_tokens(io.StringIO(code).readline):
            if kind == tokenize.NEWLINE:
                open_brackets = [0]
            elif text == "elif":
                branches += 1
            elif kind == tokenize.NAME:
                open_brackets[-1] += text in _NESTING
            elif kind != tokenize.OP or text in _FLAT:
                continue
            elif text in ("(", "[", "{"):
                open_brackets[-1] += 1
                open_brackets.append(0)
            elif text in (")", "]", "}"):
                del open_brackets[max(1, len(open_brackets) - 1) :]
            elif text == ",":
                open_brackets[-1] = 0
            else:
                open_brackets[-1] += 1
            deepest = max(deepest, sum(open_brackets))
    except (tokenize.TokenError, SyntaxError):
        pass  # the compiler will say what is wrong
    return max(deepest, branches)
