// The site's files as the build lists them, and what of them belongs together. The offline worker carries the list.

export interface SiteFiles {
  /** Changes with any file. */
  readonly version: string;
  /** Bytes and the beginning of the SHA-256, by path from the site's root. */
  readonly files: Readonly<Record<string, readonly [bytes: number, hash: string]>>;
  /** Titles of pages, by path. */
  readonly titles: Readonly<Record<string, string>>;
  /** What every page loads by itself, and what search needs. */
  readonly first: readonly string[];
  /** What running needs. */
  readonly run: readonly string[];
  /** What belongs to a track and to no other part of the site, by the address of the track's page. */
  readonly tracks: Readonly<Record<string, readonly string[]>>;
}

/** Where a page finds the list of the version that the worker answers with. */
export const LIST = "offline-files.json";
/** Names of sets of files; a track's set has its page's address for a name. */
export const FIRST = "first";
export const RUN = "run";
export const COURSE = "course";

// What the build and esbuild put into names.
const HASH = /([./])(?:[0-9A-Z]{8}|[0-9a-f]{8,12})(?=[./])/g;

/** The path within the site at `root` of the file that an address asks for; null if there can be none. */
export function pathAt(root: URL, { origin, pathname, search }: URL): string | null {
  if (origin !== root.origin || !pathname.startsWith(root.pathname)) return null;
  const path = decoded(pathname.slice(root.pathname.length));
  if (path === null) return null;
  const file = path === "" || path.endsWith("/") ? `${path}index.html` : path;
  // A page is the same whatever follows the question mark: search adds the words that were looked for.
  return search === "" || file.endsWith(".html") ? file : null;
}

export function isListed(site: SiteFiles, path: string): boolean {
  return Object.hasOwn(site.files, path);
}

/** The files of a set. A track needs what belongs to no track, too. */
export function pathsOf(site: SiteFiles, set: string): readonly string[] {
  if (set === FIRST) return site.first;
  if (set === RUN) return site.run;
  const all = Object.keys(site.files);
  if (set === COURSE) return all;
  const own = Object.hasOwn(site.tracks, set) ? site.tracks[set] : undefined;
  if (!own) return [];
  const ofTracks = new Set(Object.values(site.tracks).flat());
  for (const path of own) ofTracks.delete(path);
  return all.filter((path) => !ofTracks.has(path));
}

export function bytesOf(site: SiteFiles, paths: Iterable<string>): number {
  return [...paths].reduce((sum, path) => sum + (site.files[path]?.[0] ?? 0), 0);
}

/** A path without the hashes in it: what a file is called whatever its version. */
export function stem(path: string): string {
  return path.replace(HASH, "$1");
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
