// What an object shows of itself as HTML or Markdown, made safe: none of it runs, asks for input or reaches out.
import createPurifier, { type Config } from "dompurify";
import { isAllowedReference, openElsewhere } from "./references";

const KEEP: Config & { RETURN_DOM_FRAGMENT: true } = {
  USE_PROFILES: { html: true, mathMl: true, svg: true },
  FORBID_TAGS: [
    ...["style", "form", "input", "button", "select", "option", "optgroup", "datalist", "textarea", "fieldset"],
    ...["audio", "video", "source", "track", "dialog", "animate", "animateMotion", "animateTransform", "set"],
  ],
  FORBID_ATTR: ["srcset", "background", "poster", "ping", "usemap", "tabindex", "autofocus", "popover", "for"],
  ALLOW_DATA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
};

const purifier = createPurifier(window);

purifier.addHook("uponSanitizeAttribute", (node, attribute) => {
  const { attrName, attrValue } = attribute;
  const isTaken = attrName === "id" && document.getElementById(attrValue) !== null;
  attribute.keepAttr &&= !isTaken && isAllowedReference(node, attrName, attrValue);
});

purifier.addHook("afterSanitizeAttributes", openElsewhere);

export function safeHtml(html: string): DocumentFragment {
  // Of a frame set nothing is left, not even a fragment.
  const safe = purifier.sanitize(html, KEEP) as DocumentFragment | null;
  return safe ?? document.createDocumentFragment();
}

/** Fetches the Markdown program when it is first needed. */
export async function safeMarkdown(markdown: string): Promise<DocumentFragment> {
  const { parse } = await import("marked");
  return safeHtml(parse(markdown, { async: false }));
}
