// @vitest-environment jsdom
import { expect, it } from "vitest";
import { draw } from "./drawing";

it.each([
  ["a script", "<script>alert(1)</script>"],
  ["a style sheet", "<style>* { display: none }</style>"],
  ["an event handler", '<rect width="1" height="1" onclick="alert(1)"></rect>'],
  ["a link to code", '<a xlink:href="javascript:alert(1)"><text>here</text></a>'],
  ["HTML", "<foreignObject><img src=x onerror=alert(1)></foreignObject>"],
  ["another file's part", '<use xlink:href="https://other.example/file.svg#part"></use>'],
  ["another origin's picture", '<image xlink:href="https://other.example/pixel.png"></image>'],
  ["another origin's paint", '<rect fill="url(https://other.example/paint.svg#p)"></rect>'],
  ["a place in the order of the tab key, and the page's own data", '<g tabindex="1" data-onclick="x"></g>'],
  ["an animation", '<a href="#p"><animate attributeName="href" values="javascript:alert(1)"></animate></a>'],
])("drops %s", (_, part) => {
  const html = draw(`<svg xmlns="http://www.w3.org/2000/svg">${part}</svg>`).outerHTML;
  expect(html).not.toMatch(/script|style|onclick|onerror|animate|tabindex|https?:\/\/other/);
});

it("keeps all that a matplotlib figure is made of", () => {
  const svg =
    '<svg xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 10" xmlns="http://www.w3.org/2000/svg" version="1.1">' +
    '<defs><path id="c-0-mark" d="M 0 3" style="stroke: var(--fp-text)"></path><clipPath id="c-0-clip"><rect x="0" y="0" width="9" height="9"></rect></clipPath></defs>' +
    '<g id="c-0-line"><path d="M 0 0 L 1 1" clip-path="url(#c-0-clip)" style="fill: none; stroke: #1f77b4; stroke-width: 1.5"></path>' +
    '<use xlink:href="#c-0-mark" x="1" y="2" style="fill: var(--fp-text)"></use></g>' +
    '<image xlink:href="data:image/png;base64,iVBORw0KGgo=" id="c-0-image" transform="scale(1 -1)" x="0" y="0" width="2" height="2"></image>' +
    '<text style="font-size: 10px; font-family: \'DejaVu Sans\'; text-anchor: middle" x="1" y="2" transform="rotate(-0 1 2)">K ≤ 4</text></svg>';
  expect(draw(svg).outerHTML).toBe(svg);
});

it("keeps a paint of its own, quoted or not", () => {
  const paint = draw('<svg><rect fill="url(#p)"></rect><rect fill=\'url( "#p")\'></rect></svg>').outerHTML;
  expect(paint).toContain('fill="url(#p)"');
  expect(paint).toContain('fill="url( &quot;#p&quot;)"');
});

it("opens links elsewhere, so that the page stays", () => {
  const link = draw('<svg><a xlink:href="https://example.org/"><text>x</text></a></svg>').querySelector("a");
  expect([link?.getAttribute("target"), link?.getAttribute("rel")]).toEqual(["_blank", "noopener"]);
});

it.each(["<p>text</p>", "<frameset>", ""])("refuses %j, which is no drawing", (text) => {
  expect(() => draw(text)).toThrow("not an SVG drawing");
});
