import { beforeEach, describe, expect, it } from "vitest";
import type { CellModel, CellSource, CellView } from "./cell-model";
import { FakeWorker } from "./fake-worker";
import { Kernel } from "./kernel";
import { Notebook } from "./notebook";
import type { Reply, Request, WithoutId } from "./protocol";

const PAGE = "architecture/rope/";

/** What a run of each code answers, before its `done`; codes that aren't listed print themselves. */
type Answers = Record<string, WithoutId<Reply>[]>;

let notebook: Notebook;
let kernel: Kernel;
let worker: FakeWorker;
let needs: string[];
let answers: Answers;
/** Every code that ran, in order. */
let ran: string[];
/** Runs of these codes get no answer. */
let endless: string[];

beforeEach(() => {
  needs = [];
  answers = {};
  ran = [];
  endless = [];
  kernel = new Kernel(
    () => {
      worker = new FakeWorker();
      worker.onRequest = answer;
      return worker.asWorker();
    },
    { core: "", stdlib: "", fullStdlib: "", lock: "", course: "" },
  );
  notebook = new Notebook(kernel);
});

function answer(request: Request): void {
  const replies = repliesTo(request);
  const from = worker;
  queueMicrotask(() => {
    for (const reply of replies) from.send({ ...reply, id: request.id });
  });
}

function repliesTo(request: Request): WithoutId<Reply>[] {
  if (request.type === "plan") {
    return [
      { type: "plan", cells: needs },
      { type: "done", status: "ok" },
    ];
  }
  if (request.type !== "run") return [{ type: "done", status: "ok" }];
  ran.push(request.code);
  if (endless.includes(request.code)) return [];
  const replies = answers[request.code] ?? [{ type: "text", stream: "stdout", text: request.code }];
  const failed = replies.some(({ type }) => type === "error");
  return [...replies, { type: "done", status: failed ? "error" : "ok" }];
}

function error(name: string): WithoutId<Reply> {
  return { type: "error", name, message: "", traceback: "", line: 1 };
}

function mount(id: string, more: Partial<CellSource> = {}): CellModel & { log: string[]; shownBy: CellView } {
  const log: string[] = [];
  const view: CellView = {
    changed: () => log.push(cell.state),
    cleared: () => log.push("cleared"),
    replied: ({ type }) => log.push(type),
  };
  const cell: CellModel = notebook.mount(PAGE, { id, code: id, module: null, raises: null, ...more }, view);
  return Object.assign(cell, { log, shownBy: view });
}

async function until(cell: CellModel, state: string): Promise<void> {
  for (let turn = 0; turn < 100 && cell.state !== state; turn++) await Promise.resolve();
  expect(cell.state).toBe(state);
}

describe("running a cell", () => {
  it("shows its states and its output in order", async () => {
    const cell = mount("a");
    await notebook.run(PAGE, cell);
    expect(cell.log.filter((entry, index) => entry !== cell.log[index - 1])).toEqual([
      "queued",
      "running",
      "cleared",
      "text",
      "done",
    ]);
    expect(cell.status).toMatch(/^Done in \d/);
  });

  it("drops the old output even if nothing is printed", async () => {
    const cell = mount("a");
    answers.a = [];
    await notebook.run(PAGE, cell);
    expect(cell.log).toContain("cleared");
    expect(cell.replies).toEqual([]);
  });

  it("names the line of an error", async () => {
    const cell = mount("a");
    answers.a = [error("ValueError")];
    await notebook.run(PAGE, cell);
    expect(cell.state).toBe("error");
    expect(cell.status).toContain("line 1");
  });

  it("sends the edited code and the module of a reference block", async () => {
    const cell = mount("softmax", { module: "lessons.softmax" });
    cell.edit("edited");
    await notebook.run(PAGE, cell);
    expect(worker.requests.at(-1)).toMatchObject({ code: "edited", module: "lessons.softmax", page: PAGE });
  });

  it("runs one cell at a time, in the order of the presses", async () => {
    const [a, b] = [mount("a"), mount("b")];
    await Promise.all([notebook.run(PAGE, b), notebook.run(PAGE, a), notebook.run(PAGE, b)]);
    expect(ran).toEqual(["b", "a"]);
  });

  it("says why Python is not there", async () => {
    const cell = mount("a");
    const pressed = notebook.run(PAGE, cell);
    await until(cell, "queued");
    worker.onRequest = () => undefined;
    worker.breakDown("Failed to fetch");
    await pressed;
    expect(cell.state).toBe("error");
    expect(cell.replies).toMatchObject([{ type: "error", name: "Python did not start" }]);
  });
});

