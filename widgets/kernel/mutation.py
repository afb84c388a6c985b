"""Which expressions may change an object in place, judged by their form."""

import ast
from collections.abc import Iterator
from typing import Final

PURE_MODULES: Final = ("numpy", "matplotlib", "lessons.plots")
"""Modules, with all below them, whose functions leave the objects they are given as they were."""

_PURE_METHODS: Final = frozenset(
    [
        "all", "any", "argmax", "argmin", "argsort", "astype", "clip", "copy", "cumprod",
        "cumsum", "diagonal", "dot", "flatten", "item", "max", "mean", "min", "nonzero", "prod",
        "ravel", "repeat", "reshape", "round", "squeeze", "std", "sum", "swapaxes", "tobytes",
        "tolist", "transpose", "var", "view", "endswith", "format", "join", "lower", "lstrip",
        "replace", "rstrip", "split", "splitlines", "startswith", "strip", "upper", "items",
        "keys", "values",
    ]
)  # fmt: skip
"""Methods of arrays, strings and dicts that change nothing."""

_PURE_FUNCTIONS: Final = frozenset(
    [
        "abs", "all", "any", "bool", "bytes", "callable", "complex", "dict", "dir", "display",
        "divmod", "enumerate", "filter", "float", "format", "frozenset", "getattr", "hasattr",
        "hash", "id", "int", "isinstance", "issubclass", "iter", "len", "list", "map", "max", "min",
        "pow", "print", "range", "repr", "reversed", "round", "set", "sorted", "str", "sum",
        "tuple", "type", "vars", "zip",
    ]
)  # fmt: skip
_CHANGING_FUNCTIONS: Final = frozenset({"delattr", "next", "setattr"})

_MAKERS: Final = frozenset(
    ["bytearray", "default_rng", "defaultdict", "deque", "dict", "list", "set"]
)
_LITERALS: Final = (ast.Dict, ast.DictComp, ast.List, ast.ListComp, ast.Set, ast.SetComp)


def root(node: ast.expr) -> str | None:
    """The name an attribute or item hangs on: `cache.blocks[0].used` → `cache`."""
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def is_stateful(value: ast.expr) -> bool:
    """Whether this makes a container, a random generator or an instance of a class."""
    if isinstance(value, ast.Call):
        name = _last_name(value.func)
        return name in _MAKERS or _is_class(name)
    return isinstance(value, _LITERALS)


def changed_by_call(call: ast.Call) -> Iterator[str]:
    """The names whose objects this call itself may change: `rng.normal()`, `next(stream)`."""
    if isinstance(call.func, ast.Attribute) and call.func.attr not in _PURE_METHODS:
        yield from filter(None, [root(call.func.value)])
    if isinstance(call.func, ast.Name) and call.func.id in _CHANGING_FUNCTIONS and call.args:
        yield from filter(None, [root(call.args[0])])


def passed_to_call(call: ast.Call) -> Iterator[str]:
    """The names given to a call that may change what it is given: `sample(rng, logits)`."""
    name = _last_name(call.func)
    if name in _PURE_FUNCTIONS or _is_class(name):
        return
    for argument in (*call.args, *(keyword.value for keyword in call.keywords)):
        if isinstance(argument, ast.Starred):
            argument = argument.value
        if (passed := root(argument)) is not None:
            yield passed


def _last_name(function: ast.expr) -> str:
    match function:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _is_class(name: str) -> bool:
    return name.lstrip("_")[:1].isupper()
