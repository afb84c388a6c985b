"""The canary, in a healthy and in a broken interpreter."""

import pytest

from widgets.kernel import canary


def test_it_sings():
    canary.sing()


def test_it_raises_where_something_is_broken(monkeypatch):
    monkeypatch.setattr("traceback.format_exc", lambda: "")
    with pytest.raises(MemoryError):
        canary.sing()
