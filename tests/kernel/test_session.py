"""Requests and their replies, one at a time and in order."""

import asyncio
import gc
import subprocess
import sys
from pathlib import Path

import pytest

from widgets.kernel import page as page_module
from widgets.kernel.session import Session


def handle(session: Session, *requests) -> list:
    """The replies to requests that are all sent at once."""
    replies: list = []

    async def all_at_once() -> None:
        await asyncio.gather(*(session.handle(request, replies.append) for request in requests))

    asyncio.run(all_at_once())
    return replies


def run_request(number: int, code: str, page: str = "page/") -> dict:
    return {"type": "run", "id": number, "page": page, "cell": "c", "code": code, "module": None}


def test_a_plan_names_the_cells_that_are_needed(session):
    cells = [
        {"cell": "a", "code": "x = 1", "module": None, "published": None},
        {"cell": "b", "code": "y = 1", "module": None, "published": None},
        {"cell": "c", "code": "print(x)", "module": None, "published": None},
    ]
    request = {"type": "plan", "id": 4, "page": "page/", "cells": cells}
    assert handle(session, request) == [
        {"type": "plan", "id": 4, "needs": {"a": [], "b": [], "c": ["a"]}},
        {"type": "done", "id": 4, "status": "ok"},
    ]


def test_forgetting_a_page_drops_its_names_and_only_its(session, run):
    run("x = 1", page="one/")
    run("x = 2", page="two/")
    forget = {"type": "forget", "id": 5, "page": "one/"}
    assert handle(session, forget) == [{"type": "done", "id": 5, "status": "ok"}]
    assert run("x", page="one/", fails=True).error.name == "NameError"
    assert run("x", page="two/").value == "2"
    assert handle(session, {**forget, "page": "never seen/"})[0]["status"] == "ok"


def test_forgetting_a_page_drops_its_copies(session, run, course):
    name = course("m", "def f():\n    return 1\n\ndef g():\n    return f()\n")
    run("def f():\n    return 2", module=name)
    handle(session, {"type": "forget", "id": 5, "page": "page/"})
    run("def g():\n    return f()", module=name)
    assert run("g()").value == "1"


def test_runs_take_turns_even_where_they_wait(session):
    wait = "import asyncio\nawait asyncio.sleep(0)\nprint({0})\nawait asyncio.sleep(0)\nprint({0})"
    replies = handle(
        session,
        run_request(1, wait.format("'one'")),
        run_request(2, "print('two')"),
        {"type": "forget", "id": 3, "page": "page/"},
        run_request(4, "asyncio"),
    )
    assert [reply["id"] for reply in replies] == sorted(reply["id"] for reply in replies)
    texts = {1: "", 2: ""}
    for reply in replies:
        if reply["type"] == "text":
            texts[reply["id"]] += reply["text"]
    assert texts == {1: "one\none\n", 2: "two\n"}
    assert replies[-1] == {"type": "done", "id": 4, "status": "error"}


def test_a_plan_does_not_wait_for_a_run(session):
    plan = {"type": "plan", "id": 2, "page": "p/"}
    cells = [{"cell": "a", "code": "", "module": None, "published": None}]
    replies = handle(
        session,
        run_request(1, "import asyncio\nawait asyncio.sleep(0)\nawait asyncio.sleep(0)"),
        {**plan, "cells": cells},
    )
    assert [reply["id"] for reply in replies] == [2, 2, 1]


def test_value_and_text_keep_their_order(run):
    code = "class A:\n    def __repr__(self):\n        print('asked')\n        return 'A'\nA()"
    result = run(f"print('before')\n{code}")
    assert result.outline[-3:] == ["stdout", "value", "done"]
    assert result.text() == "before\nasked\n"


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, MemoryError])
def test_an_interrupt_in_the_kernels_own_lines_ends_the_run(run, monkeypatch, error):
    def interrupted(*args: object) -> None:
        raise error

    monkeypatch.setattr("widgets.kernel.session.presented", interrupted)
    assert run("1", fails=True).error.name == error.__name__
    monkeypatch.undo()
    monkeypatch.setattr("widgets.kernel.session._show_open_figures", interrupted)
    assert run("1", fails=True).outline == ["value", "error", "done"]
    monkeypatch.setattr("widgets.kernel.session.sources.register", interrupted)
    assert run("1", fails=True).outline == ["error", "done"]
    monkeypatch.undo()
    assert run("1 + 1").value == "2"


def test_a_failed_run_keeps_nothing_alive(run):
    code = "import gc, weakref\nclass Big: pass\nbig = Big()\nseen = weakref.ref(big)\n"
    run(code)
    run("def f():\n    held = big\n    raise ValueError\nf()", fails=True)
    assert (
        run("gc.disable()\ndel big\nalive = seen() is not None\ngc.enable()\nalive").value
        == "False"
    )


def test_a_page_survives_a_failed_import_of_a_block(run):
    assert run("x = 1", module="no.such.module", fails=True).error.name == "ModuleNotFoundError"
    assert run("1").value == "1"


def test_the_kernel_starts_without_what_is_slow_to_import():
    code = (
        "import sys; from widgets.kernel import session, style;"
        "print({'numpy', 'matplotlib', 'xml.etree.ElementTree'} & set(sys.modules))"
    )
    root = Path(page_module.__file__).parents[2]
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=root, check=True
    )
    assert result.stdout == "set()\n"


@pytest.mark.usefixtures("styled")
def test_a_drawn_figure_is_let_go_with_its_run(session):
    import matplotlib.figure

    gc.collect()
    gc.disable()
    try:
        handle(session, run_request(1, "import matplotlib.pyplot as plt\nplt.plot([1, 2])"))
        figures = [each for each in gc.get_objects() if isinstance(each, matplotlib.figure.Figure)]
    finally:
        gc.enable()
    assert figures == []
