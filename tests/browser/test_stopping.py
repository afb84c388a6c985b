"""Stop, questions and restarts: what is kept, what is lost, and that the page says which."""

import re

from lesson import (
    BEGUN,
    CORE_ATTENTION,
    START_LIMIT_MS,
    all_cells,
    begin,
    cells,
    comes_to,
    edit,
    output,
    press,
    python,
    run,
    run_button,
    status,
)
from playwright.sync_api import expect


def test_the_time_a_run_took_is_shown(scratch) -> None:
    edit(scratch, "1 + 1")
    run(scratch)
    expect(status(scratch)).to_have_text(re.compile(r"^Done in \d+(\.\d\d)? s$"))


def test_run_above_runs_those_above_and_no_others(page) -> None:
    third = cells(page).nth(2)
    run_button(third).focus()  # it comes with the mouse or the focus
    third.get_by_role("button", name="Run above").click()
    for above in (0, 1):
        comes_to(cells(page).nth(above), "done")
    comes_to(third, "static")


def test_a_restart_is_from_memory(shared, page, scratch) -> None:
    edit(scratch, "import numpy")
    run(scratch)
    before = len(shared.requests)
    press(page, "Restart")
    expect(all_cells(page).get_by_role("status")).to_contain_text("Python restarted in")
    run(scratch)
    fetched = {request.url.rpartition(".")[2] for request in shared.requests[before:]}
    assert not fetched & {"wasm", "zip", "bin", "json"}


def test_restart_takes_the_names_and_says_so(page, scratch) -> None:
    edit(scratch, "gone = 1")
    run(scratch)
    press(page, "Restart")
    expect(all_cells(page).get_by_role("status")).to_have_text(
        re.compile(r"^Python restarted in .* s; all names are gone$"), timeout=START_LIMIT_MS
    )
    edit(scratch, "print('gone' in globals())")
    run(scratch)
    assert output(scratch) == [["fp-text", "False\n"]]


def test_run_all_runs_every_cell_in_the_python_that_is_there(page, scratch) -> None:
    edit(scratch, "before = 1")
    run(scratch)
    edit(scratch, "print('before' in globals())")
    press(page, "Run all")
    expect(scratch.locator(".fp-text")).to_have_text("True\n", timeout=START_LIMIT_MS)
    comes_to(scratch, "done")


def test_leaving_the_page_stops_what_runs_there(page) -> None:
    first = cells(page).first
    edit(first, f"{BEGUN}while True: pass")
    begin(first)
    page.evaluate("window.stillHere = true")
    page.locator("article, nav").get_by_role("link", name="Architecture").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Architecture")
    assert page.evaluate("window.stillHere") is True
    python(page, "ready")


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
