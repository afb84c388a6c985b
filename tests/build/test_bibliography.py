"""Every work once, with all lessons that cite it."""

from pathlib import Path

import pytest
from markdown import Markdown

from widgets.build import bibliography
from widgets.build.bibliography import cited_works, source_findings, write_bibliography
from widgets.build.page import Page

PAPER = {"id": 1, "title": "On <b>", "authors": "Zed", "year": 2020, "arxiv": "2001.1"}
CODE = {"id": 2, "title": "Code", "authors": "abe", "year": 2021, "url": "https://c.example/?a&b"}


def lesson(slug: str, *sources: dict) -> Page:
    meta = {"title": slug.title(), "sources": list(sources)}
    lines = {("sources", number): 10 + number for number in range(len(sources))}
    return Page(Path("track", f"{slug}.md"), meta, "", (), 1, lines)


@pytest.fixture
def pages() -> list[Page]:
    return [
        Page(Path("index.md"), {"title": "Home"}, "", ()),
        lesson("one", {**PAPER, "where": "§1"}, {**CODE, "where": "a.py"}),
        lesson("two", {**PAPER, "id": "z", "where": "eq. 2"}),
    ]


def test_works_are_listed_once_by_author(pages: list[Page]) -> None:
    code, paper = cited_works(pages)
    assert code.source["title"] == "Code"
    assert [(page.path.stem, name, where) for page, name, where in paper.uses] == [
        ("one", "1", "§1"),
        ("two", "z", "eq. 2"),
    ]


def test_the_list_stands_in_its_place(
    pages: list[Page], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "made" / "bibliography.html"
    monkeypatch.setattr(bibliography, "FILE", file)
    write_bibliography(pages, file)
    text = f"Before\n\n{bibliography.PLACE}\n\nAfter"
    html = Markdown(extensions=["widgets.build.bibliography"]).convert(text)
    assert html.index("Before") < html.index("abe, ") < html.index("Zed, ") < html.index("After")
    assert '<a href="https://c.example/?a&amp;b">Code</a>, 2021' in html
    assert '<a href="https://arxiv.org/abs/2001.1">On &lt;b&gt;</a>, 2020 (arXiv 2001.1)' in html
    assert '<a href="../track/two/#source-z">Two</a> (eq. 2)' in html


def test_a_work_has_one_description(pages: list[Page]) -> None:
    assert list(source_findings(pages)) == []
    pages.append(lesson("three", {**PAPER, "year": 2021, "where": "§9"}))
    [finding] = source_findings(pages)
    assert str(finding) == (
        "docs/track/three.md:10: source 1: year 2021;"
        " docs/track/one.md has 2020 for the same address"
    )