describe("the cells that a cell needs", () => {
  it("run first, in order, and are shown", async () => {
    const [a, b, c] = [mount("a"), mount("b"), mount("c")];
    needs = ["a", "b"];
    await notebook.run(PAGE, c);
    expect(ran).toEqual(["a", "b", "c"]);
    expect([a.state, b.state, c.state]).toEqual(["done", "done", "done"]);
    expect(a.log).toContain("queued");
  });

  it("don't run again with the same code", async () => {
    const [a, b] = [mount("a"), mount("b")];
    needs = ["a"];
    await notebook.run(PAGE, b);
    await notebook.run(PAGE, b);
    await notebook.run(PAGE, a);
    expect(ran).toEqual(["a", "b", "b", "a"]);
  });

  it("run again once edited, and after them those that ran on the old code", async () => {
    const [a, b, c] = [mount("a"), mount("b"), mount("c")];
    needs = ["a", "b"];
    await notebook.run(PAGE, c);
    a.edit("a2");
    await notebook.run(PAGE, c);
    expect(ran.slice(3)).toEqual(["a2", "b", "c"]);
    expect(b.state).toBe("done");
    a.edit("a3");
    needs = [];
    await notebook.run(PAGE, a);
    needs = ["a", "b"];
    await notebook.run(PAGE, c);
    expect(ran.slice(6)).toEqual(["a3", "b", "c"]);
  });

  it("run again in a new worker", async () => {
    const [, b] = [mount("a"), mount("b")];
    needs = ["a"];
    await notebook.run(PAGE, b);
    kernel.stop();
    await notebook.run(PAGE, b);
    expect(ran).toEqual(["a", "b", "a", "b"]);
  });

  it("stop the run where one fails, and the target says which", async () => {
    const [, b, c, d] = [mount("a"), mount("b"), mount("c"), mount("d")];
    needs = ["a", "b", "c"];
    answers.b = [error("ValueError")];
    await notebook.run(PAGE, d);
    expect(ran).toEqual(["a", "b"]);
    expect([b.state, c.state, d.state]).toEqual(["error", "static", "error"]);
    expect(d.replies).toMatchObject([{ name: "Not run", message: "the earlier cell “b” failed." }]);
  });

  it("may raise what they were published to raise", async () => {
    const [, b] = [mount("a", { raises: "ValueError" }), mount("b")];
    needs = ["a"];
    answers.a = [error("ValueError")];
    await notebook.run(PAGE, b);
    expect(ran).toEqual(["a", "b"]);
  });
});

describe("stopping", () => {
  it("ends the running cell", async () => {
    const cell = mount("a");
    endless = ["a"];
    const pressed = notebook.run(PAGE, cell);
    await until(cell, "running");
    notebook.stop(cell);
    await pressed;
    expect(cell.state).toBe("stopped");
    expect(kernel.state).toBe("off");
  });

  it("ends the whole run that a cell is part of", async () => {
    const [a, b, c] = [mount("a"), mount("b"), mount("c")];
    needs = ["a", "b"];
    endless = ["a"];
    const pressed = notebook.run(PAGE, c);
    await until(a, "running");
    notebook.stop(c);
    await pressed;
    expect([a.state, b.state, c.state]).toEqual(["stopped", "static", "stopped"]);
  });

  it("takes a waiting cell off the queue and lets the running one be", async () => {
    const [a, b] = [mount("a"), mount("b")];
    endless = ["a"];
    const pressed = notebook.run(PAGE, a);
    const waiting = notebook.run(PAGE, b);
    await until(a, "running");
    notebook.stop(b);
    expect([a.state, b.state]).toEqual(["running", "static"]);
    worker.reply({ type: "done", status: "ok" });
    await Promise.all([pressed, waiting]);
    expect(ran).toEqual(["a"]);
  });

  it("doesn't keep the next run from working", async () => {
    const cell = mount("a");
    endless = ["a"];
    const pressed = notebook.run(PAGE, cell);
    await until(cell, "running");
    notebook.stop(cell);
    await pressed;
    endless = [];
    await notebook.run(PAGE, cell);
    expect(cell.state).toBe("done");
  });
});

describe("leaving a page and coming back", () => {
  it("keeps code, output and what has run", async () => {
    const first = mount("a");
    first.edit("edited");
    await notebook.run(PAGE, first);
    notebook.unmount(first, first.shownBy);
    const again = mount("a");
    expect(again).toBe(first);
    expect(again).toMatchObject({ code: "edited", state: "done", replies: [{ text: "edited" }] });
  });

  it("keeps pages apart", () => {
    const here = mount("a");
    const there = notebook.mount("other/", here.source, here.shownBy);
    expect(there).not.toBe(here);
  });

  it("starts anew where the published code has changed", async () => {
    const old = mount("a");
    await notebook.run(PAGE, old);
    expect(mount("a", { code: "new" })).toMatchObject({ code: "new", state: "static", replies: null });
  });
});

it("resets a cell to what was published", async () => {
  const cell = mount("a");
  cell.edit("edited");
  await notebook.run(PAGE, cell);
  cell.reset();
  expect(cell).toMatchObject({ code: "a", edited: false, state: "static", status: "", replies: null });
});
