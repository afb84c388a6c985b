"""A Chromium for the tests: the machine's own, else Playwright's, else Debian's package."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from widgets.build.report import Fault, step

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
MAC_APPLICATION = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
DOWNLOAD_LIMIT_S = 300


def find_chromium() -> str | None:
    """The path of a browser that is already there."""
    if chosen := os.environ.get("CHROMIUM"):
        return chosen
    if MAC_APPLICATION.is_file():
        return str(MAC_APPLICATION)
    return next(filter(None, map(shutil.which, NAMES)), None) or playwrights_own()


def playwrights_own() -> str | None:
    """Playwright's browser, if it was downloaded."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).is_file() else None


def chromium() -> str:
    """The path of a browser, installed now if the machine has none."""
    if found := find_chromium():
        return found
    tried = [f"no {', '.join(NAMES)} on the PATH"]
    with step("Downloading a browser for the tests"):
        tried.append(attempt([sys.executable, "-m", "playwright", "install", "chromium"]))
    if found := find_chromium():
        return found
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        with step("Installing Debian's chromium package"):
            tried.append(attempt(["apt-get", "update", "-qq"]))
            tried.append(attempt(["apt-get", "install", "-y", "-qq", "chromium"]))
        if found := find_chromium():
            return found
    else:
        tried.append("Debian's package: only root can install it")
    attempts = "\n".join(f"  {text}" for text in tried)
    raise Fault(
        f"the tests need Chromium or Chrome, and none could be had:\n{attempts}\n"
        "Install one, or name its program in the environment variable CHROMIUM."
    )


def attempt(command: list[str]) -> str:
    """Run an installer; returns what came of it, in one line."""
    name = " ".join(command[-3:])
    try:
        answer = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=DOWNLOAD_LIMIT_S
        )
    except subprocess.TimeoutExpired:
        return f"{name}: no answer in {DOWNLOAD_LIMIT_S} s"
    if answer.returncode == 0:
        return f"{name}: done"
    last_line = ([line for line in answer.stderr.splitlines() if line.strip()] or ["failed"])[-1]
    return f"{name}: {last_line.strip()}"
