"""Compiling a cell and running it in a namespace, with `await` allowed at top level."""

import ast
import inspect
from types import CodeType
from typing import Any, Final

from widgets.kernel import nesting

_FLAGS: Final = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT


async def execute(code: str, filename: str, namespace: dict[str, Any]) -> object:
    """Run `code` in `namespace`; return the value of its last expression.

    None where the last statement is not an expression, or ends in a semicolon.
    Raises whatever the code raises, and SyntaxError.
    """
    body, last = _compiled(code, filename)
    await _evaluated(body, namespace)
    return None if last is None else await _evaluated(last, namespace)


def _compiled(code: str, filename: str) -> tuple[CodeType, CodeType | None]:
    """The cell's statements, and its last expression where that is to be shown."""
    nesting.check(code)
    tree = ast.parse(code, filename)
    expression = None
    if tree.body and isinstance(last := tree.body[-1], ast.Expr) and not _silenced(code, last):
        tree.body.pop()
        expression = _code(ast.Expression(last.value), filename, "eval")
    return _code(tree, filename, "exec"), expression


def _code(tree: ast.Module | ast.Expression, filename: str, mode: str) -> CodeType:
    code = compile(tree, filename, mode, flags=_FLAGS, dont_inherit=True)
    assert isinstance(code, CodeType)
    return code


def _silenced(code: str, last: ast.Expr) -> bool:
    """Whether a semicolon follows the last expression."""
    assert last.end_lineno is not None
    line, *after = code.encode().splitlines()[last.end_lineno - 1 :]
    rest = b"\n".join([line[last.end_col_offset :], *after])
    return rest.lstrip(b" \t\f\\\n").startswith(b";")


async def _evaluated(code: CodeType, namespace: dict[str, Any]) -> object:
    value = eval(code, namespace)
    return await value if code.co_flags & inspect.CO_COROUTINE else value
