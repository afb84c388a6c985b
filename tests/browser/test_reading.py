"""A lesson is whole before, and without, any script."""

import re

import pytest
from lesson import CORE_ATTENTION, follow
from playwright.sync_api import expect

WIDTHS = [1440, 390]
INDEX = "search/search_index.json"


def test_the_header_and_structured_data_come_from_the_front_matter(tab, root) -> None:
    page = tab.page
    page.goto(root + CORE_ATTENTION)
    header = page.locator(".fp-lesson-header")
    summary = header.locator(".fp-summary").inner_text()
    assert page.locator('meta[name="description"]').get_attribute("content") == summary
    data = page.locator('script[type="application/ld+json"]').evaluate(
        "node => JSON.parse(node.textContent)"
    )
    assert data["description"] == summary
    assert data["@type"] == "LearningResource"
    assert header.get_by_role("listitem").count() >= 2


def test_a_reference_block_links_to_its_symbol_on_a_source_page(tab, root) -> None:
    page = tab.page
    page.goto(root + CORE_ATTENTION)
    block = page.locator("fp-cell[data-kind=reference]").first
    name = block.get_attribute("id")
    block.locator("a.fp-name").click()
    expect(page).to_have_url(re.compile(rf"/source/lessons/architecture/core_attention/#{name}$"))
    expect(page.locator(f".fp-source #{name}")).to_be_attached()
    expect(page.locator(".fp-source")).to_contain_text(f"def {name}")


def test_the_lesson_is_found_from_home(tab, root) -> None:
    page = tab.page
    page.goto(root)
    page.get_by_role("link", name="All lessons on architecture").click()
    page.locator("article").get_by_role("link", name="Scores, mask, softmax").click()
    expect(page.locator(".fp-lesson-header")).to_be_visible()


@pytest.mark.parametrize("width", WIDTHS)
def test_the_search_index_comes_when_the_reader_turns_to_the_search(visit, root, width) -> None:
    visited = visit(viewport={"width": width, "height": 800})
    page = visited.page
    held = []
    page.route(f"**/{INDEX}", lambda route: held.append(route))
    page.goto(root + CORE_ATTENTION, wait_until="networkidle")
    assert held == []
    page.locator(".md-header__button[for=__search]").or_(
        page.get_by_role("textbox", name="Search")
    ).locator("visible=true").first.click()
    page.keyboard.type("softmax")  # before anything can be found
    expect(page.locator(".md-search-result__meta")).to_have_text("Initializing search")
    (index,) = held
    index.continue_()
    expect(page.locator(".md-search-result__item").first).to_be_visible()


def test_an_address_with_words_to_look_for_brings_the_index(tab, root) -> None:
    tab.page.goto(f"{root}{CORE_ATTENTION}?q=softmax")
    expect(tab.page.locator(".md-search-result__item").first).to_be_visible()


def test_outputs_and_figures_are_not_in_the_search_index(site) -> None:
    index = (site / INDEX).read_text()
    assert "fp-output" not in index
    assert "<svg" not in index
    assert "annotation encoding" not in index


def test_a_missing_page_says_so(tab, prefixed) -> None:
    page = tab.page
    assert page.goto(f"{prefixed}no/such/page/").status == 404
    expect(page.get_by_role("heading")).to_have_text("There is no page at this address")


def test_paper_is_light_from_either_palette(visit, root) -> None:
    looks = []
    for scheme in ("light", "dark"):
        page = visit(color_scheme=scheme).page
        page.goto(root + CORE_ATTENTION)
        page.emulate_media(media="print")
        look = page.evaluate(
            """() => {
                const style = selector => getComputedStyle(document.querySelector(selector));
                return [style("body").backgroundColor, style(".fp-code").backgroundColor,
                    style(".md-content p").color, style(".fp-code code span").color,
                    style(".fp-figure svg text").fill, style(".fp-text").color];
            }"""
        )
        looks.append(look)
    assert looks[0] == looks[1]


def test_a_term_is_explained_where_it_stands(visit, root) -> None:
    page = visit().page
    page.goto(root + CORE_ATTENTION)
    expect(page.get_by_role("toolbar", name="All cells of this page")).to_be_visible()
    term = page.get_by_role("link", name="softmax", exact=True).first
    term.hover()
    tip = page.get_by_role("tooltip")
    expect(tip).to_contain_text("turns numbers into shares of 1")
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    term.focus()
    expect(tip).to_be_visible()
    term.click()
    expect(page).to_have_url(re.compile("/glossary/#softmax$"))
    expect(page.locator("#softmax")).to_be_in_viewport()


def test_a_tap_explains_a_term_before_it_leads_away(visit, root) -> None:
    page = visit(has_touch=True, is_mobile=True, viewport={"width": 390, "height": 800}).page
    page.goto(root + CORE_ATTENTION)
    expect(page.get_by_role("toolbar", name="All cells of this page")).to_be_visible()
    term = page.get_by_role("link", name="softmax", exact=True).first
    term.tap()
    expect(page.get_by_role("tooltip")).to_contain_text("turns numbers into shares of 1")
    expect(page).to_have_url(re.compile("core-attention/$"))
    term.tap()
    expect(page).to_have_url(re.compile("/glossary/#softmax$"))


def test_the_bibliography_leads_to_where_a_work_is_cited(visit, root) -> None:
    page = visit().page
    page.goto(f"{root}bibliography/")
    entry = page.locator(".fp-sources li").filter(has_text="Attention Is All You Need")
    follow(entry.get_by_role("link", name="Scores, mask, softmax, weighted sum"))
    expect(page).to_have_url(re.compile("core-attention/#source-1$"))
    expect(page.locator("#source-1")).to_be_in_viewport()
