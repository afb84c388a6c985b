import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Kernel, PATIENCE_MS, type Answer, type KernelState, type Outcome } from "./kernel";
import type { Reply } from "./protocol";
import { FakeWorker } from "./fake-worker";

const URLS = { core: "c/", stdlib: "s", fullStdlib: "f", lock: "l", course: "o" };
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
  }, URLS);
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
    expect(worker().requests).toMatchObject([{ type: "start", runtime: URLS }]);
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
    worker().reply({ type: "error", name: "Python did not start", message: "m", traceback: "", line: null });
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
    const blocked = new Kernel(spawn, URLS);
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
    worker().send({ type: "value", id: two ?? 0, text: "two" });
    worker().send({ type: "value", id: one ?? 0, text: "one" });
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

  it("end when the reader stops them; a late reply is nobody's", async () => {
    const answers: Answer[] = [];
    const outcome = run(answers);
    kernel.stop();
    worker().reply({ type: "value", text: "late" });
    expect(await outcome).toBe("stopped");
    expect(worker().terminated).toBe(true);
    expect(answers).toEqual([]);
    expect(kernel.state).toBe("off");
  });

  it("know one worker from the next", async () => {
    expect(kernel.generation).toBe(1);
    kernel.stop();
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
