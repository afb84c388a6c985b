"""The tests' browser: the machine's own first, and one clear error when there is none."""

import os
import subprocess

import pytest

from widgets.build import chromium
from widgets.build.report import Fault


@pytest.fixture
def bare_machine(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setattr(chromium.shutil, "which", lambda name: None)
    monkeypatch.setattr(chromium, "playwrights_own", lambda: None)
    return monkeypatch


def test_a_named_browser_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHROMIUM", "/opt/browser")
    assert chromium.chromium() == "/opt/browser"


def test_the_machines_own_comes_before_a_download(bare_machine: pytest.MonkeyPatch) -> None:
    names = {"google-chrome": "/usr/bin/google-chrome"}
    bare_machine.setattr(chromium.shutil, "which", names.get)
    assert chromium.chromium() == "/usr/bin/google-chrome"


@pytest.mark.parametrize("user", [0, 1000])
def test_without_any_the_error_says_what_was_tried(
    bare_machine: pytest.MonkeyPatch, user: int
) -> None:
    asked = []

    def refuse(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        asked.append(command)
        return subprocess.CompletedProcess(command, 1, "", "Error: no network\n\n")

    only_apt = {"apt-get": "/usr/bin/apt-get"}
    bare_machine.setattr(chromium.shutil, "which", only_apt.get)
    bare_machine.setattr(os, "geteuid", lambda: user)
    bare_machine.setattr(subprocess, "run", refuse)
    with pytest.raises(Fault) as raised:
        chromium.chromium()
    text = str(raised.value)
    assert "playwright install chromium: Error: no network" in text
    assert "environment variable CHROMIUM" in text
    used_apt = any(command[0] == "apt-get" for command in asked)
    assert used_apt is (user == 0)
    assert ("only root can install it" in text) is (user != 0)
