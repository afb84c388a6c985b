"""The site is upgraded while readers have it open or kept: no mixture, nothing of theirs lost."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from lesson import CORE_ATTENTION, cell, edit, follow, output, python, run
from movable_host import Host
from next_version import NAME, WORDS, write_next_version
from offline_reading import HAS_WAITING, kept, listed, wait_until_kept
from playwright.sync_api import Page, expect

from widgets.build.paths import SITE

LESSON = f"{CORE_ATTENTION}index.html"
READY = "A new version of the course is ready"
EDIT = "print('mine', 6 * 7)"


@pytest.fixture(scope="module")
def upgraded(site, tmp_path_factory) -> Path:
    """The site's next version."""
    # On the same disk: it shares what has not changed.
    folder = tmp_path_factory.mktemp("next") / "site"
    write_next_version(site, folder)
    return folder


@pytest.fixture
def host(site) -> Iterator[Host]:
    """The site as it was, on a host where it can be exchanged."""
    host = Host({"/": site})
    yield host
    host.stop()


@pytest.fixture
def root(host) -> str:
    """The site's address."""
    return f"{host.address}/"


def is_new(page: Page) -> None:
    """All of the page is of the new version: its words and its script."""
    expect(page.locator(".fp-summary")).to_have_text(WORDS)
    expect(page.locator("html")).to_have_attribute("data-version", "2")
    expect(page.locator(f"script[src$='{NAME}']")).to_have_count(1)


def is_old(page: Page) -> None:
    """All of the page is of the old version."""
    expect(page.locator(".fp-summary")).not_to_have_text(WORDS)
    expect(page.locator("html")).not_to_have_attribute("data-version", "2")
    expect(page.locator(f"script[src$='{NAME}']")).to_have_count(0)


def reload_button(page: Page):
    """What the announcement offers."""
    return page.get_by_role("button", name="Reload", exact=True)


def test_case_17_upgraded_between_two_visits_the_course_switches_whole_and_keeps_edits(
    reading, host, root, upgraded
) -> None:
    page = reading.page
    edit(cell(page, "scratch"), EDIT)
    run(cell(page, "scratch"))
    wait_until_kept(page, root, *listed(SITE)["run"])
    page.goto("about:blank")
    host.sites["/"] = upgraded

    page.goto(root + CORE_ATTENTION)
    expect(page.locator("fp-cell").first.get_by_role("button", name="Run")).to_be_visible()
    is_old(page)
    assert page.evaluate(HAS_WAITING)
    expect(page.get_by_text(READY)).to_be_visible()
    run(cell(page, "scratch"))  # the old version works on
    host.sent()
    reload_button(page).click()
    is_new(page)
    host.stop()
    page.reload()
    is_new(page)
    expect(cell(page, "scratch")).to_have_attribute("data-edited", "")
    run(cell(page, "scratch"))
    assert output(cell(page, "scratch")) == [["fp-text", "mine 42\n"]]
    expect(reload_button(page)).to_have_count(0)
    [name] = kept(page)
    assert name.endswith(listed(upgraded)["version"])
    asked = [path for path in host.sent() if "/runtime/" in path or path.endswith(".bin")]
    assert asked == []  # what is the same is not fetched again


def test_another_tab_is_told_and_goes_on_until_its_reader_reloads_it(
    reading, host, root, upgraded
) -> None:
    page = reading.page
    other = page.context.new_page()
    other.goto(root + CORE_ATTENTION)
    run(cell(other, "scratch"))
    edit(cell(other, "scratch"), EDIT)
    host.sites["/"] = upgraded
    assert page.evaluate(HAS_WAITING)
    for tab in (page, other):
        expect(tab.get_by_text(READY)).to_be_visible()
    reload_button(page).press("Enter")
    is_new(page)
    expect(other.get_by_text("The course was updated in another tab")).to_be_visible()
    is_old(other)
    run(cell(other, "scratch"))
    # The old tab still finds the scripts it has not loaded yet, though the host has them no more.
    assert other.evaluate(
        "() => fetch(document.querySelector('script[type=module]').src).then(({ok}) => ok)"
    )
    reload_button(other).click()
    is_new(other)
    expect(cell(other, "scratch").locator(".fp-code")).to_contain_text("'mine'")


def test_a_version_that_waits_since_an_earlier_visit_is_announced(
    reading, host, root, upgraded
) -> None:
    page = reading.page
    host.sites["/"] = upgraded
    assert page.evaluate(HAS_WAITING)
    page.reload()
    expect(page.get_by_text(READY)).to_be_visible()
    is_old(page)
    reload_button(page).click()
    is_new(page)


def test_a_kept_track_is_kept_in_the_new_version(visit, host, root, upgraded) -> None:
    page = visit(ahead=True).page
    page.goto(f"{root}hardware/")
    page.get_by_role("button", name=re.compile("Keep this track")).click()
    expect(page.locator("fp-offline").get_by_role("status")).to_have_text("Kept offline")
    host.sites["/"] = upgraded
    host.sent()
    assert page.evaluate(HAS_WAITING)
    assert not [path for path in host.sent() if "/runtime/" in path]
    reload_button(page).click()
    expect(page.locator("html")).to_have_attribute("data-version", "2")
    expect(page.locator("fp-offline").get_by_role("status")).to_have_text("Kept offline")
    host.stop()
    page.goto(f"{root}hardware/online-softmax/")
    run(page.locator("fp-cell").first)
    expect(page.locator("html")).to_have_attribute("data-version", "2")


def test_a_page_of_another_version_is_loaded_whole_also_without_the_worker(
    visit, host, root, upgraded
) -> None:
    page = visit().page
    page.goto(f"{root}{CORE_ATTENTION.removesuffix('core-attention/')}")
    python(page, "off")
    host.sites["/"] = upgraded
    page.locator("article").get_by_role("link", name="Scores, mask, softmax").evaluate(
        "link => { link.hash = 'the-question'; }"
    )
    follow(page.locator("article").get_by_role("link", name="Scores, mask, softmax"))
    is_new(page)
    expect(page).to_have_url(f"{root}{CORE_ATTENTION}#the-question")


def test_an_old_tab_whose_files_are_gone_says_that_a_reload_helps(
    visit, host, root, upgraded
) -> None:
    page = visit().page
    page.goto(root + CORE_ATTENTION)
    host.sites["/"] = upgraded
    page.context.route(re.compile(r"/assets/runtime/.*|/worker\."), lambda route: route.abort())
    run(cell(page, "scratch"), "error")
    expect(page.get_by_text("The course was updated since this page was opened")).to_be_visible()
    page.context.unroute_all()
    reload_button(page).click()
    is_new(page)
    run(cell(page, "scratch"))
