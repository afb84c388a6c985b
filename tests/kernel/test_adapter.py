"""The adapter with a stand-in for the browser's side."""

import asyncio
import importlib
import json
import os
import signal
import sys
from types import ModuleType, SimpleNamespace

import pytest


class JsObject:
    """What only JavaScript can read."""

    def __init__(self, value: object) -> None:
        self.value = value


class JsException(Exception):
    """What a rejected promise raises."""


class Page:
    """What Pyodide offers: `run_sync` gives a promise's value or raises its rejection."""

    can_wait = True

    def run_sync(self, coroutine):
        try:
            coroutine.send(None)
        except StopIteration as end:
            return end.value


@pytest.fixture
def browser(monkeypatch) -> Page:
    page = Page()
    ffi = SimpleNamespace(
        JsException=JsException, can_run_sync=lambda: page.can_wait, run_sync=page.run_sync
    )
    monkeypatch.setitem(sys.modules, "pyodide", ModuleType("pyodide"))
    monkeypatch.setitem(sys.modules, "pyodide.ffi", ffi)
    return page


@pytest.fixture
def adapter(browser, monkeypatch, tmp_path, styled):
    js = ModuleType("js")
    js.JSON = SimpleNamespace(  # type: ignore[attr-defined]
        parse=lambda text: JsObject(json.loads(text)), stringify=lambda each: json.dumps(each.value)
    )
    monkeypatch.setitem(sys.modules, "js", js)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.delitem(sys.modules, "widgets.kernel.adapter", raising=False)
    before = [(each, signal.getsignal(each)) for each in (signal.SIGINT, signal.SIGALRM)]
    yield importlib.import_module("widgets.kernel.adapter")
    for each, handler in before:
        signal.signal(each, handler)
    sys.modules.pop("widgets.kernel.adapter")


def test_objects_go_in_and_come_out(adapter, tmp_path):
    emitted: list[JsObject] = []
    request = {
        "type": "run",
        "id": 1,
        "page": "p/",
        "cell": "c",
        "code": "x = 1\nx",
        "module": None,
    }
    asyncio.run(adapter.handle(JsObject(request), emitted.append))
    asyncio.run(adapter.handle(JsObject({**request, "id": 2, "code": "x + 1"}), emitted.append))
    assert [reply.value for reply in emitted] == [
        {"type": "value", "id": 1, "text": "1", "note": None},
        {"type": "done", "id": 1, "status": "ok"},
        {"type": "value", "id": 2, "text": "2", "note": None},
        {"type": "done", "id": 2, "status": "ok"},
    ]
    assert os.environ["MATPLOTLIBRC"] == str(tmp_path / "matplotlibrc")


class Promise:
    """Settled already."""

    def __init__(self, result: object) -> None:
        self.result = result

    def __await__(self):
        if isinstance(self.result, Exception):
            raise self.result
        return self.result
        yield


class Worker:
    """A host that answers at once."""

    def __init__(self, answer: object = "Ada") -> None:
        self.answer = answer
        self.asked: list[tuple] = []
        self.paused: list[float] = []

    def ask(self, *question: object) -> object:
        self.asked.append(question)
        return Promise(self.answer)

    def pause(self, seconds: float) -> object:
        self.paused.append(seconds)
        return Promise(self.answer)


def run(adapter, code: str, *host: object) -> list:
    emitted: list[JsObject] = []
    request = {"type": "run", "id": 5, "page": "p/", "cell": "c", "code": code, "module": None}
    asyncio.run(adapter.handle(JsObject(request), emitted.append, *host))
    return [reply.value for reply in emitted]


def test_input_waits_for_the_workers_answer(adapter):
    worker = Worker()
    text, value, _ = run(adapter, "input('name? ')", worker)
    assert worker.asked == [(5, "name? ", False)]
    assert text["text"] == "name? Ada\n"
    assert value["text"] == "'Ada'"


def test_sleep_waits_in_the_worker(adapter):
    worker = Worker()
    assert run(adapter, "import time\ntime.sleep(100)", worker)[-1]["status"] == "ok"
    assert worker.paused == [100.0]


@pytest.mark.parametrize("code", ["input()", "import time\ntime.sleep(100)"])
def test_a_rejected_promise_is_an_interrupt(adapter, code):
    error, _ = run(adapter, code, Worker(JsException("interrupt")))[-2:]
    assert error["name"] == "KeyboardInterrupt"


def test_without_stack_switching_input_says_so_and_sleep_sleeps(adapter, browser):
    browser.can_wait = False
    worker = Worker()
    error, _ = run(adapter, "input()", worker)[-2:]
    assert (error["name"], worker.asked) == ("RuntimeError", [])
    assert "cannot wait for an answer" in error["message"]
    assert run(adapter, "import time\ntime.sleep(0.001)", worker)[-1]["status"] == "ok"
    assert worker.paused == []


def test_without_a_host_nobody_answers(adapter):
    assert run(adapter, "input()")[-2]["name"] == "EOFError"


def test_the_canary_sings(adapter):
    assert adapter.canary() is None


def test_an_interrupt_after_the_run_still_ends_with_done(adapter):
    emitted: list = []

    def emit(reply: JsObject) -> None:
        emitted.append(reply.value)
        if len(emitted) == 1:
            raise KeyboardInterrupt

    request = {"type": "plan", "id": 5, "page": "p/", "cells": []}
    asyncio.run(adapter.handle(JsObject(request), emit))
    assert [reply["type"] for reply in emitted] == ["plan", "done"]
