"""A walk over all pages in one tab, which collects what is wrong and where."""

from collections.abc import Callable

from playwright.sync_api import Page
from visiting import Visit

from widgets.build.paths import SITE


def every_page() -> list[str]:
    """The addresses of all pages, those that the build makes, too."""
    made = sorted(path.parent.relative_to(SITE) for path in SITE.rglob("index.html"))
    return [f"{path}/".removeprefix("./") for path in made]


def walk(visited: Visit, root: str, faults: Callable[[Page], list[str]]) -> list[str]:
    """What is wrong with each page and what the browser complains of there, one in a line."""
    found = []
    for address in every_page():
        visited.complaints.clear()
        visited.page.goto(root + address)
        wrong = [*faults(visited.page), *visited.complaints]
        found += [f"{address or 'the home page'}: {fault}" for fault in wrong]
    return found
