// @vitest-environment jsdom
import { expect, it } from "vitest";
import { safeHtml, safeMarkdown } from "./rich";

function html(content: DocumentFragment): string {
  const root = document.createElement("div");
  root.append(content);
  return root.innerHTML;
}

it.each([
  ["a script", "<script>alert(1)</script>"],
  ["an event handler", '<p onclick="alert(1)">x</p><img src=x onerror="alert(1)">'],
  ["a link to code", '<a href="javascript:alert(1)">x</a><a href=" java&#10;script:alert(1)">x</a>'],
  ["a style sheet", "<style>* { display: none }</style><link rel=stylesheet href=https://other.example/a.css>"],
  ["a form", '<form action="https://other.example"><input name=a><button formaction="/b">go</button></form>'],
  ["a frame", '<iframe src="https://other.example"></iframe><object data="https://other.example"></object>'],
  ["an external picture", '<img src="https://other.example/a.png" srcset="https://other.example/b.png 2x">'],
  ["a picture by style", '<p style="background: url(https://other.example/a.png)">x</p>'],
  ["a picture by disguised style", String.raw`<p style="background: \75rl(https://other.example/a.png)">x</p>`],
  ["a film", '<video poster="https://other.example/a.png"><source src="https://other.example/b"></video>'],
  ["a drawing's reach", '<svg><image href="https://other.example/a.png"/><use href="https://other.example/a#b"/></svg>'],
  ["an element of the page", '<fp-cell id="x" data-kind="cell"></fp-cell><template><script>alert(1)</script></template>'],
])("drops %s", (_, content) => {
  expect(html(safeHtml(content))).not.toMatch(
    /script|style|onclick|onerror|form|input|button|iframe|object|fp-cell|data-kind|other\.example/,
  );
});

it("keeps tables, their classes and embedded pictures", () => {
  const table =
    '<table class="dataframe"><thead><tr><th>a</th></tr></thead><tbody><tr><td style="color: red">1</td></tr></tbody></table>' +
    '<img src="data:image/png;base64,iVBORw0KGgo=" alt="dot">';
  expect(html(safeHtml(table))).toBe(table);
});

it("opens links to pages elsewhere, with no hold on this page", () => {
  expect(html(safeHtml('<a href="https://example.org/" target="_top">x</a>'))).toBe(
    '<a href="https://example.org/" target="_blank" rel="noopener">x</a>',
  );
});

it("opens a drawing's links elsewhere, too", () => {
  expect(html(safeHtml('<svg><a xlink:href="https://example.org/"></a></svg>'))).toContain('target="_blank" rel="noopener"');
});

it("shows nothing of a frame set", () => {
  expect(html(safeHtml("<frameset><frame></frameset>"))).toBe("");
});

it("turns Markdown into HTML, then makes that safe", async () => {
  const shown = html(await safeMarkdown("**bold** <img src=x onerror=alert(1)>\n\n| a |\n|---|\n| 1 |\n"));
  expect(shown).toContain("<strong>bold</strong>");
  expect(shown).toContain("<td>1</td>");
  expect(shown).not.toContain("onerror");
});

it("takes no id of the page's own, and labels nothing there", () => {
  document.body.innerHTML = '<p id="scratch"></p>';
  expect(html(safeHtml('<p id="scratch">a</p><p id="mine">b</p><label for="scratch">c</label>'))).toBe(
    '<p>a</p><p id="mine">b</p><label>c</label>',
  );
});
