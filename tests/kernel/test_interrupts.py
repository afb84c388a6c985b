"""Stop leaves no library half imported."""

import importlib
import importlib.util
import signal
import sys
from collections.abc import Iterator
from importlib.machinery import ExtensionFileLoader, ModuleSpec
from types import ModuleType

import pytest

from widgets.kernel import interrupts as kernel_interrupts
from widgets.kernel.interrupts import Interrupts

STOPPED = """
import signal
signal.raise_signal(signal.SIGINT)
signal.raise_signal(signal.SIGALRM)
whole = True
"""


class Alarms:
    """Counts what a run is told now and then."""

    count = 0

    def __call__(self) -> None:
        self.count += 1


@pytest.fixture
def alarms() -> Alarms:
    return Alarms()


@pytest.fixture
def interrupts(alarms) -> Iterator[Interrupts]:
    before = [(each, signal.getsignal(each)) for each in (signal.SIGINT, signal.SIGALRM)]
    interrupts = Interrupts(alarms)
    interrupts.install()
    yield interrupts
    for each, handler in before:
        signal.signal(each, handler)


@pytest.fixture
def stopped(tmp_path, monkeypatch) -> str:
    """A module during whose import Stop comes."""
    (tmp_path / "stopped.py").write_text(STOPPED)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "stopped", raising=False)
    return "stopped"


def ends() -> bool:
    """Whether the next alarm ends the run."""
    try:
        signal.raise_signal(signal.SIGALRM)
    except KeyboardInterrupt:
        return True
    return False


def test_stop_ends_what_runs(interrupts) -> None:
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
    assert not ends()  # it was the only one


def test_stop_ends_an_import_that_can_be_done_again(interrupts, stopped) -> None:
    with pytest.raises(KeyboardInterrupt):
        importlib.import_module(stopped)
    assert stopped not in sys.modules


def test_what_can_be_imported_only_once_is_whole_before_stop_ends_the_run(
    interrupts, stopped, alarms, monkeypatch
) -> None:
    monkeypatch.setattr(kernel_interrupts, "_ONCE", stopped)
    assert importlib.import_module(stopped).whole
    assert alarms.count == 1
    assert ends()
    assert not ends()
    assert alarms.count == 3


def test_c_code_begins_before_stop_ends_the_run(interrupts, monkeypatch) -> None:
    def begin(spec: ModuleSpec) -> ModuleType:
        signal.raise_signal(signal.SIGINT)
        return ModuleType(spec.name)

    monkeypatch.setattr("_imp.create_dynamic", begin)
    spec = importlib.util.spec_from_loader("in_c", ExtensionFileLoader("in_c", "in_c.so"))
    importlib.util.module_from_spec(spec)
    assert ends()


def test_what_comes_too_late_does_not_end_the_next_run(
    interrupts, stopped, alarms, monkeypatch
) -> None:
    monkeypatch.setattr(kernel_interrupts, "_ONCE", stopped)
    importlib.import_module(stopped)
    interrupts.begin()
    assert not ends()
