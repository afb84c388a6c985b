"""Cells run, live, as they were baked; edits change what follows."""

import pytest
from lesson import cell, cells, code_of, comes_to, edit, output, run, shows
from live_runs import Memory, run_side_by_side, runnable_pages
from visiting import visits

LIVE = "test_every_cell_gives_live_what_was_baked"
REFERENCE = "scaled_dot_product_attention"


@pytest.fixture
def lesson(shared, page):
    """The lesson with every cell as it was published, and Python as the last test left it."""
    return shared


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
    shows(block, ".fp-text", shown)
    comes_to(block, "running")
    block.get_by_role("button", name="Stop", exact=True).click()
    comes_to(block, "stopped")
    edit(block, "print('again')")
    run(block)
    assert output(block) == [["fp-text", "again\n"]]


def test_editing_the_reference_code_changes_later_cells_and_reset_undoes_it(lesson) -> None:
    reference, user = cell(lesson.page, REFERENCE), cell(lesson.page, "same_numbers")
    published = output(user)
    edit(reference, code_of(reference).replace("return weights @", "return -weights @"))
    run(user)
    comes_to(reference, "done")
    assert output(user) != published
    assert "[-8." in str(output(user))
    reference.get_by_role("button", name="Reset", exact=True).click()
    comes_to(reference, "static")
    run(user)
    assert output(user) == published


def test_an_edit_reaches_the_functions_that_call_the_edited_one(lesson) -> None:
    softmax, user = cell(lesson.page, "softmax"), cell(lesson.page, "same_numbers")
    published = output(user)
    edit(softmax, "def softmax(scores, axis=-1):\n    return np.ones_like(scores)")
    run(user)
    assert output(user) != published


def test_a_rare_standard_module_is_fetched_when_it_is_imported(lesson) -> None:
    block = cells(lesson.page).first
    edit(block, "import csv\ncsv.QUOTE_ALL")
    run(block)
    assert output(block) == [["fp-value", "1"]]
    assert [path for path in lesson.paths() if path.endswith("stdlib-full.zip")]
