// The one file that touches Pyodide: the reader's worker and the build's baking start the same way.
import type { PyodideAPI } from "pyodide";
import type { PyCallable, PyProxy } from "pyodide/ffi";
import { unpack, type FileSystem, type Packed } from "./archive";
import { boot, bootForSnapshot, bootFromSnapshot, COURSE } from "./boot";
import type { InterruptPoll } from "./interrupt-poll";
import type { PythonRequest, Reply, RuntimeUrls } from "./protocol";
import type { RunHost } from "./run-host";
import type { Snapshot } from "./snapshot";

export interface Interpreter {
  /** Answers a request with replies, the last of them `done`; rejects if Python itself has failed. */
  handle(request: PythonRequest, emit: (reply: Reply) => void, host?: RunHost): Promise<void>;
  /** What Python reads to learn of an interrupt; null for none. */
  setInterrupt(poll: InterruptPoll | null): void;
  /** Stops code that awaits something; whether there was any. Only while Python waits. */
  interrupt(): boolean;
  /** Whether Python still works. Running out of memory can break it without a sign. */
  isSound(): boolean;
  /** Reads the lessons' modules anew; what is imported stays. */
  readLessons(): Promise<void>;
  readonly python: PyodideAPI;
}

/** What differs between a worker and Node. */
export interface Host {
  read(url: string): Promise<Packed>;
  /** Blocks until the file is there: an `import` statement in the reader's code can't wait otherwise. */
  readSync(url: string): Uint8Array;
}

/** What Pyodide keeps to itself. */
interface Internals {
  _api: { on_fatal?: (error: unknown) => void };
  _module: { HEAPU8: Uint8Array };
}

/** What has not begun by then hangs: the slowest device takes less. */
const RESTORE_MS = 20_000;
/** A heap never shrinks; beyond this the next large array finds no room. */
const HEAP_LIMIT_BYTES = 1.5e9;

/** Starts Python: from a snapshot, or from files if there is none or `onUseless` has to be told that it is no good. */
export async function startInterpreter(
  urls: RuntimeUrls,
  host: Host,
  onCourse: () => void = () => undefined,
  snapshot: Snapshot | null = null,
  onUseless: () => void = () => undefined,
): Promise<Interpreter> {
  const python = (snapshot && (await restored(urls, host, snapshot, onUseless))) ?? (await boot(urls, host, onCourse));
  const late = python.pyimport("widgets.kernel.late_modules") as PyProxy;
  const readSync = (url: string) => () => host.readSync(url);
  (late.install as PyCallable)(readSync(urls.fullStdlib), readSync(urls.latePackages));
  const adapter = python.pyimport("widgets.kernel.adapter") as PyProxy;
  const handle = adapter.handle as PyCallable;
  // Where JavaScript has no Promise Integration, code can't wait: Python says so when it asks.
  const call = canSuspend() ? handle.callPromising.bind(handle) : handle;
  const { _api, _module } = python as unknown as Internals;
  // A call into a Python that has failed never settles.
  const failed = new Promise<never>((_, reject) => (_api.on_fatal = reject));
  failed.catch(() => undefined);
  return {
    python,
    async readLessons() {
      await unpack(await host.read(urls.lessons), python.FS as FileSystem, COURSE);
      python.runPython("import sys; sys.path_importer_cache.clear()");
    },
    async handle(request, emit, runHost) {
      await Promise.race([call(request, emit, runHost) as Promise<void>, failed]);
    },
    setInterrupt(poll) {
      python.setInterruptBuffer(poll as unknown as Uint8Array);
    },
    interrupt() {
      return adapter.interrupt() as boolean;
    },
    isSound() {
      if (_module.HEAPU8.length > HEAP_LIMIT_BYTES) return false;
      try {
        adapter.canary();
        return true;
      } catch {
        return false;
      }
    },
  };
}

async function restored(
  urls: RuntimeUrls,
  host: Host,
  snapshot: Snapshot,
  onUseless: () => void,
): Promise<PyodideAPI | null> {
  try {
    const late = new Promise<never>((_, reject) => {
      setTimeout(reject, RESTORE_MS);
    });
    const python = await Promise.race([bootFromSnapshot(urls, host, snapshot), late]);
    (python.pyimport("widgets.kernel.warm_up.renew") as PyCallable)();
    return python;
  } catch {
    onUseless();
    return null;
  }
}

/** Starts Python only to take a snapshot of it, with all that a first plot needs. */
export function makeSnapshot(urls: RuntimeUrls, host: Host): Promise<Snapshot> {
  return bootForSnapshot(urls, host, "from widgets.kernel import warm_up; warm_up.warm_up(); del warm_up");
}

function canSuspend(): boolean {
  return "Suspending" in WebAssembly;
}
