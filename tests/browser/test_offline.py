"""Without a connection, what was opened and run works on, and so does what was asked for."""

import re
from collections.abc import Iterator
from functools import partial

import pytest
from lesson import CORE_ATTENTION, cell, cells, edit, follow, output, python, run
from movable_host import Host
from offline_reading import IS_CONTROLLED, REGISTRATIONS, kept, listed, wait_until_kept
from playwright.sync_api import Page, expect
from serving import serving

from widgets.build.live import Announcer, LiveHandler
from widgets.build.paths import SITE
from widgets.build.static_server import site_server

PREFIX = "/a/b/"
LESSON = f"{CORE_ATTENTION}index.html"
TRACK = "architecture/"
KEEP_TRACK = re.compile(r"Keep this track offline \(\d+\.\d MB\)")


@pytest.fixture
def host(site) -> Iterator[Host]:
    """The site below a prefix, on a host that can be stopped."""
    host = Host({PREFIX: site})
    yield host
    host.stop()


@pytest.fixture
def root(host) -> str:
    """The site's address."""
    return host.address + PREFIX


def keeping(page: Page):
    """What a page offers to keep."""
    return page.locator("fp-offline")


def twice(asked: list[str]) -> list[str]:
    """What is large and was asked for more than once; of the rest a fresh profile keeps little."""
    large = [path for path in asked if "/runtime/" in path or path.endswith(".zip")]
    return [path for path in large if large.count(path) > 1]


def test_case_30_with_the_server_stopped_after_a_visit_and_a_run_everything_goes_on(
    reading, host, root
) -> None:
    page = reading.page
    run(cell(page, "four_masks"))
    drawn = output(cell(page, "four_masks"))
    wait_until_kept(page, root, *listed(SITE)["run"])
    assert twice(host.sent()) == []
    follow(page.locator("article, nav").get_by_role("link", name="Architecture").first)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Architecture")
    wait_until_kept(page, root, f"{TRACK}index.html")
    host.stop()

    page.goto(root + CORE_ATTENTION)
    run(cell(page, "four_masks"))
    assert output(cell(page, "four_masks")) == drawn
    edit(cell(page, "scratch"), "import xml.dom.minidom\nprint(6 * 7)")  # of the late library
    run(cell(page, "scratch"))
    assert output(cell(page, "scratch")) == [["fp-text", "42\n"]]

    page.get_by_role("textbox", name="Search").press_sequentially("softmax")
    # Its name as a link has no space where the word that was looked for is marked.
    results = page.locator(".md-search-result__link")
    expect(results.filter(has_text="Online softmax", visible=True)).not_to_have_count(0)
    page.keyboard.press("Escape")

    page.evaluate("window.stillHere = true")
    follow(page.locator("article, nav").get_by_role("link", name="Architecture").first)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Architecture")
    page.go_back()
    expect(page.locator(".fp-lesson-header")).to_be_visible()
    assert page.evaluate("window.stillHere") is True
    python(page, "ready")


def test_a_page_that_is_not_kept_says_so_and_lists_what_is(reading, host, root) -> None:
    page = reading.page
    host.stop()
    page.goto(f"{root}{TRACK}rope/?h=rope")
    expect(page.get_by_role("heading", level=1)).to_have_text("This page is not kept offline")
    page.get_by_role("link", name="Scores, mask, softmax, weighted sum").click()
    expect(page).to_have_url(root + CORE_ATTENTION)
    expect(page.locator(".fp-lesson-header")).to_be_visible()
    # Going on by a link in the page comes to the same.
    follow(page.locator("nav").get_by_role("link", name="Hardware and kernels").first)
    expect(page.get_by_role("heading", level=1)).to_have_text("This page is not kept offline")


def test_a_track_is_kept_and_removed_again(visit, host, root) -> None:
    page = visit(ahead=True).page
    page.goto(root + TRACK)
    keeping(page).get_by_role("button", name=KEEP_TRACK).click()
    expect(keeping(page).get_by_role("status")).to_have_text("Kept offline")
    remove = keeping(page).get_by_role("button", name="Remove")
    expect(remove).to_be_focused()
    assert twice(host.sent()) == []
    host.stop()
    page.goto(f"{root}{TRACK}rope/")
    run(cells(page).first)
    page.goto(f"{root}glossary/")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Glossary")

    page.goto(root + TRACK)
    remove.click()
    expect(keeping(page).get_by_role("status")).to_have_text("Removed")
    expect(keeping(page).get_by_role("button", name=KEEP_TRACK)).to_be_focused()
    page.goto(f"{root}{TRACK}rope/")
    expect(page.get_by_role("heading", level=1)).to_have_text("This page is not kept offline")


