// Keeps a set of the site's files whole, or takes back what it added.
import { KeptFiles } from "./kept-files";
import { COURSE, FIRST, pathsOf } from "./site-files";

/** So many files are fetched at a time. */
const AT_ONCE = 4;

/** The site is another one than the list says. */
export class Outdated extends Error {}

export async function missingPaths(kept: KeptFiles, set: string): Promise<string[]> {
  const there = await kept.paths();
  return pathsOf(kept.site, set).filter((path) => !there.has(path));
}

/** Fetches what is missing of a set and marks it. Rejects when it is cancelled, when there is no room, and so on. */
export async function keepSet(kept: KeptFiles, set: string, signal: AbortSignal, onBytes: (count: number) => void): Promise<void> {
  const left = (await missingPaths(kept, set)).values();
  const added: string[] = [];
  const ended = new AbortController();
  signal.addEventListener("abort", () => {
    ended.abort();
  });
  const work = async (): Promise<void> => {
    for (const path of left) {
      if (!(await kept.fetch(path, { signal: ended.signal, onBytes }))) throw new Outdated(path);
      added.push(path);
    }
  };
  const workers = Array.from({ length: AT_ONCE }, work);
  try {
    await Promise.all(workers);
    signal.throwIfAborted();
    await kept.mark(set);
  } catch (error) {
    ended.abort();
    await Promise.allSettled(workers);
    // What arrived before the connection was lost stays: the next attempt goes on from there.
    if (signal.aborted || isFull(error)) await kept.remove(added);
    throw error;
  }
}

/** Removes a set, but not what other sets and every page need. A version that is yet to come must not bring it back. */
export async function removeSet(root: URL, kept: KeptFiles, set: string): Promise<void> {
  for (const each of [kept, ...(await KeptFiles.ofOtherVersions(root, kept.site.version))]) await each.unmark(set);
  const needed = new Set([FIRST, ...(await kept.marks())].flatMap((other) => pathsOf(kept.site, other)));
  await kept.remove(pathsOf(kept.site, set).filter((path) => !needed.has(path)));
}

/** Which set holds this one: itself, or the whole course. */
export async function keptAs(kept: KeptFiles, set: string): Promise<string | undefined> {
  const marks = await kept.marks();
  return [set, COURSE].find((each) => marks.includes(each));
}

export function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === "QuotaExceededError";
}
