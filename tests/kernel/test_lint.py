"""Marks on doubtful code, with a stand-in for pyflakes."""

import ast
import asyncio
import sys
from types import SimpleNamespace

import pytest

from widgets.kernel.lint import lint


def cells(code: str, *others: str, module: str | None = None) -> list:
    named = {str(number): each for number, each in enumerate(others)} | {"here": code}
    return [
        {
            "cell": name,
            "code": each,
            "module": module if name == "here" else None,
            "published": None,
        }
        for name, each in named.items()
    ]


class UndefinedName:
    message = "undefined name %r"

    def __init__(self, node: ast.Name) -> None:
        self.lineno, self.col, self.message_args = node.lineno, node.col_offset, (node.id,)


def undefined(tree, known):
    """What pyflakes says of names that nothing binds."""
    return [
        UndefinedName(node)
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id not in known
    ]


def says(kind: str, text: str = "made %s up", *arguments: object):
    """A check that finds one thing, at the beginning."""
    found = {"lineno": 1, "col": 0, "message": text, "message_args": arguments}
    return lambda tree, known: [type(kind, (SimpleNamespace,), {})(**found)]


def marks(code: str, *others: str, check=undefined, names=(), module=None) -> list[tuple]:
    found = lint(cells(code, *others, module=module), "here", names, check)
    return [(mark["line"], mark["column"], mark["endColumn"], mark["message"]) for mark in found]


@pytest.mark.parametrize(
    ("code", "place"),
    [
        ("x = = 1", (1, 5, 6)),
        ("y = 1\nprint('a)", (2, 7, 8)),
        ("return 3", (1, 1, 9)),
        ("\r\r\nx = = 1", (3, 5, 6)),
        ("'\N{GRINNING FACE}' + + = 1", (1, 10, 11)),
        ("if True:\nx", (2, 1, 2)),
        ("f(", (1, 2, 3)),
    ],
)
def test_what_does_not_compile_is_an_error(code, place):
    (mark,) = lint(cells(code), "here", ())
    assert mark["severity"] == "error"
    assert (mark["line"], mark["column"], mark["endColumn"]) == place
    assert mark["message"]


@pytest.mark.parametrize("code", ["x = '\0'", "(" * 500, "", "await f()", "async with a: pass"])
def test_any_code_can_be_looked_at(code):
    lint(cells(code), "here", ())


def test_an_undefined_name_is_marked_in_utf16_units():
    message = "“nowhere” is not defined on this page."
    assert marks("x = 1\n'\N{GRINNING FACE}' + nowhere") == [(2, 8, 15, message)]


@pytest.mark.parametrize(
    ("code", "others", "names"),
    [
        ("x + y", ["x = 1", "y = 2"], ()),
        ("x", [], {"x"}),
        ("display(print, input)", [], ()),
        ("anything", ["from lessons.plots import *"], ()),
    ],
)
def test_names_that_come_from_elsewhere_are_not_marked(code, others, names):
    assert marks(code, *others, names=names) == []


def test_an_edited_cell_keeps_its_names_for_others_not_for_itself():
    other, here = page = cells("x + y", "y = = 2")
    other["published"], here["published"] = "x = 1", "y = 1"
    (mark,) = lint(page, "here", (), undefined)
    assert mark["message"] == "“y” is not defined on this page."


def test_a_block_knows_its_modules_names():
    module = "lessons.architecture.core_attention"
    assert marks("softmax", module=module) == []
    assert len(marks("nowhere", module=module)) == 1


@pytest.mark.parametrize("kind", ["UnusedImport", "ImportStarUsed", "YieldOutsideFunction"])
def test_what_is_usual_in_cells_is_not_marked(kind):
    assert marks("1", check=says(kind, "made up")) == []


@pytest.mark.parametrize(
    ("check", "message"),
    [
        (says("FStringMissingPlaceholders", ""), "This f-string has no {…} in it."),
        (says("UnusedVariable", "", "x"), "“x” is set here and never used."),
        (says("Unheard", "made %s up", "it"), "made it up"),
        (
            says("RedefinedWhileUnused", "", "f", SimpleNamespace(lineno=3)),
            "“f” is bound again here; what line 3 bound was never used.",
        ),
    ],
)
def test_messages_are_in_plain_words(check, message):
    assert [mark[3] for mark in marks("x", check=check)] == [message]


def test_pythons_own_warnings_are_marked_where_there_is_nothing_better():
    assert [mark[:3] for mark in marks(r"x = '\d'  ")] == [(1, 1, 9)]
    assert len(marks(r"nowhere = x, '\d'")) == 1


def test_a_session_answers(session, run):
    run("x = 1")
    request = {"type": "lint", "id": 3, "page": "page/", "cells": cells("x ="), "target": "here"}
    replies: list = []
    asyncio.run(session.handle(request, replies.append))
    assert [reply["type"] for reply in replies] == ["lint", "done"]
    assert len(replies[0]["marks"]) == 1


def test_a_failing_check_is_no_failure_of_the_session(session):
    request = {"type": "lint", "id": 3, "page": "page/", "cells": [], "target": "nowhere"}
    replies: list = []
    asyncio.run(session.handle(request, replies.append))
    assert replies == [{"type": "done", "id": 3, "status": "ok"}]


def test_code_that_pyflakes_cannot_follow_is_kept_from_it(monkeypatch):
    def checker(tree, builtins):
        raise AssertionError

    monkeypatch.setitem(sys.modules, "pyflakes.checker", SimpleNamespace(Checker=checker))
    assert lint(cells("+".join("x" * 100)), "here", []) == []


def test_code_that_cannot_be_compiled_for_its_depth_is_marked():
    (mark,) = lint(cells("+".join("x" * 1000)), "here", [], lambda tree, known: [])
    assert mark["message"] == "the code is nested too deeply"
