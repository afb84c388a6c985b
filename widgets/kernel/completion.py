"""What can follow at a position of a cell's code, from the live names of its page."""

import keyword
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from widgets.kernel import cursor, importable, members
from widgets.kernel.cell_builtins import BUILTINS
from widgets.kernel.names import names_in
from widgets.kernel.protocol import Completion, Kind

LIMIT: Final = 200
"""Options sent; whoever types on asks again."""


class _Candidate(NamedTuple):
    """A name and where it comes from; only the few that are sent are looked at more closely."""

    label: str
    kind: Kind | None = None
    """None for what follows from the value."""
    owner: Any = None
    """The object whose attribute this is."""
    value: Any = members.UNKNOWN


def complete(code: str, position: int, names: Mapping[str, Any]) -> tuple[int, list[Completion]]:
    """Where the name at the position begins, and what it can become."""
    start = cursor.name_start(code, position)
    typed = code[start:position]
    if cursor.in_text(code, position) or typed[:1].isdigit():
        return start, []
    fitting: dict[str, _Candidate] = {}
    for each in _candidates(code, start, position, names):
        if each.label.lower().startswith(typed.lower()) and (
            typed.startswith("_") or not each.label.startswith("_")
        ):
            fitting.setdefault(each.label, each)
    return start, [_option(each) for each in sorted(fitting.values(), key=_order)[:LIMIT]]


def _order(candidate: _Candidate) -> tuple[bool, str, str]:
    return candidate.kind != "parameter", candidate.label.lower(), candidate.label


def _candidates(
    code: str, start: int, position: int, names: Mapping[str, Any]
) -> Iterator[_Candidate]:
    line = code[code.rfind("\n", 0, position) + 1 : position]
    if (imports := importable.after(line)) is not None:
        found, are_modules = imports
        yield from (_Candidate(name, "module" if are_modules else "variable") for name in found)
        return
    local = cursor.locals_at(code, position)
    visible = {name: value for name, value in names.items() if name not in local}
    owner = cursor.owner(code, start)
    if owner is not None:
        yield from _members(members.resolve(owner, visible) if owner else members.UNKNOWN)
        return
    call = cursor.open_call(code, start)
    if call is not None and call.at_argument:
        called = members.resolve(call.function, visible)
        if callable(called):
            yield from (_Candidate(f"{name}=", "parameter") for name in members.parameters(called))
    own = local | (names_in(code).binds - names.keys())
    yield from (_Candidate(name, "variable") for name in own)
    yield from (_Candidate(name, value=value) for name, value in visible.items())
    yield from (_Candidate(word, "keyword") for word in keyword.kwlist)
    yield from (_Candidate(name, value=value) for name, value in BUILTINS.items())


def _members(owner: Any) -> Iterable[_Candidate]:
    if owner is not members.UNKNOWN:
        yield from (_Candidate(name, owner=owner) for name in members.member_names(owner))


def _option(candidate: _Candidate) -> Completion:
    name, kind, owner, value = candidate
    if owner is not None:
        value = members.attribute(owner, name)
    known = value is not members.UNKNOWN
    if kind is None:
        kind = members.kind_of(value, is_member=owner is not None) if known else "property"
    return {
        "label": name,
        "kind": kind,
        "detail": members.describe(name, value)[:100] if known else "",
        "documentation": members.documentation(value, paragraphs=1)[:400] if known else "",
    }
