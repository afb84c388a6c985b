"""A lesson made by `new-lesson` is whole, and is made nowhere it does not belong."""

import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from course_copy import ROOT

from widgets.build.check.navigation import navigation_findings
from widgets.build.new_lesson import new_lesson
from widgets.build.page import parse_pages
from widgets.build.report import Fault

NAV = """nav:
  - Home: index.md
  - Architecture:
      - architecture/index.md
      - architecture/one.md
  - Reference:
      - notation.md
"""


@pytest.fixture
def course(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    (tmp_path / "mkdocs.yml").write_text(NAV)
    (tmp_path / "lessons").mkdir()
    (tmp_path / "lessons/__init__.py").write_text('"""Lessons."""\n')
    return tmp_path


def nav(course: Path) -> list[object]:
    return yaml.safe_load((course / "mkdocs.yml").read_text())["nav"]


def test_in_a_track_that_is_there_it_comes_last(course: Path) -> None:
    (course / "docs/architecture").mkdir()
    (course / "docs/architecture/index.md").write_text("Kept")
    new_lesson("architecture", "two-forms", course)
    assert nav(course)[1] == {
        "Architecture": [
            "architecture/index.md",
            "architecture/one.md",
            "architecture/two-forms.md",
        ]
    }
    assert (course / "docs/architecture/index.md").read_text() == "Kept"


def test_a_new_track_stands_before_the_reference_pages(course: Path) -> None:
    new_lesson("post-training", "reward", course)
    assert nav(course)[2] == {
        "Post training": ["post-training/index.md", "post-training/reward.md"]
    }
    assert (course / "lessons/post_training/__init__.py").is_file()


def test_what_is_made_has_no_faults_and_passes(course: Path) -> None:
    new_lesson("post-training", "reward-model", course)
    pages, findings = parse_pages(course / "docs", course)
    assert findings == []
    assert [page.key for page in pages] == ["post-training", "post-training/reward-model"]
    assert [block.id for block in pages[1].blocks][:2] == ["by_hand", "running_mean"]
    (nav_now,) = [entry for entry in nav(course) if "Post training" in entry]
    assert list(navigation_findings(pages, [nav_now], course / "mkdocs.yml")) == []
    for command in (
        ["pytest", "-q", "-c", ROOT / "pyproject.toml", "-o", f"pythonpath={course}", "tests"],
        ["ruff", "check", "--config", ROOT / "pyproject.toml", "."],
        ["ruff", "format", "--check", "--config", ROOT / "pyproject.toml", "tests"],
        ["ruff", "format", "--check", "--config", ROOT / "lessons/ruff.toml", "lessons"],
    ):
        done = subprocess.run(
            [sys.executable, "-m", *command],
            cwd=course,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr


def test_nothing_is_written_over(course: Path) -> None:
    new_lesson("architecture", "two", course)
    with pytest.raises(Fault, match=r"docs/architecture/two\.md is there already"):
        new_lesson("architecture", "two", course)


@pytest.mark.parametrize(
    ("folder", "slug", "words"),
    [
        ("", "two", "folder=''"),
        ("architecture", "", "slug=''"),
        ("../etc", "two", "folder='../etc'"),
        ("architecture", "Two forms", "slug='Two forms'"),
        ("architecture", "two_forms", "slug='two_forms'"),
        ("architecture", "import", "slug='import'"),
        ("class", "two", "folder='class'"),
        ("source", "two", "folder='source'"),
        ("training", "index", "slug='index'"),
    ],
)
def test_names_that_would_make_no_address_are_refused(
    course: Path, folder: str, slug: str, words: str
) -> None:
    with pytest.raises(Fault, match=r"in small letters|has a meaning already") as raised:
        new_lesson(folder, slug, course)
    assert words in str(raised.value)
    assert (course / "mkdocs.yml").read_text() == NAV
