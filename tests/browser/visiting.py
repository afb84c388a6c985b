"""A reader's tab, and what it asks for."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, BrowserContext, Page, Request

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# What Playwright says where it keeps pages from having a service worker.
BLOCKED = "Service Worker registration blocked by Playwright"
# A loaded machine may take long; nothing waits longer than it must.
PATIENCE_MS = 90_000
# A browser that spares data does no work ahead: a test that does not ask for it is quicker so.
SPARING = 'Object.defineProperty(navigator.connection, "saveData", { value: true })'


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
        if message.type in ("error", "warning") and message.text != BLOCKED:
            self.complaints.append(message.text)

    def _worker(self, worker: object) -> None:
        # Material has a worker of its own for search; ours starts from a blob.
        self.workers += worker.url.startswith("blob:")

    def begin_anew(self, address: str) -> None:
        """Open a page as on a first visit: nothing is stored, and nothing has happened."""
        self.page.unroute_all()
        self.page.context.unroute_all()
        self.page.goto("about:blank")  # what the last page had not yet stored is stored now
        devtools = self.page.context.new_cdp_session(self.page)
        devtools.send("Storage.clearDataForOrigin", {"origin": address, "storageTypes": "all"})
        devtools.detach()
        self.requests.clear()
        self.complaints.clear()
        self.workers = 0
        self.page.goto(address)

    def paths(self) -> list[str]:
        """The addresses asked for."""
        return [request.url for request in self.requests]

    def foreign(self, origin: str) -> list[str]:
        """The addresses that are neither on the origin nor made by the page itself."""
        own = (origin, f"blob:{origin}", "data:", "blob:null")
        return [url for url in self.paths() if not url.startswith(own)]


@contextmanager
def visits(browser: Browser) -> Iterator[Callable[..., Visit]]:
    """Makes visits, each in a fresh profile; other options are those of a browser context.

    Nothing is kept for later visits, which nothing of the course needs, unless one says
    `ahead=True`.
    """
    contexts = []

    def make(ahead: bool = False, **options: object) -> Visit:
        context = browser.new_context(service_workers="allow" if ahead else "block", **options)
        if not ahead:
            context.add_init_script(SPARING)
        contexts.append(context)
        return Visit(context)

    yield make
    for context in contexts:
        context.close()
