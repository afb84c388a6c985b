// The one file that touches Pyodide: the reader's worker and the build's baking start the same way.
import type { PyodideAPI, loadPyodide as LoadPyodide } from "pyodide";
import type { PyCallable } from "pyodide/ffi";
import type { PythonRequest, Reply, RuntimeUrls } from "./protocol";

export interface Interpreter {
  /** Answers a request with replies, the last of them `done`; rejects if Python itself has failed. */
  handle(request: PythonRequest, emit: (reply: Reply) => void): Promise<void>;
  readonly python: PyodideAPI;
}

/** What differs between a worker and Node. */
export interface Host {
  read(url: string): Promise<ArrayBuffer>;
  /** Blocks until the file is there: an `import` statement in the reader's code can't wait otherwise. */
  readSync(url: string): Uint8Array;
}

const COURSE = "/course";

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
  python.unpackArchive(await course, "zip", { extractDir: COURSE });
  python.runPython(`import sys; sys.path.insert(0, "${COURSE}")`);
  python.pyimport("widgets.kernel.late_stdlib").install(() => host.readSync(urls.fullStdlib));
  const handle = python.pyimport("widgets.kernel.adapter").handle as PyCallable;
  return {
    python,
    async handle(request, emit) {
      await (handle(request, emit) as Promise<void>);
    },
  };
}
