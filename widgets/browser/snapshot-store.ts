// Keeps a snapshot in the browser's cache, for the reader's later visits. What is there may be gone or damaged any time.
import type { Snapshot } from "./snapshot";

/** What some browsers tell of the device. */
type Hints = Navigator & { connection?: { saveData?: boolean }; deviceMemory?: number };
type Parts = Omit<Snapshot, "head" | "pages">;

/** Sites of one host share its caches: the name carries the site's path. */
const PREFIX = "forward-pass-snapshot:";
/** A snapshot takes 50 MB; the reader's work comes first. */
const ROOM_BYTES = 500e6;
const ENOUGH_GB = 4;
const ADDRESS = "https://snapshot.invalid/";
const PARTS = `${ADDRESS}parts`;
const HEAD = `${ADDRESS}head`;
const PAGES = `${ADDRESS}pages`;

/** The name of the snapshot that fits a site's runtime and this browser, which decides what Python finds in it. */
export function snapshotName(sitePath: string, runtime: string): string {
  return `${PREFIX}${sitePath}:${runtime}:${navigator.userAgent}`;
}

/** Whether there is none yet and this browser has room for one, in memory while it is made and in storage. */
export async function wantsSnapshot(name: string): Promise<boolean> {
  const { connection, deviceMemory = ENOUGH_GB } = navigator as Hints;
  if (connection?.saveData || deviceMemory < ENOUGH_GB || !("caches" in globalThis)) return false;
  const { quota = 0, usage = 0 } = await navigator.storage.estimate();
  return quota - usage > ROOM_BYTES && !(await caches.has(name));
}

export async function loadSnapshot(name: string): Promise<Snapshot | null> {
  if (!(await caches.has(name))) return null;
  const cache = await caches.open(name);
  const [parts, head, pages] = await Promise.all([PARTS, HEAD, PAGES].map((address) => cache.match(address)));
  if (!parts || !head || !pages) return null;
  return {
    ...((await parts.json()) as Parts),
    head: new Uint8Array(await head.arrayBuffer()),
    pages: new Uint8Array(await pages.arrayBuffer()),
  };
}

/** Keeps a snapshot in the place of those that this site has kept before. */
export async function keepSnapshot(name: string, { head, pages, ...parts }: Snapshot): Promise<void> {
  const site = name.slice(0, name.indexOf(":", PREFIX.length) + 1);
  for (const other of await caches.keys()) if (other.startsWith(site)) await caches.delete(other);
  const cache = await caches.open(name);
  await cache.put(HEAD, new Response(head as BodyInit));
  await cache.put(PAGES, new Response(pages as BodyInit));
  await cache.put(PARTS, new Response(JSON.stringify(parts))); // last: without it there is no snapshot
}

export async function dropSnapshot(name: string): Promise<void> {
  await caches.delete(name);
}
