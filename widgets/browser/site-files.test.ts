import { expect, it } from "vitest";
import { bytesOf, COURSE, FIRST, isListed, pathAt, pathsOf, RUN, stem, type SiteFiles } from "./site-files";

const root = new URL("https://example.org/a/b/");
const file = (bytes: number): [number, string] => [bytes, `hash ${bytes}`];
const site: SiteFiles = {
  version: "1",
  files: {
    "index.html": file(1),
    "page.js": file(2),
    "python.wasm": file(4),
    "one/index.html": file(8),
    "two/index.html": file(16),
    "source/shared/index.html": file(32),
  },
  titles: {},
  first: ["page.js"],
  run: ["python.wasm"],
  tracks: { "one/": ["one/index.html", "source/shared/index.html"], "two/": ["two/index.html", "source/shared/index.html"] },
};

it.each([
  ["", "index.html"],
  ["one/", "one/index.html"],
  ["one/?h=softmax#scores", "one/index.html"],
  ["assets/page.js", "assets/page.js"],
  ["a%20b/%C3%A9.png", "a b/é.png"],
])("finds the file behind %j", (address, path) => {
  expect(pathAt(root, new URL(address, root))).toBe(path);
});

it.each(["https://example.org/a/", "https://example.org/a/bc/", "https://elsewhere.org/a/b/", "assets/page.js?2", "%E0%A4%A"])(
  "finds no file of the site behind %j",
  (address) => {
    expect(pathAt(root, new URL(address, root))).toBeNull();
  },
);

it("lists what the build listed and nothing that every object has", () => {
  expect(isListed(site, "page.js")).toBe(true);
  expect(isListed(site, "constructor")).toBe(false);
  expect(pathsOf(site, "constructor")).toEqual([]);
});

it("knows what belongs to a set: a track needs all that belongs to no track, too", () => {
  expect(pathsOf(site, FIRST)).toEqual(["page.js"]);
  expect(pathsOf(site, RUN)).toEqual(["python.wasm"]);
  expect(pathsOf(site, COURSE)).toEqual(Object.keys(site.files));
  expect(pathsOf(site, "one/")).toEqual(["index.html", "page.js", "python.wasm", "one/index.html", "source/shared/index.html"]);
  expect(pathsOf(site, "three/")).toEqual([]);
});

it("adds up bytes", () => {
  expect(bytesOf(site, ["index.html", "two/index.html"])).toBe(17);
});

it.each([
  ["assets/course/page.W2Z2JJGN.js", "assets/course/page..js"],
  ["assets/javascripts/bundle.a5f9d56c.min.js", "assets/javascripts/bundle..min.js"],
  ["assets/course/lessons.4195f9b08f36.zip", "assets/course/lessons..zip"],
  ["assets/runtime/9abd83ed5b06/stdlib.zip", "assets/runtime//stdlib.zip"],
  ["architecture/core-attention/index.html", "architecture/core-attention/index.html"],
])("takes the hash out of %s", (path, name) => {
  expect(stem(path)).toBe(name);
});
