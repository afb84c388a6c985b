"""The site under its policy: nothing of its own is hindered, and nothing else gets through."""

import pytest
from lesson import CORE_ATTENTION, cell, cells, comes_to, edit, run, search
from playwright.sync_api import expect
from serving import serving

from widgets.build.paths import SITE
from widgets.build.site import POLICY
from widgets.build.static_server import SiteHandler, site_server

WATCH = """window.violations = [];
addEventListener("securitypolicyviolation",
    ({violatedDirective, blockedURI}) => violations.push(`${violatedDirective} ${blockedURI}`));"""
# Promises to return once violations that begin so are noted: a browser tells of them later.
TOLD = """expected => new Promise(resolve => {
    const look = () => expected.every(begin => violations.some(line => line.startsWith(begin)))
        ? resolve() : requestAnimationFrame(look);
    look();
})"""
ELSEWHERE = "https://example.org/x"


class HeaderHandler(SiteHandler):
    """A host that sends the policy as a header."""

    policy = (SITE / POLICY).read_text().strip() if (SITE / POLICY).is_file() else ""

    def end_headers(self) -> None:
        """With the policy, also on scripts: a worker takes it from its own file."""
        self.send_header("Content-Security-Policy", self.policy)
        super().end_headers()


@pytest.fixture(scope="module", params=[SiteHandler, HeaderHandler], ids=["meta", "header"])
def host(request, site):
    """The site's address on a host without and with the header."""
    with serving(site_server(site, 0, request.param)) as address:
        yield f"{address}/"


@pytest.fixture(scope="module")
def visited(tab, host):
    """One visit to each host."""
    tab.page.add_init_script(WATCH)
    return tab


@pytest.fixture
def watched(visited, host):
    """The lesson in that visit, which notes violations from here on."""
    visited.complaints.clear()
    if not visited.page.url.startswith(host):
        visited.page.goto(host + CORE_ATTENTION)
    visited.page.evaluate("violations.length = 0")
    return visited


def violations(page) -> list[str]:
    """What the policy forbade."""
    return page.evaluate("violations")


def test_running_editing_and_searching_are_not_hindered(watched, host) -> None:
    page = watched.page
    run(cells(page).first)
    edit(cell(page, "scratch"), "import json\ninput('name? ')")
    cell(page, "scratch").get_by_role("button", name="Run", exact=True).click()
    page.get_by_role("textbox", name="name?").fill("x")
    page.keyboard.press("Enter")
    comes_to(cell(page, "scratch"), "done")
    search(page, "softmax")
    assert violations(page) == []
    assert watched.complaints == []


def test_an_inline_script_and_a_request_elsewhere_are_blocked(watched, host) -> None:
    page = watched.page
    page.evaluate(
        """() => {
            const script = document.createElement("script");
            script.textContent = "window.injected = true";
            document.body.append(script);
        }"""
    )
    assert page.evaluate("window.injected") is None
    assert page.evaluate(f"fetch('{ELSEWHERE}').then(() => 'sent', () => 'blocked')") == "blocked"
    page.evaluate(TOLD, ["script-src", f"connect-src {ELSEWHERE}"])


def test_python_cannot_ask_elsewhere_nor_evaluate_javascript(watched, host) -> None:
    page = watched.page
    asked = []
    page.context.on("request", lambda request: asked.append(request.url))
    block = cell(page, "scratch")
    edit(block, f"import js\nanswer = await js.fetch({ELSEWHERE!r})")
    run(block, "error")
    edit(block, "import js\njs.eval('1 + 1')")
    run(block, "error")
    expect(block.locator(".fp-error")).to_contain_text("EvalError")
    assert not [url for url in asked if url.startswith(ELSEWHERE)]
