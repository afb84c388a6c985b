"""Looking at live objects without running anyone's code: names, attributes, signatures, texts."""

import inspect
import re
import sys
import types
from collections.abc import Mapping
from itertools import takewhile
from typing import Any, Final

from widgets.kernel.brief import is_array
from widgets.kernel.cell_builtins import BUILTINS
from widgets.kernel.protocol import Kind

if sys.version_info >= (3, 14):
    from annotationlib import Format

UNKNOWN: Final = object()

_DETAIL: Final = 100
_PLAIN = (int, float, complex, str, bool, type(None))
_SECTION: Final = re.compile(r"^\w+\n-{3,}\n", re.MULTILINE)
_SIGNATURE_LINE: Final = re.compile(r"^\w[\w.]*\(.*\)(?: ->.*)?$", re.DOTALL)


def resolve(dotted: str, names: Mapping[str, Any]) -> Any:
    """What a dotted name stands for, or UNKNOWN."""
    first, *rest = dotted.split(".")
    value = names.get(first, BUILTINS.get(first, UNKNOWN))
    for name in rest:
        value = UNKNOWN if value is UNKNOWN else attribute(value, name)
    return value


def attribute(value: Any, name: str) -> Any:
    """An attribute, if taking it runs no code: no property, no `__getattr__`; else UNKNOWN."""
    if isinstance(value, types.ModuleType):
        return vars(value).get(name, UNKNOWN)
    found = inspect.getattr_static(value, name, UNKNOWN)
    if isinstance(found, (staticmethod, classmethod)):
        return found.__func__
    if is_array(value) and isinstance(found, types.GetSetDescriptorType):
        return getattr(value, name)
    return UNKNOWN if _computes(found) else found


def _computes(member: Any) -> bool:
    """Whether a class's member makes a value when it is asked for."""
    if isinstance(member, (types.GetSetDescriptorType, types.MemberDescriptorType)):
        return True
    callables = (types.FunctionType, types.MethodDescriptorType, types.WrapperDescriptorType)
    if isinstance(member, (*callables, types.ClassMethodDescriptorType, types.BuiltinFunctionType)):
        return False
    return inspect.getattr_static(type(member), "__get__", UNKNOWN) is not UNKNOWN


def member_names(value: Any) -> set[str]:
    """The names of an object's attributes, as far as they are known without asking it."""
    if isinstance(value, types.ModuleType):
        return set(vars(value))
    names: set[str] = set()
    for kind in (value if isinstance(value, type) else type(value)).__mro__:
        held = type.__dict__["__dict__"].__get__(kind)
        names |= held.keys()
        own = held.get("__dict__")
        if not isinstance(value, type) and isinstance(own, types.GetSetDescriptorType):
            names |= {name for name in own.__get__(value) if isinstance(name, str)}
    return names


def kind_of(value: Any, *, is_member: bool = False) -> Kind:
    """How an editor marks a name for this value."""
    if isinstance(value, types.ModuleType):
        return "module"
    if isinstance(value, type):
        return "class"
    if inspect.isroutine(value) or is_ufunc(value):
        return "function"
    return "property" if is_member else "variable"


def is_ufunc(value: Any) -> bool:
    """Whether this is one of NumPy's elementwise functions."""
    return type(value).__name__ == "ufunc"


def describe(name: str, value: Any) -> str:
    """A signature for what is called; a type, with dtype and shape or the number, for a value."""
    if isinstance(value, types.ModuleType):
        return f"module {value.__name__}"
    if kind_of(value) in ("class", "function"):
        return name + signature(value)
    if is_array(value):
        return f"{name}: {value.dtype}, shape {value.shape}"
    if type(value) in _PLAIN and len(text := repr(value)) <= _DETAIL:
        return f"{name} = {text}"
    return f"{name}: {type(value).__name__}"


def signature(value: Any) -> str:
    """`(x, axis=None)`; from the first line of the text where Python does not know; or "(…)"."""
    try:
        text = _written(_signature(value))
    except Exception:
        first = _text(value).split("\n\n")[0]
        if not _SIGNATURE_LINE.match(first):
            return "(…)"
        text = " ".join(first[first.index("(") :].split())
    return re.sub(r"<no value>|<object object at 0x\w+>", "…", text)


def parameters(value: Any) -> list[str]:
    """The names that may be given as keywords in a call."""
    try:
        found = _signature(value).parameters.values()
    except Exception:
        return []
    by_name = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return [each.name for each in found if each.kind in by_name and each.name != "self"]


def _signature(value: Any) -> inspect.Signature:
    """Without running annotations, which Python 3.14 leaves until they are asked for."""
    if sys.version_info >= (3, 14):
        return inspect.signature(value, annotation_format=Format.STRING)
    return inspect.signature(value)


def _written(found: inspect.Signature) -> str:
    if sys.version_info >= (3, 14):
        return found.format(quote_annotation_strings=False)
    return str(found)


def documentation(value: Any, paragraphs: int) -> str:
    """The first paragraphs of its text, without a line that repeats the signature."""
    if kind_of(value) == "variable":
        return ""
    parts = _text(value).split("\n\n")
    if parts and _SIGNATURE_LINE.match(parts[0]):
        parts = parts[1:]
    prose = list(takewhile(lambda part: not _SECTION.search(part), parts))
    return "\n\n".join(prose[:paragraphs]).strip()


def _text(value: Any) -> str:
    text = inspect.getattr_static(value, "__doc__", None)
    if not isinstance(text, str) and kind_of(value) in ("class", "function"):
        text = value.__doc__
    return inspect.cleandoc(text) if isinstance(text, str) else ""
