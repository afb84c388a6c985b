"""What a reader's edits survive, and what the editor helps with."""

import struct

import pytest
from lesson import cell, edit, run
from playwright.sync_api import expect

PNG_SIZE = slice(16, 24)


@pytest.fixture
def lesson(fresh):
    """The lesson where nothing is stored and nothing runs."""
    return fresh.page


@pytest.fixture
def running(page):
    """The lesson in a tab where Python is ready."""
    run(cell(page, "by_hand"))
    return page


def editor(block):
    """The editor of a block that was edited."""
    return block.locator(".cm-content")


def test_the_keyboard_opens_the_editor_after_a_drag_out_of_the_code(lesson) -> None:
    code = cell(lesson, "by_hand").locator(".fp-code")
    box = code.bounding_box()
    lesson.mouse.move(box["x"] + 40, box["y"] + 15)
    lesson.mouse.down()
    lesson.mouse.move(box["x"] + 40, box["y"] - 200)
    lesson.mouse.up()
    code.get_by_role("textbox", name="Code").focus()
    expect(editor(cell(lesson, "by_hand"))).to_be_focused()


def test_an_editor_that_cannot_be_fetched_comes_at_the_next_try(lesson) -> None:
    block = cell(lesson, "by_hand")
    lesson.route("**/editor.*.js", lambda route: route.abort())
    block.locator(".fp-code").click()
    message = block.get_by_text("The editor could not be fetched; try again")
    expect(message).to_be_visible()
    lesson.unroute_all()
    block.locator(".fp-code").click()
    expect(editor(block)).to_be_focused()
    expect(message).to_be_hidden()


def test_a_reset_can_be_taken_back(lesson) -> None:
    block = cell(lesson, "by_hand")
    edit(block, "print('mine')")
    block.get_by_role("button", name="Reset", exact=True).click()
    expect(editor(block)).to_contain_text("import numpy")
    block.get_by_role("button", name="Undo reset").click()
    expect(editor(block)).to_have_text("print('mine')")
    lesson.reload()
    expect(editor(cell(lesson, "by_hand"))).to_have_text("print('mine')")


def test_the_changes_are_shown_and_hidden(lesson) -> None:
    block = cell(lesson, "by_hand")
    edit(block, "print('mine')")
    button = block.get_by_role("button", name="Show changes")
    button.click()
    expect(block.locator(".cm-deletedChunk")).to_contain_text("import numpy as np")
    button.click()
    expect(block.locator(".cm-deletedChunk")).to_have_count(0)


def test_figures_can_be_had_as_files(lesson) -> None:
    block = cell(lesson, "by_hand")
    block.locator(".fp-figure").hover()
    with lesson.expect_download() as started:
        block.get_by_role("button", name="Download SVG").click()
    drawing = started.value.path().read_text()
    assert started.value.suggested_filename == "by_hand-1.svg"
    assert "dot products" in drawing
    assert "var(" not in drawing
    with lesson.expect_download() as started:
        block.get_by_role("button", name="Download PNG").click()
    size = struct.unpack(">II", started.value.path().read_bytes()[PNG_SIZE])
    _, _, *drawn = map(float, block.locator(".fp-figure svg").get_attribute("viewBox").split())
    assert all(abs(pixels - 2 * length) < 1 for pixels, length in zip(size, drawn, strict=True))


def test_the_editor_completes_what_the_page_knows(running) -> None:
    block = cell(running, "four_masks")
    edit(block, "np.zeros_li")
    editor(block).press("Control+Space")
    offer = block.get_by_role("option").first
    expect(offer).to_contain_text("zeros_like(")
    offer.click()
    expect(editor(block)).to_have_text("np.zeros_like")


def test_help_comes_by_key_and_goes_with_escape(running) -> None:
    block = cell(running, "four_masks")
    edit(block, "np.zeros")
    editor(block).press("F1")
    expect(block.locator(".fp-documentation")).to_contain_text("filled with zeros")
    editor(block).press("Escape")
    expect(block.locator(".fp-documentation")).to_have_count(0)


def test_a_syntax_error_is_marked_while_typing(running) -> None:
    block = cell(running, "four_masks")
    edit(block, "x = 1\nif x\n    pass")
    expect(block.locator(".cm-lintRange-error")).to_have_text("x")


def test_the_line_of_an_error_is_marked_until_it_is_edited(running) -> None:
    block = cell(running, "four_masks")
    edit(block, "x = 1\nx / 0")
    run(block, "error")
    expect(block.locator(".fp-error-line")).to_have_text("x / 0")
    editor(block).press("ControlOrMeta+End")
    editor(block).press("Backspace")
    expect(block.locator(".fp-error-line")).to_have_count(0)


def test_progress_bars_and_colours_are_shown_as_a_terminal_does(running) -> None:
    block = cell(running, "four_masks")
    edit(block, r"print('\r10%\r\x1b[31m99%\x1b[0m')")
    run(block)
    expect(block.locator(".fp-text")).to_have_text("99%")
    expect(block.locator(".fp-ansi-red")).to_have_text("99%")
