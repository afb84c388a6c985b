// @vitest-environment jsdom
// Text from outside: printed, pasted, a traceback. Whatever it is, it is shown and nothing of it is lost.
import fc from "fast-check";
import { expect, it } from "vitest";
import { anyText } from "./declared";
import { cleanPaste } from "./pasted-text";
import { TerminalText } from "./terminal-text";
import { linkLines } from "./traceback-links";

const pieces = (...some: string[]): fc.Arbitrary<string> =>
  fc.array(fc.oneof(fc.constantFrom(...some), anyText), { maxLength: 12 }).map((parts) => parts.join(""));

const CLASS = /^fp-ansi-(?:bold|dim|italic|underline|inverse|(?:bright-)?(?:black|red|green|yellow|blue|magenta|cyan|white))$/;

const printed = pieces(
  ..."\u001B|\u001B[|\u001B[31m|\u001B[1;4m|\u001B[38;5;|\u001B[>4;2m|\u001B[38;5;?1m|\u001B[0m|\u001B[K|\u001B[1K|\u001B[2K|\u001B]0;|\u001B\\|\u001BP".split("|"),
  ..."\u0007|\r|\n|\r\n|9m|;|?|m|ab|%".split("|"),
);

/** What a terminal shows: each unit of the text with its classes. */
function shown(root: Element): [string, string][] {
  return [...root.childNodes].flatMap((node) =>
    (node.textContent ?? "").split("").map((unit): [string, string] => [unit, node instanceof Element ? node.className : ""]),
  );
}

function terminal(...texts: string[]): Element {
  const root = document.createElement("pre");
  const written = new TerminalText(root);
  for (const text of texts) written.write(text);
  return root;
}

it("shows printed text as one, in however many messages it comes", () => {
  fc.assert(fc.property(printed, fc.array(fc.nat({ max: 60 }), { maxLength: 5 }), (text, cuts) => {
    const places = [0, ...cuts.sort((one, other) => one - other), text.length];
    const parts = places.slice(1).map((end, index) => text.slice(places[index], end));
    expect(shown(terminal(...parts))).toEqual(shown(terminal(text)));
  }), { seed: 7, numRuns: 800 });
});

it("makes nothing but text of what is printed, in classes that the theme has, with no code left", () => {
  fc.assert(fc.property(printed, (text) => {
    const root = terminal(text);
    expect([...root.querySelectorAll("*")].filter(({ localName }) => localName !== "span")).toEqual([]);
    for (const name of [...root.children].flatMap((span) => [...span.classList])) expect(name).toMatch(CLASS);
    expect(root.textContent).not.toContain("\u001B");
    expect(root.textContent).not.toContain("\r");
  }), { seed: 8, numRuns: 800 });
});

it("shows as it is what holds no control of a terminal", () => {
  fc.assert(fc.property(anyText, (text) => {
    const plain = text.replaceAll("\u001B", "").replaceAll("\r", "");
    expect(terminal(plain).textContent).toBe(plain);
  }), { seed: 9, numRuns: 200 });
});

const pasted = pieces("\t", "\r", "\n", "\u00A0", "\u202F", "\u200B", "\uFEFF", '"', "'", "\u201C", "\u201D", "\u2018", "x = 1");

it("cleans what is pasted once and for all, and leaves Python as it is", () => {
  fc.assert(fc.property(pasted, (text) => {
    const clean = cleanPaste(text);
    expect(clean).not.toMatch(/[\t\r\u00A0\u2007\u202F\u200B\uFEFF]/);
    expect(cleanPaste(clean)).toBe(clean);
    const python = text.replaceAll(/[\t\r\u00A0\u2007\u202F\u200B\uFEFF\u2018-\u201A\u201C-\u201E]/g, "");
    expect(cleanPaste(python)).toBe(python);
  }), { seed: 10, numRuns: 400 });
});

const traceback = pieces('cell "', "scores", '", ', "line ", "3", 'cell "a", line 7', "\n", ", in f");

it("links the lines of a traceback and keeps its text", () => {
  fc.assert(fc.property(traceback, (text) => {
    const element = document.createElement("pre");
    element.textContent = text;
    linkLines(element, (cell, line) => {
      expect(text).toContain(`cell "${cell}", line `);
      expect(line).toBeGreaterThanOrEqual(0);
    });
    expect(element.textContent).toBe(text);
    element.querySelectorAll("button").forEach((button) => {
      button.click();
    });
  }), { seed: 11, numRuns: 400 });
});
