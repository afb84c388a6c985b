// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from "vitest";
import { selectionWithin } from "./selection";

describe("a selection in highlighted code", () => {
  beforeEach(() => {
    document.body.innerHTML = '<p>before</p><code><span class="n">scores</span> = <span class="mi">12</span></code>';
  });
  const code = (): Element => document.querySelector("code") as Element;

  function select(anchor: [number, number], head: [number, number]): void {
    const text = (child: number): Node => code().childNodes[child]?.firstChild ?? (code().childNodes[child] as Node);
    document.getSelection()?.setBaseAndExtent(text(anchor[0]), anchor[1], text(head[0]), head[1]);
  }

  it("is counted in characters", () => {
    select([0, 2], [2, 1]);
    expect(selectionWithin(code())).toEqual({ anchor: 2, head: 10 });
  });
  it("may run backwards", () => {
    select([2, 1], [1, 1]);
    expect(selectionWithin(code())).toEqual({ anchor: 10, head: 7 });
  });
  it("is the start where it lies elsewhere", () => {
    document.getSelection()?.selectAllChildren(document.querySelector("p") as Element);
    expect(selectionWithin(code())).toEqual({ anchor: 0, head: 0 });
  });
});
