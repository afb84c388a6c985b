import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Part } from "./protocol";
import { shareParts } from "./shared-parts";

const WASM = "https://course.example/python.wasm";
const OTHER = "https://course.example/stdlib.zip";
/** The smallest module there is. */
const BYTES = Uint8Array.of(0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00);
const TYPED = { headers: { "Content-Type": "application/wasm" } };
const fetched = vi.fn<typeof fetch>();
const [realFetch, realInstantiate] = [globalThis.fetch, WebAssembly.instantiateStreaming];
let told: Part[];
const tell = (part: Part): void => {
  told.push(part);
};

beforeEach(() => {
  told = [];
  fetched.mockReset();
  fetched.mockImplementation((url) =>
    Promise.resolve(url === WASM ? new Response(BYTES, TYPED) : new Response("a library")),
  );
  globalThis.fetch = fetched;
});
afterEach(() => {
  globalThis.fetch = realFetch;
});

async function start(): Promise<[WebAssembly.Module, string]> {
  const { module } = await WebAssembly.instantiateStreaming(fetch(WASM), {});
  const library = await (await fetch(OTHER)).text();
  return [module, library];
}

it("tells of what is fetched and compiled, and takes it the next time instead of the files", async () => {
  const first = shareParts([], tell);
  const [module, library] = await start();
  first.stop();
  expect(library).toBe("a library");
  expect(told.map(({ url }) => url).sort()).toEqual([WASM, OTHER]);
  expect(fetched).toHaveBeenCalledTimes(2);

  const parts = told;
  told = [];
  const second = shareParts(parts, tell);
  expect(await start()).toEqual([module, library]);
  await fetch("https://course.example/third");
  second.stop();
  expect(fetched.mock.calls.slice(2).map(([url]) => url)).toEqual(["https://course.example/third"]);
  await vi.waitFor(() => {
    expect(told.map(({ url }) => url)).toEqual(["https://course.example/third"]);
  });
});

it("puts back what it found", () => {
  shareParts([], tell).stop();
  expect([globalThis.fetch, WebAssembly.instantiateStreaming]).toEqual([fetched, realInstantiate]);
});

it("does not keep what was not found", async () => {
  fetched.mockResolvedValueOnce(new Response("no such page", { status: 404 }));
  const shared = shareParts([], tell);
  await (await fetch(OTHER)).text();
  shared.stop();
  expect(told).toEqual([]);
});

it("compiles a file that the host sends under another type", async () => {
  fetched.mockResolvedValueOnce(new Response(BYTES));
  const shared = shareParts([], tell);
  const { module } = await WebAssembly.instantiateStreaming(fetch(WASM), {});
  shared.stop();
  expect(module).toBeInstanceOf(WebAssembly.Module);
  expect(told.at(-1)).toEqual({ url: WASM, content: module });
});

it("compiles a file ahead, which is then fetched once", async () => {
  const shared = shareParts([], tell);
  shared.compileAhead(WASM);
  await vi.waitFor(() => {
    expect(told.map(({ url }) => url)).toEqual([WASM]);
  });
  const [module] = await start();
  shared.stop();
  expect(told[0]?.content).toBe(module);
  expect(fetched.mock.calls.filter(([url]) => url === WASM)).toHaveLength(1);
});

it("compiles nothing ahead that an earlier worker has compiled", () => {
  const shared = shareParts([{ url: WASM, content: new WebAssembly.Module(BYTES) }], tell);
  shared.compileAhead(WASM);
  shared.stop();
  expect(fetched).not.toHaveBeenCalled();
});

it("tells of a file that is compiled ahead and does not arrive", async () => {
  fetched.mockRejectedValueOnce(new TypeError("no connection"));
  const shared = shareParts([], tell);
  shared.compileAhead(WASM);
  await expect(start()).rejects.toThrow("no connection");
  shared.stop();
});

it("tells of a file that is no module", async () => {
  fetched.mockResolvedValueOnce(new Response("garbage", TYPED));
  const shared = shareParts([], tell);
  await expect(WebAssembly.instantiateStreaming(fetch(WASM), {})).rejects.toThrow();
  shared.stop();
  await expect(shared.failed).rejects.toThrow(WebAssembly.CompileError);
});
