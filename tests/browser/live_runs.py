"""Every cell of a page run in the browser: which pages have to be, and two of them side by side.

A run that went well is remembered by all that it depends on: the page's bake (code, the modules it
loads, kernel, runtime), its HTML, the browser code and the browser. A tenth runs all the same,
another one for each commit, and everything does where `FORWARD_PASS_ALL` is set.
"""

import os
import re
import subprocess
from collections.abc import Callable, Generator, Iterable
from pathlib import Path

from lesson import cells, comes_to, output
from visiting import Visit

from widgets.build.archive import content_hash
from widgets.build.bake import bake_cache
from widgets.build.page import Page, read_pages
from widgets.build.paths import ROOT, cache
from widgets.build.runtime import packed_runtime

SIDE_BY_SIDE = 2
# Names with hashes in them change with every change of any module of `lessons`.
HASHED_NAME = re.compile(r"assets/course/[^\"\']+")
PATIENCE_MS = 180_000


class Memory:
    """Which pages have run well just as they are."""

    def __init__(self, site: Path, browser_version: str) -> None:
        self._site = site
        self.folder = cache() / "live-runs"
        self._bakes = bake_cache(packed_runtime())
        self._around = browser_code(browser_version)
        head = ["git", "rev-parse", "HEAD"]
        done = subprocess.run(head, cwd=ROOT, capture_output=True, text=True, check=False)
        self.commit = done.stdout.strip()

    def due(self, page: Page) -> bool:
        """Whether the page has to run: it is new, or its turn has come."""
        known = (self.folder / self._key(page)).exists()
        asked = "FORWARD_PASS_ALL" in os.environ
        return not known or asked or self.by_turn(page, self.commit)

    def by_turn(self, page: Page, commit: str) -> bool:
        """Whether it is the page's turn at a commit: one page of ten."""
        return int(content_hash(self._key(page), commit), 16) % 10 == 0

    def keep(self, page: Page) -> None:
        """Remember that it went well."""
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / self._key(page)).touch()

    def _key(self, page: Page) -> str:
        html = (self._site / page.key / "index.html").read_text()
        plain = HASHED_NAME.sub("", html)
        return content_hash(self._around, self._bakes.key(page) or "", plain)


def browser_code(browser_version: str) -> str:
    """The code that runs in a browser, and that browser, as a hash."""
    sources = sorted((ROOT / "widgets/browser").rglob("*"))
    code = [path.read_bytes() for path in sources if path.is_file()]
    return content_hash(browser_version, *code)


def run_side_by_side(
    pages: Iterable[Page], visit: Callable[[], Visit], root: str, memory: Memory
) -> dict[str, Exception | None]:
    """What went wrong with each page, by its key."""
    waiting, running, ended = list(pages), [], {}
    idle = [visit() for _ in range(SIDE_BY_SIDE)]  # which keep the compiled runtime for the next
    while waiting or running:
        while waiting and idle:
            page, tab = waiting.pop(0), idle.pop()
            running.append((page, tab, run_page(page, tab, root)))
        page, tab, steps = running.pop(0)
        try:
            next(steps)
        except StopIteration:
            memory.keep(page)
            ended[page.key] = None
        except Exception as failure:
            ended[page.key] = failure
        else:
            running.append((page, tab, steps))
            continue
        idle.append(tab)
    return ended


def run_page(page: Page, visited: Visit, root: str) -> Generator[None, None, None]:
    """Run a page's cells in order and compare each with its bake; yields while one runs."""
    tab = visited.page
    visited.begin_anew(f"{root}{page.key}/")
    baked = [output(block) for block in cells(tab).all()]
    for block, expected in zip(cells(tab).all(), baked, strict=True):
        fails = "fp-error" in [kind for kind, _ in expected]
        block.get_by_role("button", name="Run", exact=True).click()
        yield
        state = "error" if fails else "done"
        comes_to(block, state)
        assert output(block) == expected, block.get_attribute("id")
    assert visited.workers == 1
    assert visited.foreign(root) == []
    assert visited.complaints == []


def runnable_pages() -> dict[str, Page]:
    """The pages with runnable blocks, by key."""
    return {page.key: page for page in read_pages() if page.blocks}
