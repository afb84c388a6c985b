"""The failing expression of a traceback, and the arrays that went into it."""

import ast
import linecache
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from types import FrameType, TracebackType
from typing import Any, Final, NamedTuple

from widgets.kernel import sources
from widgets.kernel.brief import is_array

_VIEWS: Final = ("swapaxes", "squeeze", "transpose")
"""Methods of arrays that cost nothing and change nothing."""

_LONGEST: Final = 60
"""Characters of an expression that is still quoted."""

UNKNOWN: Final = object()


class Operand(NamedTuple):
    """An array of the failing expression, as it is written there; a number has the shape `()`."""

    text: str
    shape: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.text} is {self.shape}" if self.shape else f"{self.text} is a number"


@dataclass(frozen=True)
class Failure:
    """The expression or statement in which an exception arose, in a frame that a reader sees."""

    node: ast.AST
    tree: ast.AST
    source: str
    frame: FrameType

    def text(self, node: ast.AST | None = None) -> str:
        """The code of a part of it, or of all, quoted; shortened where it is long."""
        code = " ".join((ast.get_source_segment(self.source, node or self.node) or "").split())
        return f"`{code if len(code) <= _LONGEST else code[: _LONGEST - 1] + '…'}`"

    def operand(self, node: ast.expr) -> Operand | None:
        """The array or number that a part of the expression stands for, if that can be told."""
        shape = self._shape(node)
        return None if shape is None else Operand(self.text(node).strip("`"), shape)

    def operands(self, *nodes: ast.expr) -> list[Operand]:
        """Those of the parts that are known to be arrays or numbers."""
        return [found for node in nodes if (found := self.operand(node)) is not None]

    def _shape(self, node: ast.expr) -> tuple[int, ...] | None:
        match node:
            case ast.UnaryOp(operand=inner):
                return self._shape(inner)
            case ast.BinOp(left=left, right=right, op=op):
                a, b = self._shape(left), self._shape(right)
                if a is None or b is None:
                    return None
                return _matmul(a, b) if isinstance(op, ast.MatMult) else _broadcast(a, b)
        return shape_of(self.value(node))

    @property
    def statement(self) -> ast.AST:
        """The innermost statement around the failing expression."""
        around = (
            node
            for node in ast.walk(self.tree)
            if isinstance(node, ast.stmt) and self.node in ast.walk(node)
        )
        return [*around][-1]

    def value(self, node: ast.expr) -> Any:
        """What a part of the expression stands for, found without calling anyone's code."""
        return _value(node, {**self.frame.f_globals, **self.frame.f_locals})


def failure(traceback: TracebackType | None) -> Failure | None:
    """Where the exception left the last frame that a reader sees."""
    seen = [each for each in _steps(traceback) if sources.label(each.tb_frame.f_code.co_filename)]
    if not seen:
        return None
    last = seen[-1]
    source = "".join(linecache.getlines(last.tb_frame.f_code.co_filename))
    positions = next(islice(last.tb_frame.f_code.co_positions(), last.tb_lasti // 2, None))
    tree = ast.parse(source)
    node = _node_at(tree, positions)
    return None if node is None else Failure(node, tree, source, last.tb_frame)


def shape_of(value: Any) -> tuple[int, ...] | None:
    """The shape of an array, `()` for a number, None for anything else."""
    if is_array(value):
        return tuple(value.shape)
    return () if isinstance(value, (int, float, complex)) else None


def _broadcast(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    import numpy as np

    return np.broadcast_shapes(a, b)


def _matmul(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    rows, columns = a[-2:-1], b[-1:] if len(b) > 1 else ()
    return _broadcast(a[:-2], b[:-2]) + rows + columns


def _steps(traceback: TracebackType | None) -> Iterator[TracebackType]:
    while traceback is not None:
        yield traceback
        traceback = traceback.tb_next


def _node_at(tree: ast.AST, positions: tuple[int | None, ...]) -> ast.AST | None:
    """The innermost node that stands at (line, end line, column, end column)."""
    found = None
    for node in ast.walk(tree):
        place = [
            getattr(node, name, None)
            for name in ("lineno", "end_lineno", "col_offset", "end_col_offset")
        ]
        if place == list(positions) and not isinstance(node, ast.Expr):
            found = node
    return found


def _value(node: ast.expr | None, names: Mapping[str, Any]) -> Any:
    match node:
        case ast.Constant(value=value):
            return value
        case ast.Name(id=name):
            return names.get(name, UNKNOWN)
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            values = [_value(part, names) for part in parts]
            return UNKNOWN if any(each is UNKNOWN for each in values) else tuple(values)
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            value = _value(inner, names)
            return -value if isinstance(value, (int, float)) else UNKNOWN
        case ast.Attribute(value=inner, attr=name):
            return _attribute(_value(inner, names), name)
        case ast.Subscript(value=inner, slice=index):
            return _item(_value(inner, names), _value(index, names))
        case ast.Slice():
            ends = [
                None if part is None else _value(part, names)
                for part in (node.lower, node.upper, node.step)
            ]
            return UNKNOWN if any(each is UNKNOWN for each in ends) else slice(*ends)
        case ast.Call(func=ast.Attribute(value=inner, attr=name), args=parts, keywords=[]):
            value, axes = _value(inner, names), [_value(part, names) for part in parts]
            if name in _VIEWS and is_array(value) and UNKNOWN not in axes:
                return getattr(value, name)(*axes)
    return UNKNOWN


def _attribute(value: Any, name: str) -> Any:
    if is_array(value):
        return getattr(value, name) if name in ("T", "mT", "shape", "size", "ndim") else UNKNOWN
    return getattr(value, "__dict__", {}).get(name, UNKNOWN)


def _item(value: Any, index: Any) -> Any:
    if index is UNKNOWN or not (is_array(value) or type(value) in (dict, list, tuple)):
        return UNKNOWN
    return value[index]
