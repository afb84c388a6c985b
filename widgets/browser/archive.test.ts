import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { unpack, type FileSystem, type Packed } from "./archive";

const LONG = `${"folder/".repeat(16)}module.py`;
const BYTES = Uint8Array.from({ length: 2304 }, (_, index) => index % 256);

/** A file as a tar holds it: 512 bytes about it, then the content in blocks of as many. */
function entry(prefix: string, name: string, content: Uint8Array): Uint8Array[] {
  const head = new Uint8Array(512);
  const write = (text: string, position: number): void => {
    head.set(new TextEncoder().encode(text), position);
  };
  write(name, 0);
  write(`${content.length.toString(8).padStart(11, "0")}\0`, 124);
  write(prefix, 345);
  return [head, content, new Uint8Array((512 - (content.length % 512)) % 512)];
}

function made(): ArrayBuffer {
  const tar = Buffer.concat([
    ...entry("", "a.py", new TextEncoder().encode("x = 1")),
    ...entry("", "b/empty.py", new Uint8Array()),
    ...entry(LONG.slice(0, 111), LONG.slice(112), BYTES),
    new Uint8Array(1024),
  ]);
  return Uint8Array.from(gzipSync(tar)).buffer;
}

function arriving(archive: ArrayBuffer): Packed {
  return new Blob([archive]).stream();
}

function memory(): { files: Map<string, number[]>; folders: Set<string>; system: FileSystem } {
  const files = new Map<string, number[]>();
  const folders = new Set<string>();
  const system: FileSystem = {
    mkdirTree: (path) => folders.add(path),
    writeFile: (path, content) => files.set(path, [...content]),
  };
  return { files, folders, system };
}

test("every file comes out as the build has put it in", async () => {
  const { files, folders, system } = memory();
  await unpack(arriving(made()), system, "/place");
  expect(Object.fromEntries(files)).toEqual({
    "/place/a.py": [...new TextEncoder().encode("x = 1")],
    "/place/b/empty.py": [],
    [`/place/${LONG}`]: [...BYTES],
  });
  expect(folders).toEqual(new Set(["/place", "/place/b", `/place/${LONG.slice(0, LONG.lastIndexOf("/"))}`]));
});

test.each(["garbage", "cut"])("a damaged archive is refused: %s", async (damage) => {
  const archive = damage === "cut" ? made().slice(0, 150) : new TextEncoder().encode("garbage").buffer;
  await expect(unpack(arriving(archive), memory().system, "/place")).rejects.toThrow("could not be decompressed");
});
