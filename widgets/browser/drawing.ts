// A figure's SVG made safe. What a cell emits is up to its code, so nothing in it may run, reach out or leave its box.
import createPurifier, { type Config } from "dompurify";

const KEEP: Config & { RETURN_DOM_FRAGMENT: true } = {
  USE_PROFILES: { svg: true, svgFilters: true },
  ADD_TAGS: ["use"],
  FORBID_TAGS: ["style", "animate", "animateMotion", "animateTransform", "set"],
  RETURN_DOM_FRAGMENT: true,
};
const OWN_PART = /^#/;
const PICTURE = /^data:image\/(png|jpeg|gif|webp);/;
const PAGE = /^https?:/;

const purifier = createPurifier(window);

purifier.addHook("uponSanitizeAttribute", (node, attribute) => {
  const { attrName: name, attrValue: value } = attribute;
  if (name === "href" || name === "xlink:href") attribute.keepAttr = allowedReference(node.nodeName).test(value);
  else if (/url\(\s*['"]?(?!#)/i.test(value)) attribute.keepAttr = false;
});

function allowedReference(element: string): RegExp {
  switch (element.toLowerCase()) {
    case "a":
      return PAGE;
    case "image":
      return PICTURE;
    default:
      return OWN_PART;
  }
}

/** The drawing as an element; throws if the text holds none. */
export function draw(svg: string): Element {
  const drawing = purifier.sanitize(svg, KEEP).firstElementChild;
  if (drawing?.localName !== "svg") throw new Error("the figure is not an SVG drawing");
  return drawing;
}
