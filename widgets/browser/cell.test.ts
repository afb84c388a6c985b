// @vitest-environment jsdom
import { EditorView } from "@codemirror/view";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { cellElement } from "./cell";
import { FakeWorker, RUNTIME, type FakeRequest } from "./fake-worker";
import { Kernel } from "./kernel";
import { Notebook } from "./notebook";
import { pageControlsElement } from "./page-controls";
import { Drafts } from "./progress";
import type { Reply, WithoutId } from "./protocol";

const PUBLISHED = '<pre class="fp-text" data-stream="stdout">published\n</pre>';
const CODE = '<span class="n">scores</span> <span class="o">=</span> <span class="mi">1</span>';

let worker: FakeWorker;
let page = "one/";
/** What the next run answers; null for what it printed. */
let answers: WithoutId<Reply>[] | null = null;
/** Whether the worker answers nothing at all. */
let silent = false;

function answer(request: FakeRequest): void {
  const { id } = request;
  if (silent) return;
  if (request.type === "run" && answers) {
    for (const reply of answers) worker.send({ ...reply, id });
    return;
  }
  if (request.type === "plan") worker.send({ type: "plan", id, needs: publishedNeeds() });
  if (request.type === "run") worker.send({ type: "text", id, stream: "stdout", text: `ran ${request.code}\n` });
  worker.send({ type: "done", id, status: "ok" });
}

function publishedNeeds(): Record<string, string[]> {
  const cells = [...document.querySelectorAll<HTMLElement>("fp-cell")];
  return Object.fromEntries(cells.map(({ id, dataset }) => [id, JSON.parse(dataset.needs ?? "[]") as string[]]));
}

const kernel = new Kernel(
  () => {
    worker = new FakeWorker();
    worker.onRequest = answer;
    return worker.asWorker();
  },
  RUNTIME,
);
const notebook = new Notebook(kernel);

beforeAll(() => {
  // jsdom lays nothing out; the editor measures its text.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  kernel.onState = () => {
    notebook.refresh();
  };
  const site = { downloadBytes: 16_100_000, drafts: new Drafts("/"), notFetched: vi.fn() };
  customElements.define("fp-page-controls", pageControlsElement(notebook));
  customElements.define("fp-cell", cellElement(notebook, site));
});

/** An editor left alone would still look at its code when jsdom is gone. */
function closeEditors(): void {
  for (const editor of document.querySelectorAll<HTMLElement>(".cm-editor")) EditorView.findFromDOM(editor)?.destroy();
}
afterAll(closeEditors);

let pages = 0;
beforeEach(() => {
  page = `page-${++pages}/`; // a namespace of its own for each test
  answers = null;
  silent = false;
  load();
});

/** What instant navigation does: the page's HTML comes anew. */
function load(...more: string[]): void {
  closeEditors();
  document.body.innerHTML = ["scores", ...more].map(block).join("");
}

