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
    text = {key: escape(str(value)) for key, value in source.items()}
    address = text.get("url") or f"https://arxiv.org/abs/{text['arxiv']}"
    arxiv = f" (arXiv {text['arxiv']})" if "arxiv" in text else ""
    return (
        f'<li id="source-{text["id"]}">{text["authors"]}, <a href="{address}">{text["title"]}</a>'
        f", {text['year']}{arxiv}. Used: {text['where']}.</li>"
    )
