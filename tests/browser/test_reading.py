"""A lesson is whole before, and without, any script."""

import re

import pytest
from lesson import CORE_ATTENTION, cells, follow, lessons, pages
from playwright.sync_api import expect

WIDTHS = [1440, 390]


@pytest.mark.parametrize("address", lessons())
def test_without_scripts_every_cell_shows_code_and_output(visit, root, address) -> None:
    page = visit(java_script_enabled=False).page
    page.goto(root + address)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert cells(page).count() > 0
    for block in cells(page).all():
        expect(block).to_have_attribute("data-state", "static")
        if block.get_attribute("id") != "scratch":
            expect(block.locator("code")).not_to_be_empty()
        expect(block.get_by_role("button")).to_have_count(0)
        if block.get_attribute("data-kind") == "cell" and block.get_attribute("id") != "scratch":
            expect(block.locator(".fp-output > *").first).to_be_visible()


def test_without_scripts_formulas_and_figures_are_drawn(visit, root) -> None:
    page = visit(java_script_enabled=False).page
    page.goto(root + CORE_ATTENTION)
    assert page.locator(".katex").count() > 5
    assert page.get_by_text(re.compile(r"\\\(|\\\[|\$\$")).count() == 0
    figures = page.locator(".fp-figure")
    assert figures.count() >= 2
    for figure in figures.all():
        assert len(figure.get_attribute("aria-label")) > 20
        assert figure.locator("svg text").count() > 0
        assert figure.bounding_box()["height"] > 100


@pytest.mark.parametrize("address", pages())
def test_ids_do_not_collide(visit, root, address) -> None:
    page = visit(java_script_enabled=False).page
    page.goto(root + address)
    ids = page.locator("article [id]").evaluate_all("nodes => nodes.map(node => node.id)")
    assert len(ids) == len(set(ids))


def test_the_header_and_structured_data_come_from_the_front_matter(visit, root) -> None:
    page = visit().page
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


def test_a_reference_block_links_to_its_symbol_on_a_source_page(visit, root) -> None:
    page = visit().page
    page.goto(root + CORE_ATTENTION)
    block = page.locator("fp-cell[data-kind=reference]").first
    name = block.get_attribute("id")
    block.locator("a.fp-name").click()
    expect(page).to_have_url(re.compile(rf"/source/lessons/architecture/core_attention/#{name}$"))
    expect(page.locator(f".fp-source #{name}")).to_be_attached()
    expect(page.locator(".fp-source")).to_contain_text(f"def {name}")


def test_the_lesson_is_found_from_home(visit, root) -> None:
    page = visit().page
    page.goto(root)
    page.get_by_role("link", name="All lessons on architecture").click()
    page.locator("article").get_by_role("link", name="Scores, mask, softmax").click()
    expect(page.locator(".fp-lesson-header")).to_be_visible()


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("address", pages())
def test_no_page_scrolls_sideways(visit, root, address, width) -> None:
    page = visit(viewport={"width": width, "height": 800}).page
    page.goto(root + address)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_outputs_and_figures_are_not_in_the_search_index(site) -> None:
    index = (site / "search" / "search_index.json").read_text()
    assert "fp-output" not in index
    assert "<svg" not in index
    assert "annotation encoding" not in index


def test_a_missing_page_says_so(visit, prefixed) -> None:
    page = visit().page
    assert page.goto(f"{prefixed}no/such/page/").status == 404
    expect(page.get_by_role("heading")).to_have_text("There is no page at this address")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_figures_follow_the_palette(visit, root, scheme) -> None:
    page = visit(color_scheme=scheme).page
    page.goto(root + CORE_ATTENTION)
    fills = page.locator(".fp-figure svg text").evaluate_all(
        "texts => texts.map(text => getComputedStyle(text).fill)"
    )
    ink = page.locator("html").evaluate(
        """html => {
            const probe = html.ownerDocument.createElement("i");
            probe.style.color = "var(--fp-ink)";
            html.ownerDocument.body.append(probe);
            return getComputedStyle(probe).color;
        }"""
    )
    assert ink in fills


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


@pytest.mark.parametrize("address", lessons())
def test_a_phone_shows_figures_whole(visit, root, address) -> None:
    page = visit(viewport={"width": 390, "height": 800}).page
    page.goto(root + address)
    hidden = page.locator(".fp-figure").evaluate_all(
        "figures => figures.map(figure => figure.scrollWidth - figure.clientWidth)"
    )
    assert all(width == 0 for width in hidden)
