"""One Chromium for all browser tests, and the built site on servers of its own."""

from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from lesson import CORE_ATTENTION, cell, reset_all
from long_runs import LongRun
from offline_reading import listed, wait_until_kept
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright
from serving import serving
from visiting import FLAGS, Visit, visits

from widgets.build.chromium import chromium
from widgets.build.paths import SITE
from widgets.build.static_server import SiteHandler, site_server

# A loaded machine may take long; nothing waits longer than it must.
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


class StockHandler(SimpleHTTPRequestHandler):
    """What `python -m http.server` answers with, but without a word for each request."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="session")
def stock(site: Path) -> Iterator[str]:
    """The address of the site on Python's own server, which knows nothing of it."""
    handler = partial(StockHandler, directory=str(site))
    with serving(ThreadingHTTPServer(("127.0.0.1", 0), handler)) as address:
        yield f"{address}/"


@pytest.fixture(scope="session")
def named(root: str) -> str:
    """The same server under another name than the site was built for."""
    return root.replace("127.0.0.1", "localhost")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for the whole run."""
    path = chromium()
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield started
        started.close()


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


@pytest.fixture(scope="session")
def shared(browser: Browser) -> Iterator[Visit]:
    """One tab for all tests that need nothing but a lesson, so that Python starts once."""
    with visits(browser) as make:
        yield make()


@pytest.fixture
def page(shared: Visit, root: str) -> Page:
    """The lesson as it was published, in the shared tab, whatever the last test left there."""
    page, address = shared.page, root + CORE_ATTENTION
    kernel = page.locator("html").get_attribute("data-fp-kernel")
    if page.url != address or kernel != "ready":
        page.goto(address)
    reset_all(page)
    shared.complaints.clear()
    return page


@pytest.fixture
def scratch(page: Page) -> Locator:
    """A block that needs no other."""
    return cell(page, "scratch")


@pytest.fixture
def reading(visit: Callable[..., Visit], root: str) -> Visit:
    """A visit to the lesson whose browser has kept what was opened."""
    visited = visit(ahead=True)
    visited.page.goto(root + CORE_ATTENTION)
    kept = f"{CORE_ATTENTION}index.html", *listed(SITE)["first"]
    wait_until_kept(visited.page, root, *kept)
    return visited


@pytest.fixture(scope="session")
def newcomer(browser: Browser) -> Iterator[Visit]:
    """One tab for all tests that need a first visit."""
    with visits(browser) as make:
        yield make()


@pytest.fixture
def fresh(newcomer: Visit, root: str) -> Visit:
    """A first visit to the lesson: nothing runs and nothing is stored."""
    newcomer.begin_anew(root + CORE_ATTENTION)
    return newcomer


@pytest.fixture
def long_run(request: pytest.FixtureRequest, browser: Browser) -> LongRun:
    """Leaves out a long test that went well as it is."""
    run = LongRun(request.node.nodeid, request.path, browser.version)
    if not run.due():
        # It takes minutes, and nothing that it tries has changed since; `make test-all` runs it.
        pytest.skip("ran well, just as it is, before")
    return run
