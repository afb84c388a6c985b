import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CellModel, CellSource, CellView } from "./cell-model";
import { FakeWorker, RUNTIME, type FakeRequest } from "./fake-worker";
import { GRACE_MS, Kernel } from "./kernel";
import { Notebook } from "./notebook";
import type { Reply, WithoutId } from "./protocol";

const PAGE = "architecture/rope/";

/** What a run of each code answers, before its `done`; codes that aren't listed print themselves. */
type Answers = Record<string, WithoutId<Reply>[]>;

let notebook: Notebook;
let kernel: Kernel;
let worker: FakeWorker;
/** What each cell needs, by its id: as published when it is mounted, and in a plan when that is made. */
let needs: Record<string, string[]>;
let answers: Answers;
/** Every code that ran, in order. */
let ran: string[];
/** Runs of these codes get no answer. */
let endless: string[];

beforeEach(() => {
  needs = {};
  answers = {};
  ran = [];
  endless = [];
  kernel = new Kernel(
    () => {
      worker = new FakeWorker();
      worker.onRequest = answer;
      return worker.asWorker();
    },
    RUNTIME,
  );
  notebook = new Notebook(kernel);
});

function answer(request: FakeRequest): void {
  const replies = repliesTo(request);
  const from = worker;
  queueMicrotask(() => {
    for (const reply of replies) from.send({ ...reply, id: request.id });
  });
}

