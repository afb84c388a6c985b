// The service worker. It answers with what is kept of its own version of the site, keeps what is opened, and leaves
// everything else to the network. Nothing of the course needs it.
import { KeptFiles, KEEPS } from "./kept-files";
import type { ToOfflineWorker } from "./offline-messages";
import { offlinePage } from "./offline-page";
import { forgetOldVersions, leaveOldVersions } from "./old-versions";
import { FIRST, isListed, LIST, pathAt, pathsOf, RUN, type SiteFiles } from "./site-files";
import { planTakeOver, type Kept } from "./take-over";
import { root, scope, type FetchEvent } from "./worker-scope";

/** The list of this version, which the build writes ahead of this script. */
declare const SITE_FILES: SiteFiles;

/** What is being kept at this moment, by path: a file is not fetched twice. */
const underWay = new Map<string, Promise<unknown>>();
let opening: Promise<KeptFiles> | undefined;

scope.addEventListener("install", (event) => {
  event.waitUntil(takeOver(true));
});

scope.addEventListener("activate", (event) => {
  event.waitUntil(activate());
});

scope.addEventListener("message", (event) => {
  const message = event.data as ToOfflineWorker;
  if (message.type === "opened") event.waitUntil(keepAll(message.paths.filter((path) => isListed(SITE_FILES, path))));
  else if (message.type === "ran") event.waitUntil(keepRuntime());
  else event.waitUntil(takeOver(true).finally(() => scope.skipWaiting()));
});

scope.addEventListener("fetch", (event) => {
  const { method, mode, headers, url } = event.request;
  if (method !== "GET" || headers.has("Range") || headers.has(KEEPS)) return;
  const path = pathAt(root, new URL(url));
  if (path === null) return;
  if (mode === "navigate") event.waitUntil(opened().then(forgetOldVersions));
  if (path === LIST) event.respondWith(Response.json(SITE_FILES));
  else if (isListed(SITE_FILES, path)) event.respondWith(answer(event, path));
  // A tab that was opened with an older version asks for files that are no more.
  else if (path.startsWith("assets/")) event.respondWith(answerFromOlder(event.request, path));
});

function opened(): Promise<KeptFiles> {
  opening ??= KeptFiles.open(root, SITE_FILES);
  opening.catch(() => (opening = undefined)); // whoever waits for it hears of it
  return opening;
}

async function answer(event: FetchEvent, path: string): Promise<Response> {
  // Storage may be blocked or damaged: then the network is all there is.
  const kept = await opened().catch(() => null);
  await underWay.get(path);
  const known = await kept?.match(path).catch(() => undefined);
  if (known) return (await ownCopy(event.request, path)) ?? known;
  let response: Response;
  try {
    response = await fetch(event.request);
  } catch (error) {
    if (kept && event.request.mode === "navigate") return offlinePage(kept);
    throw error;
  }
  if (kept && !underWay.has(path)) {
    const copy = response.clone();
    event.waitUntil(once(path, () => keepAnswer(kept, path, copy)));
  }
  return response;
}

/**
 * What Python is made of from the browser's own cache, should it be there: that is quicker, and with it alone Chromium
 * keeps the code it has compiled. The folder's name changes with its content.
 */
async function ownCopy({ url }: Request, path: string): Promise<Response | null> {
  if (!path.startsWith("assets/runtime/")) return null;
  const response = await fetch(url, { cache: "only-if-cached", mode: "same-origin" }).catch(() => null);
  return response?.ok ? response : null;
}

/** Keeps a file of this version. Another one says that the site has moved on: then the next version is looked for. */
async function keepAnswer(kept: KeptFiles, path: string, response: Response): Promise<void> {
  // Not waited for: the next version takes over once this one has nothing left to do.
  if (!(await kept.keep(path, response))) void scope.registration.update().catch(() => undefined);
}

async function answerFromOlder(request: Request, path: string): Promise<Response> {
  for (const older of await KeptFiles.ofOtherVersions(root, SITE_FILES.version)) {
    const known = await older.match(path);
    if (known) return known;
  }
  return fetch(request);
}

/** Keeps what was kept of older versions as it is in this one; what the host does not have as listed stays out. */
async function takeOver(fetching: boolean): Promise<void> {
  const kept = await opened();
  const older = await KeptFiles.ofOtherVersions(root, SITE_FILES.version);
  const marks = new Set((await Promise.all(older.map((each) => each.marks()))).flat());
  for (const set of marks) await kept.mark(set);
  const had: (Kept & { files: KeptFiles })[] = [];
  for (const files of older) had.push({ files, site: files.site, paths: await files.paths() });
  const there = await kept.paths();
  for (const { path, same } of planTakeOver(SITE_FILES, had, [FIRST, ...marks])) {
    if (there.has(path)) continue;
    const copy = same && (await same.of.files.match(same.path));
    if (copy) await kept.keep(path, copy).catch(unlessFull);
    else if (fetching) await kept.fetch(path).catch(unlessFull);
  }
}

async function activate(): Promise<void> {
  // What was opened or kept since this version was installed.
  await takeOver(false);
  await leaveOldVersions(await opened(), await KeptFiles.ofOtherVersions(root, SITE_FILES.version));
  await scope.clients.claim();
}

async function keepRuntime(): Promise<void> {
  const kept = await opened();
  await kept.mark(RUN);
  await keepAll(pathsOf(SITE_FILES, RUN));
}

/** Keeps files, one after the other, in what time and room there is. */
async function keepAll(paths: readonly string[]): Promise<void> {
  const kept = await opened();
  for (const path of paths) {
    await once(path, async () => {
      if (!(await kept.match(path))) await kept.fetch(path);
    });
  }
}

/** One piece of work for a file at a time. What fails is tried again when the file is asked for the next time. */
function once(path: string, work: () => Promise<unknown>): Promise<unknown> {
  let done = underWay.get(path);
  if (!done) {
    done = work()
      .catch(() => undefined)
      .finally(() => underWay.delete(path));
    underWay.set(path, done);
  }
  return done;
}

/** A version that finds no room takes over all the same: readers must not stay with an old one. */
function unlessFull(error: unknown): void {
  if (!(error instanceof DOMException) || error.name !== "QuotaExceededError") throw error;
}
