// @vitest-environment jsdom
import { forceParsing } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { expect, it } from "vitest";
import { python } from "./python-language";

function marked(code: string): Record<string, string[]> {
  const view = new EditorView({ doc: code, extensions: [python] });
  forceParsing(view, code.length, Infinity); // a busy machine would put the rest off
  const { dom } = view;
  const texts = (name: string): string[] => [...dom.querySelectorAll(`.${name}`)].map(({ textContent }) => textContent);
  return { builtin: texts("fp-builtin"), defined: texts("fp-defined") };
}

it.each([
  ["import numpy as np", [], ["numpy", "np"]],
  ["from lessons.plots import heat_map, print", [], ["lessons", "plots"]],
  ["print(len(scores), max)", ["print", "len", "max"], []],
  ["raise ValueError('print')  # len", [], ["ValueError"]],
])("%s", (code, builtin, defined) => {
  expect(marked(code)).toEqual({ builtin, defined });
});
