"""A page for each module that a lesson shows: its whole source, with an anchor for each symbol.

They are Markdown files in `docs/source`, made anew by every build and never committed.
"""

import ast
import shutil
from collections.abc import Iterable
from pathlib import Path

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from widgets.build.page import Page
from widgets.build.paths import ROOT, SOURCE_PAGES
from widgets.build.symbols import module_file, top_level


def write_source_pages(pages: Iterable[Page], folder: Path = SOURCE_PAGES) -> None:
    """Write the source page of every module that a reference block of `pages` comes from."""
    modules = {block.module for page in pages for block in page.blocks if block.module}
    wanted = {source_page(module, folder): source_markdown(module) for module in modules}
    for old in set(folder.rglob("*.md")) - set(wanted):
        old.unlink()
    for path, markdown in wanted.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(markdown)
    if not wanted:
        shutil.rmtree(folder, ignore_errors=True)


def source_page(module: str, folder: Path) -> Path:
    """Where a module's source page is written."""
    return folder.joinpath(*module.split(".")).with_suffix(".md")


def source_markdown(module: str, root: Path = ROOT) -> str:
    """A module's page: one highlighted listing with an anchor at each definition's first line."""
    source = module_file(module, root).read_text()
    anchors = {node.lineno: name for name, node in top_level(ast.parse(source)).items()}
    html = highlight(source, PythonLexer(stripnl=False), HtmlFormatter(nowrap=True))
    lines = [
        f'<span id="{anchors[number]}"></span>{line}' if number in anchors else line
        for number, line in enumerate(html.splitlines(), 1)
    ]
    listing = "\n".join(lines)
    path = module.replace(".", "/")
    return (
        f"---\ntitle: {path}.py\nhide: [navigation]\nsearch:\n  exclude: true\n---\n\n"
        f'<div class="highlight fp-source"><pre><code>{listing}</code></pre></div>\n'
    )
