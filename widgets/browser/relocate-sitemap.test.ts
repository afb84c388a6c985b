// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { relocateSitemap } from "./relocate-sitemap";

const PAGES = ["", "architecture/", "architecture/core-attention/"];

function sitemap(home: string, pages = PAGES): Document {
  const entries = pages.map(
    (page) => `<url><loc>${home}${page}</loc><link rel="alternate" hreflang="de" href="${home}de/${page}"/></url>`,
  );
  const text = `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join("")}</urlset>`;
  return new DOMParser().parseFromString(text, "text/xml");
}

function addresses(map: Document): string[] {
  return [...map.querySelectorAll("loc")].map((place) => place.textContent);
}

describe("a sitemap's addresses", () => {
  it.each([
    ["http://127.0.0.1:8000/", "http://127.0.0.1:8000/"],
    ["http://127.0.0.1:8000/", "http://localhost:9321/"],
    ["http://127.0.0.1:8000/", "https://user.example/a/b/"],
    ["https://user.example/course/", "http://127.0.0.1:8000/"],
    ["https://user.example/course/", "https://user.example/course/"],
  ])("built for %s move to %s", (home, root) => {
    const map = sitemap(home);
    relocateSitemap(map, new URL(root));
    expect(addresses(map)).toEqual(PAGES.map((page) => root + page));
    expect(map.querySelector("link")?.getAttribute("href")).toBe(`${root}de/`);
  });

  it("stay where there is no home page to tell the prefix by", () => {
    const map = sitemap("http://127.0.0.1:8000/", ["one/", "another/"]);
    relocateSitemap(map, new URL("http://localhost:9321/"));
    expect(addresses(map)).toEqual(["http://127.0.0.1:8000/one/", "http://127.0.0.1:8000/another/"]);
  });

  it("may be none", () => {
    const map = sitemap("", []);
    relocateSitemap(map, new URL("http://localhost:9321/"));
    expect(addresses(map)).toEqual([]);
  });
});