function repliesTo(request: FakeRequest): WithoutId<Reply>[] {
  if (request.type === "plan") {
    return [
      { type: "plan", needs },
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
  return { type: "error", name, message: "", traceback: "", line: 1, hint: null };
}

function mount(id: string, more: Partial<CellSource> = {}): CellModel & { log: string[]; shownBy: CellView } {
  const log: string[] = [];
  const view: CellView = {
    changed: () => log.push(cell.state),
    cleared: () => log.push("cleared"),
    replied: ({ type }) => log.push(type),
  };
  const source = { id, code: id, module: null, raises: null, needs: needs[id] ?? [], hasOutput: true, ...more };
  const cell: CellModel = notebook.mount(PAGE, source, view);
  return Object.assign(cell, { log, shownBy: view });
}

async function until(cell: CellModel, state: string): Promise<void> {
  for (let turn = 0; turn < 100 && cell.state !== state; turn++) await Promise.resolve();
  expect(cell.state).toBe(state);
}

/** Whatever can happen without anything new from outside has happened. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
}

describe("what cells need", () => {
  const told = (): string[] =>
    worker.requests.flatMap((request) =>
      request.type === "plan" || request.type === "cells" ? [`${request.type} ${request.cells.map(({ cell }) => cell).join()}`] : [],
    );

  it("is what the page says while all cells are as published; Python is only told of them", async () => {
    needs = { b: ["a"] };
    const [, b] = [mount("a"), mount("b")];
    needs = {};
    await notebook.run(PAGE, b);
    expect(told()).toEqual(["cells a,b"]);
    expect(ran).toEqual(["a", "b"]);
  });

  it("is worked out once a cell is edited, and until no cell is", async () => {
    needs = { b: ["a"] };
    const [a, b, c] = [mount("a"), mount("b"), mount("c")];
    needs = { c: ["b"] };
    notebook.edit(PAGE, a, "a2");
    await notebook.run(PAGE, c);
    expect([b.needs, c.needs]).toEqual([[], ["b"]]);
    notebook.reset(PAGE, a);
    await notebook.run(PAGE, c);
    expect([b.needs, c.needs]).toEqual([["a"], []]);
    expect(told()).toEqual(["plan a,b,c", "cells a,b,c"]);
    expect(ran).toEqual(["b", "c", "c"]);
  });
});

describe("mounting a page's cells", () => {
  const planned = (): string[][] =>
    worker.requests.flatMap((request) => (request.type === "plan" ? [request.cells.map(({ cell }) => cell)] : []));

  it("lets a Python that is ready work out which need which, once for all of them", async () => {
    await notebook.run(PAGE, mount("a"));
    needs = { c: ["b"] };
    const [b, c] = [mount("b"), mount("c")];
    await settled();
    expect(planned()).toEqual([["a", "b", "c"]]);
    expect([b.needs, c.needs]).toEqual([[], ["b"]]);
    expect(kernel.state).toBe("ready");
  });

  it("asks nobody while Python is off or busy", async () => {
    const a = mount("a");
    await settled();
    expect(kernel.state).toBe("off");
    endless = ["a"];
    void notebook.run(PAGE, a);
    await until(a, "running");
    mount("b");
    await settled();
    expect(planned()).toEqual([]);
  });
});

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

  it("runs the code as it then is when Run is pressed after an edit while the cell runs", async () => {
    const cell = mount("a");
    const first = notebook.run(PAGE, cell);
    await until(cell, "running");
    await notebook.run(PAGE, cell);
    cell.edit("new");
    const presses = [notebook.run(PAGE, cell), notebook.run(PAGE, cell)];
    await Promise.all([first, ...presses]);
    expect(ran).toEqual(["a", "new"]);
  });

  it("takes back at Stop what was to run again", async () => {
    const cell = mount("a");
    const first = notebook.run(PAGE, cell);
    await until(cell, "running");
    cell.edit("new");
    const press = notebook.run(PAGE, cell);
    notebook.stop(cell);
    await Promise.all([first, press]);
    expect(ran).toEqual(["a"]);
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
    needs = { c: ["a", "b"] };
    const [a, b, c] = [mount("a"), mount("b"), mount("c")];
    await notebook.run(PAGE, c);
    expect(ran).toEqual(["a", "b", "c"]);
    expect([a.state, b.state, c.state]).toEqual(["done", "done", "done"]);
    expect(a.log).toContain("queued");
  });

  it("don't run again with the same code", async () => {
    needs = { b: ["a"] };
    const [a, b] = [mount("a"), mount("b")];
    await notebook.run(PAGE, b);
    await notebook.run(PAGE, b);
    await notebook.run(PAGE, a);
    expect(ran).toEqual(["a", "b", "b", "a"]);
  });

  it("run again once edited, and after them those that ran on the old code", async () => {
    needs = { b: ["a"], c: ["a", "b"] };
    const [a, b, c] = [mount("a"), mount("b"), mount("c")];
    await notebook.run(PAGE, c);
    a.edit("a2");
    await notebook.run(PAGE, c);
    expect(ran.slice(3)).toEqual(["a2", "b", "c"]);
    expect(b.state).toBe("done");
    a.edit("a3");
    await notebook.run(PAGE, a);
    await notebook.run(PAGE, c);
    expect(ran.slice(6)).toEqual(["a3", "b", "c"]);
  });

  it("run again in a new worker", async () => {
    needs = { b: ["a"] };
    const [, b] = [mount("a"), mount("b")];
    await notebook.run(PAGE, b);
    void kernel.restart();
    await notebook.run(PAGE, b);
    expect(ran).toEqual(["a", "b", "a", "b"]);
  });

  it("stop the run where one fails, and the target says which", async () => {
    needs = { d: ["a", "b", "c"] };
    const [, b, c, d] = [mount("a"), mount("b"), mount("c"), mount("d")];
    answers.b = [error("ValueError")];
    await notebook.run(PAGE, d);
    expect(ran).toEqual(["a", "b"]);
    expect([b.state, c.state, d.state]).toEqual(["error", "static", "error"]);
    expect(d.replies).toMatchObject([{ name: "Not run", message: "the earlier cell “b” failed." }]);
  });

  it("may raise what they were published to raise", async () => {
    needs = { b: ["a"] };
    const [, b] = [mount("a", { raises: "ValueError" }), mount("b")];
    answers.a = [error("ValueError")];
    await notebook.run(PAGE, b);
    expect(ran).toEqual(["a", "b"]);
  });
});

describe("stopping", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** What a run that was interrupted answers. */
  function interruptible(line: number): void {
    worker.onSignal = () => {
      worker.reply({ type: "text", stream: "stdout", text: "the end" });
      worker.reply({ ...error("KeyboardInterrupt"), line } as WithoutId<Reply>);
      worker.reply({ type: "done", status: "error" });
    };
  }

  it("ends the running cell and keeps Python, without an error", async () => {
    const cell = mount("a");
    endless = ["a"];
    const pressed = notebook.run(PAGE, cell);
    await until(cell, "running");
    interruptible(3);
    notebook.stop(cell);
    await pressed;
    expect(cell).toMatchObject({ state: "stopped", status: "Stopped on line 3; names are kept" });
    expect(cell.replies).toMatchObject([{ text: "the end" }]);
    expect([kernel.state, kernel.generation]).toEqual(["ready", 1]);
  });

  it("says so when Python had to be restarted", async () => {
    const cell = mount("a");
    endless = ["a"];
    const pressed = notebook.run(PAGE, cell);
    await until(cell, "running");
    notebook.stop(cell);
    vi.advanceTimersByTime(GRACE_MS);
    await pressed;
    expect(cell).toMatchObject({ state: "stopped", status: "Stopped by a restart; names are gone" });
    expect(cell.replies).toEqual([]); // it printed nothing, and what an earlier run printed is not its own
    expect(kernel.generation).toBe(2);
    endless = [];
    await notebook.run(PAGE, cell);
    expect(cell.state).toBe("done");
  });

  it("ends the whole run that a cell is part of", async () => {
    needs = { c: ["a", "b"] };
    const [a, b, c] = [mount("a"), mount("b"), mount("c")];
    endless = ["a"];
    const pressed = notebook.run(PAGE, c);
    await until(a, "running");
    interruptible(1);
    notebook.stop(c);
    await pressed;
    expect([a.state, b.state, c.state]).toEqual(["stopped", "static", "stopped"]);
  });

  it("goes no further when the code ended well all the same", async () => {
    needs = { b: ["a"] };
    const [a, b] = [mount("a"), mount("b")];
    endless = ["a"];
    const pressed = notebook.run(PAGE, b);
    await until(a, "running");
    worker.onSignal = () => {
      worker.reply({ type: "done", status: "ok" });
    };
    notebook.stop(a);
    await pressed;
    expect([a.state, b.state]).toEqual(["done", "stopped"]);
    expect(ran).toEqual(["a"]);
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

  it("happens when the page is left", async () => {
    const cell = mount("a");
    endless = ["a"];
    const pressed = notebook.run(PAGE, cell);
    await until(cell, "running");
    interruptible(1);
    notebook.unmount(cell, cell.shownBy);
    await pressed;
    expect(cell.state).toBe("stopped");
  });
});

describe("a question", () => {
  async function asked(): Promise<CellModel> {
    const cell = mount("a");
    endless = ["a"];
    void notebook.run(PAGE, cell);
    await until(cell, "running");
    worker.reply({ type: "input", prompt: "name? ", secret: false });
    return cell;
  }

  it("reaches the cell, and its answer the run", async () => {
    const cell = await asked();
    expect(cell.question).toMatchObject({ prompt: "name? ", secret: false });
    cell.question?.answer("Ada");
    expect(worker.signals).toEqual([{ type: "answer", id: worker.requests.at(-1)?.id, text: "Ada" }]);
    expect(cell.question).toBeNull();
  });

  it("goes with the run", async () => {
    const cell = await asked();
    worker.reply({ type: "done", status: "ok" });
    await until(cell, "done");
    expect(cell.question).toBeNull();
  });
});

describe("all cells", () => {
  it("run in order, whether or not they have run", async () => {
    const [, b] = [mount("a"), mount("b"), mount("c")];
    await notebook.run(PAGE, b);
    await notebook.runAll(PAGE);
    expect(ran).toEqual(["b", "a", "b", "c"]);
  });

  it("stop at the first error that is not meant", async () => {
    const [a, b, c] = [mount("a", { raises: "ValueError" }), mount("b"), mount("c")];
    answers.a = [error("ValueError")];
    answers.b = [error("TypeError")];
    await notebook.runAll(PAGE);
    expect(ran).toEqual(["a", "b"]);
    expect([a.state, b.state, c.state]).toEqual(["error", "error", "static"]);
  });

  it("can be stopped at any of them", async () => {
    const [a, b, c] = [mount("a"), mount("b"), mount("c")];
    endless = ["b"];
    const pressed = notebook.runAll(PAGE);
    await until(b, "running");
    worker.onSignal = () => {
      worker.reply(error("KeyboardInterrupt"));
      worker.reply({ type: "done", status: "error" });
    };
    notebook.stop(c);
    await pressed;
    expect([a.state, b.state, c.state]).toEqual(["done", "stopped", "static"]);
  });

  it("above one run without it", async () => {
    const [, , c] = [mount("a"), mount("b"), mount("c")];
    await notebook.runAll(PAGE, c);
    expect(ran).toEqual(["a", "b"]);
  });

  it("run after a restart", async () => {
    const [a] = [mount("a"), mount("b")];
    endless = ["a"];
    const pressed = notebook.run(PAGE, a);
    await until(a, "running");
    endless = [];
    await notebook.restartAndRunAll(PAGE);
    await pressed;
    expect(ran).toEqual(["a", "a", "b"]);
    expect(kernel.generation).toBe(2);
  });
});

describe("a cell whose basis changed", () => {
  it("is marked before anything has run, and no longer once the edit is undone", () => {
    const [a, b, c] = [mount("a"), mount("b", { needs: ["a"] }), mount("c")];
    notebook.edit(PAGE, a, "a2");
    expect([a.state, b.state, c.state]).toEqual(["static", "stale", "static"]);
    expect(b.status).toBe("An earlier cell changed");
    notebook.edit(PAGE, a, "a");
    expect(b).toMatchObject({ state: "static", status: "" });
  });

  it("isn't marked where it shows no output", () => {
    const [a, b] = [mount("a"), mount("b", { needs: ["a"], hasOutput: false })];
    notebook.edit(PAGE, a, "a2");
    expect(b.state).toBe("static");
  });

  it("is marked when it was done, until it runs", async () => {
    needs = { b: ["a"] };
    const [a, b] = [mount("a"), mount("b")];
    await notebook.run(PAGE, b);
    notebook.edit(PAGE, a, "a2");
    expect(b.state).toBe("stale");
    await notebook.run(PAGE, a);
    expect(b.state).toBe("stale");
    await notebook.run(PAGE, b);
    expect(b.state).toBe("done");
    notebook.reset(PAGE, a);
    expect(b.state).toBe("stale");
  });

  it("is marked when an earlier cell was edited while that ran", async () => {
    needs = { b: ["a"] };
    const [a, b] = [mount("a"), mount("b")];
    endless = ["a"];
    const pressed = notebook.run(PAGE, b);
    await until(a, "running");
    notebook.edit(PAGE, a, "a2");
    worker.reply({ type: "done", status: "ok" });
    await pressed;
    expect(ran).toEqual(["a", "b"]);
    expect(b.state).toBe("stale");
    notebook.edit(PAGE, a, "a");
    expect(b.state).toBe("done");
  });

  it("is marked when it leaves the queue after an edit", async () => {
    needs = { b: ["a"] };
    const [a, b, other] = [mount("a"), mount("b"), mount("other")];
    await notebook.run(PAGE, b);
    endless = ["other"];
    const running = notebook.run(PAGE, other);
    await until(other, "running");
    const waiting = notebook.run(PAGE, b);
    notebook.edit(PAGE, a, "a2");
    notebook.stop(b);
    expect(b.state).toBe("stale");
    worker.reply({ type: "done", status: "ok" });
    await Promise.all([running, waiting]);
  });

  it("is marked when it comes back to a page with an edit", () => {
    const a = mount("a");
    notebook.edit(PAGE, a, "a2");
    expect(mount("b", { needs: ["a"] }).state).toBe("stale");
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
