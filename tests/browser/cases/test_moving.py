"""Cases 1, 2 and 29: one interpreter from lesson to lesson, at any address, and nothing lost."""

import re

import pytest
from lesson import CORE_ATTENTION, cell, cells, edit, output, run, search
from playwright.sync_api import Page, Response, expect

ONE, TWO = "Scores, mask, softmax, weighted sum", "RoPE: rotate Q and K"
EDITED_MODULE = "def softmax(scores, axis=-1):\n    return 'edited'"
OTHERS_NAMES = (
    "from lessons.architecture.core_attention import softmax\n"
    "print('mine' in globals(), softmax([0.0, 0.0]))"
)


def go(page: Page, title: str) -> None:
    """Follow a link of the navigation to a lesson."""
    page.locator("nav").get_by_role("link", name=title).first.click()
    arrived(page, title)


def arrived(page: Page, title: str) -> None:
    """Wait until a lesson is on show."""
    expect(page.locator("article").get_by_role("heading", level=1)).to_contain_text(title)
    expect(page.get_by_role("toolbar", name="All cells of this page")).to_have_count(1)


def write_and_run(page: Page, code: str) -> str:
    """Run code in the lesson's empty cell; returns what it prints."""
    edit(cell(page, "scratch"), code)
    run(cell(page, "scratch"))
    return cell(page, "scratch").locator(".fp-text").inner_text()


def mounted_once(page: Page) -> bool:
    """Whether each cell has each of its controls once."""
    controls = cells(page).evaluate_all(
        """all => all.map(cell =>
            [...cell.querySelectorAll("button")].map(button => button.textContent))"""
    )
    return all(names.count(one) == 1 for names in controls for one in ("Run", "Stop", "Reset"))


def test_case_01_one_interpreter_serves_all_lessons_and_each_has_its_own_names(
    shared, page
) -> None:
    page.evaluate("window.stillHere = true")
    edit(cell(page, "softmax"), EDITED_MODULE)
    assert write_and_run(page, "mine = 41\nprint(softmax(mine))") == "edited\n"
    workers = shared.workers
    go(page, TWO)
    assert write_and_run(page, OTHERS_NAMES) == "False [0.5 0.5]\n"
    go(page, ONE)
    assert write_and_run(page, "print(mine + 1, softmax(0))") == "42 edited\n"
    assert shared.workers == workers
    assert page.evaluate("window.stillHere") is True


def test_case_02_back_and_forward_find_each_cell_once_with_its_edit_and_its_output(page) -> None:
    for title in (ONE, TWO):
        go(page, title)
        assert write_and_run(page, f"print({title!r})") == f"{title}\n"
    for move, title in [(page.go_back, ONE), (page.go_forward, TWO)]:
        move()
        arrived(page, title)
        assert mounted_once(page)
        block = cell(page, "scratch")
        expect(block).to_have_attribute("data-edited", "")
        assert output(block) == [["fp-text", f"{title}\n"]]
        run(block)
        assert output(block) == [["fp-text", f"{title}\n"]]


def test_case_02_while_the_next_page_is_on_its_way_this_one_works(page) -> None:
    held = []
    page.route("**/architecture/", lambda route: held.append(route))
    page.locator("article, nav").get_by_role("link", name="Architecture").first.click()
    expect(page).to_have_url(re.compile("architecture/$"))
    block = cells(page).nth(1)
    edit(block, "print(6 * 7)")
    run(block)
    assert output(block) == [["fp-text", "42\n"]]
    assert held
    held[0].continue_()
    expect(page.locator(".fp-lesson-header")).to_be_hidden()
    page.unroute_all()
    page.go_back()
    expect(cells(page).nth(1)).to_have_attribute("data-edited", "")
    assert output(cells(page).nth(1)) == [["fp-text", "42\n"]]


@pytest.mark.parametrize("name", ["root", "prefixed", "stock", "named"])
def test_case_29_at_any_address_everything_works_and_moving_keeps_the_interpreter(
    newcomer, request, name
) -> None:
    """At a server's root, below a prefix, under another name and on Python's own server.

    None of them is on the port that the site was built for.
    """
    address = request.getfixturevalue(name)
    page = newcomer.page
    failed = []

    def note(response: Response) -> None:
        if response.status >= 400:
            failed.append(response.url)

    page.on("response", note)
    newcomer.begin_anew(address + CORE_ATTENTION)
    assert page.evaluate("crossOriginIsolated") is False
    page.evaluate("window.stillHere = true")
    assert write_and_run(page, "kept = 41\nprint(kept + 1)") == "42\n"
    go(page, TWO)
    run(cell(page, "by_hand"))
    expect(cell(page, "by_hand").locator(".fp-figure svg")).to_be_visible()
    search(page, "softmax")
    page.go_back()
    arrived(page, ONE)
    assert mounted_once(page)
    assert write_and_run(page, "print(kept + 2)") == "43\n"
    assert page.evaluate("window.stillHere") is True
    assert newcomer.workers == 1
    assert newcomer.foreign(address.split("/a/b/")[0]) == []
    assert newcomer.complaints == []
    assert failed == []
    page.remove_listener("response", note)
