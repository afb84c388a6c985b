import { expect, it } from "vitest";
import { explainBreakdown, explainStart } from "./failures";
import { WebAssemblyMissing } from "./web-assembly";

it.each([
  "Failed to fetch",
  "NetworkError when attempting to fetch resource.",
  "Load failed",
  "error loading dynamically imported module: https://course.example/pyodide.mjs",
  "could not fetch https://course.example/lock.json: status 404",
])("says that a file did not arrive: %s", (message) => {
  expect(explainStart(new TypeError(message)).message).toContain("Check the connection");
});

it.each([
  new Error("WebAssembly.instantiateStreaming(): expected magic word 00 61 73 6d, found 67 61 72 62 @+0"),
  new Error("Traceback (most recent call last):\n  File x\nzipimport.ZipImportError: not a Zip file\n"),
  { name: "ExitStatus", message: "Program terminated with exit(1)", status: 1 },
])("says that a file is damaged: %s", (error) => {
  expect(explainStart(error).message).toContain("damaged");
});

it("says that WebAssembly is missing", () => {
  expect(explainStart(new WebAssemblyMissing("")).message).toContain("switched off");
});

it("quotes the first line of any other error", () => {
  expect(explainStart(new Error("bad lock file.\nat line 1")).message).toBe(
    "bad lock file. Press Run to try again.",
  );
});

it("quotes the last line of a traceback", () => {
  const error = new Error("Traceback (most recent call last):\n  File x\nImportError: no numpy\n");
  expect(explainStart(error).message).toBe("ImportError: no numpy. Press Run to try again.");
});

it.each([
  ["Pyodide already exited and can no longer be used.", "the code ended it"],
  ["Program terminated with exit(1)", "the code ended it"],
  ["Pyodide already fatally failed and can no longer be used.", "recursion"],
  ["Maximum call stack size exceeded", "recursion"],
])("says what brought Python down: %s", (message, words) => {
  expect(explainBreakdown(new Error(message)).message).toContain(words);
});

it("quotes no megabytes", () => {
  expect(explainBreakdown("x".repeat(10_000)).message.length).toBeLessThan(400);
});
