// @vitest-environment jsdom
import fc from "fast-check";
import { expect, it } from "vitest";
import { anyText } from "./declared";
import { relocateSitemap } from "./relocate-sitemap";

const HOME = "http://127.0.0.1:8000/course/";
const root = fc.constantFrom("http://localhost:9321/", "https://user.example/a/b/", HOME).map((address) => new URL(address));
const page = fc.webPath().map((path) => path.slice(1));

function sitemap(addresses: string[]): Document {
  const made = document.implementation.createDocument("http://www.sitemaps.org/schemas/sitemap/0.9", "urlset");
  for (const address of addresses) {
    const place = made.createElement("loc");
    place.textContent = address;
    const link = made.createElement("link");
    link.setAttribute("rel", "alternate");
    link.setAttribute("href", address);
    made.documentElement.append(place, link);
  }
  return made;
}

function addresses(map: Document): [string[], (string | null)[]] {
  return [
    [...map.querySelectorAll("loc")].map((place) => place.textContent),
    [...map.querySelectorAll("link")].map((link) => link.getAttribute("href")),
  ];
}

it("moves every page of a site with its links, once, and back", () => {
  fc.assert(fc.property(fc.array(page, { maxLength: 6 }), root, (pages, to) => {
    const map = sitemap(["", ...pages].map((path) => HOME + path));
    const before = addresses(map);
    const moved = ["", ...pages].map((path) => to.href + path);
    relocateSitemap(map, to);
    expect(addresses(map)).toEqual([moved, moved]);
    relocateSitemap(map, to);
    expect(addresses(map)).toEqual([moved, moved]);
    relocateSitemap(map, new URL(HOME));
    expect(addresses(map)).toEqual(before);
  }), { seed: 15, numRuns: 200 });
});

it("moves all of what a sitemap names or nothing, whatever that is", () => {
  fc.assert(fc.property(fc.array(fc.oneof(anyText, fc.webUrl(), fc.constantFrom("", "/", " / ", HOME)), { maxLength: 6 }), root, (found, to) => {
    const map = sitemap(found);
    const [before] = addresses(map);
    relocateSitemap(map, to);
    const [after] = addresses(map);
    expect(after.every((address) => address.startsWith(to.href)) || after.every((address, index) => address === before[index])).toBe(true);
  }), { seed: 16, numRuns: 300 });
});
