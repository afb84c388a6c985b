import { afterEach, expect, it, vi } from "vitest";
import { requireWebAssembly, WebAssemblyMissing } from "./web-assembly";

afterEach(() => {
  vi.unstubAllGlobals();
});

it("passes where WebAssembly works", () => {
  expect(requireWebAssembly).not.toThrow();
});

it("throws where the browser has none", () => {
  vi.stubGlobal("WebAssembly", undefined);
  expect(requireWebAssembly).toThrow(WebAssemblyMissing);
});

it("throws where the site's policy forbids it", () => {
  const Module = vi.fn(function () {
    throw new Error("Compiling or instantiating WebAssembly module violates the following Content Security policy");
  });
  vi.stubGlobal("WebAssembly", { Module });
  expect(requireWebAssembly).toThrow(WebAssemblyMissing);
});
