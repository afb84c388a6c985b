// What a reader's browser keeps of their work: the edits, one entry per page and cell. Only this file touches storage.

interface Entry {
  code: string;
  /** The hash of the code that was edited. */
  original: string;
}

export interface Draft {
  code: string;
  /** The original is another than the one that was edited. */
  outdated: boolean;
}

/** Milliseconds without an edit after which the last one is written. */
const PAUSE = 400;

export class Drafts {
  private readonly unwritten = new Map<string, Entry>();
  /** Hashes of originals that are no longer published, by key: an edit of an edit is one of the first original. */
  private readonly bases = new Map<string, string>();
  /** What this tab last read or wrote, by key. */
  private readonly known = new Map<string, string>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private unkept: (() => void) | null = null;
  private told = false;

  /** Sites of one host share its storage: the keys carry the site's path. */
  constructor(private readonly sitePath: string) {
    const flush = (): void => {
      this.flush();
    };
    addEventListener("pagehide", flush);
    document.addEventListener("visibilitychange", flush); // the last event that a phone is sure to give
  }

  /** The kept edit of a cell, if there is one. */
  load(page: string, cell: string, original: string): Draft | null {
    const key = this.key(page, cell);
    const entry = this.unwritten.get(key) ?? read(key);
    if (!entry || entry.code === original) return null;
    this.known.set(key, entry.code);
    const outdated = entry.original !== hash(original);
    if (outdated) this.bases.set(key, entry.original);
    return { code: entry.code, outdated };
  }

  /** Keeps an edit, soon. `unkept` is called once a tab, if this browser refuses. Code as published is no edit. */
  save(page: string, cell: string, original: string, code: string, unkept: () => void): void {
    if (code === original) {
      this.forget(page, cell);
      return;
    }
    const key = this.key(page, cell);
    this.unwritten.set(key, { code, original: this.bases.get(key) ?? hash(original) });
    this.unkept = unkept;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.flush();
    }, PAUSE);
  }

  forget(page: string, cell: string): void {
    const key = this.key(page, cell);
    this.unwritten.delete(key);
    this.bases.delete(key);
    attempt(() => {
      // Another tab may have written its own meanwhile.
      if (read(key)?.code === this.known.get(key)) localStorage.removeItem(key);
    });
    this.known.delete(key);
  }

  private flush(): void {
    clearTimeout(this.timer);
    for (const [key, entry] of this.unwritten) {
      const kept = attempt(() => {
        localStorage.setItem(key, JSON.stringify(entry));
      });
      // What could not be kept stays: the page is left and entered anew without being loaded.
      if (kept) {
        this.unwritten.delete(key);
        this.known.set(key, entry.code);
      } else this.tell();
    }
  }

  private tell(): void {
    if (this.told) return;
    this.told = true;
    this.unkept?.();
  }

  private key(page: string, cell: string): string {
    return `forward-pass${this.sitePath}edit/${page}#${cell}`;
  }
}

function read(key: string): Entry | null {
  let entry: unknown;
  attempt(() => {
    entry = JSON.parse(localStorage.getItem(key) ?? "null");
  });
  return isEntry(entry) ? entry : null;
}

function isEntry(value: unknown): value is Entry {
  if (typeof value !== "object" || value === null || !("code" in value) || !("original" in value)) return false;
  return typeof value.code === "string" && typeof value.original === "string";
}

/** Storage may be blocked or full, and hold anything. */
function attempt(action: () => void): boolean {
  try {
    action();
    return true;
  } catch {
    return false;
  }
}

/** Tells texts apart; 32 bits of FNV-1a and the length are enough for one cell's versions. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return `${(value >>> 0).toString(16)}-${text.length}`;
}
