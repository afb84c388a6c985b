"""TeX that KaTeX refuses, with the line it begins on."""

import re
from collections.abc import Iterable, Iterator

from widgets.build.check.prose import matches
from widgets.build.finding import Finding
from widgets.build.maths import KATEX, FormulaError
from widgets.build.page import Page

# As `pymdownx.arithmatex` reads them, with `smart_dollar`.
FORMULA = re.compile(
    r"(?<!\\)\$\$(?P<block>.+?)(?<!\\)\$\$"
    r"|(?<![\\$])\$(?!\s)(?P<inline>(?:\\.|[^\\$])+?)(?<!\s)\$(?!\d)"
    r"|(?<!\\)\\\[(?P<bracket>.+?)\\\]"
    r"|(?<!\\)\\\((?P<parenthesis>.+?)\\\)",
    re.DOTALL,
)


def formula_findings(pages: Iterable[Page]) -> Iterator[Finding]:
    """The formulas that cannot be set."""
    for page in pages:
        for found, line in matches(FORMULA, page):
            display = found["block"] or found["bracket"]
            tex = display or found["inline"] or found["parenthesis"]
            try:
                KATEX.render(tex.strip(), bool(display))
            except FormulaError as error:
                yield Finding(page.file, line, f"TeX: {error}")
