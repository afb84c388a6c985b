// What an element that a cell's code made may point to: parts of itself, embedded pictures, and links to pages, which
// open elsewhere.

const OWN_PART = /^#/;
const PICTURE = /^data:image\/(png|jpeg|gif|webp);/i;
const PAGE = /^https?:/i;
/** A style that fetches; with a backslash a function's name can be written otherwise. */
const FETCHING_STYLE = /url\((?!\s*['"]?#)|image-set\(|src\(|\\.*\(/is;

export function isAllowedReference({ localName }: Element, name: string, value: string): boolean {
  switch (name) {
    case "src":
      return PICTURE.test(value);
    case "href":
    case "xlink:href":
      return (localName === "a" ? PAGE : localName === "image" ? PICTURE : OWN_PART).test(value);
    default:
      return !FETCHING_STYLE.test(value);
  }
}

/** So that the page with all that runs on it stays, and the other has no hold on it. */
export function openElsewhere(element: Element): void {
  if (element.localName !== "a" || !(element.hasAttribute("href") || element.hasAttribute("xlink:href"))) return;
  element.setAttribute("target", "_blank");
  element.setAttribute("rel", "noopener");
}
