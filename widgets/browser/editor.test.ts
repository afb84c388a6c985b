// @vitest-environment jsdom
import { EditorView } from "@codemirror/view";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Completions, Help } from "./assist";
import { createEditor, type Editor } from "./editor";
import type { LintMark } from "./protocol";

const CODE = "import numpy as np\nx = np.zeros(3)\nprint(y)";

const events = {
  edited: vi.fn(),
  run: vi.fn(),
  runAndMove: vi.fn(),
  complete: vi.fn<(code: string, position: number) => Promise<Completions | null>>(),
  help: vi.fn<(code: string, position: number) => Promise<Help | null>>(),
  lint: vi.fn<(code: string) => Promise<LintMark[] | null>>(),
};
let editor: Editor;

beforeAll(() => {
  // jsdom lays nothing out; the editor measures its text.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});

beforeEach(() => {
  vi.resetAllMocks();
  events.complete.mockResolvedValue(null);
  events.help.mockResolvedValue(null);
  events.lint.mockResolvedValue(null);
  document.body.replaceChildren();
  editor = open(CODE);
});

afterEach(() => {
  // One left alone would still look at its code when jsdom is gone.
  for (const dom of document.querySelectorAll<HTMLElement>(".cm-editor")) EditorView.findFromDOM(dom)?.destroy();
});

function open(code: string): Editor {
  const start = { code, selection: { anchor: code.length, head: code.length }, pressed: true, placeholder: "Try" };
  return createEditor(document.body, start, events);
}

function content(): HTMLElement {
  return document.querySelector<HTMLElement>(".cm-content") ?? document.body;
}

async function soon(check: () => void): Promise<void> {
  await vi.waitFor(check, { timeout: 10_000 });
}

function press(key: string, keyCode: number, more: KeyboardEventInit = {}): void {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more });
  Object.defineProperty(event, "keyCode", { value: keyCode }); // as browsers still fill it in
  content().dispatchEvent(event);
}

it("runs with Ctrl-Enter, and moves on with Shift-Enter", () => {
  press("Enter", 13, { ctrlKey: true });
  expect([events.run.mock.calls.length, events.runAndMove.mock.calls.length]).toEqual([1, 0]);
  press("Enter", 13, { shiftKey: true });
  expect([events.run.mock.calls.length, events.runAndMove.mock.calls.length]).toEqual([1, 1]);
});

it("marks the line of an error until it is edited", () => {
  editor.markError(2);
  expect(content().querySelector(".fp-error-line")?.textContent).toBe("x = np.zeros(3)");
  editor.setCode("y = 1");
  expect(content().querySelector(".fp-error-line")).toBeNull();
});

it("keeps the mark while other lines change, and takes it away when told", () => {
  editor.markError(2);
  press("Enter", 13);
  expect(content().querySelector(".fp-error-line")?.textContent).toBe("x = np.zeros(3)");
  editor.markError(null);
  expect(content().querySelector(".fp-error-line")).toBeNull();
});

it.each([0, 4])("marks nothing for line %i of three", (line) => {
  editor.markError(line);
  expect(content().querySelector(".fp-error-line")).toBeNull();
});

it("underlines what Python finds doubtful", async () => {
  events.lint.mockResolvedValue([
    { line: 3, column: 7, endColumn: 8, severity: "warning", message: "y is bound nowhere" },
    { line: 9, column: 50, endColumn: 99, severity: "error", message: "beyond the end" },
  ]);
  vi.useFakeTimers();
  open(CODE);
  await vi.advanceTimersByTimeAsync(1000);
  vi.useRealTimers();
  const text = (severity: string): string | undefined =>
    document.querySelector(`.cm-lintRange-${severity}`)?.textContent;
  expect([text("warning"), text("error")]).toEqual(["y", ")"]);
});

it("asks on demand what can follow, and offers it", async () => {
  events.complete.mockResolvedValue({
    from: CODE.length,
    options: [{ label: "zeros", kind: "function", detail: "zeros(shape)", documentation: "" }],
  });
  editor.focus();
  press(" ", 32, { ctrlKey: true });
  await soon(() => {
    expect(document.querySelector(".cm-tooltip-autocomplete")?.textContent).toContain("zeros(shape)");
  });
  expect(events.complete).toHaveBeenCalledWith(CODE, CODE.length);
});

it("says by key what the name at the cursor is", async () => {
  events.help.mockResolvedValue({ from: 0, to: 6, signature: "print(*args)", documentation: "<b>Prints</b>" });
  editor.focus();
  press("F1", 112);
  await soon(() => {
    expect(document.querySelector(".fp-documentation")?.textContent).toBe("print(*args)<b>Prints</b>");
  });
});

it("shows what an empty cell is for", () => {
  document.body.replaceChildren();
  open("");
  expect(document.querySelector(".cm-placeholder")?.textContent).toBe("Try");
});
