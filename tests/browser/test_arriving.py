"""What arrives damaged, half or never: said in words, tried again, and nothing is lost.

Case 14 is among it: the connection that drops half-way.
"""

import re

import pytest
from faulty_host import faulty_host
from lesson import (
    CORE_ATTENTION,
    cell,
    comes_to,
    edit,
    output,
    python,
    run,
    run_button,
    shows,
    status,
)
from playwright.sync_api import expect

PARTS = [
    "*/worker.*.js",
    "*/pyodide.mjs",
    "*/pyodide.asm.mjs",
    "*/pyodide.asm.wasm",
    "*/stdlib.zip",
    "*/packages.bin",
    "*/lock.json",
    "*/kernel.*.bin",
    "*/lessons.*.bin",
]
FAULTS = ["dropped", "cut_short", "missing", "broken", "home"]
IN_WORDS = re.compile(
    "^Python did not start: (a part of it could not be fetched. Check the connection, then press"
    " Run|a part of it arrived damaged. Reload the page without the browser’s cache, then) "
    "(to )?try again.$"
)
MINE = "print('mine')"
PLOT = "import matplotlib.pyplot as plt\nplt.plot([1, 3, 2])"


@pytest.fixture(scope="module")
def host(site):
    """A host that can be spoiled."""
    with faulty_host(site) as host:
        yield host


@pytest.fixture
def spoiled(host):
    """The host, which is mended when the test is over."""
    yield host
    host.mend()


@pytest.fixture
def page(tab, host):
    """The lesson in one tab, where nothing runs yet."""
    tab.begin_anew(host.address + CORE_ATTENTION)
    return tab.page


def test_case_14_parts_that_do_not_arrive_whole_are_said_and_the_next_try_works(
    page, spoiled
) -> None:
    block = cell(page, "scratch")
    edit(block, MINE)
    told = {}
    for part in PARTS:
        for fault in FAULTS:
            spoiled.spoil(part, fault)
            run(block, "error")
            told[part, fault] = block.locator(".fp-message").inner_text()
            python(page, "failed")
        spoiled.mend()
    assert {how: words for how, words in told.items() if not IN_WORDS.match(words)} == {}
    run(block)
    assert output(block) == [["fp-text", "mine\n"]]
    expect(block).to_have_attribute("data-edited", "")


@pytest.mark.parametrize(
    ("part", "fault"), [("*/worker.*.js", "silent"), ("*/pyodide.asm.wasm", "stalled")]
)
def test_case_14_a_start_that_stalls_says_what_it_waits_for_and_ends_in_words(
    visit, spoiled, part, fault
) -> None:
    page = visit().page
    page.clock.install()
    page.goto(spoiled.address + CORE_ATTENTION)
    block = cell(page, "softmax")
    spoiled.spoil(part, fault)
    run_button(block).click()
    comes_to(block, "queued")
    page.clock.fast_forward(11_000)
    expect(status(block)).to_have_text(
        re.compile(r"^(Starting|Fetching Python).*; nothing new for 10 s, Stop ends the wait$")
    )
    block.get_by_role("button", name="Stop", exact=True).click()
    comes_to(block, "stopped")
    run_button(block).click()
    comes_to(block, "queued")
    page.clock.fast_forward(61_000)
    comes_to(block, "error")
    expect(block.locator(".fp-message")).to_have_text(
        re.compile("(its program|Fetching Python.*): nothing more came for 60 seconds")
    )
    spoiled.mend()
    run(block)


def test_the_late_standard_library_that_does_not_arrive_whole_is_said_and_comes_at_the_next_try(
    page, spoiled
) -> None:
    block = cell(page, "scratch")
    told = {}
    for fault in FAULTS:
        spoiled.spoil("*/stdlib-full.zip", fault)
        edit(block, f"kept = {fault!r}\nimport csv")
        run(block, "error")
        told[fault] = block.locator(".fp-message").inner_text()
    words = re.compile("^ImportError: 'csv' is in a part .*(fetched|damaged). Check the connection")
    assert {fault: said for fault, said in told.items() if not words.match(said)} == {}
    spoiled.mend()
    edit(block, "import csv\nprint(kept, csv.__name__)")
    run(block)
    assert output(block) == [["fp-text", f"{FAULTS[-1]} csv\n"]]


def test_an_import_whose_library_stalls_is_ended_by_stop(page, spoiled) -> None:
    block = cell(page, "scratch")
    spoiled.spoil("*/stdlib-full.zip", "stalled")
    edit(block, "print('begun', flush=True)\nimport csv")
    run_button(block).click()
    shows(block, ".fp-text", "begun\n")
    block.get_by_role("button", name="Stop", exact=True).click()
    expect(status(block)).to_have_text("Stopped by a restart; names are gone")
    spoiled.mend()
    edit(block, "import csv\nprint(csv.__name__)")
    run(block)
    assert output(block) == [["fp-text", "csv\n"]]


@pytest.mark.parametrize("fault", ["dropped", "missing", "home"])
def test_an_editor_that_does_not_arrive_is_said_and_comes_at_the_next_try(
    page, spoiled, fault
) -> None:
    block = cell(page, "softmax")
    spoiled.spoil("*/editor.*.js", fault)
    block.locator(".fp-code").click()
    message = block.get_by_text("The editor could not be fetched; try again")
    expect(message).to_be_visible()
    run(block)  # without an editor, too
    spoiled.mend()
    block.locator(".fp-code").click()
    expect(block.locator(".cm-content")).to_be_focused()


@pytest.mark.parametrize("chunk", ["*/editor.*.js", "*/chunk.*.js"])
def test_half_an_editor_is_said_and_comes_with_the_page_loaded_anew(page, spoiled, chunk) -> None:
    block = cell(page, "softmax")
    spoiled.spoil(chunk, "cut_short")
    block.locator(".fp-code").click()
    expect(block.get_by_text("The editor arrived damaged; reload the page")).to_be_visible()
    run(block)
    spoiled.mend()
    page.reload()
    block.locator(".fp-code").click()
    expect(block.locator(".cm-content")).to_be_focused()


def test_a_drawing_program_that_does_not_arrive_is_said_in_the_figures_place(page, spoiled) -> None:
    block = cell(page, "scratch")
    # The damaged one comes last: a browser does not ask for a script again that it could not read.
    for fault in ("dropped", "missing", "home", "cut_short"):
        spoiled.spoil("*/drawing.*.js", fault)
        edit(block, f"{PLOT}\nprint({fault!r})")
        asked = len(spoiled.asked)
        run(block)
        expect(block.locator(".fp-figure")).to_contain_text("This figure could not be shown")
        expect(block.locator(".fp-text")).to_have_text(f"{fault}\n")
        assert any("/drawing." in path for path in spoiled.asked[asked:]), fault


@pytest.mark.parametrize("fault", ["dropped", "cut_short", "missing", "broken"])
def test_a_page_whose_program_does_not_arrive_says_that_it_cannot_run(page, spoiled, fault) -> None:
    spoiled.spoil("*/assets/course/page.*.js", fault)
    page.reload()
    block = cell(page, "by_hand")
    expect(block).to_contain_text("Can’t run: its program did not arrive. Reload the page")
    expect(block.locator(".fp-output")).to_be_visible()
    spoiled.mend()
    page.reload()
    expect(run_button(block)).to_be_visible()


def test_a_runtime_under_the_type_of_any_file_starts_all_the_same(page, spoiled) -> None:
    for part in ("*/pyodide.asm.wasm", "*/stdlib.zip", "*/packages.bin", "*/lock.json"):
        spoiled.spoil(part, "untyped")
    run(cell(page, "softmax"))
