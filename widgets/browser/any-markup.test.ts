// @vitest-environment jsdom
// Markup that a cell's code made: whatever it is, what is shown of it runs nothing, asks nothing and fetches nothing.
import fc from "fast-check";
import { expect, it } from "vitest";
import { anyText } from "./declared";
import { draw } from "./drawing";
import { safeHtml, safeMarkdown } from "./rich";

const ELEMENTS = (
  "a p div span img image svg g rect use path defs pattern linearGradient filter feImage foreignObject mask marker " +
  "text textPath tspan title desc script style link meta base iframe frame frameset object embed applet param template " +
  "form input button select option textarea keygen video audio source track canvas dialog details summary slot portal " +
  "animate animateMotion animateTransform set mpath math mtext mi mglyph malignmark annotation-xml maction semantics " +
  "table tr td caption noscript noembed noframes plaintext xmp listing body html head marquee bgsound area map picture " +
  "label fp-cell x-y"
).split(" ");
const ATTRIBUTES = (
  "href xlink:href src srcset style onclick onerror onload onbegin action formaction background poster ping data code " +
  "codebase archive cite longdesc usemap manifest profile icon lowsrc dynsrc imagesrcset srcdoc sandbox allow target " +
  "fill stroke filter mask clip-path cursor marker-start marker-end id name class for is slot xmlns xmlns:xlink xml:base " +
  "attributeName values to from by begin http-equiv content type rel definitionurl altimg actiontype contenteditable " +
  "tabindex autofocus popover popovertarget part title alt width height d transform data-state ONCLICK HREF xLink:Href"
).split(" ");
const ELSEWHERE = "//other.example/a";
const ADDRESSES = [
  ...["javascript:alert(1)", " javascript:alert(1)", "java\tscript:alert(1)", "JaVaScRiPt:alert(1)", "&#106;avascript:alert(1)"],
  ...["vbscript:x", "data:text/html,<script>alert(1)</script>", "data:image/svg+xml,<svg onload=alert(1)>", "blob:x", "file:///x"],
  ...[`https:${ELSEWHERE}`, `http:${ELSEWHERE}`, ELSEWHERE, `\\\\other.example`, "/a.png", "a.png", "?a", "#a", "#", "", "ws://x"],
  ...["data:image/png;base64,iVBORw0KGgo=", `data:image/png;,https:${ELSEWHERE}`],
];
const STYLES = [
  ...["url(", "url('", 'url("', "url( ", "URL(", "\\75rl(", "u\\72 l(", "image-set(", "-webkit-image-set('", "src(", "cross-fade("],
  ...["image(", "@import ", "expression(", "-moz-binding:", "background:", "fill:", "/**/", ";", ")", "'", '"', "\\", "#a", ",", "\n"],
];

const anyStyle = fc.array(fc.constantFrom(...STYLES, ...ADDRESSES), { maxLength: 8 }).map((parts) => parts.join(""));
const anyValue = fc.oneof(fc.constantFrom(...ADDRESSES), anyStyle, anyText);
const anyAttribute = fc.tuple(fc.constantFrom(...ATTRIBUTES), anyValue).map(([name, value]) => ` ${name}="${value.replaceAll('"', "&quot;")}"`);

const { markup: anyMarkup } = fc.letrec<{ markup: string; node: string }>((tie) => ({
  markup: fc.array(tie("node"), { maxLength: 4 }).map((nodes) => nodes.join("")),
  node: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(anyText, fc.constantFrom("<!--", "-->", "<![CDATA[", "]]>", "<?x ?>", "</svg>", "</p>", "</style>", "<", ">", "`", "**")),
    fc
      .tuple(fc.constantFrom(...ELEMENTS), fc.array(anyAttribute, { maxLength: 4 }), tie("markup"), fc.boolean())
      .map(([name, attributes, inner, closed]) => `<${name}${attributes.join("")}>${inner}${closed ? `</${name}>` : ""}`),
  ),
}));

const FORBIDDEN = new Set(
  (
    "script style link meta base iframe frame frameset object embed applet form input button select option " +
    "optgroup datalist textarea fieldset audio video source track dialog portal foreignobject animate animatemotion " +
    "animatetransform set noscript"
  ).split(" "),
);
/** Attributes by which an element that is not forbidden makes the browser fetch, or go, somewhere. */
const ADDRESSED = new Set("href xlink:href src srcset background poster ping usemap lowsrc dynsrc xml:base altimg".split(" "));
const EMBEDDED = /^data:image\/(?:png|jpeg|gif|webp);/i;

function expectHarmless(root: ParentNode): void {
  for (const element of root.querySelectorAll("*")) {
    const tag = element.localName.toLowerCase();
    expect(FORBIDDEN).not.toContain(tag);
    expect(tag).not.toMatch(/^(?:fp|x)-/);
    for (const { name, value } of element.attributes) expectHarmlessAttribute(element, name.toLowerCase(), value);
    if (element instanceof HTMLTemplateElement) expectHarmless(element.content);
    const leads = element.localName === "a" && (element.getAttribute("href") ?? element.getAttribute("xlink:href"));
    if (leads) expect(element.getAttribute("rel")).toBe("noopener");
  }
}

function expectHarmlessAttribute({ localName }: Element, name: string, value: string): void {
  expect(name).not.toMatch(/^on/);
  expect(name).not.toMatch(/^(?:autofocus|tabindex|popover|contenteditable|is|for|data-.*|http-equiv)$/);
  if (ADDRESSED.has(name)) {
    const within = value.startsWith("#");
    const embedded = EMBEDDED.test(value) && /^(?:img|image)$/.test(localName);
    const link = localName === "a" && /^https?:/i.test(value);
    expect(within || embedded || link, `${localName} ${name}=${value}`).toBe(true);
  } else expect(fetches(value), `${localName} ${name}=${value}`).toBe(false);
}

/** Whether a browser that takes the value for CSS would fetch by it, as CSS reads functions and escapes. */
function fetches(value: string): boolean {
  const plain = value
    .replaceAll(/\\([\da-f]{1,6})\s?/gi, (_, code: string) => String.fromCodePoint(Math.min(parseInt(code, 16), 0x10ffff)))
    .replaceAll("\\", "");
  const functions = plain.matchAll(/(?<name>url|src|image-set)\(\s*["']?(?<start>.?)/gis);
  return [...functions].some(({ groups }) => groups?.name?.toLowerCase() !== "url" || groups.start !== "#");
}

it("makes HTML harmless", () => {
  fc.assert(fc.property(anyMarkup, (markup) => {
    expectHarmless(safeHtml(markup));
  }), { seed: 12, numRuns: 250 });
});

it("makes Markdown harmless", async () => {
  await fc.assert(fc.asyncProperty(anyMarkup, async (markup) => {
    expectHarmless(await safeMarkdown(markup));
  }), { seed: 13, numRuns: 120 });
});

it("makes a drawing harmless, or refuses it in words", () => {
  fc.assert(fc.property(anyMarkup, anyAttribute, (markup, attribute) => {
    for (const text of [markup, `<svg xmlns="http://www.w3.org/2000/svg"${attribute}>${markup}</svg>`]) {
      const place = document.createElement("div");
      try {
        place.append(draw(text));
      } catch (error) {
        expect(String(error)).toBe("Error: the figure is not an SVG drawing");
      }
      expectHarmless(place);
    }
  }), { seed: 14, numRuns: 100 });
});
