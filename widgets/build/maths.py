"""Formulas rendered while the page is built: `arithmatex` finds the TeX, KaTeX under Node sets it.

Nothing is left for the reader's browser to do, so a page never shifts when its maths arrives, and
TeX that KaTeX does not understand fails the build.
"""

import atexit
import json
import re
import shutil
import subprocess
from html import unescape
from typing import Any
from xml.etree.ElementTree import Element

from markdown import Extension, Markdown
from markdown.treeprocessors import Treeprocessor

from widgets.build import node
from widgets.build.paths import NODE_SCRIPTS, ROOT

# After inline patterns (20), which make the elements, and before attributes are set (8).
PRIORITY = 15
WRAPPED = re.compile(r"\\\((?P<inline>.*)\\\)|\\\[(?P<display>.*)\\\]", re.DOTALL)


class FormulaError(ValueError):
    """TeX that KaTeX refuses."""


class Katex:
    """One Node process that renders formulas, started at the first and kept for all pages."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._rendered: dict[tuple[str, bool], str] = {}

    def render(self, tex: str, display: bool) -> str:
        """The formula's HTML; raises FormulaError with KaTeX's words."""
        if (tex, display) not in self._rendered:
            process = self._running()
            assert process.stdin
            assert process.stdout
            process.stdin.write(json.dumps([{"tex": tex, "display": display}]) + "\n")
            process.stdin.flush()
            [answer] = json.loads(process.stdout.readline())
            if "fault" in answer:
                raise FormulaError(f"{answer['fault']} — in ${tex}$")
            self._rendered[tex, display] = answer["html"]
        return self._rendered[tex, display]

    def _running(self) -> subprocess.Popen[str]:
        if self._process is None or self._process.poll() is not None:
            environment = node.environment()
            executable = shutil.which("node", path=environment["PATH"])
            assert executable
            self._process = subprocess.Popen(
                [executable, str(NODE_SCRIPTS / "tex.mjs")],
                cwd=ROOT,
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
            )
            atexit.register(self._process.kill)
        return self._process


KATEX = Katex()


class RenderFormulas(Treeprocessor):
    """Puts KaTeX's HTML in the place of each formula."""

    def run(self, root: Element) -> None:
        """Replace the content of every element that arithmatex has made."""
        for element in root.iter():
            if "arithmatex" not in element.get("class", "").split() or not element.text:
                continue
            found = WRAPPED.fullmatch(unescape(element.text).strip())
            assert found, element.text
            display = found["display"] is not None
            html = KATEX.render((found["display"] if display else found["inline"]).strip(), display)
            element.set("class", "fp-display-maths" if display else "fp-maths")
            element.set("data-search-exclude", "")
            element.text = self.md.htmlStash.store(html)


class MathsExtension(Extension):
    """Formulas for Python-Markdown, behind `pymdownx.arithmatex` in its generic mode."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 (Python-Markdown's name)
        """Register the renderer."""
        md.treeprocessors.register(RenderFormulas(md), "maths", PRIORITY)


def makeExtension(**settings: Any) -> MathsExtension:  # noqa: N802 (Python-Markdown's name)
    """The entry point that Python-Markdown looks for."""
    return MathsExtension(**settings)
