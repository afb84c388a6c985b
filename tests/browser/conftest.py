"""One Chromium for all browser tests, and the built site on servers of its own."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect, sync_playwright
from serving import serving

from widgets.build.chromium import chromium
from widgets.build.paths import SITE
from widgets.build.static_server import SiteHandler, site_server

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


# A loaded machine may take long; nothing waits longer than it must.
PATIENCE_MS = 90_000
expect.set_options(timeout=20_000)


class PrefixHandler(SiteHandler):
    """The site as a host serves it that keeps other things beside it: below `/a/b/`."""

    prefix = "/a/b/"

    def translate_path(self, path: str) -> str:
        """Only what lies below the prefix is there."""
        inside = path.startswith(self.prefix)
        return super().translate_path(f"/{path.removeprefix(self.prefix)}" if inside else "/none")


@pytest.fixture(scope="session")
def site() -> Path:
    """The built site."""
    assert (SITE / "index.html").is_file(), "build the site first: make build"
    return SITE


@pytest.fixture(scope="session")
def root(site: Path) -> Iterator[str]:
    """The address of the site at a server's root."""
    with serving(site_server(SITE, 0)) as address:
        yield f"{address}/"


@pytest.fixture(scope="session")
def prefixed(site: Path) -> Iterator[str]:
    """The address of the site below a prefix."""
    with serving(site_server(SITE, 0, PrefixHandler)) as address:
        yield f"{address}{PrefixHandler.prefix}"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for the whole run."""
    path = chromium()
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield started
        started.close()


class Visit:
    """A reader's tab, with what it asked of servers and complained of."""

    def __init__(self, context: BrowserContext) -> None:
        context.set_default_timeout(PATIENCE_MS)
        self.page: Page = context.new_page()
        self.requests: list[Request] = []
        self.complaints: list[str] = []
        self.workers = 0
        context.on("request", lambda request: self.requests.append(request))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._console)
        self.page.on("worker", self._worker)

    def _console(self, message: object) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def _worker(self, worker: object) -> None:
        # Material has a worker of its own for search; ours starts from a blob.
        self.workers += worker.url.startswith("blob:")

    def paths(self) -> list[str]:
        """The addresses asked for."""
        return [request.url for request in self.requests]

    def foreign(self, origin: str) -> list[str]:
        """The addresses that are neither on the origin nor made by the page itself."""
        own = (origin, f"blob:{origin}", "data:", "blob:null")
        return [url for url in self.paths() if not url.startswith(own)]


@contextmanager
def visits(browser: Browser) -> Iterator[Callable[..., Visit]]:
    """Makes visits, each in a fresh profile; options are those of a browser context."""
    contexts = []

    def make(**options: object) -> Visit:
        context = browser.new_context(**options)
        contexts.append(context)
        return Visit(context)

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def visit(browser: Browser) -> Iterator[Callable[..., Visit]]:
    """Makes visits that end with the test."""
    with visits(browser) as make:
        yield make


@pytest.fixture(scope="module")
def tab(browser: Browser) -> Iterator[Visit]:
    """One tab for all tests of a module, so that Python starts once."""
    with visits(browser) as make:
        yield make()
