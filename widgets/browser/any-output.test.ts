// @vitest-environment jsdom
import fc from "fast-check";
import { expect, it } from "vitest";
import { declared } from "./declared";
import { Output } from "./output";
import type { OutputReply } from "./protocol";

const replies = fc.array(declared("OutputReply").values as fc.Arbitrary<OutputReply>, { maxLength: 8 });

it("shows whatever replies a run gives, one after the other, and every figure has its name", async () => {
  await fc.assert(fc.asyncProperty(replies, async (given) => {
    const root = document.createElement("div");
    const output = new Output(root, (figure) => `Figure ${figure}`, () => import("./drawing"));
    for (const reply of given) await output.append(reply);
    output.finish();
    const shown = root.textContent;
    for (const reply of given) {
      if (reply.type === "value") expect(shown).toContain(reply.text);
      else if (reply.type === "error") expect(shown).toContain(reply.traceback);
    }
    const figures = [...root.querySelectorAll<HTMLElement>(".fp-figure")];
    expect(figures.map(({ hidden }) => hidden)).toEqual(figures.map(() => false));
    const drawn = new Set(given.flatMap((reply) => (reply.type === "figure" && reply.svg !== null ? [`Figure ${reply.figure}`] : [])));
    expect(new Set(figures.map(({ ariaLabel }) => ariaLabel))).toEqual(drawn);
    expect(root.querySelectorAll(".fp-cut").length).toBeLessThanOrEqual(1);
  }), { seed: 17, numRuns: 150 });
});
