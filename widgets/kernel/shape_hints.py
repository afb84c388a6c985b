"""What does not fit where NumPy says that shapes do not: the arrays' names, shapes and axes."""

import ast
import re
from collections.abc import Callable, Sequence
from math import prod
from typing import Final

from widgets.kernel.operands import Failure, Operand, shape_of

Hint = str | None


def hint(message: str, failure: Failure) -> Hint:
    """One line on the shapes in the failing expression; None where nothing is known."""
    for words, explain in _BY_MESSAGE:
        if words.search(message):
            return explain(failure, message)
    return None


def _call_arguments(failure: Failure) -> list[ast.expr]:
    node = failure.node
    return list(node.args) if isinstance(node, ast.Call) else []


def _both(failure: Failure) -> list[ast.expr]:
    """The two sides of an operator, or the arguments of a call, or target and value."""
    match failure.node:
        case ast.BinOp(left=left, right=right):
            return [left, right]
        case ast.Compare(left=left, comparators=[right]):
            return [left, right]
        case ast.AugAssign(target=target, value=value) | ast.Assign(targets=[target], value=value):
            return [target, value]
        case ast.Call(func=ast.Attribute(value=array, attr="dot"), args=[argument]):
            return [array, argument]
        case ast.Call(args=arguments):
            return list(arguments)
    return []


def _named(operands: Sequence[Operand]) -> str:
    *first, last = map(str, operands)
    return f"{', '.join(first)} and {last}" if first else last


def _matmul(failure: Failure, message: str) -> Hint:
    operands = failure.operands(*_both(failure)[:2])
    if len(operands) != 2:
        return _matmul_by_message(failure, message)
    a, b = operands
    start = f"{failure.text()}: {_named(operands)}; "
    if not a.shape or not b.shape:
        return f"{start}a number has no axes to sum over: use * instead"
    inner = b.shape[-2] if len(b.shape) > 1 else b.shape[0]
    if a.shape[-1] == inner:
        return f"{start}the axes before the last two must be equal or 1"
    which = "second-to-last" if len(b.shape) > 1 else "only axis"
    text = f"{start}the last axis of {a.text} ({a.shape[-1]}) must equal the {which} of {b.text}"
    return f"{text} ({inner}){_turned(a, b)}"


def _matmul_by_message(failure: Failure, message: str) -> Hint:
    """Where the shapes are not known, but the sizes that NumPy names."""
    sizes = re.search(r"size (\d+) is different from (\d+)", message)
    if sizes is None or len(nodes := _both(failure)) != 2:
        return None
    a, b = (failure.text(node) for node in nodes)
    return (
        f"the last axis of {a} ({sizes[2]}) must equal the second-to-last, or only, axis of"
        f" {b} ({sizes[1]})"
    )


def _turned(a: Operand, b: Operand) -> str:
    """What would fit if `b` were transposed."""
    if len(b.shape) < 2 or a.shape[-1] != b.shape[-1] or not b.text.isidentifier():
        return ""
    turned = f"{b.text}.T" if len(b.shape) == 2 else f"{b.text}.swapaxes(-1, -2)"
    return f"; {turned} would fit"


def _broadcast(failure: Failure, message: str) -> Hint:
    nodes, shapes = _both(failure), _shapes(message)
    if nodes and len(nodes) <= len(shapes) and "remapped" not in message:
        operands = [
            Operand(failure.text(node).strip("`"), shape)
            for node, shape in zip(nodes, shapes, strict=False)
        ]
    else:
        operands = failure.operands(*nodes)
    arrays = [each for each in operands if each.shape]
    if len(arrays) < 2 or (fault := _unequal([each.shape for each in arrays])) is None:
        return None
    return f"{failure.text()}: {_named(arrays)}; {fault}"


def _assigned(failure: Failure, message: str) -> Hint:
    value, place = _shapes(message)
    fault = _unequal([value, place])
    return (
        f"{failure.text(failure.statement)}: the value is {value} and its place {place}; "
        f"{fault or 'a value cannot have more axes than its place'}"
    )


def _output(failure: Failure, message: str) -> Hint:
    place, value = _shapes(message)
    return f"{failure.text()}: the result is {value}, and the array it is to be put into {place}"


def _shapes(message: str) -> list[tuple[int, ...]]:
    """The shapes that NumPy names: `(3,4) (3,)`."""
    return [
        tuple(int(size) for size in sizes.split(",") if size)
        for sizes in re.findall(r"\(((?:\d+,?)*)\)", message)
    ]


def _unequal(shapes: Sequence[tuple[int, ...]]) -> Hint:
    """The first axis, from the right, in which the shapes differ."""
    for axis in range(1, max(map(len, shapes)) + 1):
        sizes = [shape[-axis] for shape in shapes if len(shape) >= axis]
        different = list(dict.fromkeys(size for size in sizes if size != 1))
        if len(different) > 1:
            place = "the last axis" if axis == 1 else f"axis -{axis}"
            return (
                "compared from the right, axes must be equal or 1, and"
                f" {place} is {different[0]} and {different[1]}"
            )
    return None


