import { describe, expect, it } from "vitest";
import { downloadNote, duration, figureLabel, stageProgress, stageText } from "./wording";

it("says how much is fetched before it is", () => {
  expect(downloadNote(16_089_000)).toContain("16.1 MB");
});

describe("stages", () => {
  const fetching = { type: "stage", id: 1, stage: "fetch" } as const;
  it.each([
    [{ ...fetching, loaded: 3_200_000, total: 16_100_000 }, "Fetching Python: 3.2 of 16.1 MB"],
    [{ ...fetching, loaded: 16_200_000, total: 16_100_000 }, "Fetching Python: 16.1 of 16.1 MB"],
    [{ ...fetching, loaded: 3_200_000, total: 0 }, "Fetching Python: 3.2 MB"],
    [{ ...fetching, stage: "start", loaded: 0, total: 0 }, "Starting Python"],
  ] as const)("%j is “%s”", (reply, text) => {
    expect(stageText(reply) + stageProgress(reply)).toBe(text);
  });
});

it.each([
  [4, "0.00 s"],
  [123, "0.12 s"],
  [12_345, "12 s"],
])("%d ms is %s", (milliseconds, text) => {
  expect(duration(milliseconds)).toBe(text);
});

describe("labels of figures", () => {
  it("are the author's", () => {
    expect(figureLabel(["One", "Two"], 1, false)).toBe("Two");
  });
  it("admit an edit", () => {
    expect(figureLabel(["One"], 0, true)).toBe("One (as published; the code has been edited)");
  });
  it("count what the author did not describe", () => {
    expect(figureLabel(["One"], 1, true)).toBe("Figure 2");
  });
});
