"""Stop, questions and restarts: what is kept, what is lost, and that the page says which."""

import re

import pytest
from lesson import (
    CORE_ATTENTION,
    START_LIMIT_MS,
    begin,
    cell,
    cells,
    edit,
    output,
    run,
    status,
    stop,
)
from playwright.sync_api import expect

BEGUN = "print('begun', flush=True)\n"
KEPT = re.compile(r"^Stopped on line \d+; names are kept$")
LOST = "Stopped by a restart; names are gone"


@pytest.fixture(scope="module")
def opened(tab, root):
    """The lesson in a tab where Python is ready."""
    tab.page.goto(root + CORE_ATTENTION)
    return tab


@pytest.fixture
def page(opened):
    """That tab's page."""
    return opened.page


@pytest.fixture
def scratch(page):
    """A block that needs no other."""
    return cell(page, "scratch")


def controls(page):
    """What can be done with all blocks at once."""
    return page.get_by_role("toolbar", name="All cells of this page")


def press(page, name: str) -> None:
    """Press one of the page's own buttons."""
    controls(page).get_by_role("button", name=name, exact=True).click()


@pytest.mark.parametrize(
    "waiting",
    ["while True: pass", "import time; time.sleep(60)", "input('Name? ')"],
    ids=["loop", "sleep", "input"],
)
def test_stop_keeps_the_names(scratch, waiting) -> None:
    edit(scratch, f"kept = '{waiting[:5]}'\n{BEGUN}{waiting}")
    begin(scratch)
    stop(scratch)
    expect(status(scratch)).to_have_text(KEPT)
    expect(scratch.locator(".fp-error, form")).to_have_count(0)
    edit(scratch, "print(kept)")
    run(scratch)
    assert output(scratch) == [["fp-text", f"{waiting[:5]}\n"]]


def test_a_question_is_asked_in_the_page_and_the_code_goes_on_with_the_answer(scratch) -> None:
    edit(scratch, f"{BEGUN}name = input('Name? ')\nprint('Hello', name)")
    begin(scratch)
    field = scratch.get_by_label("Name?")
    expect(field).to_be_focused()
    field.fill("Ada")
    field.press("Enter")
    expect(scratch).to_have_attribute("data-state", "done")
    expect(field).to_have_count(0)
    expect(scratch.locator(".fp-output")).to_contain_text("Hello Ada")


@pytest.mark.parametrize(
    "stubborn",
    [
        "while True:\n try:\n  while True: pass\n except BaseException: pass",
        "sum(range(10**12))",
    ],
    ids=["caught", "one-call"],
)
def test_what_no_interrupt_ends_is_ended_by_a_restart_that_says_so(scratch, stubborn) -> None:
    edit(scratch, f"gone = 1\n{BEGUN}{stubborn}")
    begin(scratch)
    stop(scratch)
    expect(status(scratch)).to_have_text(LOST)
    edit(scratch, "print('gone' in globals())")
    run(scratch)
    assert output(scratch) == [["fp-text", "False\n"]]


def test_the_time_a_run_took_is_shown(scratch) -> None:
    edit(scratch, "1 + 1")
    run(scratch)
    expect(status(scratch)).to_have_text(re.compile(r"^Done in \d+(\.\d\d)? s$"))


def test_run_above_runs_those_above_and_no_others(page) -> None:
    third = cells(page).nth(2)
    third.hover()
    third.get_by_role("button", name="Run above").click()
    for above in (0, 1):
        expect(cells(page).nth(above)).to_have_attribute(
            "data-state", "done", timeout=START_LIMIT_MS
        )
    expect(third).to_have_attribute("data-state", "static")


def test_a_restart_is_from_memory(opened, scratch) -> None:
    edit(scratch, "import numpy")
    run(scratch)
    before = len(opened.requests)
    press(opened.page, "Restart")
    expect(controls(opened.page).get_by_role("status")).to_contain_text("Python restarted in")
    run(scratch)
    fetched = {request.url.rpartition(".")[2] for request in opened.requests[before:]}
    assert not fetched & {"wasm", "zip", "bin", "json"}


def test_restart_takes_the_names_and_says_so(page, scratch) -> None:
    edit(scratch, "gone = 1")
    run(scratch)
    press(page, "Restart")
    expect(controls(page).get_by_role("status")).to_have_text(
        re.compile(r"^Python restarted in .* s; all names are gone$"), timeout=START_LIMIT_MS
    )
    edit(scratch, "print('gone' in globals())")
    run(scratch)
    assert output(scratch) == [["fp-text", "False\n"]]


def test_restart_and_run_all_runs_every_cell_in_a_new_python(page, scratch) -> None:
    edit(scratch, "before = 'before' in globals()\nprint(before, heatmaps.__name__)")
    press(page, "Restart and run all")
    expect(scratch).to_have_attribute("data-state", "done", timeout=START_LIMIT_MS)
    assert output(scratch) == [["fp-text", "False heatmaps\n"]]
    states = [block.get_attribute("data-state") for block in cells(page).all()]
    assert states == ["error" if name == "refused" else "done" for name in names(page)]


def test_run_all_runs_every_cell_in_the_python_that_is_there(page, scratch) -> None:
    edit(scratch, "print('before' in globals())")
    press(page, "Run all")
    expect(scratch.locator(".fp-text")).to_have_text("True\n", timeout=START_LIMIT_MS)
    expect(scratch).to_have_attribute("data-state", "done")


def test_stop_all_ends_the_run_and_those_that_wait(page, scratch) -> None:
    first = cells(page).first
    edit(first, f"{BEGUN}while True: pass")
    begin(first)
    scratch.get_by_role("button", name="Run", exact=True).click()
    expect(scratch).to_have_attribute("data-state", "queued")
    press(page, "Stop all")
    expect(first).to_have_attribute("data-state", "stopped")
    expect(scratch).to_have_attribute("data-state", "done")  # as it was before


def test_leaving_the_page_stops_what_runs_there(page) -> None:
    first = cells(page).first
    edit(first, f"{BEGUN}while True: pass")
    begin(first)
    page.locator("article, nav").get_by_role("link", name="Architecture").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Architecture")
    expect(page.locator("html")).to_have_attribute("data-fp-kernel", "ready")


def test_a_closed_tab_leaves_no_worker(visit, root) -> None:
    visited = visit()
    visited.page.goto(root + CORE_ATTENTION)
    first = cells(visited.page).first
    edit(first, f"{BEGUN}while True: pass")
    begin(first)
    (worker,) = [one for one in visited.page.workers if one.url.startswith("blob:")]
    with worker.expect_event("close"):
        visited.page.close()


def names(page) -> list[str]:
    """The blocks' ids."""
    return [block.get_attribute("id") for block in cells(page).all()]
