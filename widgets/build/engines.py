"""The other engines for `course test-all`: the machine's own, else Debian's packages."""

import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from widgets.build.installers import debian
from widgets.build.report import Fault

FIREFOX_NAMES = ("firefox-esr", "firefox")
MAC_FIREFOX = Path("/Applications/Firefox.app/Contents/MacOS/firefox")
# WebKitGTK's small browser is on no PATH; each distribution has a place of its own for it.
MINI_BROWSERS = ("lib/*/webkit*gtk-*/MiniBrowser", "lib*/webkit*gtk-*/MiniBrowser")

Found = TypeVar("Found")


@dataclass(frozen=True)
class WebKit:
    """The programs by which WebKitGTK is driven where there is no screen."""

    driver: str
    browser: str
    display: str


def find_firefox() -> str | None:
    """The path of a Firefox that is already there."""
    if chosen := os.environ.get("FIREFOX"):
        return chosen
    if MAC_FIREFOX.is_file():
        return str(MAC_FIREFOX)
    return next(filter(None, map(shutil.which, FIREFOX_NAMES)), None)


def find_webkit(usr: Path = Path("/usr")) -> WebKit | None:
    """WebKitGTK's programs, if all are already there."""
    browsers = sorted(path for place in MINI_BROWSERS for path in usr.glob(place))
    driver, display = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
    if not (browsers and driver and display):
        return None
    return WebKit(driver, str(browsers[-1]), display)


def firefox() -> str:
    """The path of a Firefox, installed now if the machine has none."""
    return found_or_installed(find_firefox, "Firefox", "firefox-esr")


def webkit() -> WebKit:
    """WebKitGTK's programs, installed now if the machine lacks one."""
    name = "WebKitGTK with WebKitWebDriver, MiniBrowser and Xvfb"
    return found_or_installed(find_webkit, name, "webkit2gtk-driver", "xvfb")


def found_or_installed(find: Callable[[], Found | None], name: str, *packages: str) -> Found:
    """What `find` gives, after an installation if need be."""
    if found := find():
        return found
    tried = debian(*packages)
    if found := find():
        return found
    attempts = "\n".join(f"  {text}" for text in tried)
    raise Fault(f"{name} could not be had:\n{attempts}")
