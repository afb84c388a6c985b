"""The other engines: the machine's own first, and words where there is none."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from widgets.build import checks, engines
from widgets.build.report import Fault


@pytest.fixture
def bare_machine(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A machine without browsers, whose user may install nothing."""
    monkeypatch.delenv("FIREFOX", raising=False)
    monkeypatch.setattr(engines, "MAC_FIREFOX", Path("/none"))
    monkeypatch.setattr(shutil, "which", lambda name: None)
    return monkeypatch


def test_the_machines_own_firefox_is_taken(bare_machine: pytest.MonkeyPatch) -> None:
    bare_machine.setattr(shutil, "which", {"firefox": "/usr/bin/firefox"}.get)
    assert engines.firefox() == "/usr/bin/firefox"


@pytest.mark.parametrize("place", ["lib/x86_64-linux-gnu", "lib64", "libexec"])
def test_webkits_browser_is_found_where_distributions_keep_it(
    bare_machine: pytest.MonkeyPatch, tmp_path: Path, place: str
) -> None:
    bare_machine.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    assert engines.find_webkit(tmp_path) is None
    browser = tmp_path / place / "webkit2gtk-4.1" / "MiniBrowser"
    browser.parent.mkdir(parents=True)
    browser.touch()
    found = engines.find_webkit(tmp_path)
    assert found == engines.WebKit("/usr/bin/WebKitWebDriver", str(browser), "/usr/bin/Xvfb")


def test_as_root_debians_package_is_installed(bare_machine: pytest.MonkeyPatch) -> None:
    there = {"apt-get": "/usr/bin/apt-get"}

    def install(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        if command[:2] == ["apt-get", "install"]:
            there[command[-1]] = f"/usr/bin/{command[-1]}"
        return subprocess.CompletedProcess(command, 0, "", "")

    bare_machine.setattr(shutil, "which", there.get)
    bare_machine.setattr(os, "geteuid", lambda: 0)
    bare_machine.setattr(subprocess, "run", install)
    assert engines.firefox() == "/usr/bin/firefox-esr"


def test_without_firefox_the_error_says_what_was_tried(bare_machine: pytest.MonkeyPatch) -> None:
    with pytest.raises(Fault, match=r"Firefox could not be had:\n.*firefox-esr: only root"):
        engines.firefox()


def test_without_webkit_the_checks_say_so_and_go_on(
    bare_machine: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    done: list[object] = []
    bare_machine.setenv("FIREFOX", "/opt/firefox")
    bare_machine.setattr(engines, "MINI_BROWSERS", ())
    bare_machine.setattr(checks, "run_checks", done.append)
    bare_machine.setattr(checks, "run_lanes", lambda lane: done.append(lane[0].command[-1]))
    checks.run_all_checks(["-x"])
    assert "WebKit is left out: WebKitGTK" in capsys.readouterr().out
    assert done == [["-x"], "tests/engines"]
