import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Host, Interpreter } from "./interpreter";
import { type InterruptPoll } from "./interrupt-poll";
import { RUNTIME } from "./fake-worker";
import type { Reply, RuntimeUrls, ToWorker } from "./protocol";
import type { RunHost } from "./run-host";

type Start = (urls: RuntimeUrls, host: Host, onCourse: () => void) => Promise<Interpreter>;
const startInterpreter = vi.fn<Start>();
vi.mock("./interpreter", () => ({ startInterpreter }));

const START: ToWorker = { type: "start", id: 1, runtime: RUNTIME, parts: [], snapshot: null };

let replies: Reply[];
/** What Python reads to learn of an interrupt. */
let buffer: InterruptPoll | null;
let send: (message: ToWorker) => void;
/** Stops code that awaits something by itself. */
const interrupt = vi.fn(() => false);

beforeEach(async () => {
  replies = [];
  buffer = null;
  startInterpreter.mockReset();
  vi.resetModules();
  vi.stubGlobal("__RUNTIME__", '{"downloadBytes": 7}');
  vi.stubGlobal("self", {
    addEventListener: (_: string, listener: (event: { data: ToWorker }) => void) => {
      send = (data) => {
        listener({ data });
      };
    },
    postMessage: (reply: Reply) => replies.push(reply),
  });
  await import("./worker");
});

function interpreter(handle: Interpreter["handle"], isSound = true): Interpreter {
  return {
    handle,
    setInterrupt: (poll: InterruptPoll | null) => (buffer = poll),
    interrupt,
    isSound: () => isSound,
  } as unknown as Interpreter;
}

function run(id: number): ToWorker {
  return { type: "run", id, page: "", cell: "a", code: "1", module: null, interrupt: "blob:1" };
}

async function done(id: number): Promise<void> {
  await vi.waitFor(() => {
    expect(replies).toContainEqual(expect.objectContaining({ type: "done", id }));
  });
}

it("does not let the code close it", () => {
  expect(() => {
    self.close();
  }).toThrow("not the code's");
});

it("starts Python and says so", async () => {
  startInterpreter.mockImplementation((urls, _, onCourse) => {
    expect(urls).toEqual(RUNTIME);
    onCourse();
    return Promise.resolve(interpreter(() => Promise.resolve()));
  });
  send(START);
  await done(1);
  expect(replies).toEqual([
    { type: "stage", id: 1, stage: "course", loaded: 0, total: 0 },
    { type: "done", id: 1, status: "ok" },
  ]);
});

it("says how much is fetched", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("xxx")));
  startInterpreter.mockImplementation(async () => {
    await (await fetch("file")).text();
    return interpreter(() => Promise.resolve());
  });
  send(START);
  await done(1);
  expect(replies).toContainEqual({ type: "stage", id: 1, stage: "fetch", loaded: 3, total: 7 });
});

it("fails when a file can't be fetched, even if Pyodide waits on", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  startInterpreter.mockImplementation(async () => {
    await fetch("file").catch(() => undefined);
    return new Promise<never>(() => undefined);
  });
  send(START);
  await done(1);
  expect(replies).toMatchObject([
    { type: "error", name: "Python did not start" },
    { type: "done", status: "fatal" },
  ]);
});

it("answers one request after the other", async () => {
  const order: string[] = [];
  startInterpreter.mockResolvedValue(
    interpreter(async (request, emit) => {
      order.push(`begin ${request.id}`);
      await Promise.resolve();
      order.push(`end ${request.id}`);
      emit({ type: "done", id: request.id, status: "ok" });
    }),
  );
  for (const request of [START, run(2), run(3)]) send(request);
  await done(3);
  expect(order).toEqual(["begin 2", "end 2", "begin 3", "end 3"]);
});

it("reports an interpreter that breaks down", async () => {
  startInterpreter.mockResolvedValue(interpreter(() => Promise.reject(new Error("memory access out of bounds"))));
  send(START);
  send(run(2));
  await done(2);
  expect(replies.slice(1)).toMatchObject([
    { type: "error", id: 2, name: "Python broke down" },
    { type: "done", id: 2, status: "fatal" },
  ]);
});

