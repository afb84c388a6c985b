// What this browser keeps of one version of the site: a cache that only takes the bytes which the build listed. So
// nothing in it can stem from another version. Only this file touches the Cache API.
import { isListed, LIST, pathAt, type SiteFiles } from "./site-files";

/** On requests of a page that keeps what it fetches itself. */
export const KEEPS = "Forward-Pass-Keeps";
const HASH_BYTES = 16;
const MARKS = "offline-kept/";

export interface FetchOptions {
  readonly signal?: AbortSignal;
  /** Told of each piece that arrives. */
  readonly onBytes?: (count: number) => void;
}

export class KeptFiles {
  private constructor(
    private readonly root: URL,
    readonly site: SiteFiles,
    private readonly cache: Cache,
  ) {}

  static async open(root: URL, site: SiteFiles): Promise<KeptFiles> {
    const cache = await caches.open(prefix(root) + site.version);
    const list = new URL(LIST, root);
    if (!(await cache.match(list))) await cache.put(list, Response.json(site));
    return new KeptFiles(root, site, cache);
  }

  /** What is kept of other versions of the same site. */
  static async ofOtherVersions(root: URL, version: string): Promise<KeptFiles[]> {
    const found: KeptFiles[] = [];
    for (const name of await caches.keys()) {
      if (!name.startsWith(prefix(root)) || name === prefix(root) + version) continue;
      const cache = await caches.open(name);
      const list = await cache.match(new URL(LIST, root));
      if (list) found.push(new KeptFiles(root, (await list.json()) as SiteFiles, cache));
    }
    return found;
  }

  static async forget(root: URL, version: string): Promise<void> {
    await caches.delete(prefix(root) + version);
  }

  /** Forgets all versions of the site. */
  static async forgetAll(root: URL): Promise<void> {
    for (const name of await caches.keys()) if (name.startsWith(prefix(root))) await caches.delete(name);
  }

  async match(path: string): Promise<Response | undefined> {
    return this.cache.match(this.url(path));
  }

  /** The files that are there. */
  async paths(): Promise<Set<string>> {
    const paths = (await this.cache.keys()).map(({ url }) => pathAt(this.root, new URL(url)));
    return new Set(paths.filter((path) => path !== null && isListed(this.site, path)) as string[]);
  }

  /** The sets that the reader wants to have, besides what was opened. */
  async marks(): Promise<string[]> {
    const start = this.url(MARKS);
    const names = (await this.cache.keys()).filter(({ url }) => url.startsWith(start)).map(({ url }) => url.slice(start.length));
    return names.map(decodeURIComponent);
  }

  async mark(set: string): Promise<void> {
    await this.cache.put(this.url(MARKS + set), new Response());
  }

  async unmark(set: string): Promise<void> {
    await this.cache.delete(this.url(MARKS + set));
  }

  async remove(paths: Iterable<string>): Promise<void> {
    for (const path of paths) await this.cache.delete(this.url(path));
  }

  /** Keeps something that is no file of the site. */
  async note(name: string, data: unknown): Promise<void> {
    await this.cache.put(this.url(name), Response.json(data));
  }

  async noted(name: string): Promise<unknown> {
    return (await this.cache.match(this.url(name)))?.json();
  }

  async unnote(name: string): Promise<void> {
    await this.cache.delete(this.url(name));
  }

  /** Keeps an answer if it is this version's file. Rejects if there is no room for it. */
  async keep(path: string, response: Response, onBytes?: FetchOptions["onBytes"]): Promise<boolean> {
    const [size, hash] = this.site.files[path] ?? [0, ""];
    // Browsers take no answer that came by a detour for a page.
    if (!response.ok || response.redirected) return false;
    // As it came: for one that is made anew browsers keep no compiled code.
    const original = response.clone();
    const bytes = await read(response, size, onBytes);
    if (bytes === null || (await digest(bytes)) !== hash) {
      void original.body?.cancel();
      return false;
    }
    await this.cache.put(this.url(path), original);
    return true;
  }

  /** Fetches a file and keeps it, from the browser's own cache if it has the right one. Whether the host has it. */
  async fetch(path: string, { signal, onBytes }: FetchOptions = {}): Promise<boolean> {
    let told = 0;
    const tell = (count: number): void => {
      told += count;
      onBytes?.(count);
    };
    for (const cache of ["force-cache", "reload"] as const) {
      const response = await fetch(this.url(path), { cache, headers: { [KEEPS]: "1" }, signal: signal ?? null });
      if (await this.keep(path, response, tell)) return true;
      tell(-told);
    }
    return false;
  }

  /** A file's address, as pages ask for it. */
  private url(path: string): string {
    const shown = path.replace(/(^|\/)index\.html$/, "$1");
    return new URL(shown.split("/").map(encodeURIComponent).join("/"), this.root).href;
  }
}

/** Sites of one host share its caches. No path has a space in it. */
function prefix(root: URL): string {
  return `forward-pass ${root.pathname} `;
}

/** A body of this many bytes; null if it has more or less. */
async function read(response: Response, size: number, onBytes?: FetchOptions["onBytes"]): Promise<Uint8Array<ArrayBuffer> | null> {
  const bytes = new Uint8Array(size);
  const reader = response.body?.getReader();
  let at = 0;
  for (let piece = await reader?.read(); piece?.value; piece = await reader?.read()) {
    if (at + piece.value.length > size) {
      void reader?.cancel();
      return null;
    }
    bytes.set(piece.value, at);
    at += piece.value.length;
    onBytes?.(piece.value.length);
  }
  return at === size ? bytes : null;
}

async function digest(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return btoa(String.fromCharCode(...hash.subarray(0, HASH_BYTES)));
}
