"""Runnable fences in Markdown: what they become, and that a faulty one fails the build."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from markdown import Markdown

from widgets.build import runnable
from widgets.build.page import body_hash

CELL = '```python cell="sum" alt="a &lt; b"\n1 + 1 < 3\n```'
REFERENCE = '```python source="lessons.track.topic.double"\n```'
PLAIN = '```python title="example.py"\nplain = 1\n```'

SOURCE = {
    "id": 1,
    "title": "A <paper>",
    "authors": "One & Two",
    "year": 2017,
    "arxiv": "1706.03762",
    "where": "eq. 1",
}

MKDOCS = """
site_name: Test
strict: true
theme:
  name: null
  custom_dir: theme
markdown_extensions:
  - widgets.build.runnable
  - pymdownx.superfences:
      custom_fences:
        - name: python
          class: fp-cell
          validator: !!python/name:widgets.build.runnable.validate
          format: !!python/name:widgets.build.runnable.format_block
"""


@pytest.fixture
def markdown(tmp_path: Path) -> Markdown:
    fence = {
        "name": "python",
        "class": "fp-cell",
        "validator": runnable.validate,
        "format": runnable.format_block,
    }
    return Markdown(
        extensions=[
            "pymdownx.superfences",
            "pymdownx.highlight",
            runnable.RunnableExtension(tmp_path),
        ],
        extension_configs={"pymdownx.superfences": {"custom_fences": [fence]}},
    )


def bake(folder: Path, body: str, page: str = "track/topic") -> None:
    block = {"line": 1, "alt": ['a < "b"'], "needs": ["first"], "output": "<pre>2</pre>"}
    content = {
        "page": page,
        "sources": [SOURCE],
        "blocks": {
            "sum": {**block, "code": "1 + 1 < 3", "module": None},
            "double": {**block, "code": "def double(x): ...", "module": "lessons.track.topic"},
        },
    }
    (folder / f"{body_hash(body)}.json").write_text(json.dumps(content))


def test_a_cell_holds_highlighted_code_and_its_baked_output(
    markdown: Markdown, tmp_path: Path
) -> None:
    bake(tmp_path, CELL)
    html = markdown.convert(CELL)
    assert '<fp-cell id="sum" data-state="static" data-page="track/topic/" data-kind="cell"' in html
    assert 'data-alt="[&quot;a &lt; \\&quot;b\\&quot;&quot;]"' in html
    assert 'data-needs="[&quot;first&quot;]"' in html
    assert '<span class="fp-name">sum</span>' in html
    assert '<span class="mi">1</span>' in html
    assert '<div class="fp-live" aria-live="polite" data-search-exclude>' in html
    assert '<div class="fp-output"><pre>2</pre></div>' in html
    assert "<p><div" not in html


@pytest.mark.parametrize(
    ("page", "link"),
    [
        ("track/topic", "../../source/lessons/track/topic/#double"),
        ("topic", "../source/lessons/track/topic/#double"),
    ],
)
def test_a_reference_links_to_its_source_page(
    markdown: Markdown, tmp_path: Path, page: str, link: str
) -> None:
    bake(tmp_path, REFERENCE, page)
    html = markdown.convert(REFERENCE)
    assert 'data-kind="reference" data-module="lessons.track.topic"' in html
    assert f'<a class="fp-name" href="{link}"' in html
    assert ">topic.py</a>" in html


def test_the_sources_are_the_pages_last_section(markdown: Markdown, tmp_path: Path) -> None:
    bake(tmp_path, CELL)
    html = markdown.convert(CELL)
    assert "<h2>Sources</h2>" in html
    assert (
        '<li id="source-1">One &amp; Two, <a href="https://arxiv.org/abs/1706.03762">'
        "A &lt;paper&gt;</a>, 2017 (arXiv 1706.03762). Used: eq. 1.</li>"
    ) in html


def test_a_lesson_ends_in_an_empty_cell_before_its_sources(
    markdown: Markdown, tmp_path: Path
) -> None:
    bake(tmp_path, CELL)
    html = markdown.convert(CELL)
    assert 0 < html.index('<fp-cell id="sum"') < html.index('<fp-cell id="scratch"')
    assert html.index('<fp-cell id="scratch"') < html.index("<h2>Sources</h2>")
    assert "<pre><code></code></pre>" in html


def test_plain_code_is_only_highlighted(markdown: Markdown) -> None:
    html = markdown.convert(PLAIN)
    assert "fp-cell" not in html
    assert '<span class="n">plain</span>' in html


def test_the_bake_of_one_page_is_not_used_for_the_next(markdown: Markdown, tmp_path: Path) -> None:
    bake(tmp_path, CELL)
    markdown.convert(CELL)
    markdown.reset()
    with pytest.raises(runnable.SuperFencesException, match="not baked as it stands"):
        markdown.convert(f"changed\n\n{CELL}")


@pytest.mark.parametrize(
    ("fence", "words"),
    [
        ('```python cell="sum" colour="red"\n1\n```', "unknown option 'colour'"),
        ('```python cell="sum"\n1\n```', "not baked as it stands"),
    ],
)
def test_mkdocs_fails_on_a_faulty_fence(tmp_path: Path, fence: str, words: str) -> None:
    (tmp_path / "mkdocs.yml").write_text(MKDOCS)
    (tmp_path / "theme").mkdir()
    (tmp_path / "theme" / "main.html").write_text("{{ page.content }}")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text(f"# Title\n\n{fence}\n")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict"]
    answer = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert answer.returncode != 0
    assert words in answer.stderr
