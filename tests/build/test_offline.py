"""What the offline worker is told of the site."""

import base64
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from widgets.build import offline
from widgets.build.offline import WORKER, sections, write_offline
from widgets.build.page import Block, Page

NAV = """site_name: A course
nav:
  - Home: index.md
  - One:
      - one/index.md
      - one/first.md
      - Part: [one/second.md]
  - Two:
      - two/index.md
      - two/other.md
  - Reference:
      - notation.md
"""
FILES = {
    "index.html": '<link rel="icon" href="assets/icon.png">'
    '<link rel="stylesheet" href="assets/page.css"><script src="assets/page.js" type="module">',
    "one/index.html": "<title>One - A course</title>",
    "one/first/index.html": "<title>First &amp; foremost - A course</title>",
    "one/second/index.html": "second",
    "one/drawing.svg": "drawing",
    "two/index.html": "two",
    "two/other/index.html": "other",
    "source/lessons/one/topic/index.html": "source",
    "notation/index.html": "notation",
    "assets/page.js": 'import{a}from"./chunk.js";import("./late.js")',
    "assets/chunk.js": 'import"./deep.js";',
    "assets/deep.js": "",
    "assets/late.js": "",
    "assets/late.js.map": "{}",
    "assets/page.css": "",
    "assets/icon.png": "",
    "assets/course/worker.js": "",
    "assets/course/lessons.bin": "",
    "assets/runtime/0/python.wasm": "",
    "assets/javascripts/lunr/min/lunr.fr.min.js": "",
    "assets/javascripts/workers/search.js": "",
    "search/search_index.json": "{}",
    "sitemap.xml": "",
    "sitemap.xml.gz": "",
    "404.html": "",
    "offline.html": "",
}


def page(path: str, *modules: str) -> Page:
    blocks = tuple(Block(module, "", module, (), None, 1) for module in modules)
    return Page(Path(path), {}, "", blocks)


PAGES = [
    page("index.md"),
    page("notation.md"),
    page("one/index.md"),
    page("one/first.md", "lessons.one.topic"),
    page("one/second.md"),
    page("two/index.md"),
    page("two/other.md"),
]


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "mkdocs.yml").write_text(NAV)
    (tmp_path / "docs").mkdir()
    (tmp_path / "offline-worker.js").write_text("work();")
    monkeypatch.setattr(offline, "BROWSER", tmp_path)
    for name, text in FILES.items():
        file = tmp_path / "site" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return tmp_path / "site"


def written(site: Path) -> dict[str, Any]:
    """The list that the worker carries."""
    write_offline(site, PAGES, site.parent)
    first, rest = (site / WORKER).read_text().split("\n", 1)
    assert rest == "work();"
    listed: dict[str, Any] = json.loads(first.removeprefix("const SITE_FILES=").removesuffix(";"))
    return listed


def test_every_file_that_a_page_may_load_is_listed_with_its_size_and_hash(site: Path) -> None:
    files = written(site)["files"]
    left_out = {"404.html", "assets/late.js.map", "sitemap.xml.gz"}
    left_out |= {name for name in FILES if "/lunr/" in name}
    assert set(files) == set(FILES) - left_out
    for name, (size, start) in files.items():
        content = (site / name).read_bytes()
        assert size == len(content)
        assert base64.b64decode(start) == hashlib.sha256(content).digest()[:16]


def test_what_every_page_loads_and_what_search_needs_come_first(site: Path) -> None:
    assert set(written(site)["first"]) == {
        "assets/chunk.js",
        "assets/deep.js",
        "assets/icon.png",
        "assets/javascripts/workers/search.js",
        "assets/page.css",
        "assets/page.js",
        "offline.html",
        "search/search_index.json",
        "sitemap.xml",
    }


def test_running_needs_the_runtime_and_the_courses_scripts(site: Path) -> None:
    names = ("assets/course/lessons.bin", "assets/course/worker.js", "assets/runtime/0/python.wasm")
    assert written(site)["run"] == list(names)


def test_a_track_has_its_pages_what_lies_beside_them_and_the_sources_they_show(site: Path) -> None:
    tracks = written(site)["tracks"]
    assert set(tracks) == {"one/", "two/"}
    beginnings = ("one/", "source/lessons/one/topic/")
    assert tracks["one/"] == sorted(name for name in FILES if name.startswith(beginnings))
    assert tracks["two/"] == ["two/index.html", "two/other/index.html"]


def test_titles_are_those_of_the_pages_alone(site: Path) -> None:
    assert written(site)["titles"] == {
        "one/index.html": "One",
        "one/first/index.html": "First & foremost",
    }


@pytest.mark.parametrize("name", ["notation/index.html", "assets/late.js", "sitemap.xml"])
def test_a_change_of_any_file_gives_another_version(site: Path, name: str) -> None:
    before, again = written(site)["version"], written(site)["version"]
    (site / name).write_text("changed")
    assert before == again != written(site)["version"]


def test_a_section_without_a_page_of_its_own_is_no_track() -> None:
    nav = ["index.md", {"Reference": ["notation.md", "glossary.md"]}, {"Home": "index.md"}]
    assert list(sections(nav)) == []
