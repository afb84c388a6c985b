// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Drafts } from "./progress";

const unkept = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  unkept.mockClear();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function edit(drafts: Drafts, code: string, cell = "scores", original = "x = 1"): void {
  drafts.save("one/", cell, original, code, unkept);
}

/** What a new page finds. */
function reloaded(original = "x = 1", cell = "scores", site = "/"): ReturnType<Drafts["load"]> {
  return new Drafts(site).load("one/", cell, original);
}

it("keeps an edit once the typing pauses", () => {
  const drafts = new Drafts("/");
  edit(drafts, "x = 2");
  edit(drafts, "x = 3");
  expect(reloaded()).toBeNull();
  vi.runAllTimers();
  expect(reloaded()).toEqual({ code: "x = 3", outdated: false });
});

it("keeps an edit when the page is left in the middle of it", () => {
  edit(new Drafts("/"), "x = 2");
  dispatchEvent(new Event("pagehide"));
  expect(reloaded()?.code).toBe("x = 2");
});

it("says when the original has changed, also after more edits", () => {
  edit(new Drafts("/"), "x = 2");
  vi.runAllTimers();
  const upgraded = new Drafts("/");
  expect(upgraded.load("one/", "scores", "y = 1")).toEqual({ code: "x = 2", outdated: true });
  edit(upgraded, "x = 3", "scores", "y = 1");
  vi.runAllTimers();
  expect(reloaded("y = 1")).toEqual({ code: "x = 3", outdated: true });
});

it("takes code as it is published now for no edit", () => {
  const drafts = new Drafts("/");
  edit(drafts, "x = 2");
  vi.runAllTimers();
  expect(reloaded("x = 2")).toBeNull();
  edit(drafts, "x = 1");
  expect(localStorage).toHaveLength(0);
});

it("forgets", () => {
  const drafts = new Drafts("/");
  edit(drafts, "x = 2");
  drafts.forget("one/", "scores");
  vi.runAllTimers();
  expect(localStorage).toHaveLength(0);
});

it("keeps sites, pages and cells apart", () => {
  edit(new Drafts("/a/"), "x = 2");
  edit(new Drafts("/a/"), "x = 3", "weights");
  vi.runAllTimers();
  expect(reloaded("x = 1", "scores", "/b/")).toBeNull();
  expect(reloaded("x = 1", "scores", "/a/")?.code).toBe("x = 2");
  expect(reloaded("x = 1", "weights", "/a/")?.code).toBe("x = 3");
});

it("does not forget what another tab has written since", () => {
  const [here, there] = [new Drafts("/"), new Drafts("/")];
  edit(here, "x = 2");
  vi.runAllTimers();
  edit(there, "x = 3");
  vi.runAllTimers();
  here.forget("one/", "scores");
  expect(reloaded()?.code).toBe("x = 3");
  there.forget("one/", "scores");
  expect(localStorage).toHaveLength(0);
});

it("leaves the cells alone that another tab has edited", () => {
  const [here, there] = [new Drafts("/"), new Drafts("/")];
  edit(here, "x = 2", "scores");
  edit(there, "x = 3", "weights");
  vi.runAllTimers();
  edit(here, "x = 4", "scores");
  vi.runAllTimers();
  expect(reloaded("x = 1", "weights")?.code).toBe("x = 3");
});

it.each(["", "{", "7", "null", "[]", '{"code":1,"original":"a"}', '{"code":"x"}'])("ignores %j in storage", (found) => {
  edit(new Drafts("/"), "x = 2");
  vi.runAllTimers();
  localStorage.setItem(localStorage.key(0) ?? "", found);
  expect(reloaded()).toBeNull();
});

it("says once that a full storage keeps nothing, and keeps the edit while the tab lives", () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  const drafts = new Drafts("/");
  edit(drafts, "x = 2");
  vi.runAllTimers();
  edit(drafts, "x = 3");
  vi.runAllTimers();
  expect(unkept).toHaveBeenCalledOnce();
  expect(drafts.load("one/", "scores", "x = 1")?.code).toBe("x = 3");
});

it("works where storage is blocked", () => {
  vi.spyOn(window, "localStorage", "get").mockImplementation(() => {
    throw new DOMException("blocked", "SecurityError");
  });
  expect(reloaded()).toBeNull();
  const drafts = new Drafts("/");
  edit(drafts, "x = 2");
  vi.runAllTimers();
  drafts.forget("one/", "scores");
  expect(unkept).toHaveBeenCalledOnce();
});
