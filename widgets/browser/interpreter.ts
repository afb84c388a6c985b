// The one file that touches Pyodide: the reader's worker and the build's baking start the same way.
import type { PyodideAPI, loadPyodide as LoadPyodide } from "pyodide";
import type { PyCallable, PyProxy } from "pyodide/ffi";
import type { InterruptPoll } from "./interrupt-poll";
import type { PythonRequest, Reply, RuntimeUrls } from "./protocol";
import type { RunHost } from "./run-host";

export interface Interpreter {
  /** Answers a request with replies, the last of them `done`; rejects if Python itself has failed. */
  handle(request: PythonRequest, emit: (reply: Reply) => void, host?: RunHost): Promise<void>;
  /** What Python reads to learn of an interrupt; null for none. */
  setInterrupt(poll: InterruptPoll | null): void;
  /** Stops code that awaits something; whether there was any. Only while Python waits. */
  interrupt(): boolean;
  /** Whether Python still works. Running out of memory can break it without a sign. */
  isSound(): boolean;
  /** Reads the course's own Python; what is imported stays. */
  readCourse(): Promise<void>;
  readonly python: PyodideAPI;
}

/** What differs between a worker and Node. */
export interface Host {
  read(url: string): Promise<ArrayBuffer>;
  /** Blocks until the file is there: an `import` statement in the reader's code can't wait otherwise. */
  readSync(url: string): Uint8Array;
}

/** What Pyodide keeps to itself. */
interface Internals {
  _api: { on_fatal?: (error: unknown) => void };
  _module: { HEAPU8: Uint8Array };
}

const COURSE = "/course";
/** A heap never shrinks; beyond this the next large array finds no room. */
const HEAP_LIMIT_BYTES = 1.5e9;

export async function startInterpreter(
  urls: RuntimeUrls,
  host: Host,
  onCourse: () => void = () => undefined,
): Promise<Interpreter> {
  const { loadPyodide } = (await import(`${urls.core}pyodide.mjs`)) as { loadPyodide: typeof LoadPyodide };
  const course = host.read(urls.course);
  course.catch(() => undefined); // reported where it is awaited, below
  const python = await loadPyodide({
    indexURL: urls.core,
    stdLibURL: urls.stdlib,
    lockFileURL: urls.lock,
    packages: ["coursepack"],
  });
  onCourse();
  const unpackCourse = (archive: ArrayBuffer) => {
    python.unpackArchive(archive, "zip", { extractDir: COURSE });
    python.runPython("import importlib; importlib.invalidate_caches()");
  };
  unpackCourse(await course);
  python.runPython(`import sys; sys.path.insert(0, "${COURSE}")`);
  python.pyimport("widgets.kernel.late_stdlib").install(() => host.readSync(urls.fullStdlib));
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
    readCourse: async () => {
      unpackCourse(await host.read(urls.course));
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

function canSuspend(): boolean {
  return "Suspending" in WebAssembly;
}
