"""Writing code: the editor stands where the code stood, obeys its keys and cleans pasted text."""

import pytest
from lesson import SELECT_ALL, cell, cells, edit, output
from playwright.sync_api import expect

# Chromium rounds each run of equally coloured text to 1/64 px, and the editor's runs are its own.
SUBPIXEL = 0.05
FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


@pytest.fixture
def page(fresh):
    """The lesson where nothing is stored."""
    fresh.page.evaluate("document.fonts.ready")
    return fresh.page


def places(block, code: str):
    """Where the first and the last line's text and the block stand."""
    return block.evaluate(
        """(block, code) => {
            const root = block.querySelector(code);
            const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
            const texts = [];
            for (let text; (text = walker.nextNode());) if (text.data.trim()) texts.push(text);
            const box = (text, at) => {
                const range = document.createRange();
                range.setStart(text, at);
                range.setEnd(text, at + 1);
                const {x, y, width} = range.getBoundingClientRect();
                return [x, y + scrollY, width];
            };
            const last = texts.at(-1);
            return [box(texts[0], 0), box(last, last.data.trimEnd().length - 1),
                block.getBoundingClientRect().height];
        }""",
        code,
    )


@pytest.mark.parametrize("width", [1280, 360])
def test_the_editor_stands_pixel_for_pixel_where_the_code_stood(page, width) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    for block in cells(page).all()[:-1]:
        block.scroll_into_view_if_needed()
        before = places(block, ".fp-code > pre code")
        block.locator(".fp-code").click(position={"x": 30, "y": 12})
        expect(block.locator(".cm-content")).to_be_focused()
        page.evaluate(FRAMES)
        after = places(block, ".cm-content")
        assert after == [pytest.approx(place, abs=SUBPIXEL) for place in before], (
            block.get_attribute("id")
        )


def test_control_enter_runs(page) -> None:
    block = cell(page, "scratch")
    edit(block, "print('run')")
    page.keyboard.press("ControlOrMeta+Enter")
    expect(block.locator(".fp-text")).to_have_text("run\n", timeout=90_000)
    expect(block.locator(".cm-content")).to_be_focused()


def test_shift_enter_runs_and_moves_on(page) -> None:
    block = cells(page).first
    edit(block, "print('run')")
    page.keyboard.press("Shift+Enter")
    expect(cells(page).nth(1).locator(".cm-content")).to_be_focused()
    expect(block.locator(".fp-text")).to_have_text("run\n", timeout=90_000)
    assert output(block) == [["fp-text", "run\n"]]


def test_what_is_pasted_becomes_plain(page) -> None:
    block = cell(page, "scratch")
    block.locator(".fp-code").click()
    editor = block.locator(".cm-content")
    expect(editor).to_be_focused()
    page.keyboard.press(SELECT_ALL)
    editor.evaluate(
        """(editor, text) => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text/plain", text);
            editor.dispatchEvent(new ClipboardEvent("paste",
                {clipboardData, bubbles: true, cancelable: true}));
        }""",
        "if\u00a0True:\r\n\tprint(\u201cplain\u201d)\r\n",
    )
    lines = [line.inner_text().rstrip("\n") for line in editor.locator(".cm-line").all()]
    assert lines == ["if True:", '    print("plain")', ""]
