"""The message types against the examples that the TypeScript side reads too."""

import json
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints, is_typeddict

import pytest

from widgets.kernel import protocol

FIXTURES = Path(__file__).parents[1] / "fixtures"
FOREIGN = {
    *(
        "request-start",
        "request-snapshot",
        "reply-stage",
    ),  # the worker's own: no Python is there yet
    *("reply-input", "signal-answer", "signal-interrupt"),  # to Python they are calls and results
}


def members(union: Any) -> dict[str, Any]:
    return {get_args(get_type_hints(member)["type"])[0]: member for member in get_args(union)}


TYPES = {
    **{f"request-{name}": member for name, member in members(protocol.Request).items()},
    **{f"reply-{name}": member for name, member in members(protocol.Reply).items()},
}


def examples(folder: str) -> list[Path]:
    return sorted((FIXTURES / folder).glob("*.json"))


def fits(value: Any, kind: Any) -> bool:
    if is_typeddict(kind):
        hints = get_type_hints(kind)
        return value.keys() == hints.keys() and all(fits(value[key], hints[key]) for key in hints)
    if get_origin(kind) is dict:
        key, each = get_args(kind)
        return isinstance(value, dict) and all(
            fits(name, key) and fits(item, each) for name, item in value.items()
        )
    if get_origin(kind) is list:
        return isinstance(value, list) and all(fits(item, get_args(kind)[0]) for item in value)
    if get_origin(kind) is Literal:
        return value in get_args(kind)
    if get_args(kind):
        return any(fits(value, option) for option in get_args(kind))
    return type(value) is kind


def test_there_is_an_example_of_every_message():
    assert {path.stem for path in examples("messages")} == TYPES.keys() | FOREIGN


@pytest.mark.parametrize("path", examples("messages"), ids=lambda path: path.stem)
def test_examples_have_the_declared_fields(path: Path):
    messages = json.loads(path.read_text())
    assert messages
    for message in messages:
        assert path.stem.endswith(message["type"])
        assert path.stem in FOREIGN or fits(message, TYPES[path.stem]), message


@pytest.mark.parametrize("path", examples("outputs"), ids=lambda path: path.stem)
def test_outputs_are_made_of_declared_replies(path: Path):
    output = json.loads(path.read_text())
    assert output.keys() == {"alt", "replies", "html"}
    assert all(fits(reply, TYPES[f"reply-{reply['type']}"]) for reply in output["replies"])
    assert [reply["type"] for reply in output["replies"]].index("done") + 1 == len(
        output["replies"]
    )
