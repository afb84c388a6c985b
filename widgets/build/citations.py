"""A lesson's list of sources, from its front matter, as the last section of its text."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any


def source_lines(sources: Sequence[Mapping[str, Any]]) -> list[str]:
    """Markdown lines with an entry for each source, which the text links to as `#source-<id>`."""
    if not sources:
        return []
    entries = "".join(map(entry, sources))
    return ["", "## Sources", "", f'<ol class="fp-sources" data-search-exclude>{entries}</ol>', ""]


def entry(source: Mapping[str, Any]) -> str:
    """One source: who, what, when, and which part of it the lesson uses."""
    name, where = escape(str(source["id"])), escape(str(source["where"]))
    return f'<li id="source-{name}">{reference(source)}. Used: {where}.</li>'


def reference(source: Mapping[str, Any]) -> str:
    """A work as HTML: who, what, when."""
    text = {key: escape(str(value)) for key, value in source.items()}
    arxiv = f" (arXiv {text['arxiv']})" if "arxiv" in text else ""
    link = f'<a href="{escape(address(source))}">{text["title"]}</a>'
    return f"{text['authors']}, {link}, {text['year']}{arxiv}"


def address(source: Mapping[str, Any]) -> str:
    """Where a work is, by which it is known."""
    return str(source.get("url") or f"https://arxiv.org/abs/{source['arxiv']}")
