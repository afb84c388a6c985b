// The memory of an interpreter that has loaded NumPy and matplotlib, so that a later one need not load them again.
// Undocumented in Pyodide, so its version is pinned; whoever restores a snapshot starts afresh if that fails.
import type { Library, Linker } from "./side-modules";

export interface Snapshot {
  /** What Pyodide writes before the memory: which of its objects are JavaScript's. */
  head: Uint8Array;
  /** The pages of the memory that are not all zero, one after the other. */
  pages: Uint8Array;
  /** Where those pages lie: number of the first, and how many. */
  runs: [number, number][];
  memoryBytes: number;
  /** The function table's length once the libraries are there, and what Python put there later: nothing, or an export. */
  table: number;
  added: ([path: string, name: string] | null)[];
  /** The libraries that Python has opened, by handle. */
  handles: [number, string][];
  /** Files that are open: number, path, flags and position. */
  streams: [number, string, number, number][];
}

/** What of an interpreter's innards a snapshot needs. */
export interface Innards extends Linker {
  HEAP8: Int8Array;
  HEAPU8: Uint8Array;
  HEAP32: Int32Array;
  FS: {
    streams: (Stream | null)[];
    open(path: string, flags: number): Stream;
    close(stream: Stream): void;
  };
  /** An address of Python's own that holds an entry of this interpreter's function table. */
  __PyRuntime: number;
  __PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET: number;
  growMemory(bytes: number): void;
  addFunction(exported: WebAssembly.ExportValue): number;
}
interface Stream {
  fd: number;
  path: string;
  flags: number;
  position: number;
}

const PAGE = 4096;
const WORDS = PAGE / 8;
const STANDARD_STREAMS = 3;

/** Takes a snapshot of Python, whose libraries had filled `table` entries when they were loaded. */
export function take(python: object, innards: Innards, table: number): Snapshot {
  const written = (python as { makeMemorySnapshot(): Uint8Array }).makeMemorySnapshot();
  const headBytes = new Uint32Array(written.buffer, 0, 2)[1] ?? 0;
  const memory = written.subarray(headBytes);
  const runs = filledRuns(memory);
  const libraries = innards.LDSO.loadedLibsByHandle;
  return {
    head: written.slice(0, headBytes),
    pages: joined(runs.map(([first, count]) => memory.subarray(first * PAGE, (first + count) * PAGE))),
    runs,
    memoryBytes: memory.length,
    table,
    added: addedEntries(innards, table),
    handles: Object.entries(libraries).flatMap(([handle, { name }]) => (Number(handle) ? [[Number(handle), name]] : [])),
    streams: innards.FS.streams
      .slice(STANDARD_STREAMS)
      .flatMap((stream) => (stream ? [[stream.fd, stream.path, stream.flags, stream.position]] : [])),
  };
}

function filledRuns(memory: Uint8Array): [number, number][] {
  const words = new BigUint64Array(memory.buffer, memory.byteOffset, memory.length / 8);
  const runs: [number, number][] = [];
  for (let page = 0; page * PAGE < memory.length; page++) {
    if (words.subarray(page * WORDS, (page + 1) * WORDS).every((word) => word === 0n)) continue;
    const last = runs.at(-1);
    if (last && last[0] + last[1] === page) last[1] += 1;
    else runs.push([page, 1]);
  }
  return runs;
}

function joined(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let position = 0;
  for (const part of parts) {
    whole.set(part, position);
    position += part.length;
  }
  return whole;
}

function addedEntries({ wasmTable, LDSO }: Innards, table: number): Snapshot["added"] {
  return Array.from({ length: wasmTable.length - table }, (_, index) => {
    const entry: unknown = wasmTable.get(table + index);
    if (!entry) return null;
    for (const { name, exports } of Object.values(LDSO.loadedLibsByHandle)) {
      const found = Object.keys(exports).find((key) => exports[key] === entry);
      if (found) return [name, found];
    }
    throw new Error("the function table holds something that no library exports");
  });
}

/** Before Python starts, its libraries being loaded: makes room and the same table. Returns what `fill` is to keep. */
export function prepare(snapshot: Snapshot, innards: Innards): number {
  const own = innards.HEAP32[trampoline(innards)] ?? 0;
  if (innards.wasmTable.length !== snapshot.table) throw new Error("the libraries lie elsewhere");
  const named = (path: string): Library => {
    const library = innards.LDSO.loadedLibsByName[path];
    if (!library) throw new Error(`${path} is missing`);
    return library;
  };
  snapshot.added.forEach((entry, index) => {
    const exported = entry && named(entry[0]).exports[entry[1]];
    const place = exported ? innards.addFunction(exported) : innards.wasmTable.grow(1);
    if (place !== snapshot.table + index) throw new Error("an entry of the function table lies elsewhere");
  });
  for (const [handle, path] of snapshot.handles) innards.LDSO.loadedLibsByHandle[handle] = named(path);
  return own;
}

/** Puts the memory in its place, but for the entry that is this interpreter's own, and opens files again. */
export function fill(snapshot: Snapshot, innards: Innards, own: number): void {
  const { HEAPU8, FS } = innards;
  HEAPU8.fill(0);
  let position = 0;
  for (const [first, count] of snapshot.runs) {
    HEAPU8.set(snapshot.pages.subarray(position, position + count * PAGE), first * PAGE);
    position += count * PAGE;
  }
  innards.HEAP32[trampoline(innards)] = own;
  for (const [fd, path, flags, at] of snapshot.streams) {
    const before: Stream[] = [];
    let stream = FS.open(path, flags);
    for (; stream.fd < fd; stream = FS.open(path, flags)) before.push(stream);
    if (stream.fd !== fd) throw new Error(`${path} cannot be opened as before`);
    stream.position = at;
    before.forEach((each) => {
      FS.close(each);
    });
  }
}

/** Where in `HEAP32` that entry is. */
function trampoline(innards: Innards): number {
  const offset = innards.HEAP32[innards.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET / 4] ?? 0;
  return (innards.__PyRuntime + offset) / 4;
}
