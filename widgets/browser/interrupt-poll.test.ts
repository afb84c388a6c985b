import { expect, it, vi } from "vitest";
import { InterruptPoll, POLL_MS, SIGALRM, SIGINT, urlIsThere } from "./interrupt-poll";

it("asks no more often than it should, and tells of the interrupt once; else it lets Python catch up", () => {
  let [now, there] = [0, true];
  const isThere = vi.fn(() => there);
  const poll = new InterruptPoll(isThere, () => now);
  const readAt = (time: number): number => {
    now = time;
    return poll[0];
  };
  expect([readAt(0), readAt(POLL_MS - 1)]).toEqual([0, 0]);
  expect(isThere).not.toHaveBeenCalled();
  expect([readAt(POLL_MS), readAt(POLL_MS + 1)]).toEqual([SIGALRM, 0]);
  expect(isThere).toHaveBeenCalledOnce();
  there = false;
  expect([readAt(2 * POLL_MS), readAt(3 * POLL_MS), readAt(9 * POLL_MS)]).toEqual([SIGINT, SIGALRM, SIGALRM]);
});

it("has nothing to tell once the run was interrupted otherwise", () => {
  let now = 0;
  const poll = new InterruptPoll(
    () => false,
    () => now,
  );
  poll.settleBy(() => {
    now = POLL_MS;
    expect(poll[0]).toBe(SIGALRM); // not while Python does it
    return true;
  });
  now = 2 * POLL_MS;
  expect(poll[0]).toBe(SIGALRM);
});

it("still interrupts a run that could not be otherwise", () => {
  let now = 0;
  const poll = new InterruptPoll(
    () => false,
    () => now,
  );
  poll.settleBy(() => false);
  now = POLL_MS;
  expect(poll[0]).toBe(SIGINT);
});

it("tells of nothing once the run is over, though its URL is gone then", () => {
  let now = 0;
  const isThere = vi.fn(() => false);
  const poll = new InterruptPoll(isThere, () => now);
  poll.end();
  now = 9 * POLL_MS;
  expect(poll[0]).toBe(0);
  expect(isThere).not.toHaveBeenCalled();
});

it.each([
  ["answers", null, true],
  ["is refused", "NetworkError", false],
  ["does not answer", "TimeoutError", true],
])("a request that %s", (_, failure, there) => {
  const asked = { open: vi.fn(), timeout: 0, send: vi.fn() };
  if (failure) {
    asked.send.mockImplementation(() => {
      throw new DOMException("", failure);
    });
  }
  vi.stubGlobal("XMLHttpRequest", function () {
    return asked;
  });
  expect(urlIsThere("blob:1")).toBe(there);
  expect(asked.open).toHaveBeenCalledWith("GET", "blob:1", false);
  expect(asked.timeout).toBeGreaterThan(0);
  vi.unstubAllGlobals();
});
