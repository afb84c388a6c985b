// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";
import { EditControls } from "./edit-controls";

const actions = { compare: vi.fn(), restore: vi.fn() };
let controls: EditControls;

beforeEach(() => {
  vi.clearAllMocks();
  const bar = document.createElement("div");
  document.body.replaceChildren(bar);
  controls = new EditControls(bar, actions);
});

function button(name: string): HTMLButtonElement {
  const found = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === name);
  if (!found) throw new Error(`no button ${name}`);
  return found;
}

function shown(): string[] {
  return [...document.querySelectorAll("button")].flatMap(({ hidden, textContent }) => (hidden ? [] : [textContent]));
}

it("offers nothing while the code is as published", () => {
  expect(shown()).toEqual([]);
  expect(document.querySelector(".fp-notice")?.textContent).toBe("");
});

it("shows and hides the changes", () => {
  controls.show(true);
  button("Show changes").click();
  button("Show changes").click();
  expect(actions.compare.mock.calls).toEqual([[true], [false]]);
});

it("ends the comparison with the edit", () => {
  controls.show(true);
  button("Show changes").click();
  controls.show(false);
  expect(actions.compare).toHaveBeenLastCalledWith(false);
  expect(shown()).toEqual([]);
});

it("brings back what a reset took, until the next edit", () => {
  controls.offerUndo("x = 2");
  expect(shown()).toEqual(["Undo reset"]);
  controls.show(true);
  expect(shown()).toEqual(["Show changes"]);
  controls.show(false);
  controls.offerUndo("x = 3");
  actions.restore.mockImplementationOnce(() => {
    controls.show(true);
  });
  button("Undo reset").click();
  expect(actions.restore).toHaveBeenCalledWith("x = 3");
  expect(shown()).toEqual(["Show changes"]);
  expect(document.activeElement).toBe(button("Show changes"));
});
