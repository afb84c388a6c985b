// Keeps Material's instant navigation alive on pages with SVG. Material makes addresses absolute by assigning
// each element's `href` to itself, and follows clicks by the `href` of the nearest link. In SVG `href` is an
// object that can't be assigned and is no address: either would throw and end the navigation for good.

for (const { prototype } of [
  SVGAElement,
  SVGGradientElement,
  SVGImageElement,
  SVGPatternElement,
  SVGTextPathElement,
  SVGUseElement,
]) {
  const href = Object.getOwnPropertyDescriptor(prototype, "href");
  if (href) Object.defineProperty(prototype, "href", { ...href, set: () => undefined });
}

window.addEventListener(
  "click",
  (event) => {
    if (event.target instanceof Element && event.target.closest("a") instanceof SVGElement) event.stopPropagation();
  },
  { capture: true },
);
