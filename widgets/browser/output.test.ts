// @vitest-environment jsdom
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { draw } from "./drawing";
import { Output } from "./output";
import type { Reply } from "./protocol";
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
    () => Promise.resolve(draw),
  );
  for (const reply of replies) {
    if (reply.type === "done") output.finish();
    else if (reply.type !== "stage" && reply.type !== "plan") await output.append(reply);
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

  it("says so where a figure can't be shown", async () => {
    await show([{ type: "figure", id: 1, figure: 0, svg: "no drawing" }]);
    expect(root.textContent).toContain("could not be shown");
  });

  it("shows a figure that had no place", async () => {
    await show([{ type: "figure", id: 1, figure: 3, svg: "<svg viewBox='0 0 1 1'></svg>" }]);
    expect(root.firstElementChild?.getAttribute("aria-label")).toBe("Figure 4");
  });
});