function block(id: string): string {
  return (
    `<div class="fp-block"><fp-cell id="${id}" data-state="static" data-page="${page}" data-kind="cell" data-alt="[]" ` +
    `data-needs="${id === "scores" ? "[]" : "[&quot;scores&quot;]"}">` +
    `<div class="fp-bar"><span class="fp-name">${id}</span></div>` +
    `<div class="fp-code highlight"><pre><code>${CODE}</code></pre></div>` +
    `<div class="fp-live" aria-live="polite" data-search-exclude><div class="fp-output">${PUBLISHED}</div></div>` +
    "</fp-cell></div>"
  );
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
  Object.defineProperty(event, "keyCode", { value: { Tab: 9, Enter: 13, Escape: 27, ArrowRight: 39 }[key] });
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

  it("that is stopped while Python starts can be reset, and says again what will be fetched", async () => {
    kernel.close();
    kernel.wasReady = false;
    silent = true;
    button("Run").click();
    await vi.waitFor(() => {
      expect(kernel.state).toBe("loading");
    });
    button("Stop").click();
    await vi.waitFor(() => {
      expect(element("fp-cell").dataset.state).toBe("stopped");
    });
    button("Reset").click();
    expect(element("fp-cell").dataset.state).toBe("static");
    expect(element(".fp-status").textContent).toBe("The first run fetches 16.1 MB");
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

  it("keeps what is typed while it is on its way", async () => {
    const code = element("pre");
    code.focus();
    for (const key of ["x", "Shift", " ", "Enter"]) press(code, key);
    press(code, "a", { ctrlKey: true });
    await vi.waitFor(() => {
      expect(element("fp-cell").querySelector(".cm-content")?.textContent).toBe("x scores = 1");
    });
    press(element(".cm-content"), "Enter", { shiftKey: true });
    await vi.waitFor(() => {
      expect(element(".fp-output").textContent).toBe("ran x \nscores = 1\n");
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
    expect(document.querySelectorAll(".fp-bar .fp-run")).toHaveLength(1);
  });
});

describe("a question of the running code", () => {
  async function ask(): Promise<HTMLInputElement> {
    answers = [{ type: "input", prompt: "name? ", secret: false }];
    button("Run").click();
    return vi.waitFor(() => element(".fp-question input") as HTMLInputElement);
  }

  it("takes the focus, outside the live region, and gives it to the output when answered", async () => {
    const field = await ask();
    expect(document.activeElement).toBe(field);
    expect(field.closest("[aria-live]")).toBeNull();
    field.value = "Ada";
    button("Send").click();
    expect(worker.signals.at(-1)).toMatchObject({ type: "answer", text: "Ada" });
    expect(document.querySelector(".fp-question")).toBeNull();
    expect(document.activeElement).toBe(element(".fp-output"));
    worker.reply({ type: "done", status: "ok" });
  });

  it("leaves the focus to whoever writes elsewhere", async () => {
    document.body.insertAdjacentHTML("beforeend", '<textarea id="elsewhere"></textarea>');
    element("#elsewhere").focus();
    const field = await ask();
    expect(document.activeElement?.id).toBe("elsewhere");
    field.value = "Ada";
    button("Send").click();
    expect(document.activeElement?.id).toBe("elsewhere");
    worker.reply({ type: "done", status: "ok" });
  });

  it("is taken back with Escape, which stops the run", async () => {
    const field = await ask();
    press(field, "Escape");
    expect(worker.signals.at(-1)).toEqual({ type: "interrupt" });
    worker.reply({ type: "error", name: "KeyboardInterrupt", message: "", traceback: "", line: 1, hint: null });
    worker.reply({ type: "done", status: "error" });
    await vi.waitFor(() => {
      expect(element("fp-cell").dataset.state).toBe("stopped");
    });
    expect(document.activeElement).toBe(element(".fp-output"));
  });
});

describe("an error", () => {
  beforeEach(async () => {
    const traceback = 'Traceback:\n  cell "scores", line 1\nNameError: x\n';
    answers = [
      { type: "error", name: "NameError", message: "x", traceback, line: 1, hint: null },
      { type: "done", status: "error" },
    ];
    button("Run").click();
    await vi.waitFor(() => {
      expect(element("fp-cell").dataset.state).toBe("error");
    });
  });

  it("can be reached by key", () => {
    expect(element(".fp-error").tabIndex).toBe(0);
  });

  it("leads to its line", async () => {
    button("line 1").click();
    await vi.waitFor(() => {
      expect(document.activeElement).toBe(element(".cm-content"));
    });
  });
});

describe("several cells", () => {
  beforeEach(() => {
    load("weights", "plot");
  });

  function states(): (string | undefined)[] {
    return [...document.querySelectorAll<HTMLElement>("fp-cell")].map(({ dataset }) => dataset.state);
  }

  it("have one set of controls, before the first", () => {
    expect(document.querySelectorAll("fp-page-controls")).toHaveLength(1);
    expect(element("fp-page-controls").nextElementSibling?.id).toBe("scores");
  });

  it("run together, or those above one", async () => {
    button("Run all").click();
    expect(button("Run all").ariaDisabled).toBe("true");
    await vi.waitFor(() => {
      expect(states()).toEqual(["done", "done", "done"]);
    });
    for (const reset of document.querySelectorAll<HTMLElement>(".fp-reset")) reset.click();
    element("#weights .fp-run-above").click();
    await vi.waitFor(() => {
      expect(states()).toEqual(["done", "static", "static"]);
    });
  });

  it("run anew with a new Python", async () => {
    const before = kernel.generation;
    button("Restart and run all").click();
    await vi.waitFor(() => {
      expect(states()).toEqual(["done", "done", "done"]);
    });
    expect(kernel.generation).toBe(before + 1);
  });

  it("are marked when one above them is edited", async () => {
    const content = await editor();
    press(content, "Tab");
    expect(states()).toEqual(["static", "stale", "stale"]);
    element("#scores .fp-reset").click();
    expect(states()).toEqual(["static", "static", "static"]);
  });

  it("are gone through with Shift-Enter", async () => {
    const content = await editor();
    press(content, "Enter", { shiftKey: true });
    await vi.waitFor(() => {
      expect(document.activeElement?.closest("fp-cell")?.id).toBe("weights");
    });
    await vi.waitFor(() => {
      expect(element("#scores").dataset.state).toBe("done");
    });
  });
});

it("stops what runs when its page is left", async () => {
  answers = [];
  button("Run").click();
  await vi.waitFor(() => {
    expect(element("fp-cell").dataset.state).toBe("running");
  });
  document.body.replaceChildren();
  expect(worker.signals.at(-1)).toEqual({ type: "interrupt" });
  worker.reply({ type: "done", status: "ok" });
});
