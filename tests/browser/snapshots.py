"""The snapshot of Python's memory that a browser keeps."""

from playwright.sync_api import Page

# Promises the number of snapshots once there is a whole one, or once there is none.
COUNTED = """async (is) => {
    const snapshots = async () =>
        (await caches.keys()).filter(name => name.startsWith("forward-pass-snapshot:"));
    const whole = async () => {
        const names = await snapshots();
        const cache = names.length ? await caches.open(names[0]) : null;
        return cache !== null && (await cache.keys()).length === 3;
    };
    while ((await whole()) !== is) await new Promise(resolve => setTimeout(resolve, 50));
    return (await snapshots()).length;
}"""
DAMAGE = """async () => {
    const name = (await caches.keys()).find(each => each.startsWith("forward-pass-snapshot:"));
    const cache = await caches.open(name);
    const address = (await cache.keys()).find(({ url }) => url.endsWith("pages")).url;
    await cache.put(address, new Response(new Uint8Array(1 << 20).fill(7)));
}"""


def wait_until_kept(page: Page) -> None:
    """Wait until the browser has kept a snapshot, the only one."""
    assert page.evaluate(COUNTED, True) == 1


def wait_until_gone(page: Page) -> None:
    """Wait until there is none."""
    page.evaluate(COUNTED, False)


def damage(page: Page) -> None:
    """Let the kept memory be another."""
    page.evaluate(DAMAGE)
