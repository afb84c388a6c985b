import { afterEach, expect, it } from "vitest";
import { hastenLoading } from "./side-modules";

const NATIVE = WebAssembly.Instance;
const HEADER = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const LIBRARY = [0, 9, 8, ...new TextEncoder().encode("dylink.0")];
/** `g` is a constant 42, `m` a variable 1. */
const GLOBALS = [6, 11, 2, 0x7f, 0, 0x41, 42, 0x0b, 0x7f, 1, 0x41, 1, 0x0b];
const EXPORTS = [7, 9, 2, 1, 0x67, 3, 0, 1, 0x6d, 3, 1];

afterEach(() => {
  WebAssembly.Instance = NATIVE;
});

function exported(...sections: number[][]): Record<string, WebAssembly.Global<"i32">> {
  const module = new WebAssembly.Module(new Uint8Array([...HEADER, ...sections.flat()]));
  return new WebAssembly.Instance(module).exports as Record<string, WebAssembly.Global<"i32">>;
}

function refused(global: WebAssembly.Global<"i32"> | undefined): unknown {
  try {
    if (global) global.value = 7;
    return undefined;
  } catch (error) {
    return error;
  }
}

it("gives a library's constants as such, and refuses to write to them with one error for all", () => {
  hastenLoading();
  const { g } = exported(LIBRARY, GLOBALS, EXPORTS);
  expect(g).toBeInstanceOf(WebAssembly.Global);
  expect(refused(g)).toBeInstanceOf(TypeError);
  expect(refused(g)).toBe(refused(g));
  expect(g?.value).toBe(42);
});

it("leaves all other modules alone", () => {
  hastenLoading();
  const { g, m } = exported(GLOBALS, EXPORTS);
  expect(refused(g)).not.toBe(refused(g));
  expect(refused(m)).toBeUndefined();
  expect(m?.value).toBe(7);
});

it("may be asked for more than once", () => {
  hastenLoading();
  hastenLoading();
  expect(exported(LIBRARY, GLOBALS, EXPORTS).g?.value).toBe(42);
});