def _reshape(failure: Failure, _: str) -> Hint:
    node = failure.node
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return None
    array = failure.operand(node.func.value)
    sizes = [failure.value(argument) for argument in node.args]
    if array is None or not array.shape:
        if not node.args or (array := failure.operand(node.args[0])) is None:
            return None
        sizes = sizes[1:]
    if len(sizes) == 1 and isinstance(sizes[0], tuple):
        sizes = list(sizes[0])
    if not sizes or not all(isinstance(size, int) for size in sizes):
        return None
    start = f"{failure.text()}: {array} and holds {prod(array.shape):,} numbers; "
    if -1 in sizes:
        known = prod(size for size in sizes if size != -1)
        return f"{start}that is no multiple of {known:,}"
    return f"{start}{tuple(sizes)} would hold {prod(sizes):,}"


def _parts(failure: Failure) -> list[Operand]:
    """The arrays in the list that `concatenate` or `stack` is given."""
    match _call_arguments(failure):
        case [ast.List(elts=parts) | ast.Tuple(elts=parts), *_]:
            return failure.operands(*parts)
        case [argument, *_]:
            values = failure.value(argument)
            name = failure.text(argument).strip("`")
            if isinstance(values, (list, tuple)):
                shapes = [(n, shape_of(each)) for n, each in enumerate(values)]
                return [Operand(f"{name}[{n}]", shape) for n, shape in shapes if shape]
    return []


def _concatenate(failure: Failure, _: str) -> Hint:
    parts = _parts(failure)
    for other in parts[1:]:
        first = parts[0]
        if len(first.shape) != len(other.shape):
            return f"{failure.text()}: {first} and {other}; all must have as many axes"
        if sum(a != b for a, b in zip(first.shape, other.shape, strict=True)):
            axis = _axis(failure) % len(first.shape)
            unequal = [
                n
                for n, (a, b) in enumerate(zip(first.shape, other.shape, strict=True))
                if a != b and n != axis
            ]
            if unequal:
                return (
                    f"{failure.text()}: {first} and {other}; they are joined along axis {axis},"
                    f" so axis {unequal[0]} must be equal"
                )
    return None


def _axis(failure: Failure) -> int:
    node = failure.node
    assert isinstance(node, ast.Call)
    given = [*node.args[1:2], *(word.value for word in node.keywords if word.arg == "axis")]
    value = failure.value(given[0]) if given else _axis_of(node)
    return value if isinstance(value, int) else 0


def _axis_of(call: ast.Call) -> int:
    """The axis that `hstack` joins along is 1."""
    return 1 if isinstance(call.func, ast.Attribute) and call.func.attr == "hstack" else 0


def _stack(failure: Failure, _: str) -> Hint:
    parts = _parts(failure)
    for other in parts[1:]:
        if other.shape != parts[0].shape:
            return (
                f"{failure.text()}: {parts[0]} and {other}; stacked arrays must be equal in shape"
            )
    return None


def _einsum_or_matmul(failure: Failure, message: str) -> Hint:
    if isinstance(failure.node, ast.BinOp):
        return _matmul(failure, message)
    return _einsum(failure, message)


def _einsum(failure: Failure, _: str) -> Hint:
    match _call_arguments(failure):
        case [subscripts, *rest]:
            pattern = failure.value(subscripts)
            operands = failure.operands(*rest)
            if not isinstance(pattern, str) or len(operands) != len(rest) or "." in pattern:
                return None
            inputs = pattern.replace(" ", "").partition("->")[0].split(",")
            return _einsum_fault(failure.text(), inputs, operands)
    return None


def _einsum_fault(text: str, inputs: list[str], operands: list[Operand]) -> Hint:
    if len(inputs) != len(operands):
        arrays = "1 array" if len(inputs) == 1 else f"{len(inputs)} arrays"
        return f"{text}: the pattern names {arrays}, and the call gives {len(operands)}"
    sizes: dict[str, tuple[int, str]] = {}
    for letters, operand in zip(inputs, operands, strict=True):
        if len(letters) != len(operand.shape):
            count = len(operand.shape)
            return f"{text}: {operand}, {count} axes, and “{letters}” names {len(letters)}"
        for letter, size in zip(letters, operand.shape, strict=True):
            known, where = sizes.setdefault(letter, (size, operand.text))
            if known != size and 1 not in (known, size):
                return (
                    f"{text}: {_named(operands)}; {letter} is {known} in {where}"
                    f" and {size} in {operand.text}"
                )
    return None


_BY_MESSAGE: Final[list[tuple[re.Pattern[str], Callable[[Failure, str], Hint]]]] = [
    (re.compile(pattern), explain)
    for pattern, explain in [
        (r"matmul: |shapes .* not aligned", _matmul),
        (r"einstein sum|remapped shapes|Size of label", _einsum_or_matmul),
        (r"cannot reshape array", _reshape),
        (r"all the input array", _concatenate),
        (r"all input arrays must have the same shape", _stack),
        (r"could not broadcast input array", _assigned),
        (r"non-broadcastable output operand", _output),
        (r"broadcast", _broadcast),
    ]
]
