import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PATIENCE_MS, type Answer, type Outcome } from "./connection";
import { FakeWorker, RUNTIME } from "./fake-worker";
import { GRACE_MS, HEAD_START_MS, Kernel, type KernelState } from "./kernel";
import type { Reply } from "./protocol";

const RUN = { type: "run", page: "p/", cell: "a", code: "1", module: null } as const;

let workers: FakeWorker[];
let states: KernelState[];
let kernel: Kernel;

beforeEach(() => {
  vi.useFakeTimers();
  workers = [];
  states = [];
  kernel = new Kernel(() => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker.asWorker();
  }, RUNTIME);
  kernel.onState = (state) => {
    if (state !== states.at(-1)) states.push(state);
  };
});
afterEach(() => {
  vi.useRealTimers();
});

function worker(): FakeWorker {
  const last = workers.at(-1);
  if (!last) throw new Error("no worker was made");
  return last;
}

async function start(): Promise<void> {
  const started = kernel.start(() => undefined);
  worker().reply({ type: "done", status: "ok" });
  await started;
}

function run(answers: Answer[] = []): Promise<Outcome> {
  return kernel.ask(RUN, (reply) => answers.push(reply));
}

describe("starting", () => {
  it("makes no worker before it is asked to", () => {
    expect(workers).toEqual([]);
    expect(kernel.state).toBe("off");
  });

  it("sends where Python lies and hands stages on", async () => {
    const answers: Answer[] = [];
    const started = kernel.start((reply) => answers.push(reply));
    expect(worker().requests).toMatchObject([{ type: "start", runtime: RUNTIME }]);
    worker().reply({ type: "stage", stage: "fetch", loaded: 1, total: 2 });
    worker().reply({ type: "done", status: "ok" });
    expect(await started).toBe("ok");
    expect(answers).toMatchObject([{ stage: "fetch", loaded: 1 }]);
    expect(states).toEqual(["loading", "ready"]);
  });

  it("happens once", async () => {
    await start();
    expect(await kernel.start(() => undefined)).toBe("ok");
    expect(workers).toHaveLength(1);
  });

  it("can be tried again after a failure", async () => {
    const answers: Answer[] = [];
    const started = kernel.start((reply) => answers.push(reply));
    worker().reply({ type: "error", name: "Python did not start", message: "m", traceback: "", line: null, hint: null });
    worker().reply({ type: "done", status: "fatal" });
    expect(await started).toBe("fatal");
    expect(answers).toMatchObject([{ type: "error" }]);
    expect(kernel.state).toBe("failed");
    expect(worker().terminated).toBe(true);
    await start();
    expect(kernel.state).toBe("ready");
    expect(workers).toHaveLength(2);
  });

  it("fails with words when no worker can be made, and can be tried again", async () => {
    const spawn = vi.fn((): Worker => {
      throw new Error("worker not allowed");
    });
    const blocked = new Kernel(spawn, RUNTIME);
    for (const tries of [1, 2]) {
      const answers: Answer[] = [];
      expect(await blocked.start((reply) => answers.push(reply))).toBe("fatal");
      expect(answers).toMatchObject([{ type: "error", message: "worker not allowed. Press Run to try again." }]);
      expect(spawn).toHaveBeenCalledTimes(tries);
    }
    expect(blocked.state).toBe("failed");
  });

  it("fails when the worker's program does not load", async () => {
    const answers: Answer[] = [];
    const started = kernel.start((reply) => answers.push(reply));
    worker().breakDown("");
    expect(await started).toBe("fatal");
    expect(answers).toMatchObject([{ type: "error", name: "Python did not start" }]);
  });

  it("fails when nothing happens for too long", async () => {
    const started = kernel.start(() => undefined);
    vi.advanceTimersByTime(PATIENCE_MS - 1);
    worker().reply({ type: "stage", stage: "start", loaded: 0, total: 0 });
    vi.advanceTimersByTime(PATIENCE_MS - 1);
    expect(kernel.state).toBe("loading");
    vi.advanceTimersByTime(1);
    expect(await started).toBe("fatal");
  });
});

describe("requests", () => {
  beforeEach(start);

  it("get their own replies", async () => {
    const [first, second]: [Answer[], Answer[]] = [[], []];
    const outcomes = Promise.all([run(first), run(second)]);
    const [one, two] = worker().requests.slice(1).map(({ id }) => id);
    worker().send({ type: "value", id: two ?? 0, text: "two", note: null });
    worker().send({ type: "value", id: one ?? 0, text: "one", note: null });
    worker().send({ type: "done", id: one ?? 0, status: "ok" });
    expect(kernel.state).toBe("busy");
    worker().send({ type: "done", id: two ?? 0, status: "error" });
    expect(await outcomes).toEqual(["ok", "error"]);
    expect([first, second]).toMatchObject([[{ text: "one" }], [{ text: "two" }]]);
    expect(kernel.state).toBe("ready");
  });

  it("end with the worker that broke down", async () => {
    const answers: Answer[] = [];
    const outcome = run(answers);
    worker().breakDown("out of memory");
    expect(await outcome).toBe("fatal");
    expect(answers).toMatchObject([{ type: "error", name: "Python broke down" }]);
    expect(kernel.state).toBe("failed");
  });

  it("know one worker from the next", async () => {
    expect(kernel.generation).toBe(1);
    kernel.close();
    await start();
    expect(kernel.generation).toBe(2);
  });

  it("end at a message that is no reply", async () => {
    const answers: Answer[] = [];
    const outcome = run(answers);
    worker().send({ type: "done", id: 1, status: "perhaps" } as unknown as Reply);
    expect(await outcome).toBe("fatal");
    expect(answers).toMatchObject([{ type: "error", name: "Python broke down" }]);
  });
});

