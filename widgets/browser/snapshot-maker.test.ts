import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FakeWorker, RUNTIME } from "./fake-worker";
import { IDLE_MS, SnapshotMaker } from "./snapshot-maker";

const isWanted = vi.fn<(name: string) => Promise<boolean>>();
const parts = (): [] => [];

let workers: FakeWorker[];
let maker: SnapshotMaker;

beforeEach(() => {
  vi.useFakeTimers();
  isWanted.mockReset().mockResolvedValue(true);
  workers = [];
  maker = new SnapshotMaker(
    () => {
      const worker = new FakeWorker();
      workers.push(worker);
      return worker.asWorker();
    },
    RUNTIME,
    "the name",
    isWanted,
  );
});
afterEach(() => {
  vi.useRealTimers();
});

async function idle(): Promise<void> {
  maker.follow("ready", parts);
  await vi.advanceTimersByTimeAsync(IDLE_MS);
}

it("has a snapshot made when Python has been idle, and ends the worker that made it", async () => {
  maker.follow("ready", parts);
  await vi.advanceTimersByTimeAsync(IDLE_MS - 1);
  expect(workers).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(workers[0]?.requests).toMatchObject([{ type: "snapshot", snapshot: "the name", runtime: RUNTIME }]);
  workers[0]?.reply({ type: "done", status: "ok" });
  expect(workers[0]?.terminated).toBe(true);
});

it.each(["ok", "error"] as const)("tries once a tab, whatever came of it: %s", async (status) => {
  await idle();
  workers[0]?.reply({ type: "done", status });
  await idle();
  expect(workers).toHaveLength(1);
});

it("makes none that is not wanted", async () => {
  isWanted.mockResolvedValue(false);
  await idle();
  await idle();
  expect(workers).toEqual([]);
  expect(isWanted).toHaveBeenCalledTimes(1);
});

it.each(["busy", "off", "failed"] as const)("waits for another time when Python is %s", async (state) => {
  maker.follow("ready", parts);
  maker.follow(state, parts);
  await vi.advanceTimersByTimeAsync(2 * IDLE_MS);
  expect(workers).toEqual([]);
});

it("gives way to a run, and begins anew after it", async () => {
  await idle();
  maker.follow("busy", parts);
  expect(workers[0]?.terminated).toBe(true);
  await idle();
  expect(workers).toHaveLength(2);
});

it("does not begin when a run began while it asked whether to", async () => {
  let answer: (wanted: boolean) => void = () => undefined;
  isWanted.mockReturnValue(new Promise((resolve) => (answer = resolve)));
  await idle();
  maker.follow("busy", parts);
  answer(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(workers).toEqual([]);
});
