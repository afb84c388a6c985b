import { expect, it } from "vitest";
import { pageKey } from "./page-key";

it.each([
  ["https://a.example/", "https://a.example/architecture/rope/", "architecture/rope/"],
  ["https://a.example/a/b/", "https://a.example/a/b/architecture/rope/#cell", "architecture/rope/"],
  ["https://a.example/a/b/", "https://a.example/a/b/architecture/rope/index.html?x=1", "architecture/rope/"],
  ["https://a.example/", "https://a.example/", ""],
  ["https://a.example/", "https://a.example/index.html", ""],
  ["https://a.example/", "https://a.example/my-index.html", "my-index.html"],
])("below %s, %s is “%s”", (root, address, key) => {
  expect(pageKey(new URL(root), new URL(address))).toBe(key);
});
