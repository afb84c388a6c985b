"""The adapter with a stand-in for the browser's side."""

import asyncio
import importlib
import json
import os
import sys
from types import ModuleType, SimpleNamespace

import pytest


class JsObject:
    """What only JavaScript can read."""

    def __init__(self, value: object) -> None:
        self.value = value


@pytest.fixture
def adapter(monkeypatch, tmp_path, styled):
    js = ModuleType("js")
    js.JSON = SimpleNamespace(  # type: ignore[attr-defined]
        parse=lambda text: JsObject(json.loads(text)), stringify=lambda each: json.dumps(each.value)
    )
    monkeypatch.setitem(sys.modules, "js", js)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.delitem(sys.modules, "widgets.kernel.adapter", raising=False)
    yield importlib.import_module("widgets.kernel.adapter")
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
        {"type": "value", "id": 1, "text": "1"},
        {"type": "done", "id": 1, "status": "ok"},
        {"type": "value", "id": 2, "text": "2"},
        {"type": "done", "id": 2, "status": "ok"},
    ]
    assert os.environ["MATPLOTLIBRC"] == str(tmp_path / "matplotlibrc")
