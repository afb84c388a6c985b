"""Cases 10, 11, 13, 14 and 15: nothing by itself, every stage told, no press of Run lost.

Of case 15, controls do not exist yet: what is tried is Run, pressed early, often and after edits.
"""

import re

import pytest
from lesson import (
    all_cells,
    cell,
    cells,
    code_of,
    comes_to,
    edit,
    output,
    python,
    run,
    run_button,
    status,
)
from playwright.sync_api import expect

NEEDED = ["by_hand", "softmax", "causal_mask", "attention_weights", "scaled_dot_product_attention"]
# What is fetched when something first imports it.
LATE = ("stdlib-full.zip", "packages-late.zip")
TOLD = """() => {
    const told = [];
    for (const block of document.querySelectorAll("fp-cell")) {
        const status = block.querySelector("[role=status]");
        new MutationObserver(() => told.push([block.id, block.dataset.state, status.textContent]))
            .observe(block, {subtree: true, childList: true, characterData: true,
                attributes: true, attributeFilter: ["data-state"]});
    }
    return told;
}"""


def test_case_10_a_runtime_that_cannot_be_fetched_gives_words_and_another_try(fresh) -> None:
    page = fresh.page
    page.context.route("**/*.wasm", lambda route: route.abort())
    read = page.locator("article > p, .katex, .fp-code").all_inner_texts()
    outputs = cells(page).locator(".fp-output").all_inner_texts()
    block = cells(page).first
    run(block, "error")
    expect(block.locator(".fp-error .fp-message")).to_contain_text("could not be fetched")
    expect(block.locator(".fp-error .fp-message")).to_contain_text("press Run to try again")
    python(page, "failed")
    assert page.locator("article > p, .katex, .fp-code").all_inner_texts() == read
    assert cells(page).locator(".fp-output").all_inner_texts()[1:] == outputs[1:]
    page.context.unroute("**/*.wasm")
    run(block)
    python(page, "ready")


def test_case_11_what_a_cell_needs_runs_first_in_order_and_nothing_else(fresh) -> None:
    page = fresh.page
    told = page.evaluate_handle(TOLD)
    run(cell(page, "same_numbers"))
    ran = [name for name, state, _ in told.json_value() if state == "running"]
    assert list(dict.fromkeys(ran)) == [*NEEDED, "same_numbers"]
    others = {*(block.get_attribute("id") for block in cells(page).all())} - {*ran}
    for other in others:
        comes_to(cell(page, other), "static")
    # What a first figure needs is in what Python starts with.
    assert not [path for path in fresh.paths() if path.endswith(LATE)]


def test_case_11_a_failing_earlier_cell_stops_those_that_need_it_and_is_named(page) -> None:
    first, user = cell(page, "softmax"), cell(page, "same_numbers")
    edit(first, f"{code_of(first)}\nraise RuntimeError('broken')")
    run(user, "error")
    comes_to(first, "error")
    expect(first.locator(".fp-error")).to_contain_text("RuntimeError: broken")
    expect(user.locator(".fp-error")).to_contain_text("Not run: the earlier cell “softmax” failed.")
    expect(status(user)).to_have_text("Not run: “softmax” failed")
    for between in ("attention_weights", "scaled_dot_product_attention"):
        expect(cell(page, between)).not_to_have_attribute("data-state", re.compile("error|queued"))


def test_case_13_reading_hovering_and_writing_start_nothing(fresh) -> None:
    page = fresh.page
    for block in cells(page).all()[:3]:
        block.hover()
        run_button(block).focus()
    edit(cell(page, "scratch"), "print('mine')")
    page.mouse.wheel(0, 5000)
    page.wait_for_load_state("networkidle")
    python(page, "off")
    assert fresh.workers == 0
    assert not [path for path in fresh.paths() if "/runtime/" in path or path.endswith(".bin")]


