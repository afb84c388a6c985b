// A figure's SVG made safe. What a cell emits is up to its code, so nothing in it may run, reach out or leave its box.
import createPurifier, { type Config } from "dompurify";
import { isAllowedReference, openElsewhere } from "./references";

export { safeHtml, safeMarkdown } from "./rich";

const KEEP: Config & { RETURN_DOM_FRAGMENT: true } = {
  USE_PROFILES: { svg: true, svgFilters: true },
  ADD_TAGS: ["use"],
  FORBID_TAGS: ["style", "animate", "animateMotion", "animateTransform", "set"],
  FORBID_ATTR: ["tabindex"],
  ALLOW_DATA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
};

const purifier = createPurifier(window);

purifier.addHook("uponSanitizeAttribute", (node, attribute) => {
  attribute.keepAttr &&= isAllowedReference(node, attribute.attrName, attribute.attrValue);
});

purifier.addHook("afterSanitizeAttributes", openElsewhere);

/** The drawing as an element; throws if the text holds none. */
export function draw(svg: string): Element {
  const safe = purifier.sanitize(svg, KEEP) as DocumentFragment | null; // of a frame set nothing is left
  const drawing = safe?.firstElementChild;
  if (drawing?.localName !== "svg") throw new Error("the figure is not an SVG drawing");
  return drawing;
}
