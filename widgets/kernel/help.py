"""What the name or the call at a position of a cell's code is, from the live names of its page."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from widgets.kernel import cursor, members

PARAGRAPHS: Final = 3


class Help(NamedTuple):
    """What stands between `start` and `end` of the code."""

    start: int
    end: int
    signature: str
    documentation: str


def help_at(code: str, position: int, names: Mapping[str, Any]) -> Help | None:
    """Tell of the name at the position, or else of the call around it; None if unknown."""
    if cursor.in_text(code, position):
        return None
    local = cursor.locals_at(code, position)
    visible = {name: value for name, value in names.items() if name not in local}
    end = position
    while end < len(code) and (code[end].isalnum() or code[end] == "_"):
        end += 1
    name = cursor.chain(code[:end])
    if name and (told := _told(name, end, visible, local)):
        return told
    call = cursor.open_call(code, position)
    return None if call is None else _told(call.function, call.end, visible, local)


def _told(name: str, end: int, names: Mapping[str, Any], local: set[str]) -> Help | None:
    if name.partition(".")[0] in local:
        return None
    value = members.resolve(name, names)
    if value is members.UNKNOWN:
        return None
    last = name.rpartition(".")[2]
    return Help(
        end - len(name),
        end,
        members.describe(last, value),
        members.documentation(value, PARAGRAPHS),
    )
