import { expect, it } from "vitest";
import type { SiteFiles } from "./site-files";
import { planTakeOver, type Kept } from "./take-over";

function site(files: Record<string, string>, tracks: Record<string, string[]> = {}): SiteFiles {
  const entries = Object.entries(files).map(([path, hash]) => [path, [1, hash]] as const);
  return { version: "", files: Object.fromEntries(entries), titles: {}, first: ["a/page.NEWNEW22.js"], run: [], tracks };
}

function kept(files: Record<string, string>): Kept {
  return { site: site(files), paths: new Set(Object.keys(files)) };
}

/** Each file with the old one that is copied, or null where it is fetched. */
function plan(next: SiteFiles, older: Kept[], sets: string[] = []): Record<string, string | null> {
  return Object.fromEntries(planTakeOver(next, older, sets).map(({ path, same }) => [path, same?.path ?? null]));
}

it("copies what is the same and fetches what has changed of what was there", () => {
  const next = site({ "one/index.html": "1", "two/index.html": "2 changed", "three/index.html": "3" });
  const old = kept({ "one/index.html": "1", "two/index.html": "2", "gone/index.html": "4" });
  expect(plan(next, [old])).toEqual({ "one/index.html": "one/index.html", "two/index.html": null });
});

it("wants the new form of a file whose name carries a hash", () => {
  const next = site({ "a/font.NEWNEW22.woff2": "2", "a/other.NEWNEW22.woff2": "3" });
  expect(plan(next, [kept({ "a/font.OLDOLD22.woff2": "1" })])).toEqual({ "a/font.NEWNEW22.woff2": null });
});

it("takes no name that several files have for a new form, but the same file", () => {
  const next = site({ "a/chunk.NEWNEW22.js": "1", "a/chunk.SAMESAME.js": "2" });
  const old = kept({ "a/chunk.OLDOLD22.js": "0", "a/chunk.SAMESAME.js": "2" });
  expect(plan(next, [old])).toEqual({ "a/chunk.SAMESAME.js": "a/chunk.SAMESAME.js" });
});

it("copies a file that has only moved", () => {
  const next = site({ "runtime/0123456789ab/python.wasm": "same" });
  const old = kept({ "runtime/ba9876543210/python.wasm": "same" });
  expect(plan(next, [old])).toEqual({ "runtime/0123456789ab/python.wasm": "runtime/ba9876543210/python.wasm" });
});

it("wants the sets that are asked for, whatever was there", () => {
  const files = { "a/page.NEWNEW22.js": "1", "one/index.html": "2", "two/index.html": "3" };
  const next = site(files, { "one/": ["one/index.html"], "two/": ["two/index.html"] });
  expect(plan(next, [], ["first"])).toEqual({ "a/page.NEWNEW22.js": null });
  expect(plan(next, [], ["first", "one/"])).toEqual({ "a/page.NEWNEW22.js": null, "one/index.html": null });
});

it("copies from any of the older versions", () => {
  const next = site({ "one/index.html": "1", "two/index.html": "2" });
  const older = [kept({ "one/index.html": "1" }), kept({ "one/index.html": "0", "two/index.html": "2" })];
  expect(plan(next, older)).toEqual({ "one/index.html": "one/index.html", "two/index.html": "two/index.html" });
});
