"""The Markdown side of runnable blocks: a SuperFences fence and the extension that finds its page.

SuperFences passes on no exception but its own, and never tells a formatter which page it is on. So
the extension looks up the page's bake by the hash of the page's text before any fence is reached.
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from markdown import Extension, Markdown
from markdown.preprocessors import Preprocessor
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer
from pymdownx.superfences import SuperFencesException

from widgets.build import fences
from widgets.build.citations import source_lines
from widgets.build.page import body_hash
from widgets.build.paths import BAKED
from widgets.build.render import attribute

# Before SuperFences' own preprocessor, which takes the fences out of the text.
PRIORITY = 50


class BakedPage(Preprocessor):
    """Finds the bake of the page being converted."""

    def __init__(self, md: Markdown, baked: Path) -> None:
        super().__init__(md)
        self._baked = baked

    def run(self, lines: list[str]) -> list[str]:
        """Keep the bake where the fence formatter looks for it; add the page's list of sources."""
        file = self._baked / f"{body_hash(chr(10).join(lines))}.json"
        bake = json.loads(file.read_text()) if file.is_file() else None
        self.md.baked_page = bake  # type: ignore[attr-defined]
        if bake is None:
            return lines
        # The last cell of a lesson is the reader's own.
        scratch = block_html(fences.SCRATCH, EMPTY_BLOCK, bake["page"])
        return [*lines, "", scratch, "", *source_lines(bake["sources"])]


class RunnableExtension(Extension):
    """Runnable blocks for Python-Markdown, whose bakes are in the folder `baked`."""

    def __init__(self, baked: Path = BAKED) -> None:
        super().__init__()
        self._baked = baked

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 (Python-Markdown's name)
        """Register the page finder."""
        md.preprocessors.register(BakedPage(md, self._baked), "runnable", PRIORITY)


def makeExtension(**settings: Any) -> RunnableExtension:  # noqa: N802 (Python-Markdown's name)
    """The entry point that Python-Markdown looks for."""
    return RunnableExtension(**settings)


def validate(
    language: str,
    inputs: dict[str, str],
    options: dict[str, Any],
    attrs: dict[str, Any],
    md: Markdown,
) -> bool:
    """SuperFences validator: takes over runnable fences, leaves plain `python` blocks alone."""
    if not fences.is_runnable(inputs):
        return False
    options.update(inputs)
    return True


def format_block(
    source: str,
    language: str,
    css_class: str,
    options: dict[str, str],
    md: Markdown,
    **_: Any,
) -> str:
    """SuperFences formatter: the block's code, baked output and custom element."""
    if fault := fences.fault(options, source):
        raise SuperFencesException(fault)
    name = options.get("cell") or options["source"].rpartition(".")[2]
    page = getattr(md, "baked_page", None)
    if page is None or name not in page["blocks"]:
        raise SuperFencesException(f"{name}: the page is not baked as it stands: `make build`")
    return block_html(name, page["blocks"][name], page["page"])


def block_html(name: str, block: Mapping[str, Any], page: str) -> str:
    """A block's HTML on a page, given by its path within the site: `architecture/rope`."""
    if block["module"]:
        kind = f'data-kind="reference" data-module="{block["module"]}"'
        path = block["module"].replace(".", "/")
        file = f"{path.rpartition('/')[2]}.py"
        root = "../" * (page.count("/") + 1)
        link = f"{root}source/{path}/#{name}"
        bar = f'<a class="fp-name" href="{link}" title="The whole module">{file}</a>'
    else:
        kind = 'data-kind="cell"'
        bar = f'<span class="fp-name">{name}</span>'
    lists = "".join(
        f' data-{name}="{attribute(json.dumps(block[name], ensure_ascii=False))}"'
        for name in ("alt", "needs")
    )
    return (
        f'<div class="fp-block"><fp-cell id="{name}" data-state="static"'
        f' data-page="{attribute(page)}/" {kind}{lists}>'
        f'<div class="fp-bar">{bar}</div>'
        f'<div class="fp-code highlight"><pre><code>{highlighted(block["code"])}</code></pre></div>'
        f'<div class="fp-live" aria-live="polite" data-search-exclude>'
        f'<div class="fp-output">{block["output"]}</div></div>'
        "</fp-cell></div>"
    )


@cache
def highlighted(code: str) -> str:
    """Python code with the classes that the theme colours."""
    html = highlight(code, PythonLexer(stripnl=False), HtmlFormatter(nowrap=True))
    return str(html).removesuffix("\n")


EMPTY_BLOCK: dict[str, Any] = {"module": None, "code": "", "alt": [], "needs": [], "output": ""}
