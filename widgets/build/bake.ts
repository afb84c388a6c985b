// Runs pages' cells in Pyodide: node bake.mjs JOB_JSON RESULT_JSON PROGRESS. bake.py writes the job, reads the
// result, and watches in PROGRESS which cell is running.
import { readFileSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { startInterpreter, type Interpreter } from "../browser/interpreter";
import type { Cell, Reply, RuntimeUrls } from "../browser/protocol";
import { runScript } from "./script";

interface Job {
  runtime: RuntimeUrls;
  pages: { page: string; cells: Cell[] }[];
}
interface BakedPage {
  page: string;
  cells: { cell: string; replies: Reply[] }[];
  /** Every module of `lessons` that running the page has loaded. */
  modules: string[];
}

const host = {
  async read(path: string): Promise<ArrayBuffer> {
    const bytes = await readFile(path);
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  },
  readSync: (path: string): Uint8Array => new Uint8Array(readFileSync(path)), // a Buffer is not known to Pyodide
};

const LOADED_LESSONS = `
import sys
sorted(name for name in sys.modules if name.partition(".")[0] == "lessons")
`;
// The next page loads its modules anew: only so is the list of what it depends on complete.
const UNLOAD_LESSONS = `
for name in [name for name in sys.modules if name.partition(".")[0] == "lessons"]:
    del sys.modules[name]
`;

async function bakePage(
  interpreter: Interpreter,
  page: string,
  cells: Cell[],
  onCell: (cell: string) => void,
): Promise<BakedPage> {
  const baked: BakedPage["cells"] = [];
  for (const [index, { cell, code, module }] of cells.entries()) {
    onCell(cell);
    const replies: Reply[] = [];
    const request = { type: "run", id: index, page, cell, code, module } as const;
    await interpreter.handle(request, (reply) => replies.push(reply));
    baked.push({ cell, replies });
  }
  const modules = interpreter.python.runPython(LOADED_LESSONS).toJs() as string[];
  await interpreter.handle({ type: "forget", id: cells.length, page }, () => undefined);
  interpreter.python.runPython(UNLOAD_LESSONS);
  return { page, cells: baked, modules };
}

runScript(async (jobFile, resultFile, progressFile) => {
  const job = JSON.parse(await readFile(jobFile, "utf8")) as Job;
  const interpreter = await startInterpreter(job.runtime, host);
  const results: BakedPage[] = [];
  for (const { page, cells } of job.pages) {
    const onCell = (cell: string): void => {
      writeFileSync(progressFile, `${page}: ${cell}`);
    };
    results.push(await bakePage(interpreter, page, cells, onCell));
  }
  await writeFile(resultFile, JSON.stringify(results));
});
