// @vitest-environment jsdom
import { expect, it } from "vitest";
import { versionOf } from "./page-version";

function version(html: string): string {
  return versionOf(new DOMParser().parseFromString(html, "text/html"));
}

const HOME = '<link rel="stylesheet" href="assets/page.A.css"><script src="assets/page.A.js"></script>';

it("is the same for pages that name the same scripts and styles from anywhere", () => {
  const deep = '<script src="../../assets/page.A.js?3"></script><link rel="stylesheet" href="https://example.org/x/assets/page.A.css">';
  expect(version(deep)).toBe(version(HOME));
  expect(version(`${HOME}<script>inline()</script><link rel="next" href="b/">`)).toBe(version(HOME));
});

it.each([".css", ".js"])("is another one when a %s file has another name", (ending) => {
  expect(version(HOME.replace(`A${ending}`, `B${ending}`))).not.toBe(version(HOME));
});
