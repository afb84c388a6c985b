// @vitest-environment jsdom
import { expect, it } from "vitest";
import { linkLines } from "./traceback-links";

const TEXT =
  'Traceback (most recent call last):\n  cell "scores", line 12\n    attend(q, k)\n' +
  '  cell "softmax", line 3\n    line 4\n  lessons/plots.py, line 5\nValueError: line 6\n';

it("makes a button of each line of a cell, and leaves the text", () => {
  const traceback = document.createElement("pre");
  traceback.textContent = TEXT;
  const visits: [string, number][] = [];
  linkLines(traceback, (...to) => visits.push(to));
  expect(traceback.textContent).toBe(TEXT);
  const buttons = [...traceback.querySelectorAll("button")];
  expect(buttons.map(({ textContent }) => textContent)).toEqual(["line 12", "line 3"]);
  for (const button of buttons) button.click();
  expect(visits).toEqual([
    ["scores", 12],
    ["softmax", 3],
  ]);
});
