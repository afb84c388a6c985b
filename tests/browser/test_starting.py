"""Before and during the first run: nothing by itself, every stage told, failures in words."""

import re

import pytest
from lesson import CORE_ATTENTION, START_LIMIT_MS, cell, cells, run
from playwright.sync_api import expect


@pytest.fixture
def lesson(visit, root):
    """A fresh visit to the lesson."""
    visited = visit()
    visited.page.goto(root + CORE_ATTENTION)
    return visited


def kernel(page):
    """The element that carries the interpreter's state."""
    return page.locator("html")


def test_nothing_runs_or_is_fetched_before_the_first_run(lesson) -> None:
    expect(cells(lesson.page).first.get_by_role("button", name="Run", exact=True)).to_be_visible()
    lesson.page.wait_for_load_state("networkidle")
    expect(kernel(lesson.page)).to_have_attribute("data-fp-kernel", "off")
    assert lesson.workers == 0
    assert not [path for path in lesson.paths() if "/runtime/" in path or path.endswith(".bin")]


def test_the_size_of_the_download_is_said_before_it_starts(lesson) -> None:
    first, other = cells(lesson.page).first, cells(lesson.page).nth(3)
    note = re.compile(r"The first run fetches \d+\.\d MB")
    expect(first.get_by_text(note)).to_be_visible()
    expect(other.get_by_text(note)).to_be_hidden()
    other.hover()
    expect(other.get_by_text(note)).to_be_visible()


def test_loading_is_told_in_stages(lesson) -> None:
    page = lesson.page
    block = cells(page).first
    told = page.evaluate_handle(
        """() => {
            const status = document.querySelector("fp-cell [role=status]");
            const told = [];
            new MutationObserver(() => told.push(status.textContent)).observe(
                status, {childList: true, characterData: true, subtree: true});
            return told;
        }"""
    )
    run(block)
    texts = list(dict.fromkeys(told.json_value()))
    assert texts[:4] == ["Starting", "Fetching Python", "Starting Python", "Running…"] or texts[
        :5
    ] == ["Starting", "Fetching Python", "Starting Python", "Loading the course’s code", "Running…"]
    assert texts[-1].startswith("Done in ")
    expect(kernel(page)).to_have_attribute("data-fp-kernel", "ready")


def test_earlier_cells_run_first_and_only_those_that_are_needed(lesson) -> None:
    run(cell(lesson.page, "same_numbers"))
    for needed in ("by_hand", "softmax", "attention_weights", "scaled_dot_product_attention"):
        expect(cell(lesson.page, needed)).to_have_attribute("data-state", "done")
    for other in ("four_masks", "alignment", "two_forms"):
        expect(cell(lesson.page, other)).to_have_attribute("data-state", "static")
    # What a first figure needs of the standard library is in the small part of it.
    assert not [path for path in lesson.paths() if path.endswith("stdlib-full.zip")]


def test_a_runtime_that_cannot_be_fetched_gives_words_and_another_try(lesson) -> None:
    page = lesson.page
    page.context.route("**/*.wasm", lambda route: route.abort())
    block = cells(page).first
    run(block, "error")
    expect(block.locator(".fp-error .fp-message")).to_contain_text("could not be fetched")
    expect(kernel(page)).to_have_attribute("data-fp-kernel", "failed")
    page.context.unroute("**/*.wasm")
    run(block)
    expect(kernel(page)).to_have_attribute("data-fp-kernel", "ready", timeout=START_LIMIT_MS)


@pytest.mark.parametrize(
    "part", ["pyodide.asm.wasm", "stdlib.zip", "packages.bin", "kernel.*.bin", "lessons.*.bin"]
)
def test_a_damaged_runtime_is_told_in_words(visit, root, part) -> None:
    page = visit().page
    page.goto(root + CORE_ATTENTION)
    page.context.route(f"**/*{part}", lambda route: route.fulfill(body=b"garbage" * 100))
    block = cells(page).first
    run(block, "error")
    expect(block.locator(".fp-error .fp-message")).to_contain_text("arrived damaged")
    expect(kernel(page)).to_have_attribute("data-fp-kernel", "failed")
