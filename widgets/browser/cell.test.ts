// @vitest-environment jsdom
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { cellElement } from "./cell";
import { FakeWorker } from "./fake-worker";
import { Kernel } from "./kernel";
import { Notebook } from "./notebook";
import type { Request } from "./protocol";

const PUBLISHED = '<pre class="fp-text" data-stream="stdout">published\n</pre>';
const CODE = '<span class="n">scores</span> <span class="o">=</span> <span class="mi">1</span>';

let worker: FakeWorker;
let page = "one/";

function answer(request: Request): void {
  const { id } = request;
  if (request.type === "plan") worker.send({ type: "plan", id, cells: [] });
  if (request.type === "run") worker.send({ type: "text", id, stream: "stdout", text: `ran ${request.code}\n` });
  worker.send({ type: "done", id, status: "ok" });
}

const kernel = new Kernel(
  () => {
    worker = new FakeWorker();
    worker.onRequest = answer;
    return worker.asWorker();
  },
  { core: "", stdlib: "", fullStdlib: "", lock: "", course: "" },
);
const notebook = new Notebook(kernel);

beforeAll(() => {
  // jsdom lays nothing out; the editor measures its text.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  kernel.onState = () => {
    notebook.refresh();
  };
  customElements.define("fp-cell", cellElement(notebook, { page: () => page, downloadBytes: 16_100_000 }));
});

let pages = 0;
beforeEach(() => {
  page = `page-${++pages}/`; // a namespace of its own for each test
  load();
});

/** What instant navigation does: the page's HTML comes anew. */
function load(): void {
  document.body.innerHTML =
    '<div class="fp-block"><fp-cell id="scores" data-state="static" data-kind="cell" data-alt="[]">' +
    '<div class="fp-bar"><span class="fp-name">scores</span></div>' +
    `<div class="fp-code highlight"><pre><code>${CODE}</code></pre></div>` +
    `<div class="fp-live" aria-live="polite" data-search-exclude><div class="fp-output">${PUBLISHED}</div></div>` +
    "</fp-cell></div>";
}

function element(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
}

function button(name: string): HTMLButtonElement {
  const buttons = [...document.querySelectorAll("button")];
  const found = buttons.find(({ textContent }) => textContent === name);
  if (!found) throw new Error(`no button ${name}`);
  return found;
}

async function run(): Promise<void> {
  button("Run").click();
  await vi.waitFor(() => {
    expect(element("fp-cell").dataset.state).toBe("done");
  });
}

/** The editor, once it has taken the static code's place. */
async function editor(): Promise<HTMLElement> {
  element("pre").click();
  return vi.waitFor(() => element(".cm-content"));
}

function press(target: HTMLElement, key: string, more: KeyboardEventInit = {}): void {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more });
  // Browsers still fill in the old number, and the editor tells Tab and Escape by it.
  Object.defineProperty(event, "keyCode", { value: { Tab: 9, Enter: 13, ArrowRight: 39 }[key] });
  target.dispatchEvent(event);
}

describe("before the first run", () => {
  it("says what will be fetched, and fetches nothing", () => {
    expect(kernel.state).toBe("off");
    expect(element(".fp-status").textContent).toBe("The first run fetches 16.1 MB");
    expect(element(".fp-output").innerHTML).toBe(PUBLISHED);
  });

  it("has code that can be reached as a textbox", () => {
    const code = element("pre");
    expect([code.role, code.ariaLabel, code.tabIndex]).toEqual(["textbox", "Code", 0]);
  });

  it("has nothing to stop or reset", () => {
    expect([button("Stop").disabled, button("Reset").disabled]).toEqual([true, true]);
  });
});

describe("a run", () => {
  it("shows at once that it is under way", () => {
    button("Run").click();
    expect(element("fp-cell").dataset.state).toBe("queued");
    expect(element(".fp-status").textContent).not.toBe("");
    expect(button("Run").ariaDisabled).toBe("true");
    expect(button("Stop").disabled).toBe(false);
  });

  it("puts its output in the place of the published output", async () => {
    await run();
    expect(element(".fp-output").textContent).toBe("ran scores = 1\n");
    expect(element(".fp-status").textContent).toMatch(/^Done in/);
    expect(button("Stop").disabled).toBe(true);
  });
});

describe("reset", () => {
  it("brings the published output and code back", async () => {
    await editor();
    await run();
    button("Reset").click();
    expect(element(".fp-output").innerHTML).toBe(PUBLISHED);
    expect(element("fp-cell").dataset.state).toBe("static");
    expect(button("Reset").disabled).toBe(true);
    expect(document.activeElement).toBe(button("Run"));
  });
});

describe("the editor", () => {
  it("takes the place of the static code, with the same text and name", async () => {
    const content = await editor();
    expect(content.textContent).toBe("scores = 1");
    expect(content.getAttribute("aria-label")).toBe("Code");
    expect(element("pre").hidden).toBe(true);
  });

  it("indents with Tab, and marks the cell as edited", async () => {
    const content = await editor();
    press(content, "Tab");
    expect(content.textContent).toBe("    scores = 1");
    expect(element("fp-cell").hasAttribute("data-edited")).toBe(true);
    expect(button("Reset").disabled).toBe(false);
    button("Reset").click();
    expect(content.textContent).toBe("scores = 1");
    expect(element("fp-cell").hasAttribute("data-edited")).toBe(false);
  });

  it("runs what it holds with Shift-Enter", async () => {
    const content = await editor();
    press(content, "Tab");
    press(content, "Enter", { shiftKey: true });
    await vi.waitFor(() => {
      expect(element(".fp-output").textContent).toBe("ran     scores = 1\n");
    });
  });

  it("lets Tab pass while somebody only passes by", async () => {
    element("pre").focus();
    const content = await vi.waitFor(() => element(".cm-content"));
    press(content, "Tab");
    expect(content.textContent).toBe("scores = 1");
    press(content, "ArrowRight");
    press(content, "Tab");
    expect(content.textContent).toBe("s   cores = 1");
  });
});

describe("coming back to the page", () => {
  it("keeps the output and the edit", async () => {
    const content = await editor();
    press(content, "Tab");
    await run();
    load();
    expect(element("fp-cell").dataset.state).toBe("done");
    expect(element(".fp-output").textContent).toBe("ran     scores = 1\n");
    expect(element("code").textContent).toBe("    scores = 1");
    expect(document.querySelectorAll("button")).toHaveLength(3);
  });
});
