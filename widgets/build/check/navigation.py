"""The course's order: every page has its place in it, and what a lesson needs comes before."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from widgets.build.fences import suggestion
from widgets.build.finding import Finding
from widgets.build.page import Page

CONFIGURATION = "mkdocs.yml"


def navigation_findings(
    pages: Sequence[Page], nav: Sequence[Any], configuration: Path
) -> Iterator[Finding]:
    """Pages that `nav` lacks or does not have, and prerequisites that are unknown or come later."""
    order = list(nav_paths(nav))
    by_path = {page.path.as_posix(): page for page in pages}
    lines = configuration.read_text().splitlines()
    for path in order:
        if path not in by_path:
            yield Finding(
                CONFIGURATION,
                line_of(path, lines),
                f"nav: there is no page {path!r}{suggestion(path, by_path)}",
            )
    for path in sorted({path for path in order if order.count(path) > 1}):
        yield Finding(CONFIGURATION, line_of(path, lines), f"nav: {path!r} is in it twice")
    for path, page in by_path.items():
        if path not in order:
            yield Finding(page.file, 1, f"the page is not in nav of {CONFIGURATION}")
    places = {Path(path).stem: place for place, path in enumerate(order) if path in by_path}
    for page in pages:
        yield from prerequisite_findings(page, places)


def prerequisite_findings(page: Page, places: dict[str, int]) -> Iterator[Finding]:
    """Prerequisites of a lesson that are no lessons, or stand after it."""
    requires = page.meta.get("requires")
    own = page.path.stem
    for slug in map(str, requires if isinstance(requires, list) else ()):
        line = page.line_of("requires")
        if slug not in places:
            hint = suggestion(slug, places)
            yield Finding(page.file, line, f"requires {slug!r}, which is no lesson in nav{hint}")
        elif own in places and places[slug] >= places[own]:
            yield Finding(page.file, line, f"requires {slug!r}, which comes later in nav")


def nav_paths(entries: Iterable[Any]) -> Iterator[str]:
    """The pages of a `nav`, in order."""
    for entry in entries:
        if isinstance(entry, str):
            yield entry
        else:
            for inside in entry.values():
                yield from nav_paths([inside] if isinstance(inside, str) else inside)


def line_of(path: str, lines: Sequence[str]) -> int:
    """The line that names a page."""
    return next((number for number, line in enumerate(lines, 1) if path in line), 1)
