"""Case 20: figures stay legible when the palette changes, and nothing runs for it."""

import re

import pytest
from contrast import FAINT, MARK, TEXT
from lesson import cell, comes_to, edit, has, run
from playwright.sync_api import Page, expect
from walk import walk

MINE = """
import matplotlib.pyplot as plt
for number in range(6):
    plt.plot([number, 1])
    plt.text(0, number, f"series {number} $x^2$", color=f"C{number}")
"""
LEAST = {"text": TEXT, "mark": MARK}


def inks(page: Page) -> list[str]:
    """The colours in which the texts of the first figure are drawn."""
    return page.locator(".fp-figure").first.evaluate(
        "figure => [...figure.querySelectorAll('text')].map(text => getComputedStyle(text).fill)"
    )


@pytest.fixture
def light_again(page):
    """Leaves the shared tab in the palette in which it was found."""
    yield
    back = page.get_by_title("Switch to the light palette")
    if back.is_visible():
        back.click()


def test_case_20_a_figure_drawn_before_follows_the_palette_without_running(
    page, light_again
) -> None:
    for name in ("by_hand", "keys_by_width"):
        run(cell(page, name))
    user = cell(page, "scratch")
    edit(user, MINE)
    run(user)
    page.evaluate("document.querySelectorAll('.fp-figure > svg').forEach(svg => svg.drawn = true)")
    light = inks(page)
    assert page.evaluate(FAINT, LEAST) == []
    page.get_by_title("Switch to the dark palette").click()
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")
    dark = inks(page)
    assert len(dark) == len(light) > 0
    always = {"rgb(0, 0, 0)", "rgb(255, 255, 255)"}  # on the fixed colours of a heat map
    assert {*light} & {*dark} <= always
    assert page.evaluate(FAINT, LEAST) == []
    assert page.locator(".fp-figure > svg").evaluate_all("all => all.every(svg => svg.drawn)")
    comes_to(cell(page, "by_hand"), "done")


def faint(page: Page) -> list[str]:
    """What does not stand out in the palette that the page has."""
    scheme = page.locator("body").get_attribute("data-md-color-scheme")
    return [f"{scheme}: {fault}" for fault in page.evaluate(FAINT, LEAST)]


def test_case_20_every_published_figure_is_legible_in_either_palette(visit, root) -> None:
    def faults(page: Page) -> list[str]:
        """In the palette of the page before, then in the other."""
        found = faint(page)
        switch = page.get_by_title(re.compile("^Switch to the .* palette$")).filter(visible=True)
        other = "slate" if "dark" in switch.get_attribute("title") else "default"
        switch.click()
        has(page.locator("body"), "data-md-color-scheme", other)
        return found + faint(page)

    faults = walk(visit(), root, faults)
    assert not faults, "\n".join(faults)
