// Pyodide never says that it may not compile WebAssembly; this does.

/** The smallest module there is: the magic number and version 1. */
const EMPTY_MODULE = Uint8Array.of(0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00);

export class WebAssemblyMissing extends Error {}

/** Throws where the browser has no WebAssembly or the site's policy forbids it. */
export function requireWebAssembly(): void {
  try {
    new WebAssembly.Module(EMPTY_MODULE);
  } catch (error) {
    throw new WebAssemblyMissing(String(error));
  }
}
