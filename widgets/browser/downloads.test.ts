import { afterEach, expect, it, vi } from "vitest";
import { watchDownloads } from "./downloads";

const nothing = (): void => undefined;
const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

it("sums the bytes of all downloads and hands the responses on", async () => {
  globalThis.fetch = (url) => Promise.resolve(new Response("x".repeat(Number(url))));
  const sums: number[] = [];
  const idle = vi.fn();
  const downloads = watchDownloads((loaded) => sums.push(loaded), idle);
  const texts = await Promise.all(["3", "4"].map(async (size) => (await fetch(size)).text()));
  await vi.waitFor(() => {
    expect(idle).toHaveBeenCalledOnce();
  });
  downloads.stop();
  expect(texts).toEqual(["xxx", "xxxx"]);
  expect(sums).toEqual([3, 7]);
});

it.each([
  ["that never arrives", () => Promise.reject(new TypeError("Failed to fetch")), "Failed to fetch"],
  ["that is not there", () => Promise.resolve(new Response("", { status: 404 })), "status 404"],
  ["that breaks off", () => Promise.resolve(new Response(broken())), "network error"],
])("tells of a file %s", async (_, answer, message) => {
  globalThis.fetch = answer;
  const downloads = watchDownloads(nothing, nothing);
  const request = fetch("file").catch(nothing);
  await expect(downloads.failed).rejects.toThrow(message);
  await request;
  downloads.stop();
});

it("puts the browser's own fetch back", () => {
  const before = globalThis.fetch;
  watchDownloads(nothing, nothing).stop();
  expect(globalThis.fetch).toBe(before);
});

function broken(): ReadableStream {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array(2));
      controller.error(new TypeError("network error"));
    },
  });
}
