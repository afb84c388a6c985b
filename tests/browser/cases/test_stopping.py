"""Cases 3, 4, 5 and 12: Stop ends whatever runs, on a server that sends no special headers."""

import re

import pytest
from lesson import (
    BEGUN,
    START_LIMIT_MS,
    all_cells,
    begin,
    cell,
    cells,
    comes_to,
    edit,
    output,
    press,
    run,
    shows,
    status,
    stop,
    works,
)
from playwright.sync_api import expect

from widgets.kernel.output import TAIL

KEPT = re.compile(r"^Stopped on line \d+; names are kept$")
LOST = "Stopped by a restart; names are gone"


@pytest.fixture
def scratch(page, scratch):
    """The same, on a host that sends no headers for Stop."""
    assert page.evaluate("crossOriginIsolated") is False
    return scratch


def stops_and_keeps_names(scratch, code: str) -> None:
    """Stop ends the code, what was defined before is there, and the next run works."""
    edit(scratch, f"kept = {code!r}\n{BEGUN}{code}")
    begin(scratch)
    stop(scratch)
    expect(status(scratch)).to_have_text(KEPT)
    expect(scratch.locator(".fp-error, form")).to_have_count(0)
    edit(scratch, "print(kept)")
    run(scratch)
    assert output(scratch) == [["fp-text", f"{code}\n"]]


@pytest.mark.parametrize(
    "code",
    [
        "while True: pass",
        "[0 for _ in iter(int, 1)]",
        "def down():\n    while True: yield\nfor _ in down(): pass",
        "import numpy as np\nwhile True: np.ones((200, 200)) @ np.ones((200, 200))",
        "while True:\n    try: 1 / 0\n    except Exception: pass",
    ],
    ids=["loop", "comprehension", "generator", "numpy", "caught-errors"],
)
def test_case_03_stop_ends_a_loop_and_keeps_the_names(scratch, code) -> None:
    stops_and_keeps_names(scratch, code)


@pytest.mark.parametrize(
    "stubborn",
    [
        "sum(range(10**12))",
        "import re; re.match(r'(a+)+$', 'a' * 50 + 'b')",
        "import numpy as np; np.linalg.svd(np.ones((4000, 4000)))",
        "while True:\n try:\n  while True: pass\n except BaseException: pass",
    ],
    ids=["sum", "regex", "svd", "caught"],
)
def test_case_03_what_no_interrupt_ends_is_ended_by_a_restart_that_says_so(
    scratch, stubborn
) -> None:
    edit(scratch, f"gone = 1\n{BEGUN}{stubborn}")
    begin(scratch)
    stop(scratch)
    expect(status(scratch)).to_have_text(re.compile("names are (gone|kept)$"))
    edit(scratch, "print('gone' in globals())")
    lost = status(scratch).inner_text() == LOST
    run(scratch)
    assert output(scratch) == [["fp-text", f"{not lost}\n"]]


def test_case_03_stop_during_an_import_leaves_the_library_whole(page, scratch) -> None:
    works(scratch)
    press(page, "Restart")
    expect(all_cells(page).get_by_role("status")).to_contain_text("Python restarted in")
    edit(scratch, f"{BEGUN}import numpy\nwhile True: pass")
    begin(scratch)
    stop(scratch)
    expect(status(scratch)).to_have_text("Stopped on line 3; names are kept")
    edit(scratch, "import numpy, matplotlib.pyplot as plt\nplt.plot(numpy.ones(3))")
    run(scratch)
    expect(scratch.locator(".fp-figure svg")).to_be_visible()


@pytest.mark.parametrize(
    "waiting",
    [
        "import time; time.sleep(100)",
        "from time import sleep; sleep(100)",
        "import asyncio\nawait asyncio.sleep(100)",
        "import asyncio\nasyncio.run(asyncio.sleep(100))",
        "import threading; threading.Event().wait(100)",
        "input('Name? ')",
    ],
    ids=["sleep", "imported-sleep", "await", "asyncio-run", "event", "input"],
)
def test_case_04_stop_ends_what_waits_and_keeps_the_names(scratch, waiting) -> None:
    stops_and_keeps_names(scratch, waiting)


@pytest.mark.parametrize(
    "endless",
    [
        "print('x' * 80)",
        "print('x', end='')",
        "import sys; sys.stdout.write('x' * 10**5)",
        "display('x' * 80); print('x' * 80)",
    ],
    ids=["lines", "no-line-end", "large-pieces", "values"],
)
def test_case_05_endless_text_is_cut_says_how_much_and_leaves_the_page_usable(
    page, scratch, endless
) -> None:
    edit(scratch, f"while True:\n    {endless}")
    scratch.get_by_role("button", name="Run", exact=True).click()
    cut = scratch.locator(".fp-cut")
    expect(cut).to_contain_text("left out", timeout=START_LIMIT_MS)
    comes_to(scratch, "running")
    expect(cut).not_to_have_text(cut.inner_text())
    other = cell(page, "by_hand")
    edit(other, "print('written meanwhile')")
    expect(other.locator(".cm-content")).to_have_text("print('written meanwhile')")
    stop(scratch)
    shown = "".join(str(text) for _, text in output(scratch))
    assert TAIL // 2 < len(shown) < 250_000
    edit(scratch, "print('next')")
    run(scratch)
    assert output(scratch) == [["fp-text", "next\n"]]


def states(page) -> list[str]:
    """How each block of the page stands."""
    return [block.get_attribute("data-state") for block in cells(page).all()]


def test_case_12_run_all_runs_every_cell_in_order(page, scratch) -> None:
    order = page.evaluate_handle(
        """() => {
            const order = [];
            new MutationObserver(changes => {
                for (const {target} of changes)
                    if (target.dataset.state === "running") order.push(target.id);
            }).observe(document.body,
                {subtree: true, attributes: true, attributeFilter: ["data-state"]});
            return order;
        }"""
    )
    press(page, "Restart and run all")
    names = [block.get_attribute("id") for block in cells(page).all()]
    comes_to(scratch, "done")
    assert list(dict.fromkeys(order.json_value())) == names
    assert states(page) == ["error" if name == "refused" else "done" for name in names]


def test_case_12_run_all_stops_at_the_first_error_that_is_not_meant(page) -> None:
    second = cells(page).nth(1)
    edit(second, "raise RuntimeError('broken')")
    press(page, "Run all")
    comes_to(second, "error")
    expect(all_cells(page).get_by_role("button", name="Stop all")).to_be_hidden()
    assert states(page)[:2] == ["done", "error"]
    assert not {"queued", "running", "done", "error"} & {*states(page)[2:]}


def test_case_12_run_all_can_be_stopped(page) -> None:
    second = cells(page).nth(1)
    edit(second, f"{BEGUN}while True: pass")
    press(page, "Run all")
    shows(second, ".fp-text", "begun\n")
    comes_to(cells(page).nth(2), "queued")
    press(page, "Stop all")
    comes_to(second, "stopped")
    assert not {"queued", "running"} & {*states(page)}
