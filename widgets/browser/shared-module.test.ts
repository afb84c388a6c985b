import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { shareModule } from "./shared-module";

const URL = "https://course.example/python.wasm";
/** The smallest module there is. */
const BYTES = Uint8Array.of(0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00);
const fetched = vi.fn<typeof fetch>(() =>
  Promise.resolve(new Response(BYTES, { headers: { "Content-Type": "application/wasm" } })),
);
const [realFetch, realInstantiate] = [globalThis.fetch, WebAssembly.instantiateStreaming];

beforeEach(() => {
  fetched.mockClear();
  globalThis.fetch = fetched;
});
afterEach(() => {
  globalThis.fetch = realFetch;
});

it("tells of the module that is compiled, and takes it the next time instead of the file", async () => {
  const told: WebAssembly.Module[] = [];
  const first = shareModule(URL, undefined, (module) => told.push(module));
  const { module } = await WebAssembly.instantiateStreaming(fetch(URL), {});
  first.stop();
  expect(told).toEqual([module]);
  expect(fetched).toHaveBeenCalledOnce();

  const again = shareModule(URL, module, (module) => told.push(module));
  const second = await WebAssembly.instantiateStreaming(fetch(URL), {});
  await fetch("https://course.example/other");
  again.stop();
  expect(second.module).toBe(module);
  expect(told).toHaveLength(1);
  expect(fetched.mock.calls.map(([url]) => url)).toEqual([URL, "https://course.example/other"]);
});

it("puts back what it found", () => {
  shareModule(URL, undefined, () => undefined).stop();
  expect([globalThis.fetch, WebAssembly.instantiateStreaming]).toEqual([fetched, realInstantiate]);
});

it("compiles a file that the host sends under another type", async () => {
  fetched.mockResolvedValueOnce(new Response(BYTES));
  const shared = shareModule(URL, undefined, () => undefined);
  const { module } = await WebAssembly.instantiateStreaming(fetch(URL), {});
  shared.stop();
  expect(module).toBeInstanceOf(WebAssembly.Module);
});

it("tells of a file that is no module", async () => {
  fetched.mockResolvedValueOnce(new Response("garbage", { headers: { "Content-Type": "application/wasm" } }));
  const shared = shareModule(URL, undefined, () => undefined);
  await expect(WebAssembly.instantiateStreaming(fetch(URL), {})).rejects.toThrow();
  shared.stop();
  await expect(shared.failed).rejects.toThrow(WebAssembly.CompileError);
});
