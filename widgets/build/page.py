"""A Markdown page as the build reads it: front matter, and the runnable blocks with their lines."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from markdown.extensions.attr_list import get_attrs
from markdown.extensions.toc import slugify
from mkdocs.utils.meta import get_data

from widgets.build import fences, front_matter
from widgets.build.archive import content_hash
from widgets.build.finding import Finding, report
from widgets.build.paths import DOCS, ROOT
from widgets.build.report import Fault
from widgets.build.symbols import find_symbol

# As SuperFences reads them: what it does not take for a fence, or for its end, is none.
OPEN_FENCE = re.compile(
    r"(?P<indent>[> \t]*)(?P<fence>`{3,}|~{3,})"
    r"[ \t]*(?P<language>(?:[\w#.+-]+(?=[ \t]|$))?)(?P<info>.*)"
)
OPTION = re.compile(
    r"[ \t]+(?P<key>[A-Za-z][A-Za-z0-9_]*)="
    r"""(?P<quote>["'])(?P<value>(?:(?!(?P=quote)).)*)(?P=quote)(?=[ \t]|$)"""
)
BRACES = re.compile(r"[ \t]*\{(?P<attributes>.*)\}[ \t]*")
RUNNABLE = re.compile(r"""\b(cell|source)=["']""")
# Python-Markdown marks with them what it has stashed away, and drops an author's.
RESERVED = re.compile("[\x02\x03]")
HEADING = re.compile(r"#{1,6}\s+(?P<text>.+?)\s*#*$")


@dataclass(frozen=True)
class Block:
    """A runnable block: a cell of the page's own, or reference code with its module."""

    id: str
    code: str
    module: str | None
    alt: tuple[str, ...]
    raises: str | None
    line: int


@dataclass(frozen=True)
class Page:
    """A page of `docs`."""

    path: Path
    meta: Mapping[str, Any]
    body: str
    blocks: tuple[Block, ...]
    first_line: int = 1
    """The file's line in which the body begins."""
    lines: Mapping[front_matter.Key, int] = field(default_factory=dict)
    """The lines of the front matter's keys: `("sources", 0, "year")`."""

    @property
    def file(self) -> str:
        """The page's path from the project's root."""
        return f"docs/{self.path.as_posix()}"

    def sources(self) -> Iterator[tuple[int, Mapping[str, Any]]]:
        """The sources that are described as they must be, with their places in the list."""
        entries = self.meta.get("sources")
        for number, source in enumerate(entries if isinstance(entries, list) else ()):
            if not any(front_matter.source_faults(source)):
                yield number, source

    def line_of(self, *key: str | int) -> int:
        """The line of a front-matter key, or of what is nearest around it."""
        return front_matter.nearest(self.lines, key)

    @property
    def key(self) -> str:
        """The page's address within the site, without slashes at the ends."""
        return page_key(self.path)


def page_key(path: Path) -> str:
    """The address within the site of a page by its path in `docs`, without slashes at the ends."""
    folder = path.parent if path.stem == "index" else path.with_suffix("")
    return "" if folder == Path() else folder.as_posix()


@dataclass(frozen=True)
class Fence:
    """A fenced block as it stands in the Markdown."""

    language: str
    info: str
    indented: bool
    body: str
    line: int
    length: int
    """Lines from the opening to the closing fence, or to the end of the page."""
    closed: bool


def body_hash(body: str) -> str:
    """The hash by which a Markdown formatter, which is told no file name, knows its page."""
    return content_hash("\n".join(line.rstrip() for line in body.strip().splitlines()))


def read_pages(docs: Path = DOCS, root: Path = ROOT) -> list[Page]:
    """Every page written by hand; raises one Fault that lists what is wrong with their form."""
    pages, findings = parse_pages(docs, root)
    report(findings)
    return pages


def parse_pages(docs: Path, root: Path) -> tuple[list[Page], list[Finding]]:
    """Every page written by hand, and what is wrong with fences and front matter."""
    pages, findings = [], []
    for path in sorted(docs.rglob("*.md")):
        name = path.relative_to(docs)
        if name.parts[0] != "source":
            page, found = read_page(path, name, root)
            pages.append(page)
            findings += [Finding(page.file, line, text) for line, text in found]
    return pages, findings


def read_page(path: Path, name: Path, root: Path) -> tuple[Page, list[tuple[int, str]]]:
    """A page, and its faults with their line numbers."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        return Page(name, {}, "", ()), [(line, "the file is not written in UTF-8")]
    body, meta = get_data(text)
    is_lesson = len(name.parts) > 1 and name.stem != "index"
    faults = list(front_matter.yaml_faults(text))
    lines = {} if faults else front_matter.key_lines(text)
    if not faults:
        for key, fault in front_matter.faults(meta, is_lesson):
            faults.append((front_matter.nearest(lines, key), fault))
    for found in RESERVED.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        faults.append((line, f"the character {found[0]!r} cannot stand in a page"))
    first_line = text.count("\n") - body.count("\n") + 1
    taken = {slugify(heading, "-"): line for heading, line in headings(body, first_line)}
    blocks = []
    for fence in find_fences(body, first_line):
        try:
            block = runnable_block(fence, root)
        except Fault as fault:
            faults.append((fence.line, str(fault)))
            continue
        if block is None:
            continue
        if block.id in taken:
            faults.append((block.line, f"{block.id!r} is taken by line {taken[block.id]}"))
        taken[block.id] = block.line
        blocks.append(block)
    return Page(name, meta, body, tuple(blocks), first_line, lines), faults


def find_fences(body: str, first_line: int = 1) -> Iterator[Fence]:
    """The fenced blocks of a Markdown text."""
    lines = iter(enumerate(body.split("\n"), first_line))
    for number, line in lines:
        opened = OPEN_FENCE.fullmatch(line)
        if not opened:
            continue
        indent = opened["indent"]
        inside: list[str] = []
        closed = False
        for _, inner in lines:
            if closed := inner.rstrip(" \t") == indent + opened["fence"]:
                break
            if not inner.startswith(indent) and not indent.startswith(inner.rstrip()):
                break
            inside.append(inner)
        yield Fence(
            opened["language"],
            opened["info"],
            bool(indent),
            "\n".join(inside),
            number,
            len(inside) + 1 + closed,
            closed,
        )


def headings(body: str, first_line: int) -> Iterator[tuple[str, int]]:
    """The headings of a Markdown text with their lines, those inside fences left out."""
    fenced = {
        line
        for fence in find_fences(body, first_line)
        for line in range(fence.line, fence.line + fence.length)
    }
    for number, line in enumerate(body.split("\n"), first_line):
        found = HEADING.fullmatch(line)
        if found and number not in fenced:
            yield found["text"], number


def runnable_block(fence: Fence, root: Path) -> Block | None:
    """The block that a fence holds; None if the fence is merely highlighted code."""
    if not fence.closed:
        raise Fault("the fence is never closed")
    if fence.language != "python" and RUNNABLE.search(fence.language + fence.info):
        raise Fault("a runnable block begins with `python`")
    if braces := BRACES.fullmatch(fence.info):
        if fences.is_runnable(name for name, _ in get_attrs(braces["attributes"])):
            raise Fault("a runnable block's options are written without braces")
        return None
    options = {found["key"]: found["value"] for found in OPTION.finditer(fence.info)}
    if rest := OPTION.sub("", fence.info).strip(" \t"):
        # Markdown would not take it for a fence at all.
        raise Fault(f'{rest!r} is not understood: options are written option="value"')
    if not fences.is_runnable(options):
        if fault := fences.highlight_fault(options):
            raise Fault(fault)
        return None
    if fence.language != "python":
        raise Fault("a runnable block begins with `python`")
    if fault := fences.fault(options, fence.body):
        raise Fault(fault)
    if fence.indented:
        raise Fault("a runnable block is not indented")
    alt = tuple(fences.alternatives(options.get("alt", "")))
    raises = options.get("raises")
    if "cell" in options:
        return Block(options["cell"], fence.body, None, alt, raises, fence.line)
    symbol = find_symbol(options["source"], root)
    return Block(symbol.name, symbol.code, symbol.module, alt, raises, fence.line)
