"""Terms: a link to a glossary entry carries its definition, for a reader to see in place."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

from markdown import Extension, Markdown
from markdown.treeprocessors import Treeprocessor

from widgets.build.paths import DOCS

FILE = "glossary.md"
# After links are made (inline patterns, 20), before MkDocs turns their targets into addresses (0).
PRIORITY = 10
ENTRY = re.compile(
    r"^(?P<term>\S[^\n{]*?) \{#(?P<id>[\w-]+)\}\n:   (?P<text>[^\n]+(?:\n {4}[^\n]+)*)",
    re.MULTILINE,
)
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
MARKS = re.compile(r"[`*$\\]")


@dataclass(frozen=True)
class Term:
    """An entry of the glossary; the definition is plain text."""

    name: str
    definition: str


def read_glossary(text: str) -> dict[str, Term]:
    """The entries of a glossary's Markdown by their anchors, in order."""
    return {
        found["id"]: Term(plain(found["term"]), plain(found["text"]))
        for found in ENTRY.finditer(text)
    }


def plain(markdown: str) -> str:
    """Markdown as a line of text."""
    return MARKS.sub("", LINK.sub(r"\1", " ".join(markdown.split())))


@cache
def glossary_of(file: Path, changed_ns: int) -> Mapping[str, Term]:
    """The glossary in a file, read once for each state of it."""
    return read_glossary(file.read_text())


class ExplainTerms(Treeprocessor):
    """Gives links to the glossary what they lead to."""

    def __init__(self, md: Markdown, docs: Path) -> None:
        super().__init__(md)
        self._file = docs / FILE

    def run(self, root: Element) -> None:
        """Mark every link to an entry."""
        for link in root.iter("a"):
            path, _, anchor = link.get("href", "").partition("#")
            if path.rpartition("/")[2] != FILE or not anchor:
                continue
            terms = glossary_of(self._file, self._file.stat().st_mtime_ns)
            if anchor in terms:
                link.set("class", "fp-term")
                link.set("data-definition", terms[anchor].definition)


class GlossaryExtension(Extension):
    """Explained terms for Python-Markdown."""

    def __init__(self, docs: Path = DOCS) -> None:
        super().__init__()
        self._docs = docs

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 (Python-Markdown's name)
        """Register the marking."""
        md.treeprocessors.register(ExplainTerms(md, self._docs), "glossary", PRIORITY)


def makeExtension(**settings: Any) -> GlossaryExtension:  # noqa: N802 (Python-Markdown's name)
    """The entry point that Python-Markdown looks for."""
    return GlossaryExtension(**settings)
