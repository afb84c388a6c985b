"""One list of everything that the lessons cite, made from their front matter.

The build writes it to `.build`; the Markdown extension puts it in the place that a page keeps.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

from markdown import Extension, Markdown
from markdown.preprocessors import Preprocessor

from widgets.build.citations import address, reference
from widgets.build.finding import Finding
from widgets.build.page import Page
from widgets.build.paths import BUILD

PLACE = '<div class="fp-bibliography"></div>'
FILE = BUILD / "bibliography.html"
# Before SuperFences; `PLACE` stands in no fence.
PRIORITY = 51
DESCRIBED_BY = ("title", "authors", "year")


@dataclass
class Work:
    """Something cited, and where: the lesson, the source's id there, and which part is used."""

    source: Mapping[str, Any]
    uses: list[tuple[Page, str, str]] = field(default_factory=list)


def cited_works(pages: Iterable[Page]) -> list[Work]:
    """Everything the pages cite, each work once, by author and year."""
    works: dict[str, Work] = {}
    for page, _, source in cited(pages):
        work = works.setdefault(address(source), Work(source))
        work.uses.append((page, str(source["id"]), str(source["where"])))
    return sorted(
        works.values(),
        key=lambda work: (str(work.source["authors"]).casefold(), str(work.source["year"])),
    )


def cited(pages: Iterable[Page]) -> Iterator[tuple[Page, int, Mapping[str, Any]]]:
    """The entries of the pages' sources, with their places there."""
    for page in pages:
        for number, source in page.sources():
            yield page, number, source


def source_findings(pages: Sequence[Page]) -> Iterator[Finding]:
    """Works that one lesson describes in another way than the first that cites them."""
    first: dict[str, tuple[Page, Mapping[str, Any]]] = {}
    for page, number, source in cited(pages):
        before, known = first.setdefault(address(source), (page, source))
        for key in DESCRIBED_BY:
            if source[key] != known[key]:
                line = page.line_of("sources", number, key)
                text = f"{key} {source[key]!r}; {before.file} has {known[key]!r} for the same"
                yield Finding(page.file, line, f"source {number + 1}: {text} address")


def bibliography_html(works: Iterable[Work]) -> str:
    """The list, for a page one folder below the site's root."""
    entries = "".join(
        f"<li>{reference(work.source)}. Cited in {', '.join(map(use_html, work.uses))}.</li>"
        for work in works
    )
    return f'<ul class="fp-sources">{entries}</ul>'


def use_html(use: tuple[Page, str, str]) -> str:
    """A lesson that cites, linked at its own entry, with the part it uses."""
    page, name, where = use
    link = f"../{page.key}/#source-{escape(name)}"
    return f'<a href="{link}">{escape(str(page.meta["title"]))}</a> ({escape(where)})'


def write_bibliography(pages: Iterable[Page], file: Path = FILE) -> None:
    """Write the list where the extension finds it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(bibliography_html(cited_works(pages)))


class FillPlace(Preprocessor):
    """Puts the list in its place."""

    def run(self, lines: list[str]) -> list[str]:
        """Replace the line that keeps the place."""
        return [FILE.read_text() if line.strip() == PLACE else line for line in lines]


class BibliographyExtension(Extension):
    """The bibliography for Python-Markdown."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 (Python-Markdown's name)
        """Register the replacement."""
        md.preprocessors.register(FillPlace(md), "bibliography", PRIORITY)


def makeExtension(**settings: Any) -> BibliographyExtension:  # noqa: N802 (Python-Markdown's name)
    """The entry point that Python-Markdown looks for."""
    return BibliographyExtension(**settings)
