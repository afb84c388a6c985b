"""Measured visits in Chromium: what a reader waits for, by the page's own clock."""

import json
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lesson import CORE_ATTENTION, cell, edit, follow, run
from playwright.sync_api import BrowserContext, Locator, Page, Playwright, expect
from snapshots import wait_until_kept
from visiting import FLAGS

HOST = Path(__file__).with_name("host.py")
PATIENCE_MS = 120_000
NEXT_LESSON = "RoPE: rotate Q and K"
PLOT = "import matplotlib.pyplot as plt\nplt.plot([1, 3, 2])"
LOOP = "kept = 1\nprint('begun')\nwhile True:\n    pass"
# Promises the seconds from the next press of a button until `done` holds for an element.
TIMED = """(done) => ([button, place]) => {
    window.measured = new Promise(resolve => {
        button.addEventListener("click", () => {
            const pressed = performance.now();
            const look = () => done(place) && resolve((performance.now() - pressed) / 1000);
            new MutationObserver(look).observe(
                place, {attributes: true, childList: true, subtree: true});
        }, {once: true, capture: true});
    });
}"""
HAS_FIGURE = "place => place.querySelector('.fp-figure svg, #output > svg')"
IS_STOPPED = "place => place.dataset.state === 'stopped'"
IS_READY = "place => place.dataset.fpKernel === 'ready'"
# Promises the seconds from when Python is busy no more until it is ready.
REPLACED = """() => {
    const {documentElement} = document;
    let ended;
    window.measured = new Promise(resolve => {
        new MutationObserver(() => {
            const state = documentElement.dataset.fpKernel;
            if (state !== "busy") ended ??= performance.now();
            if (state === "ready") resolve((performance.now() - ended) / 1000);
        }).observe(documentElement, {attributes: true});
    });
}"""
LAYOUT_SHIFT = """() => new Promise(resolve => {
    let total = 0;
    new PerformanceObserver(list => {
        for (const entry of list.getEntries()) total += entry.value;
    }).observe({type: "layout-shift", buffered: true});
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(total)));
})"""


class Hosted:
    """A folder on a host of its own, perhaps at the end of a slow line."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout
        self.root = process.stdout.readline().strip()

    def sent(self) -> dict[str, int]:
        """Bytes sent by kind of file since the last time that somebody asked."""
        with urllib.request.urlopen(f"{self.root}.sent") as answer:
            counted: dict[str, int] = json.load(answer)
        return counted


@contextmanager
def hosted(folder: Path, *limits: str) -> Iterator[Hosted]:
    """Serve a folder while it is needed."""
    command = [sys.executable, str(HOST), str(folder), *limits]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        yield Hosted(process)
        process.terminate()


@contextmanager
def profile(playwright: Playwright, chromium: str, folder: Path) -> Iterator[Page]:
    """A tab of a browser whose caches are kept in a folder."""
    context: BrowserContext = playwright.chromium.launch_persistent_context(
        folder, executable_path=chromium, args=FLAGS
    )
    context.set_default_timeout(PATIENCE_MS)
    yield context.new_page()
    context.close()


def timed(button: Locator, place: Locator, done: str) -> float:
    """Seconds from pressing a button until the JavaScript function `done` holds for `place`."""
    page = button.page
    ends = [button.element_handle(), place.element_handle()]
    page.evaluate(f"ends => ({TIMED})({done})(ends)", ends)
    button.click()
    return float(page.evaluate("measured"))


def plain_plot(page: Page, root: str) -> float:
    """The plain page's first plot."""
    page.goto(root)
    return timed(page.get_by_role("button"), page.locator("#output"), HAS_FIGURE)


def course_plot(page: Page, root: str) -> float:
    """A lesson's first plot, in the reader's own cell."""
    page.goto(root + CORE_ATTENTION)
    return scratch_plot(page)


def scratch_plot(page: Page) -> float:
    """The plot of a line in the empty cell at the end of the open lesson."""
    block = cell(page, "scratch")
    edit(block, PLOT)
    return timed(block.get_by_role("button", name="Run", exact=True), block, HAS_FIGURE)


def prepare(page: Page, root: str) -> float:
    """Stay until the browser has kept what makes later visits quicker."""
    course_plot(page, root)
    wait_until_kept(page)
    return 0


def next_lesson_plot(page: Page) -> float:
    """The same on the lesson reached by a link."""
    follow(page.get_by_role("link", name=NEXT_LESSON).first)
    expect(page.get_by_role("heading", level=1)).to_contain_text(NEXT_LESSON)
    return scratch_plot(page)


def stop(page: Page) -> float:
    """From Stop to stopped, in a loop that keeps the names."""
    block = cell(page, "scratch")
    edit(block, LOOP)
    block.get_by_role("button", name="Run", exact=True).click()
    expect(block.locator(".fp-text")).to_have_text("begun\n")
    seconds = timed(block.get_by_role("button", name="Stop", exact=True), block, IS_STOPPED)
    edit(block, "kept")
    run(block)
    expect(block.locator(".fp-output")).to_contain_text("1")
    return seconds


def forced_restart(page: Page) -> float:
    """From the end of an interpreter that no interrupt reaches to one that is ready."""
    block = cell(page, "scratch")
    edit(block, "print('begun')\nsum(range(10**12))")
    block.get_by_role("button", name="Run", exact=True).click()
    expect(block.locator(".fp-text")).to_have_text("begun\n")
    page.evaluate(REPLACED)
    block.get_by_role("button", name="Stop", exact=True).click()
    return float(page.evaluate("measured"))


def restart(page: Page) -> float:
    """From Restart to an interpreter that is ready."""
    button = page.get_by_role("button", name="Restart", exact=True)
    return timed(button, page.locator("html"), IS_READY)


def layout_shift(page: Page, root: str) -> float:
    """How much a lesson moves while it loads."""
    page.goto(root + CORE_ATTENTION, wait_until="networkidle")
    return float(page.evaluate(LAYOUT_SHIFT))


def heap_bytes(page: Page) -> int:
    """The size of the interpreter's memory."""
    block = cell(page, "scratch")
    edit(block, "import pyodide_js\npyodide_js._module.HEAP8.length")
    run(block)
    return int(block.locator(".fp-output").inner_text().strip())
