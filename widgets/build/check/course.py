"""`course check`: everything that can be said of the pages without running their cells."""

from collections.abc import Iterator
from pathlib import Path

from mkdocs.config import load_config

from widgets.build import node
from widgets.build.bibliography import source_findings
from widgets.build.check.formulas import formula_findings
from widgets.build.check.links import link_findings
from widgets.build.check.navigation import navigation_findings
from widgets.build.finding import Finding, report
from widgets.build.page import Page, parse_pages
from widgets.build.paths import ROOT
from widgets.build.report import step


def checked_pages(root: Path = ROOT) -> list[Page]:
    """The course's pages; raises one Fault that lists all that is wrong with them."""
    node.install_packages()
    node.build_scripts()
    with step("Checking the pages"):
        pages, findings = parse_pages(root / "docs", root)
        report([*findings, *page_findings(pages, root)])
    return pages


def page_findings(pages: list[Page], root: Path) -> Iterator[Finding]:
    """What is wrong with the pages beyond their fences and front matter."""
    configuration = root / "mkdocs.yml"
    nav = load_config(str(configuration))["nav"] or []
    yield from navigation_findings(pages, nav, configuration)
    yield from link_findings(pages, root / "docs")
    yield from formula_findings(pages)
    yield from source_findings(pages)
