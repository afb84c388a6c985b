"""`make serve`: an edited lesson is on the open page at once; what it gives follows."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from threading import Thread

import pytest
from course_copy import copy_course
from lesson import CORE_ATTENTION, cell
from playwright.sync_api import Locator, Page, expect

from widgets.build.paths import DOCS
from widgets.build.preview import Preview

LESSON = Path("architecture/core-attention.md")
PATIENCE_S = 120


class Served:
    """A copy of the course that is being served, and what the server says."""

    def __init__(self, folder: Path, process: subprocess.Popen[str]) -> None:
        self.folder = folder
        self._said: Queue[str] = Queue()
        self.listener = Thread(target=self._listen, args=(process,), daemon=True)
        self.listener.start()
        self.root = self.until("Serving ").split()[1]

    def _listen(self, process: subprocess.Popen[str]) -> None:
        for line in process.stdout:
            self._said.put(line)

    def until(self, words: str) -> str:
        """The next line that holds these words, once it is said."""
        while words not in (line := self._said.get(timeout=PATIENCE_S)):
            pass
        return line

    def edit(self, name: str, old: str, new: str) -> None:
        """Replace words in a file of the course."""
        path = self.folder / name
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new, 1))


def comes(place: Locator, text: str) -> None:
    """Wait for what cells give: the build runs them, beside whatever else the machine does."""
    expect(place).to_contain_text(text, timeout=PATIENCE_S * 1000)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("course")
    copy_course(folder)
    command = [sys.executable, "-m", "widgets.build", "serve", "--port", "0"]
    with subprocess.Popen(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        served = Served(folder, process)
        yield served
        process.terminate()
        served.listener.join(PATIENCE_S)  # to the last word: leaving closes what it reads from


@pytest.fixture(scope="module")
def reading(tab, served) -> Page:
    """The lesson, open in a tab."""
    tab.page.goto(served.root + CORE_ATTENTION)
    return tab.page


def test_edited_prose_is_on_the_open_page_before_the_whole_site_is_new(served, reading) -> None:
    served.edit(f"docs/{LESSON}", "## The question\n", "## The question\n\nAsked anew.\n")
    expect(reading.get_by_text("Asked anew.")).to_be_visible()
    served.until("Shown after")
    served.until("The whole site is new")


def test_an_edited_cell_is_shown_then_what_it_gives(served, reading) -> None:
    served.edit(f"docs/{LESSON}", '"the", "cat"', '"the", "dog"')
    block = cell(reading, "by_hand")
    expect(block.locator("code")).to_contain_text('"dog"')
    comes(block.locator(".fp-output"), "dog [")
    served.until("The whole site is new")


def test_an_edit_takes_over_from_one_that_is_still_being_run(served, reading) -> None:
    block = cell(reading, "by_hand")
    for before, after in (("dog", "hen"), ("hen", "cow")):
        served.edit(f"docs/{LESSON}", f'"the", "{before}"', f'"the", "{after}"')
        expect(block.locator("code")).to_contain_text(f'"{after}"')
    comes(block.locator(".fp-output"), "cow [")
    served.edit(f"docs/{LESSON}", '"the", "cow"', '"the", "dog"')
    comes(block.locator(".fp-output"), "dog [")
    served.until("The whole site is new")


def test_edited_reference_code_is_on_the_page_that_shows_it(served, reading) -> None:
    module = "lessons/architecture/core_attention.py"
    served.edit(module, "keep the scores' order", "keep the order of the scores")
    expect(cell(reading, "softmax").locator("code")).to_contain_text("order of the scores")
    served.until("The whole site is new")


def test_a_mistake_is_said_with_its_line_and_the_page_stays(served, reading) -> None:
    served.edit(f"docs/{LESSON}", "Asked anew.", "Asked [again](nowhere.md).")
    assert "core-attention.md:" in served.until("there is no 'nowhere.md'")
    expect(reading.get_by_text("Asked anew.")).to_be_visible()
    expect(reading.get_by_role("alert")).to_contain_text("Not built:\n")
    expect(reading.get_by_role("alert")).to_contain_text("there is no 'nowhere.md'")
    served.edit(f"docs/{LESSON}", "[again](nowhere.md)", "again")
    expect(reading.get_by_text("Asked again.")).to_be_visible()
    expect(reading.get_by_role("alert")).to_have_count(0)


def test_a_cell_that_fails_says_so_on_the_page(served, reading) -> None:
    served.edit(f"docs/{LESSON}", 'words = ["the"', 'words = 1 / 0, ["the"')
    comes(cell(reading, "by_hand").locator(".fp-output"), "ZeroDivisionError")
    expect(reading.get_by_role("alert")).to_contain_text("the cell fails")
    served.until("the cell fails")
    served.edit(f"docs/{LESSON}", 'words = 1 / 0, ["the"', 'words = ["the"')
    comes(cell(reading, "by_hand").locator(".fp-output"), "dog [")
    served.until("The whole site is new")


def test_a_new_lesson_is_on_the_site_as_it_is_made(served, reading) -> None:
    made = [sys.executable, "-m", "widgets.build", "new-lesson", "post-training", "reward-model"]
    subprocess.run(made, cwd=served.folder, check=True, stdout=subprocess.DEVNULL)
    served.until("The whole site is new")
    reading.goto(f"{served.root}post-training/reward-model/")
    expect(reading.get_by_role("heading", level=1)).to_have_text("Reward model")
    comes(cell(reading, "two_forms").locator(".fp-output"), "largest difference")
    expect(cell(reading, "picture").locator(".fp-figure svg")).to_be_visible()


def test_a_page_shown_by_itself_is_as_in_the_whole_site(site, tmp_path) -> None:
    preview = Preview(tmp_path)
    assert preview.concerned({DOCS / LESSON}) == [LESSON]
    assert preview.show([LESSON]) == []
    preview.close()
    made = CORE_ATTENTION + "index.html"
    assert (tmp_path / made).read_bytes() == (site / made).read_bytes()
