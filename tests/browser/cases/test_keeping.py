"""Cases 19 and 22: edits are kept, by each of several tabs, and where they cannot be, it is said.

Of a reader's progress there is nothing to keep yet but their edits.
"""

import json

import pytest
from lesson import CORE_ATTENTION, cell, code_of, edit, output, run, search
from playwright.sync_api import Page, expect

BLOCKED = """
    for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"])
        Object.defineProperty(window, name, {
            get() { throw new DOMException("blocked", "SecurityError"); },
        });
"""
MISSING = """Object.defineProperty(window, "localStorage", { value: null });"""
FULL = """
    Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
"""
NOT_KEPT = "Edits cannot be kept in this browser"


@pytest.fixture
def lesson(fresh):
    """The lesson where nothing is stored."""
    return fresh.page


def editor(block):
    """The editor of a block that was edited."""
    return block.locator(".cm-content")


def keep(page: Page, values: dict[str, str]) -> None:
    """Put values into storage as edits of the named cells, and load the page anew."""
    edit(cell(page, "softmax"), "print('to learn what keys are like')")
    page.reload()
    page.evaluate(
        """values => {
            const known = Object.keys(localStorage).find(key => key.endsWith("#softmax"));
            for (const [name, value] of Object.entries(values))
                localStorage[known.replace("#softmax", `#${name}`)] = value;
            delete localStorage[known];
        }""",
        values,
    )
    page.reload()


@pytest.fixture
def another(root):
    """Opens the lesson in other tabs of the same profile, until the test ends."""
    opened = []

    def open_beside(page: Page) -> Page:
        opened.append(page.context.new_page())
        opened[-1].goto(root + CORE_ATTENTION)
        return opened[-1]

    yield open_beside
    for page in opened:
        page.close()


def test_case_19_two_tabs_run_and_keep_each_others_edits(lesson, another) -> None:
    other = another(lesson)
    edit(cell(lesson, "by_hand"), "print('one')")
    edit(cell(other, "four_masks"), "print('two')")
    run(cell(lesson, "by_hand"))
    run(cell(other, "four_masks"))
    assert output(cell(lesson, "by_hand")) == [["fp-text", "one\n"]]
    assert output(cell(other, "four_masks")) == [["fp-text", "two\n"]]
    edit(cell(lesson, "by_hand"), "print('three')")
    for page in (lesson, other):
        page.reload()
    for page in (lesson, other):
        expect(editor(cell(page, "by_hand"))).to_have_text("print('three')")
        expect(editor(cell(page, "four_masks"))).to_have_text("print('two')")


def test_case_19_a_tab_that_resets_a_cell_leaves_what_another_wrote_since(lesson, another) -> None:
    edit(cell(lesson, "by_hand"), "print('one')")
    lesson.reload()
    expect(editor(cell(lesson, "by_hand"))).to_have_text("print('one')")
    other = another(lesson)
    edit(cell(other, "by_hand"), "print('two')")
    other.reload()
    cell(lesson, "by_hand").get_by_role("button", name="Reset", exact=True).click()
    lesson.reload()
    expect(editor(cell(lesson, "by_hand"))).to_have_text("print('two')")


def test_case_22_an_edit_that_never_ran_survives_a_reload_at_once_and_is_marked(lesson) -> None:
    edit(cell(lesson, "by_hand"), "print('mine')\n# \u00e9 \U0001f600 \\n")
    lesson.reload()
    block = cell(lesson, "by_hand")
    expect(block).to_have_attribute("data-edited", "")
    expect(block.get_by_role("button", name="Show changes")).to_be_visible()
    expect(editor(block).locator(".cm-line")).to_have_text(["print('mine')", "# é 😀 \\n"])
    expect(cell(lesson, "four_masks")).not_to_have_attribute("data-edited", "")


def test_case_22_a_changed_original_is_said(lesson) -> None:
    entry = {"code": "print('mine')", "original": "another"}
    keep(lesson, {"by_hand": json.dumps(entry)})
    notice = cell(lesson, "by_hand").locator(".fp-notice")
    expect(notice).to_have_text("The original has changed since your edit")
    expect(editor(cell(lesson, "by_hand"))).to_have_text("print('mine')")


def test_case_22_what_another_version_kept_in_another_shape_harms_nothing(lesson) -> None:
    shapes = [
        "{",
        "null",
        "7",
        '"text"',
        "[]",
        "{}",
        '{"code": 7, "original": "x"}',
        '{"code": null}',
        '{"code": "x", "original": {"hash": 1}}',
        '{"version": 2, "cells": {"by_hand": "x"}}',
        '{"__proto__": {"code": "x", "original": "y"}}',
        "\u0000\ud800",
    ]
    names = [
        "by_hand",
        "four_masks",
        "nothing_to_see",
        "causal_mask",
        "alignment",
        "attention_weights",
        "same_numbers",
        "refused",
        "two_forms",
        "four_scales",
        "real_size",
        "scratch",
    ]
    keep(lesson, dict(zip(names, shapes, strict=True)))
    for name in names:
        expect(cell(lesson, name)).not_to_have_attribute("data-edited", "")
        expect(cell(lesson, name).get_by_role("button", name="Run", exact=True)).to_be_visible()
    edit(cell(lesson, "by_hand"), "print('mine')")
    lesson.reload()
    expect(editor(cell(lesson, "by_hand"))).to_have_text("print('mine')")


@pytest.mark.parametrize("script", [BLOCKED, MISSING, FULL], ids=["blocked", "missing", "full"])
def test_case_22_where_nothing_can_be_kept_the_page_says_so_and_all_else_works(
    visit, root, script
) -> None:
    visited = visit()
    page = visited.page
    page.add_init_script(script)
    page.goto(root + CORE_ATTENTION)
    block = cell(page, "by_hand")
    published = code_of(block)
    edit(block, "print(6 * 7)")
    expect(block.locator(".fp-notice")).to_have_text(NOT_KEPT)
    run(block)
    expect(block.locator(".fp-output")).to_have_text("42")
    page.evaluate("window.stillHere = true")
    page.locator("nav").get_by_role("link", name="RoPE: rotate Q and K").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("RoPE")
    run(cell(page, "scratch"))
    page.go_back()
    expect(editor(cell(page, "by_hand"))).to_have_text("print(6 * 7)")
    assert page.evaluate("window.stillHere") is True
    cell(page, "by_hand").get_by_role("button", name="Reset", exact=True).click()
    expect(editor(cell(page, "by_hand"))).to_contain_text(published.splitlines()[0])
    page.get_by_title("Switch to the dark palette").click()
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")
    search(page, "softmax")


def test_case_22_garbage_in_the_theme_s_own_settings_harms_nothing(lesson) -> None:
    lesson.evaluate(
        """() => {
            for (const key of Object.keys(localStorage)) localStorage[key] = "{";
            for (const name of ["__palette", "__consent", "__tabs", "__outdated"])
                localStorage[`${new URL("../..", location.href).pathname}.${name}`] = "{garbage";
        }"""
    )
    lesson.reload()
    edit(cell(lesson, "by_hand"), "print(6 * 7)")
    run(cell(lesson, "by_hand"))
    assert output(cell(lesson, "by_hand")) == [["fp-text", "42\n"]]
    search(lesson, "softmax")
