"""Links and images within the course: they lead somewhere, and say what they show."""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from html import unescape
from pathlib import Path, PurePosixPath
from posixpath import normpath
from urllib.parse import unquote

from markdown.extensions.toc import slugify, unique

from widgets.build.check.prose import matches
from widgets.build.fences import SCRATCH, suggestion
from widgets.build.finding import Finding
from widgets.build.glossary import FILE as GLOSSARY
from widgets.build.page import Page, headings

TARGET = r"(?P<target><[^>]*>|[^\s()]*(?:\([^\s()]*\)[^\s()]*)*)"
INLINE = re.compile(
    rf"(?P<image>!?)\[(?P<text>[^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*)\]\({TARGET}(?:\s+[^)]*)?\)"
)
REFERENCE = re.compile(r"(?<![!\]\\])\[(?P<text>[^\[\]^][^\[\]]*)\]\[(?P<name>[^\[\]]*)\]")
DEFINITION = re.compile(r"^ {0,3}\[(?P<name>[^\[\]^]+)\]:\s*(?P<target>\S+)", re.MULTILINE)
HTML_LINK = re.compile(r"<(?P<tag>a|img)\b(?P<attributes>[^>]*)>", re.IGNORECASE)
ATTRIBUTE = re.compile(r"""(?P<name>[\w-]+)\s*=\s*(?P<quote>["'])(?P<value>.*?)(?P=quote)""")
OWN_ID = re.compile(r"\{:?[^{}]*#(?P<id>[\w-]+)[^{}]*\}")
HTML_ID = re.compile(r"""\bid\s*=\s*["'](?P<id>[^"']+)["']""")
ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)


def link_findings(
    pages: Iterable[Page], docs: Path, checked: Iterable[Page] | None = None
) -> Iterator[Finding]:
    """Every link of the prose that leads nowhere, and every image without words.

    Of the pages in `checked`, or of all.
    """
    anchors = Anchors({page.path.as_posix(): page for page in pages})
    for page in anchors.pages.values() if checked is None else checked:
        for target, line in targets(page):
            if text := target_fault(page, target, docs, anchors):
                yield Finding(page.file, line, text)
        yield from wordless_images(page)
        yield from unknown_references(page)


class Anchors(Mapping[str, set[str]]):
    """The ids on each page by its path in `docs`, looked for when a page is asked for."""

    def __init__(self, pages: Mapping[str, Page]) -> None:
        self.pages = pages
        self._found: dict[str, set[str]] = {}

    def __getitem__(self, path: str) -> set[str]:
        if path not in self._found:
            self._found[path] = set(page_anchors(self.pages[path]))
        return self._found[path]

    def __contains__(self, path: object) -> bool:
        return path in self.pages

    def __iter__(self) -> Iterator[str]:
        return iter(self.pages)

    def __len__(self) -> int:
        return len(self.pages)


def targets(page: Page) -> Iterator[tuple[str, int]]:
    """What a page links to or shows, with lines."""
    for pattern in (INLINE, DEFINITION):
        for found, line in matches(pattern, page):
            yield found["target"].strip("<>"), line
    for found, line in matches(HTML_LINK, page):
        given = attributes(found)
        if target := given.get("href") or given.get("src"):
            yield unescape(target), line


def target_fault(
    page: Page, target: str, docs: Path, anchors: Mapping[str, set[str]]
) -> str | None:
    """What is wrong with a link's target; None if it leads somewhere."""
    if ELSEWHERE.match(target):
        return None
    if target.startswith("/"):
        return f"{target!r} works at a server's root only: write it relative to this page"
    path, _, anchor = target.partition("#")
    if not path and not anchor:
        return "a link without a target"
    there = page.path.as_posix()
    if path:
        there = normpath(PurePosixPath(page.path.parent, unquote(path)))
    # `os` says no to a name that no file can have; `pathlib` raises.
    if there not in anchors and not os.path.isfile(docs / there):
        known = [relative(other, page) for other in anchors]
        return f"there is no {path!r}{suggestion(path, known)}"
    if anchor and there in anchors and anchor not in anchors[there]:
        if there == GLOSSARY:
            return f"the glossary has no term {anchor!r}{suggestion(anchor, anchors[there])}"
        return f"{path or 'this page'} has no anchor {anchor!r}{suggestion(anchor, anchors[there])}"
    return None


def relative(path: str, page: Page) -> str:
    """How a page would write a link to another."""
    up = len(page.path.parent.parts)
    same = PurePosixPath(path).parent == PurePosixPath(page.path.parent.as_posix())
    return PurePosixPath(path).name if same else "../" * up + path


def page_anchors(page: Page) -> Iterator[str]:
    """The ids that a page's elements will have."""
    taken: set[str] = set()
    for text, _ in headings(page.body, 1):
        if own := OWN_ID.search(text):
            yield own["id"]
        else:
            yield unique(slugify(plain(text), "-"), taken)
    for pattern in (OWN_ID, HTML_ID):
        for found, _ in matches(pattern, page):
            yield found["id"]
    for block in page.blocks:
        yield block.id
    if page.blocks:
        yield SCRATCH
    for _, source in page.sources():
        yield f"source-{source['id']}"


def plain(heading: str) -> str:
    """A heading's text without its links' targets."""
    return INLINE.sub(lambda found: found["text"], heading)


def attributes(found: re.Match[str]) -> dict[str, str]:
    """The attributes of an HTML tag."""
    pairs = ATTRIBUTE.finditer(found["attributes"])
    return {pair["name"].lower(): pair["value"] for pair in pairs}


def wordless_images(page: Page) -> Iterator[Finding]:
    """Images that say nothing to who cannot see them."""
    for found, line in matches(INLINE, page):
        if found["image"] and not found["text"].strip():
            yield Finding(page.file, line, "the image has no text alternative: ![what it shows](…)")
    for found, line in matches(HTML_LINK, page):
        if found["tag"].lower() == "img" and not attributes(found).get("alt", "").strip():
            yield Finding(page.file, line, 'the image has no text alternative: alt="what it shows"')


def unknown_references(page: Page) -> Iterator[Finding]:
    """`[text][name]` where nothing says what the name stands for: Markdown shows it as it is."""
    names = [found["name"].lower() for found, _ in matches(DEFINITION, page)]
    for found, line in matches(REFERENCE, page):
        name = (found["name"] or found["text"]).lower()
        if name not in names:
            yield Finding(page.file, line, f"no link is called {name!r}{suggestion(name, names)}")
