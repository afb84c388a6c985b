// @vitest-environment jsdom
import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { anyText } from "./declared";
import { Drafts } from "./progress";

/** A name of a page or a cell: neither has a "#". */
const anyName = anyText.map((text) => text.replaceAll("#", ""));
const otherKeys = ["__proto__", "length", "getItem", "forward-pass", "forward-pass/edit/one/", "/edit/one/#a"];

/** What may lie under a key of ours: no JSON, other JSON, entries of another shape, entries. */
const anyStored = fc.oneof(
  anyText,
  fc.json(),
  fc.record({ code: fc.anything(), original: fc.anything() }, { requiredKeys: [] }).map((entry) => JSON.stringify(entry, simple)),
  fc.record({ code: anyText, original: anyText }).map((entry) => JSON.stringify(entry)),
  fc.nat({ max: 100_000 }).map((length) => "[".repeat(length)),
);

/** What the page does when it is left. Thousands of tabs would all listen for it. */
let leave: () => void = () => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(document, "addEventListener").mockReturnValue();
  vi.stubGlobal("addEventListener", (_: string, listener: () => void) => (leave = listener));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  localStorage.clear();
});

it("gives back what was saved, and leaves what others keep", () => {
  fc.assert(fc.property(anyName, anyName, anyText, anyText, (page, cell, original, code) => {
    localStorage.clear();
    for (const key of otherKeys) localStorage.setItem(key, "theirs");
    new Drafts("/").save(page, cell, original, code, vi.fn());
    vi.runAllTimers();
    const kept = new Drafts("/").load(page, cell, original);
    expect(kept).toEqual(code === original ? null : { code, outdated: false });
    new Drafts("/a/").save(page, cell, original, `${code} `, vi.fn());
    vi.runAllTimers();
    expect(new Drafts("/").load(page, cell, original)).toEqual(kept);
    const drafts = new Drafts("/");
    drafts.load(page, cell, original);
    drafts.forget(page, cell);
    expect(new Drafts("/").load(page, cell, original)).toBeNull();
    expect(otherKeys.map((key) => localStorage.getItem(key))).toEqual(otherKeys.map(() => "theirs"));
  }), { seed: 4, numRuns: 200 });
});

it("reads an entry or nothing out of whatever lies there, and writes over it", () => {
  fc.assert(fc.property(anyStored, anyText, (stored, code) => {
    localStorage.setItem("forward-pass/edit/one/#a", stored);
    const found = new Drafts("/").load("one/", "a", "x = 1");
    if (found) expect(found).toEqual({ code: (JSON.parse(stored) as { code: unknown }).code, outdated: expect.any(Boolean) as boolean });
    new Drafts("/").save("one/", "a", "x = 1", `${code}#`, vi.fn());
    vi.runAllTimers();
    expect(new Drafts("/").load("one/", "a", "x = 1")).toEqual({ code: `${code}#`, outdated: false });
  }), { seed: 5, numRuns: 300 });
});

type Method = "getItem" | "setItem" | "removeItem";

/** What a reader does, and what the storage refuses meanwhile. */
const anyStep = fc.record({
  act: fc.constantFrom("load", "save", "forget", "pause", "leave"),
  code: fc.constantFrom("x = 1", "x = 2", "x = 3"),
  refused: fc.subarray<Method>(["getItem", "setItem", "removeItem"]),
});

it("keeps the reader's last edit in this tab whatever the storage refuses, and throws nothing into the page", () => {
  const real = Object.getOwnPropertyDescriptors(Storage.prototype);
  fc.assert(fc.property(fc.array(anyStep, { maxLength: 12 }), (steps) => {
    localStorage.clear();
    const drafts = new Drafts("/");
    const unkept = vi.fn();
    let last: string | null = null;
    for (const { act, code, refused } of steps) {
      for (const name of refused) Storage.prototype[name] = refuse;
      if (act === "load") drafts.load("one/", "a", "x = 1");
      else if (act === "save") {
        drafts.save("one/", "a", "x = 1", code, unkept);
        last = code === "x = 1" ? null : code;
      } else if (act === "forget") {
        drafts.forget("one/", "a");
        last = null;
      } else if (act === "pause") vi.runAllTimers();
      else leave();
      Object.defineProperties(Storage.prototype, real);
    }
    if (last !== null) expect(drafts.load("one/", "a", "x = 1")).toEqual({ code: last, outdated: false });
    leave();
    if (last !== null) expect(new Drafts("/").load("one/", "a", "x = 1")?.code).toBe(last);
    expect(unkept.mock.calls.length).toBeLessThanOrEqual(1);
  }), { seed: 6, numRuns: 300 });
});

function refuse(): never {
  throw new DOMException("refused", "QuotaExceededError");
}

/** What JSON has a word for. */
function simple(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}
