"""What tests of offline reading ask a browser about."""

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from widgets.build.offline import WORKER

# Promises to return once all of these files are kept in a cache of the site at `root`.
ARE_KEPT = """async ({root, paths}) => {
    const addresses = paths.map(path => root + path.replace(/(^|[/])index.html$/, "$1"));
    const {pathname} = new URL(root);
    const until = performance.now() + 60_000;
    for (;;) {
        const kept = new Set();
        for (const name of await caches.keys()) {
            if (!name.startsWith(`forward-pass ${pathname} `)) continue;
            for (const {url} of await (await caches.open(name)).keys()) kept.add(url);
        }
        const missing = addresses.filter(address => !kept.has(address));
        if (missing.length === 0) return;
        if (performance.now() > until) throw new Error(`not kept: ${missing}`);
        await new Promise(resolve => setTimeout(resolve, 50));
    }
}"""
CACHES = """async () => {
    const found = {};
    for (const name of await caches.keys()) {
        found[name] = (await (await caches.open(name)).keys()).map(({url}) => url);
    }
    return found;
}"""
HAS_WAITING = """async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    const {installing} = registration;
    if (installing) await new Promise(resolve => {
        installing.onstatechange = resolve;  // installed, or given up
    });
    return registration.waiting !== null;
}"""
REGISTRATIONS = "async () => (await navigator.serviceWorker.getRegistrations()).map(r => r.scope)"
IS_CONTROLLED = """() => new Promise(resolve => {
    const look = () => navigator.serviceWorker.controller && resolve();
    navigator.serviceWorker.addEventListener("controllerchange", look);
    look();
})"""


def listed(site: Path) -> dict[str, Any]:
    """The list that a site's worker carries."""
    first, _ = (site / WORKER).read_text().split("\n", 1)
    found: dict[str, Any] = json.loads(first.removeprefix("const SITE_FILES=").removesuffix(";"))
    return found


def wait_until_kept(page: Page, root: str, *paths: str) -> None:
    """Wait until files of the site are kept."""
    page.evaluate(ARE_KEPT, {"root": root, "paths": paths})


def kept(page: Page) -> dict[str, list[str]]:
    """The addresses in each cache of the host."""
    found: dict[str, list[str]] = page.evaluate(CACHES)
    return found
