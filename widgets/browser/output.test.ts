// @vitest-environment jsdom
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import * as drawing from "./drawing";
import { Output } from "./output";
import type { OutputReply, Reply } from "./protocol";
import { figureLabel } from "./wording";

const FOLDER = "tests/fixtures/outputs";

interface Fixture {
  alt: string[];
  replies: Reply[];
  html: string;
}

let root: HTMLElement;
beforeEach(() => {
  root = document.createElement("div");
});

async function show(replies: readonly Reply[], alt: string[] = []): Promise<void> {
  const output = new Output(
    root,
    (figure) => figureLabel(alt, figure, false),
    () => Promise.resolve(drawing),
  );
  for (const reply of replies) {
    if (reply.type === "done") output.finish();
    else await output.append(reply as OutputReply);
  }
}

describe("the build's HTML", () => {
  it.each(readdirSync(FOLDER))("%s", async (file) => {
    const { alt, replies, html } = JSON.parse(readFileSync(join(FOLDER, file), "utf8")) as Fixture;
    await show(replies, alt);
    expect(root.innerHTML).toBe(html);
  });
});

describe("while a cell runs", () => {
  it("keeps the place of a figure that is still to come", async () => {
    await show([
      { type: "figure", id: 1, figure: 0, svg: null },
      { type: "text", id: 1, stream: "stdout", text: "after" },
    ]);
    expect([...root.children].map(({ className }) => className)).toEqual(["fp-figure", "fp-text"]);
    expect((root.firstElementChild as HTMLElement).hidden).toBe(true);
  });

  it("goes on in the same line when a progress bar begins, and after it", async () => {
    const text = (printed: string): Reply => ({ type: "text", id: 1, stream: "stderr", text: printed });
    await show([text("start\n 0%"), text("\r50%"), text("\r99%\n"), text("end")]);
    expect(root.innerHTML).toBe('<pre class="fp-text" data-stream="stderr">start\n99%\nend</pre>');
  });

  it("keeps the order of what follows a terminal's text", async () => {
    const output = new Output(root, String, () => Promise.resolve(drawing));
    const text = (printed: string): OutputReply => ({ type: "text", id: 1, stream: "stdout", text: printed });
    await Promise.all([
      output.append(text("a\rb")),
      output.append(text("c\n")),
      output.append({ type: "value", id: 1, text: "1", note: null }),
      output.append(text("last")),
    ]);
    expect([...root.children].map(({ textContent }) => textContent)).toEqual(["bc\n", "1", "last"]);
  });

  it("says so where a figure can't be shown", async () => {
    await show([{ type: "figure", id: 1, figure: 0, svg: "no drawing" }]);
    expect(root.textContent).toContain("could not be shown");
  });

  it("shows a figure that had no place", async () => {
    await show([{ type: "figure", id: 1, figure: 3, svg: "<svg viewBox='0 0 1 1'></svg>" }]);
    expect(root.firstElementChild?.getAttribute("aria-label")).toBe("Figure 4");
  });
});
