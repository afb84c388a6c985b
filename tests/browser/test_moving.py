"""Moving between pages keeps the interpreter, at any address the site is served from."""

import re

import pytest
from lesson import CORE_ATTENTION, cells, edit, output, run
from playwright.sync_api import expect


@pytest.fixture(params=["root", "prefixed", "stock", "named"])
def address(request) -> str:
    """The site at a server's root and below a prefix, on ports it was not built for."""
    return request.getfixturevalue(request.param)


def test_the_interpreter_survives_going_away_and_back(visit, address) -> None:
    visited = visit()
    page = visited.page
    page.goto(address + CORE_ATTENTION)
    page.evaluate("window.stillHere = true")
    block = cells(page).first
    edit(block, "kept = 41\nprint(kept + 1)")
    run(block)
    assert output(block) == [["fp-text", "42\n"]]

    page.locator("article, nav").get_by_role("link", name="Architecture").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Architecture")
    assert page.evaluate("window.stillHere") is True
    expect(page.locator("html")).to_have_attribute("data-fp-kernel", "ready")

    page.go_back()
    expect(page).to_have_url(re.compile("core-attention/"))
    expect(page.locator(".fp-lesson-header")).to_be_visible()
    block = cells(page).first
    edit(block, "print(kept + 2)")
    run(block)
    assert output(block) == [["fp-text", "43\n"]]
    assert page.evaluate("window.stillHere") is True
    assert visited.workers == 1
    assert visited.foreign(address.split("/a/b/")[0]) == []
    assert visited.complaints == []


def test_each_cell_is_mounted_once_after_moving(visit, address) -> None:
    page = visit().page
    page.goto(address + CORE_ATTENTION)
    for _ in range(2):
        page.locator("article, nav").get_by_role("link", name="Architecture").first.click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("Architecture")
        page.go_back()
        expect(page.locator(".fp-lesson-header")).to_be_visible()
        page.reload()
    for block in cells(page).all():
        expect(block.get_by_role("button", name="Run", exact=True)).to_have_count(1)


def test_while_the_next_page_is_on_its_way_this_one_works(visit, root) -> None:
    page = visit().page
    page.goto(root + CORE_ATTENTION)
    run(cells(page).first)
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


def test_everything_is_found_below_a_prefix(visit, prefixed) -> None:
    visited = visit()
    failed = []
    visited.page.on(
        "response", lambda response: failed.append(response.url) if response.status >= 400 else None
    )
    visited.page.goto(prefixed + CORE_ATTENTION)
    run(cells(visited.page).first)
    assert failed == []
