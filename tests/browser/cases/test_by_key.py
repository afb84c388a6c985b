"""Case 21: by keyboard alone to the editor, out of it, to the result and to Stop; all is told."""

import pytest
from lesson import all_cells, cell, cells, comes_to, shows
from playwright.sync_api import Page, expect

FOCUSED = """() => {
    const node = document.activeElement;
    const name = node.ariaLabel ?? node.textContent.trim();
    return [node.closest("fp-cell")?.id ?? "", name];
}"""
LIVE = "node => node.closest('[aria-live=polite], [role=status], [role=log]') !== null"


@pytest.fixture
def page(fresh) -> Page:
    """The lesson on a first visit."""
    expect(all_cells(fresh.page)).to_be_visible()
    return fresh.page


def tab_to(page: Page, block: str, name: str, key: str = "Tab") -> None:
    """Press Tab until the focus is on what has this name in a block."""
    passed = []
    while (focused := page.evaluate(FOCUSED)) != [block, name]:
        assert len(passed) < 100, passed
        passed.append(focused)
        page.keyboard.press(key)


def write(page: Page, code: str) -> None:
    """Replace the code of the editor that has the focus, key by key."""
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.press("Delete")
    page.keyboard.type(code)


def test_case_21_a_lesson_is_used_by_keyboard_alone(page) -> None:
    block = cells(page).first
    tab_to(page, "by_hand", "Code")
    editor = block.locator(".cm-content")
    expect(editor).to_be_focused()
    write(page, "x = 1")
    page.keyboard.press("Home")
    page.keyboard.press("Tab")
    expect(editor).to_have_text("    x = 1")
    page.keyboard.press("Shift+Tab")
    expect(editor).to_have_text("x = 1")
    write(page, "print(6 * 7)\n1 / 0")
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    expect(editor).not_to_be_focused()
    tab_to(page, "by_hand", "Run", "Shift+Tab")
    page.keyboard.press("Enter")
    comes_to(block, "error")
    expect(block.locator(".fp-text")).to_have_text("42\n")
    tab_to(page, "by_hand", "Error")
    expect(block.locator(".fp-error")).to_be_focused()
    tab_to(page, "by_hand", "line 2")
    page.keyboard.press("Enter")
    expect(editor).to_be_focused()
    write(page, "print('begun', flush=True)\nwhile True: pass")
    page.keyboard.press("ControlOrMeta+Enter")
    shows(block, ".fp-text", "begun\n")
    page.keyboard.press("Escape")
    tab_to(page, "by_hand", "Stop", "Shift+Tab")
    page.keyboard.press("Enter")
    comes_to(block, "stopped")
    expect(block.get_by_role("button", name="Run", exact=True)).to_be_focused()


def test_case_21_running_done_failed_and_the_result_are_told_to_a_screen_reader(page) -> None:
    block = cell(page, "scratch")
    told = block.locator(".fp-bar [role=status]").evaluate_handle(
        """status => {
            const told = [];
            new MutationObserver(() => told.push(status.textContent))
                .observe(status, {childList: true, characterData: true, subtree: true});
            return told;
        }"""
    )
    tab_to(page, "scratch", "Code", "Shift+Tab")
    for code, state in [("print(1)", "done"), ("1 / 0", "error")]:
        write(page, code)
        page.keyboard.press("ControlOrMeta+Enter")
        comes_to(block, state)
        shown = block.locator(".fp-output > *").first
        assert shown.evaluate(LIVE)
    said = told.json_value()
    assert said.count("Running…") == 2
    done = next(text for text in said if text.startswith("Done in "))
    assert said.index("Running…") < said.index(done) < said.index("Ended in an error on line 1")
