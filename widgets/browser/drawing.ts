// A figure's SVG made safe. What a cell emits is up to its code, so nothing in it may run, reach out or leave its box.
import createPurifier, { type Config } from "dompurify";
import { isAllowedReference } from "./references";

export { safeHtml, safeMarkdown } from "./rich";

const KEEP: Config & { RETURN_DOM_FRAGMENT: true } = {
  USE_PROFILES: { svg: true, svgFilters: true },
  ADD_TAGS: ["use"],
  FORBID_TAGS: ["style", "animate", "animateMotion", "animateTransform", "set"],
  RETURN_DOM_FRAGMENT: true,
};

const purifier = createPurifier(window);

purifier.addHook("uponSanitizeAttribute", (node, attribute) => {
  attribute.keepAttr &&= isAllowedReference(node, attribute.attrName, attribute.attrValue);
});

/** The drawing as an element; throws if the text holds none. */
export function draw(svg: string): Element {
  const drawing = purifier.sanitize(svg, KEEP).firstElementChild;
  if (drawing?.localName !== "svg") throw new Error("the figure is not an SVG drawing");
  return drawing;
}
