"""A small course to make mistakes in."""

from pathlib import Path
from textwrap import dedent

import pytest

from widgets.build.page import Page, parse_pages

LESSON = """\
title: {title}
summary: What it is.
minutes: 10
requires: {requires}
outcomes: [Say it., Do it.]
sources: []
checked: 2026-11-30
"""


class Course:
    """Pages in a folder; `write` adds one."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.docs = root / "docs"
        (root / "lessons").mkdir()

    def write(self, name: str, body: str, front_matter: str = "title: Page\n") -> None:
        path = self.docs / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"---\n{front_matter}---\n\n{dedent(body)}")

    def lesson(self, name: str, body: str = "Text.\n", requires: str = "[]") -> None:
        self.write(name, body, LESSON.format(title=Path(name).stem, requires=requires))

    def pages(self) -> list[Page]:
        pages, findings = parse_pages(self.docs, self.root)
        assert findings == []
        return pages


@pytest.fixture
def course(tmp_path: Path) -> Course:
    return Course(tmp_path)
