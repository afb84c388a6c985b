"""Entries are read, and links to them carry what they say."""

from pathlib import Path

import pytest
from markdown import Markdown

from widgets.build.glossary import FILE, GlossaryExtension, Term, read_glossary
from widgets.build.paths import DOCS

GLOSSARY = """\
# Glossary

A *first* term {#first}
:   Says $x_1$, `code` and
    [more](#second).

Second {#second}
:   Another.
"""


@pytest.fixture
def markdown(tmp_path: Path) -> Markdown:
    (tmp_path / FILE).write_text(GLOSSARY)
    return Markdown(extensions=[GlossaryExtension(docs=tmp_path)])


def test_entries_are_read_as_plain_text() -> None:
    assert read_glossary(GLOSSARY) == {
        "first": Term("A first term", "Says x_1, code and more."),
        "second": Term("Second", "Another."),
    }


@pytest.mark.parametrize("path", ["glossary.md", "../glossary.md"])
def test_a_link_to_an_entry_carries_its_definition(markdown: Markdown, path: str) -> None:
    html = markdown.convert(f"The [second thing]({path}#second).")
    assert (
        f'<a class="fp-term" data-definition="Another." href="{path}#second">second thing<' in html
    )


@pytest.mark.parametrize(
    "link", ["[a](glossary.md)", "[a](glossary.md#none)", "[a](other.md#second)", "[a](#second)"]
)
def test_other_links_are_left_alone(markdown: Markdown, link: str) -> None:
    assert "fp-term" not in markdown.convert(link)


def test_an_entry_changed_while_serving_is_read_again(markdown: Markdown, tmp_path: Path) -> None:
    markdown.convert("[a](glossary.md#second)")
    (tmp_path / FILE).write_text(GLOSSARY.replace("Another.", "Changed."))
    assert "Changed." in markdown.convert("[a](glossary.md#second)")


def test_the_courses_glossary_is_in_order_and_whole() -> None:
    text = (DOCS / FILE).read_text()
    terms = read_glossary(text)
    names = [term.name.casefold() for term in terms.values()]
    assert names == sorted(set(names))
    assert len(terms) == text.count("\n:   ")
