// Runs pages' cells in Pyodide: node bake.mjs URLS_JSON RESULT_JSON PROGRESS. It starts at once and reads its job, a
// line of JSON, from standard input; baker.py reads the result, and watches in PROGRESS which cell is running.
import { readFileSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { createInterface } from "node:readline/promises";
import type { Packed } from "../browser/archive";
import { startInterpreter, type Interpreter } from "../browser/interpreter";
import type { Cell, Reply, RuntimeUrls } from "../browser/protocol";
import { runScript } from "./script";

type Job = { page: string; cells: Cell[] }[];
interface BakedCell {
  cell: string;
  replies: Reply[];
  /** The replies to a second run of the page. */
  again: Reply[];
  /** Processor time, of the quicker of both runs, on a machine of the usual speed. */
  milliseconds: number;
}
interface BakedPage {
  page: string;
  cells: BakedCell[];
  /** Every module of `lessons` that running the page has loaded. */
  modules: string[];
}

const host = {
  read: async (path: string): Promise<Packed> => new Blob([await readFile(path)]).stream(),
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

// No cell's time is that of an import which another page's first cell would have paid.
const WARM_UP = "import matplotlib.pyplot as plt\nplt.plot([1, 2])";
// What tells how fast this machine is, and its processor time on the one whose time counts.
const YARDSTICK = "plt.plot([1, 2])\nsum(i * i for i in range(10**6))";
const YARDSTICK_MS = 600;

/** What a cell gave, and how long it took. */
type Ran = Pick<BakedCell, "replies" | "milliseconds">;

/** Runs a page's cells in a namespace that is dropped afterwards; `modules` are those of `lessons` it has loaded. */
async function runPage(
  interpreter: Interpreter,
  page: string,
  cells: Cell[],
  onCell: (cell: string) => void,
): Promise<{ ran: Ran[]; modules: string[] }> {
  const ran: Ran[] = [];
  for (const [index, { cell, code, module }] of cells.entries()) {
    onCell(cell);
    const replies: Reply[] = [];
    const request = { type: "run", id: index, page, cell, code, module } as const;
    const begun = process.cpuUsage();
    await interpreter.handle(request, (reply) => replies.push(reply));
    const { user, system } = process.cpuUsage(begun);
    ran.push({ replies, milliseconds: (user + system) / 1000 });
  }
  const modules = interpreter.python.runPython(LOADED_LESSONS).toJs() as string[];
  await interpreter.handle({ type: "forget", id: cells.length, page }, () => undefined);
  interpreter.python.runPython(UNLOAD_LESSONS);
  return { ran, modules };
}

/** The first line of standard input, once somebody writes one. */
async function readJob(): Promise<Job> {
  for await (const line of createInterface({ input: process.stdin })) return JSON.parse(line) as Job;
  throw new Error("there was no job");
}

runScript(async (urlsFile, resultFile, progressFile) => {
  const urls = JSON.parse(await readFile(urlsFile, "utf8")) as RuntimeUrls;
  const interpreter = await startInterpreter(urls, host);
  const measured = [WARM_UP, YARDSTICK, YARDSTICK, YARDSTICK].map((code, n) => ({ cell: `${n}`, code, module: null }));
  const { ran } = await runPage(interpreter, "", measured, () => undefined);
  const slowness = Math.min(...ran.slice(1).map(({ milliseconds }) => milliseconds)) / YARDSTICK_MS;
  const job = await readJob();
  await interpreter.readLessons(); // as it is now
  const results: BakedPage[] = [];
  for (const { page, cells } of job) {
    const told = (round: string) => (cell: string) => {
      writeFileSync(progressFile, `${page}: ${cell}${round}`);
    };
    const first = await runPage(interpreter, page, cells, told(""));
    const second = await runPage(interpreter, page, cells, told(" again"));
    const baked = cells.map(({ cell }, index): BakedCell => {
      const { replies = [], milliseconds = 0 } = first.ran[index] ?? {};
      const { replies: again = [], milliseconds: later = 0 } = second.ran[index] ?? {};
      return { cell, replies, again, milliseconds: Math.min(milliseconds, later) / slowness };
    });
    results.push({ page, cells: baked, modules: first.modules });
  }
  await writeFile(resultFile, JSON.stringify(results));
});
