import { beforeEach, expect, it, vi } from "vitest";
import type { Host, Interpreter } from "./interpreter";
import type { PythonRequest, Reply, Request, RuntimeUrls } from "./protocol";

type Start = (urls: RuntimeUrls, host: Host, onCourse: () => void) => Promise<Interpreter>;
const startInterpreter = vi.fn<Start>();
vi.mock("./interpreter", () => ({ startInterpreter }));

const RUNTIME: RuntimeUrls = { core: "c/", stdlib: "s", fullStdlib: "f", lock: "l", course: "o" };
const START: Request = { type: "start", id: 1, runtime: RUNTIME };

let replies: Reply[];
let send: (request: Request) => void;

beforeEach(async () => {
  replies = [];
  startInterpreter.mockReset();
  vi.resetModules();
  vi.stubGlobal("__RUNTIME__", '{"downloadBytes": 7}');
  vi.stubGlobal("self", {
    addEventListener: (_: string, listener: (event: { data: Request }) => void) => {
      send = (data) => {
        listener({ data });
      };
    },
    postMessage: (reply: Reply) => replies.push(reply),
  });
  await import("./worker");
});

function interpreter(handle: Interpreter["handle"]): Interpreter {
  return { handle } as Interpreter;
}

function run(id: number): PythonRequest {
  return { type: "run", id, page: "", cell: "a", code: "1", module: null };
}

async function done(id: number): Promise<void> {
  await vi.waitFor(() => {
    expect(replies).toContainEqual(expect.objectContaining({ type: "done", id }));
  });
}

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