describe("a run that goes on", () => {
  /** A cell that waits for what `wait` gives; ends in an error where that rejects. */
  async function waiting(wait: (host: RunHost) => Promise<unknown>): Promise<void> {
    const begun = vi.fn();
    startInterpreter.mockResolvedValue(
      interpreter(async ({ id }, emit, host) => {
        if (!host) throw new Error("a run has a host");
        begun();
        try {
          emit({ type: "value", id, text: String(await wait(host)), note: null });
          emit({ type: "done", id, status: "ok" });
        } catch (error) {
          emit({ type: "text", id, stream: "stderr", text: (error as Error).name });
          emit({ type: "done", id, status: "error" });
        }
      }),
    );
    send(START);
    send(run(2));
    await vi.waitFor(() => {
      expect(begun).toHaveBeenCalled();
    });
  }

  it("asks the reader and gets the answer", async () => {
    await waiting((host) => host.ask(2, "name? ", false));
    expect(replies).toContainEqual({ type: "input", id: 2, prompt: "name? ", secret: false });
    send({ type: "answer", id: 2, text: "Ada" });
    await done(2);
    expect(replies).toContainEqual({ type: "value", id: 2, text: "Ada", note: null });
    expect(buffer).toBeNull();
  });

  it.each<ToWorker>([{ type: "interrupt" }, { type: "answer", id: 2, text: null }])(
    "is interrupted while it waits, once, by %j",
    async (signal) => {
      await waiting((host) => host.ask(2, "", true));
      const poll = buffer;
      expect(poll).not.toBeNull();
      send(signal);
      await done(2);
      expect(replies.at(-2)).toMatchObject({ text: "Interrupted" });
      vi.stubGlobal("performance", { now: () => Infinity });
      expect(poll?.[0]).toBe(0);
      vi.unstubAllGlobals();
    },
  );

  it("is interrupted while it awaits something in Python", async () => {
    const awaited = new AbortController();
    interrupt.mockImplementationOnce(() => {
      awaited.abort();
      return true;
    });
    await waiting(
      () =>
        new Promise((_, reject) => {
          awaited.signal.onabort = () => {
            reject(new Error("cancelled"));
          };
        }),
    );
    send({ type: "interrupt" });
    await done(2);
    expect(interrupt).toHaveBeenCalledOnce();
    expect(replies.at(-1)).toMatchObject({ status: "error" });
  });

  it("waits for time to pass", async () => {
    await waiting((host) => host.pause(0.001));
    await done(2);
    expect(replies.at(-1)).toMatchObject({ status: "ok" });
  });

  it("is out of reach once it has ended", async () => {
    await waiting((host) => host.pause(0));
    await done(2);
    send({ type: "interrupt" });
    send(run(3));
    await done(3);
    expect(replies.at(-1)).toMatchObject({ id: 3, status: "ok" });
  });
});

it.each([
  [true, "error"],
  [false, "fatal"],
])("looks after Python when memory ran out: sound %s", async (isSound, status) => {
  startInterpreter.mockResolvedValue(
    interpreter(({ id }, emit) => {
      emit({ type: "error", id, name: "MemoryError", message: "", traceback: "", line: 1, hint: null });
      emit({ type: "done", id, status: "error" });
      return Promise.resolve();
    }, isSound),
  );
  send(START);
  send(run(2));
  await done(2);
  const own = replies.filter(({ id }) => id === 2);
  expect(own).toHaveLength(isSound ? 2 : 3);
  expect(own.at(-1)).toMatchObject({ type: "done", status });
});

it("interrupts nothing once the run has said that it is done, though the page lets go of its URL then", async () => {
  let told: number | undefined;
  startInterpreter.mockResolvedValue(
    interpreter((request, emit) => {
      const later = vi.spyOn(performance, "now").mockReturnValue(performance.now() + 10_000);
      emit({ type: "done", id: request.id, status: "ok" });
      told = buffer?.[0];
      later.mockRestore();
      return Promise.resolve();
    }),
  );
  send(START);
  send(run(2));
  await done(2);
  expect(told).toBe(0);
});
