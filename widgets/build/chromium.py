"""A Chromium for the tests: the machine's own, else Playwright's, else Debian's package."""

import os
import shutil
import sys
from pathlib import Path

from widgets.build.installers import attempt, debian
from widgets.build.report import Fault, step

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
MAC_APPLICATION = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")


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
    tried += debian("chromium")
    if found := find_chromium():
        return found
    attempts = "\n".join(f"  {text}" for text in tried)
    raise Fault(
        f"the tests need Chromium or Chrome, and none could be had:\n{attempts}\n"
        "Install one, or name its program in the environment variable CHROMIUM."
    )
