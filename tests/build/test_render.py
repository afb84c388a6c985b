"""Replies become the HTML that the browser code makes of the same replies."""

import json
from pathlib import Path

import pytest

from widgets.build.render import output_html

FIXTURES = sorted((Path(__file__).parents[1] / "fixtures" / "outputs").glob("*.json"))


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: path.stem)
def test_output(path: Path) -> None:
    fixture = json.loads(path.read_text())
    assert output_html(fixture["replies"], fixture["alt"]) == fixture["html"]


def test_a_first_blank_line_survives_the_browsers_parser() -> None:
    replies = [{"type": "text", "id": 1, "stream": "stdout", "text": "\nafter a blank line"}]
    html = '<pre class="fp-text" data-stream="stdout">\n\nafter a blank line</pre>'
    assert output_html(replies, []) == html


@pytest.mark.parametrize("kind", ["html", "markdown"])
def test_what_only_a_browser_makes_safe_is_refused(kind: str) -> None:
    with pytest.raises(ValueError, match=f"not {kind}"):
        output_html([{"type": "rich", "id": 1, "format": kind, "content": "<b>"}], [])


def test_there_are_fixtures() -> None:
    assert len(FIXTURES) >= 8