def test_keeping_shows_how_far_it_is_and_can_be_cancelled(visit, root) -> None:
    page = visit(ahead=True).page
    page.goto(root)
    held = []
    page.evaluate(IS_CONTROLLED)
    page.context.route("**/*.wasm", lambda route: held.append(route))
    keeping(page).get_by_role("button", name="Keep the whole course offline").click()
    meter = keeping(page).get_by_role("progressbar", name="Fetched so far")
    expect(meter).to_have_js_property("max", 1)
    wait_until_kept(page, root, "glossary/index.html")
    expect(keeping(page).get_by_text(re.compile(r"^[1-9]\d? %$"))).to_be_visible()
    keeping(page).get_by_role("button", name="Cancel").click()
    expect(keeping(page).get_by_role("status")).to_have_text("Cancelled")
    [addresses] = kept(page).values()
    assert f"{root}glossary/" not in addresses
    assert held


def test_where_there_is_no_room_it_is_said_and_the_course_works_on(visit, root) -> None:
    page = visit(ahead=True).page
    page.goto(root + TRACK)
    button = keeping(page).get_by_role("button", name=KEEP_TRACK)
    expect(button).to_be_visible()
    wait_until_kept(page, root, f"{TRACK}index.html")
    session = page.context.new_cdp_session(page)
    origin = root.removesuffix(PREFIX)
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 4_000_000})
    button.click()
    expect(keeping(page).get_by_role("status")).to_contain_text("not enough room")
    expect(button).to_be_visible()
    [addresses] = kept(page).values()
    assert f"{root}glossary/" not in addresses
    page.goto(root + CORE_ATTENTION)
    run(cell(page, "scratch"))


def test_two_sites_on_one_host_keep_to_themselves(visit, site) -> None:
    host = Host({"/": site, PREFIX: site})
    page = visit(ahead=True).page
    for path in ("/", PREFIX):
        page.goto(host.address + path + TRACK)
        wait_until_kept(page, host.address + path, f"{TRACK}index.html")
    version = listed(site)["version"]
    names = {f"forward-pass / {version}", f"forward-pass {PREFIX} {version}"}
    assert set(kept(page)) == names
    assert sorted(page.evaluate(REGISTRATIONS)) == sorted(
        [f"{host.address}/", host.address + PREFIX]
    )
    expect(page.get_by_role("button", name="Reload")).to_have_count(0)
    host.stop()
    for path in ("/", PREFIX):
        page.goto(host.address + path + TRACK)
        expect(keeping(page).get_by_role("button", name=KEEP_TRACK)).to_be_visible()


def test_without_the_worker_the_site_works_and_offers_nothing(reading, visit, root) -> None:
    page = reading.page
    page.evaluate("navigator.serviceWorker.getRegistration().then(found => found.unregister())")
    page.reload()
    run(cell(page, "scratch"))
    other = visit().page
    other.goto(root + TRACK)
    other.wait_for_load_state("networkidle")
    expect(keeping(other)).to_be_empty()


def test_under_save_data_a_run_fetches_nothing_more_than_it_needs(visit, host, root) -> None:
    visited = visit(ahead=True)
    visited.page.add_init_script(
        "Object.defineProperty(navigator, 'connection', {value: {saveData: true}})"
    )
    page = visited.page
    page.goto(root + CORE_ATTENTION)
    page.evaluate(IS_CONTROLLED)
    run(cell(page, "scratch"))
    packages = [path for path in listed(SITE)["run"] if path.endswith("packages.bin")]
    wait_until_kept(page, root, *packages)
    page.wait_for_load_state("networkidle")
    assert not [path for path in host.sent() if "stdlib-full" in path or "editor" in path]


def test_an_authors_server_shows_no_kept_page(visit, site) -> None:
    host = Host({"/": site})
    page = visit(ahead=True).page
    page.goto(f"{host.address}/{TRACK}")
    wait_until_kept(page, f"{host.address}/", f"{TRACK}index.html")
    port = int(host.address.rpartition(":")[2])
    host.stop()
    handler = partial(LiveHandler, announcer=Announcer())
    with serving(site_server(site, port, handler)):
        page.goto(f"{host.address}/{TRACK}")
        expect(page.locator("script[src^='/.course/']")).to_have_count(1)
        assert page.evaluate(REGISTRATIONS) == []
        assert kept(page) == {}
        page.reload()
        page.wait_for_load_state("load")
        assert page.evaluate(REGISTRATIONS) == []
        page.close()
