// @vitest-environment jsdom
import { expect, it } from "vitest";
import { drawingText } from "./figure-file";

it("makes a drawing whole without the page: size, ground, font, and the palette's colours", () => {
  // On the drawing itself: jsdom passes no such properties down.
  document.body.innerHTML =
    "<style>svg { --fp-ink: #e6e9ee; --md-default-bg-color: #1a1d23; font-family: Arial }</style>" +
    '<svg viewBox="0 0 388.8 277.2"><text style="fill: var(--fp-ink)">K</text></svg>';
  const drawing = document.querySelector("svg") as unknown as SVGSVGElement;
  const text = drawingText(drawing);
  expect(text).toContain('fill: #e6e9ee"');
  expect(text).toContain('<rect x="0" y="0" width="388.8" height="277.2" fill="#1a1d23"');
  expect(text).toMatch(/^<svg [^>]*width="388.8" height="277.2" font-family="Arial"/);
  expect(text).not.toContain("var(");
  expect(drawing.children).toHaveLength(1);
});
