"""Cells run, live, as they were baked; edits change what follows."""

import pytest
from lesson import (
    CORE_ATTENTION,
    START_LIMIT_MS,
    cell,
    cells,
    code_of,
    edit,
    output,
    reset_all,
    run,
)
from live_runs import Memory, run_side_by_side, runnable_pages
from playwright.sync_api import expect
from visiting import visits

from widgets.kernel.output import TAIL

LIVE = "test_every_cell_gives_live_what_was_baked"
REFERENCE = "scaled_dot_product_attention"


@pytest.fixture(scope="module")
def opened(tab, root):
    """The lesson, opened once."""
    tab.page.goto(root + CORE_ATTENTION)
    return tab


@pytest.fixture
def lesson(opened):
    """The lesson with every cell as it was published, and Python as the last test left it."""
    reset_all(opened.page)
    return opened


@pytest.fixture(scope="module")
def live_runs(request, browser, site, root):
    """Those of the asked-for pages that had to run, with what went wrong."""
    pages = runnable_pages()
    asked = [item.callspec.params["key"] for item in request.session.items if LIVE in item.name]
    memory = Memory(site, browser.version)
    due = [pages[key] for key in asked if memory.due(pages[key])]
    with visits(browser) as make:
        return run_side_by_side(due, make, root, memory)


@pytest.mark.parametrize("key", runnable_pages())
def test_every_cell_gives_live_what_was_baked(live_runs, key) -> None:
    if key not in live_runs:  # `test-all` runs every page; a tenth runs at each commit
        pytest.skip("ran well, just as it is, before")
    if live_runs[key] is not None:
        raise live_runs[key]


def test_a_readers_own_error_is_shown_with_its_line(lesson) -> None:
    block = cells(lesson.page).first
    edit(block, "first = 1\nsecond = first / 0")
    run(block, "error")
    error = block.locator(".fp-error")
    expect(error.locator(".fp-message")).to_have_text("ZeroDivisionError: division by zero")
    expect(error.locator(".fp-traceback")).to_contain_text("line 2")
    edit(block, "print('mended')")
    run(block)
    assert output(block) == [["fp-text", "mended\n"]]


def test_text_and_figures_keep_their_order(lesson) -> None:
    block = cells(lesson.page).first
    figure = "import matplotlib.pyplot as plt\nplt.figure(); plt.plot([1, {}])"
    code = f"print(1)\nprint(2)\nprint(3)\n{figure.format(2)}\nprint(4)\n{figure.format(3)}"
    edit(block, code)
    for _ in range(3):
        run(block)
        kinds = [kind for kind, _ in output(block)]
        assert kinds == ["fp-text", "figure", "fp-text", "figure"]
        assert output(block)[0] == ["fp-text", "1\n2\n3\n"]


BUSY = "while True:\n    pass"


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        ("print('begun')", "begun\n"),
        ("print('one')\nprint('two')", "one\ntwo\n"),
        ("for i in range(3):\n    print(i, end=' ')", "0 1 2 "),
        ("for i in range(5000):\n    print(i % 10, end='')", "0123456789" * 500),
    ],
    ids=["a line", "two lines", "no line end", "very fast"],
)
def test_what_is_printed_before_a_long_step_is_shown_and_stop_ends_it(lesson, code, shown) -> None:
    block = cells(lesson.page).first
    edit(block, f"{code}\n{BUSY}")
    block.get_by_role("button", name="Run", exact=True).click()
    expect(block.locator(".fp-text")).to_have_text(shown, timeout=START_LIMIT_MS)
    expect(block).to_have_attribute("data-state", "running")
    block.get_by_role("button", name="Stop", exact=True).click()
    expect(block).to_have_attribute("data-state", "stopped")
    edit(block, "print('again')")
    run(block)
    assert output(block) == [["fp-text", "again\n"]]


def test_endless_text_says_how_much_is_left_out_while_it_runs(lesson) -> None:
    block = cells(lesson.page).first
    edit(block, "while True:\n    print('x' * 80)")
    block.get_by_role("button", name="Run", exact=True).click()
    cut = block.locator(".fp-cut")
    expect(cut).to_contain_text("left out", timeout=START_LIMIT_MS)
    expect(block).to_have_attribute("data-state", "running")
    expect(cut).not_to_have_text(cut.inner_text())
    block.get_by_role("button", name="Stop", exact=True).click()
    expect(block).to_have_attribute("data-state", "stopped")
    kinds = [kind for kind, _ in output(block)]
    assert kinds == ["fp-text", "fp-cut", "fp-text"]
    assert output(block)[2][1].count("x") > TAIL // 2


@pytest.mark.parametrize(
    "waiting", ["await asyncio.sleep(100)", "asyncio.run(asyncio.sleep(100))", "time.sleep(100)"]
)
def test_stop_ends_what_waits_and_keeps_the_names(lesson, waiting) -> None:
    block = cells(lesson.page).first
    edit(block, f"import asyncio, time\nkept = 41\nprint('begun')\n{waiting}")
    block.get_by_role("button", name="Run", exact=True).click()
    expect(block.locator(".fp-text")).to_have_text("begun\n", timeout=START_LIMIT_MS)
    block.get_by_role("button", name="Stop", exact=True).click()
    expect(block.get_by_role("status").first).to_contain_text("names are kept")
    edit(block, "await asyncio.sleep(0)\nprint(kept + 1)")
    run(block)
    assert output(block) == [["fp-text", "42\n"]]


def test_html_in_printed_text_is_shown_as_text(lesson) -> None:
    block = cells(lesson.page).first
    text = "<b>x</b><img src=x onerror=alert(1)>"
    edit(block, f"print('{text}')")
    run(block)
    assert output(block) == [["fp-text", f"{text}\n"]]
    assert lesson.complaints == []


def test_editing_the_reference_code_changes_later_cells_and_reset_undoes_it(lesson) -> None:
    reference, user = cell(lesson.page, REFERENCE), cell(lesson.page, "same_numbers")
    published = output(user)
    edit(reference, code_of(reference).replace("return weights @", "return -weights @"))
    run(user)
    expect(reference).to_have_attribute("data-state", "done")
    assert output(user) != published
    assert "[-8." in str(output(user))
    reference.get_by_role("button", name="Reset", exact=True).click()
    expect(reference).to_have_attribute("data-state", "static")
    run(user)
    assert output(user) == published


def test_an_edit_reaches_the_functions_that_call_the_edited_one(lesson) -> None:
    softmax, user = cell(lesson.page, "softmax"), cell(lesson.page, "same_numbers")
    published = output(user)
    edit(softmax, "def softmax(scores, axis=-1):\n    return np.ones_like(scores)")
    run(user)
    assert output(user) != published


def test_a_failing_earlier_cell_stops_those_that_need_it(lesson) -> None:
    first, user = cell(lesson.page, "by_hand"), cell(lesson.page, "nothing_to_see")
    edit(first, f"{code_of(first)}\nraise RuntimeError('broken')")
    run(user, "error")
    expect(first).to_have_attribute("data-state", "error")
    expect(user.locator(".fp-error")).to_contain_text("by_hand")


def test_a_rare_standard_module_is_fetched_when_it_is_imported(lesson) -> None:
    block = cells(lesson.page).first
    edit(block, "import csv\ncsv.QUOTE_ALL")
    run(block)
    assert output(block) == [["fp-value", "1"]]
    assert [path for path in lesson.paths() if path.endswith("stdlib-full.zip")]
