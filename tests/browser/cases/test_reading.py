"""Cases 10, 13, 16 and 24 on all pages: whole without scripts, at rest, fit for a phone."""

from page_faults import ON_A_DESK, ON_A_PHONE, WITHOUT_SCRIPTS
from walk import walk

PHONE = {"width": 390, "height": 800}
DESK = {"width": 1440, "height": 900}
SMALLEST = 24
"""Pixels that a control measures at least, each way."""


def test_case_10_without_scripts_every_page_shows_text_formulas_code_and_output(
    visit, root
) -> None:
    visited = visit(java_script_enabled=False)
    faults = walk(visited, root, lambda page: page.evaluate(WITHOUT_SCRIPTS))
    assert not faults, "\n".join(faults)


def test_case_13_16_24_every_page_fits_rests_and_asks_nobody_else(visit, root) -> None:
    """One walk for three cases and the policy: the browser complains of what that forbids."""
    visited = visit(viewport=PHONE)

    def faults(page) -> list[str]:
        page.set_viewport_size(PHONE)
        found = [*page.evaluate(ON_A_PHONE, SMALLEST)]
        page.set_viewport_size(DESK)
        found += [f"on a desk {fault}" for fault in page.evaluate(ON_A_DESK)]
        runtime = [url for url in visited.paths() if "/runtime/" in url or url.endswith(".bin")]
        found += [f"asks for {url}" for url in [*visited.foreign(root), *runtime]]
        visited.requests.clear()
        return found

    faults = walk(visited, root, faults)
    assert not faults, "\n".join(faults)
    assert visited.workers == 0
