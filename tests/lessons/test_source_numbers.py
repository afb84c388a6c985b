"""The numbers of sources in a module are those of the page that shows it."""

import ast
import re

import pytest

from widgets.build.page import parse_pages
from widgets.build.paths import DOCS, ROOT
from widgets.build.symbols import module_file

ENTRY = re.compile(r"^ {2}\[(?P<id>\d+)\] (?P<text>.+(?:\n {6}.+)*)", re.MULTILINE)
WORD = re.compile(r"[a-z0-9]{4,}")

PAGES = {page.path: page for page in parse_pages(DOCS, ROOT)[0]}
SHOWN = sorted(
    {(path, block.module) for path, page in PAGES.items() for block in page.blocks if block.module}
)


def words(text: str) -> set[str]:
    return set(WORD.findall(text.casefold()))


@pytest.mark.parametrize(("path", "module"), SHOWN, ids=lambda value: str(value))
def test_a_modules_sources_have_the_numbers_of_its_page(path, module):
    docstring = ast.get_docstring(ast.parse(module_file(module).read_text())) or ""
    cited = {str(source["id"]): source for _, source in PAGES[path].sources()}
    entries = list(ENTRY.finditer(docstring))
    assert entries or not cited
    for entry in entries:
        source = cited[entry["id"]]
        described = words(" ".join(str(value) for value in source.values()))
        assert len(described & words(entry["text"])) >= 2, (entry["text"], source)