describe("stopping", () => {
  beforeEach(start);

  /** Whether the blob URL that the run's request names is still there. */
  async function isThere(): Promise<boolean> {
    const request = worker().requests.at(-1);
    if (request?.type !== "run") throw new Error("no run was asked for");
    return fetch(request.interrupt).then(
      () => true,
      () => false,
    );
  }

  it("revokes the run's address and tells the worker, which lives on", async () => {
    const outcome = run();
    expect(await isThere()).toBe(true);
    kernel.stop();
    expect(await isThere()).toBe(false);
    expect(worker().signals).toEqual([{ type: "interrupt" }]);
    worker().reply({ type: "done", status: "error" });
    expect(await outcome).toBe("error");
    vi.advanceTimersByTime(2 * GRACE_MS);
    expect(kernel.state).toBe("ready");
    expect(kernel.generation).toBe(1);
  });

  it("gives each run an address of its own", async () => {
    void run();
    kernel.stop();
    worker().reply({ type: "done", status: "error" });
    void run();
    expect(await isThere()).toBe(true);
  });

  it("lets go of the address of a run that ended by itself", async () => {
    const outcome = run();
    worker().reply({ type: "done", status: "ok" });
    await outcome;
    expect(await isThere()).toBe(false);
  });

  it("ends a worker that doesn't heed it, when the next one has had a head start", async () => {
    const outcome = run();
    kernel.stop();
    vi.advanceTimersByTime(HEAD_START_MS);
    expect(workers).toHaveLength(2);
    worker().reply({ type: "done", status: "ok" });
    vi.advanceTimersByTime(GRACE_MS - HEAD_START_MS);
    expect(await outcome).toBe("replaced");
    expect(workers.map(({ terminated }) => terminated)).toEqual([true, false]);
    expect(kernel.state).toBe("ready");
    expect(kernel.generation).toBe(2);
  });

  it("drops the next worker if the run ends after all", async () => {
    const outcome = run();
    const first = worker();
    kernel.stop();
    vi.advanceTimersByTime(HEAD_START_MS);
    first.reply({ type: "done", status: "error" });
    await outcome;
    expect(workers.map(({ terminated }) => terminated)).toEqual([false, true]);
    expect(kernel.state).toBe("ready");
  });

  it("ends a start", async () => {
    kernel.close();
    const started = kernel.start(() => undefined);
    kernel.stop();
    expect(await started).toBe("stopped");
    expect(worker().terminated).toBe(true);
    expect(kernel.state).toBe("off");
  });

  it("has nothing to do where nothing runs", () => {
    kernel.stop();
    vi.advanceTimersByTime(2 * GRACE_MS);
    expect(workers).toHaveLength(1);
    expect(worker().signals).toEqual([]);
  });
});

describe("restarting", () => {
  it("ends the worker and starts another at once", async () => {
    await start();
    const outcome = run();
    const restarted = kernel.restart();
    expect(await outcome).toBe("replaced");
    expect(kernel.state).toBe("loading");
    worker().reply({ type: "done", status: "ok" });
    expect(await restarted).toBe("ok");
    expect(workers.map(({ terminated }) => terminated)).toEqual([true, false]);
    expect(states).toEqual(["loading", "ready", "busy", "loading", "ready"]);
  });

  const PARTS = [
    { url: "python.wasm", content: new WebAssembly.Module(Uint8Array.of(0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00)) },
    { url: "stdlib.zip", content: new ArrayBuffer(3) },
  ];

  it("hands what the first worker was made of to those that follow", async () => {
    const started = kernel.start(() => undefined);
    for (const part of PARTS) worker().reply({ type: "part", ...part });
    worker().reply({ type: "done", status: "ok" });
    await started;
    for (let again = 0; again < 2; again++) {
      void kernel.restart();
      expect(worker().requests).toEqual([{ type: "start", id: 1, runtime: RUNTIME, parts: PARTS, snapshot: null }]);
      worker().reply({ type: "done", status: "ok" });
    }
  });

  it("hands nothing on of a start that failed: it may be what is damaged", async () => {
    const started = kernel.start(() => undefined);
    for (const part of PARTS) worker().reply({ type: "part", ...part });
    worker().reply({ type: "done", status: "fatal" });
    await started;
    void kernel.start(() => undefined);
    expect(worker().requests).toEqual([{ type: "start", id: 1, runtime: RUNTIME, parts: [], snapshot: null }]);
  });

  it("shows its stages to whoever waits by then", async () => {
    await start();
    void kernel.restart();
    const answers: Answer[] = [];
    const started = kernel.start((reply) => answers.push(reply));
    worker().reply({ type: "stage", stage: "start", loaded: 0, total: 0 });
    worker().reply({ type: "done", status: "ok" });
    expect(await started).toBe("ok");
    expect(answers).toMatchObject([{ stage: "start" }]);
  });
});

it("closes without a trace: late replies are nobody's", async () => {
  await start();
  const answers: Answer[] = [];
  const outcome = run(answers);
  kernel.close();
  worker().reply({ type: "value", text: "late", note: null });
  expect(await outcome).toBe("stopped");
  expect(worker().terminated).toBe(true);
  expect(answers).toEqual([]);
  expect(kernel.state).toBe("off");
});

it("isn't busy with the editor's questions", async () => {
  await start();
  void kernel.ask({ type: "lint", page: "p/", cells: [], target: "a" }, () => undefined);
  expect(kernel.state).toBe("ready");
});

it("passes an answer on", async () => {
  await start();
  kernel.answer(7, "Ada");
  expect(worker().signals).toEqual([{ type: "answer", id: 7, text: "Ada" }]);
});
