"""Measured builds: the time of each stage, and how soon a saved lesson is on the open page."""

import re
import signal
import subprocess
import sys
import time
from pathlib import Path

from playwright.sync_api import Page

COURSE = [sys.executable, "-m", "widgets.build"]
STAGE = re.compile(r"(?P<name>.+) …\n  (?P<seconds>[\d.]+) s")


def stages(course: Path) -> dict[str, float]:
    """Build the course in a folder; seconds by stage."""
    done = subprocess.run(
        [*COURSE, "build"], cwd=course, check=True, capture_output=True, text=True
    )
    return {found["name"]: float(found["seconds"]) for found in STAGE.finditer(done.stdout)}


def edits(page: Page, course: Path, lesson: str, count: int) -> list[float]:
    """Serve a built course, save a lesson some times; seconds until each edit is to be seen."""
    source = course / "docs" / f"{lesson}.md"
    text = source.read_text()
    seconds = []
    with subprocess.Popen(
        [*COURSE, "serve", "--port", "0"], cwd=course, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout
        address = next(line.split()[1] for line in server.stdout if line.startswith("Serving"))
        page.goto(f"{address}{lesson}/")
        for number in range(count):
            words = f"Edit number {number}."
            began = time.perf_counter()
            source.write_text(text.replace("\n## ", f"\n\n{words}\n\n## ", 1))
            page.get_by_text(words).wait_for()
            seconds.append(time.perf_counter() - began)
            next(line for line in server.stdout if line.startswith("The whole site is new"))
        server.send_signal(signal.SIGTERM)
        server.stdout.read()
    source.write_text(text)
    return seconds
