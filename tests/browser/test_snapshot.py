"""A browser that keeps Python's memory begins with it on the next visit, and nobody can tell."""

import pytest
from lesson import CORE_ATTENTION, begin, cell, cells, comes_to, edit, output, run, stop
from playwright.sync_api import expect
from snapshots import damage, wait_until_gone, wait_until_kept

LOADED = "import sys\nprint('matplotlib.pyplot' in sys.modules, 'numpy' in globals())"
RANDOM = "import random\nimport numpy\nprint(random.random(), numpy.random.rand())"


@pytest.fixture(scope="module")
def kept(browser, root):
    """A tab whose browser has kept a snapshot, opened again, and the random numbers of before."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(root + CORE_ATTENTION)
    drawn = random_numbers(page)
    wait_until_kept(page)
    page.goto(root + CORE_ATTENTION)
    yield page, drawn
    context.close()


def text_of(page, code: str) -> str:
    """What code prints in the block that needs no other."""
    block = cell(page, "scratch")
    edit(block, code)
    run(block)
    ((_, text),) = output(block)
    return text


def random_numbers(page) -> str:
    return text_of(page, RANDOM)


def test_the_next_visit_begins_with_what_a_plot_needs_and_with_no_names(kept) -> None:
    page, _ = kept
    assert text_of(page, LOADED) == "True False\n"


def test_random_numbers_are_others_than_on_the_visit_before(kept) -> None:
    page, drawn = kept
    assert random_numbers(page).split()[0] != drawn.split()[0]
    assert random_numbers(page).split()[1] != drawn.split()[1]


def test_every_cell_gives_what_was_published(kept) -> None:
    page, _ = kept
    blocks = [block for block in cells(page).all() if block.get_attribute("id") != "scratch"]
    published = [output(block) for block in blocks]
    page.get_by_role("button", name="Run all", exact=True).click()
    comes_to(cell(page, "scratch"), "done")
    assert [output(block) for block in blocks] == published


def test_stop_late_modules_and_errors_work_as_ever(kept) -> None:
    page, _ = kept
    block = cell(page, "scratch")
    edit(block, "kept = 1\nprint('begun', flush=True)\nwhile True: pass")
    begin(block)
    stop(block)
    code = "import numpy.testing, sqlite3, PIL.ImageFilter\nprint(kept, sqlite3.__name__)"
    assert text_of(page, code) == "1 sqlite3\n"
    edit(block, "def down(n): return down(n + 1)\ndown(0)")
    run(block, "error")
    expect(block.locator(".fp-message")).to_contain_text("RecursionError")


def test_a_restart_begins_with_it_too(kept) -> None:
    page, _ = kept
    assert text_of(page, "gone = 1\nprint(gone)") == "1\n"
    page.get_by_role("button", name="Restart", exact=True).click()
    controls = page.get_by_role("toolbar", name="All cells of this page")
    expect(controls.get_by_role("status")).to_contain_text("Python restarted")
    assert text_of(page, f"{LOADED}\nprint('gone' in globals())") == "True False\nFalse\n"


def test_a_damaged_snapshot_is_dropped_and_python_starts_from_its_files(kept) -> None:
    page, _ = kept
    damage(page)
    page.reload()
    assert text_of(page, LOADED) == "False False\n"
    wait_until_gone(page)


@pytest.mark.parametrize("ahead", [True, False])
def test_a_browser_that_spares_data_keeps_none(visit, root, ahead) -> None:
    visited = visit(ahead=ahead)
    page = visited.page
    page.clock.install()
    page.goto(root + CORE_ATTENTION)
    random_numbers(page)
    page.clock.fast_forward(60_000)
    page.evaluate("navigator.storage.estimate().then(() => caches.keys())")
    random_numbers(page)
    assert visited.workers == (2 if ahead else 1)