def test_case_14_a_press_of_run_is_answered_at_once_though_nothing_arrives(fresh) -> None:
    page = fresh.page
    page.context.route("**/assets/{runtime,course}/**", lambda route: None)
    said = run_button(cells(page).first).evaluate(
        """run => {
            run.click();
            const {dataset} = document.documentElement;
            const cell = run.closest("fp-cell");
            return [cell.dataset.state, dataset.fpKernel,
                cell.querySelector("[role=status]").textContent];
        }"""
    )
    assert said[0] == "queued"
    assert said[2].startswith("Starting")


def test_case_14_loading_is_told_in_stages(fresh) -> None:
    page = fresh.page
    told = page.evaluate_handle(TOLD)
    run(cells(page).first)
    texts = list(dict.fromkeys(text for name, _, text in told.json_value() if name == "by_hand"))
    stages = ["Starting", "Fetching Python", "Starting Python", "Running…"]
    assert [text for text in texts if text in stages] == stages
    assert texts[-1].startswith("Done in ")
    python(page, "ready")


def test_case_15_runs_asked_for_before_python_is_ready_all_happen_in_their_order(fresh) -> None:
    page = fresh.page
    blocks = [cell(page, name) for name in ("scratch", "four_masks", "nothing_to_see")]
    edit(blocks[0], "print('early')")
    told = page.evaluate_handle(TOLD)
    for block in blocks:
        run_button(block).click()
    edit(blocks[0], "print('late')")
    for block in blocks:
        comes_to(block, "done")
    assert output(blocks[0]) == [["fp-text", "late\n"]]
    ended = [name for name, state, text in told.json_value() if text.startswith("Done in")]
    wanted = [block.get_attribute("id") for block in blocks]
    assert [name for name in dict.fromkeys(ended) if name in wanted] == wanted


# The reader's code, not the test, sleeps: a run has to be under way when the next press comes.
@pytest.mark.parametrize("slow", ["import time; time.sleep(0.2)", "sum(range(3_000_000))", ""])
def test_case_15_the_last_press_of_run_shows_the_code_as_it_then_was(page, slow) -> None:
    block = cell(page, "scratch")
    for number in range(8):
        edit(block, f"{slow}\nprint({number})")
        page.keyboard.press("ControlOrMeta+Enter")
    expect(block.locator(".fp-text")).to_have_text("7\n")
    comes_to(block, "done")
    assert output(block) == [["fp-text", "7\n"]]


def test_case_15_a_press_after_an_edit_while_the_code_runs_is_not_lost(page) -> None:
    block = cell(page, "scratch")
    edit(block, "answer = input('Go on? ')\nprint('old', answer)")
    run_button(block).click()
    question = block.get_by_label("Go on?")
    expect(question).to_be_visible()
    edit(block, "print('new')")
    run_button(block).click()
    run_button(block).click()
    question.fill("yes")
    question.press("Enter")
    expect(block.locator(".fp-text")).to_have_text("new\n")
    comes_to(block, "done")
    expect(all_cells(page).get_by_role("button", name="Stop all")).to_be_hidden()


def test_case_15_stop_takes_back_a_press_that_waits(page) -> None:
    block = cell(page, "scratch")
    edit(block, "input('Go on? ')")
    run_button(block).click()
    expect(block.get_by_label("Go on?")).to_be_visible()
    edit(block, "print('new')")
    run_button(block).click()
    block.get_by_role("button", name="Stop", exact=True).click()
    comes_to(block, "stopped")
    edit(cell(page, "by_hand"), "print('after')")
    run(cell(page, "by_hand"))
    comes_to(block, "stopped")


def test_case_24_the_size_of_the_download_is_said_before_it_starts(fresh) -> None:
    first, other = cells(fresh.page).first, cells(fresh.page).nth(3)
    note = re.compile(r"The first run fetches \d+\.\d MB")
    expect(first.get_by_text(note)).to_be_visible()
    expect(other.get_by_text(note)).to_be_hidden()
    other.hover()
    expect(other.get_by_text(note)).to_be_visible()
