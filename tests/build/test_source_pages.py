"""The page that shows a whole module, with an anchor for each of its symbols."""

from pathlib import Path

from widgets.build.page import Block, Page
from widgets.build.source_pages import source_markdown, write_source_pages
from widgets.build.symbols import PACKAGE

MODULE = f"{PACKAGE}.architecture.core_attention"


def page(module: str | None) -> Page:
    return Page(Path("a/b.md"), {}, "", (Block("x", "1", module, (), None, 1),))


def test_each_symbol_has_an_anchor_at_its_first_line() -> None:
    markdown = source_markdown(MODULE)
    assert "title: lessons/architecture/core_attention.py" in markdown
    for name in ("softmax", "causal_mask", "scaled_dot_product_attention"):
        assert f'<span id="{name}"></span><span class="k">def</span>' in markdown


def test_pages_are_written_for_modules_in_use_and_removed_after(tmp_path: Path) -> None:
    folder = tmp_path / "source"
    written = folder / "lessons" / "architecture" / "core_attention.md"
    write_source_pages([page(MODULE)], folder)
    assert written.is_file()
    write_source_pages([page(None)], folder)
    assert not folder.exists()
