// Restarting from memory. Compiling Python's WebAssembly costs most of a start; a worker can pass the compiled module
// on, with all that the browser has optimised in it, and the next worker takes it instead of the file.

export interface SharedModule {
  /** Rejects when the file is no good: Pyodide would say nothing and wait for ever. */
  readonly failed: Promise<never>;
  stop(): void;
}

/** Until `stop`: a known module is used in the place of the file at `url`; one that is compiled now is told. */
export function shareModule(
  url: string,
  known: WebAssembly.Module | undefined,
  onCompiled: (module: WebAssembly.Module) => void,
): SharedModule {
  const fetchFile = globalThis.fetch;
  const instantiate = WebAssembly.instantiateStreaming;
  let fail: (error: unknown) => void;
  const failed = new Promise<never>((_, reject) => (fail = reject));
  failed.catch(() => undefined); // nobody need wait for it
  if (known) {
    globalThis.fetch = (input, init) =>
      addressOf(input) === url ? Promise.resolve(new Response()) : fetchFile(input, init);
  }
  WebAssembly.instantiateStreaming = async (source, imports) => {
    if (known) return { module: known, instance: await WebAssembly.instantiate(known, imports) };
    try {
      const response = await source;
      const made = isWasm(response)
        ? await instantiate(response, imports)
        : await WebAssembly.instantiate(await response.arrayBuffer(), imports);
      onCompiled(made.module);
      return made;
    } catch (error) {
      fail(error);
      throw error;
    }
  };
  return {
    failed,
    stop() {
      globalThis.fetch = fetchFile;
      WebAssembly.instantiateStreaming = instantiate;
    },
  };
}

/** Whether the host sends the file under its type, as compiling while it arrives takes it. */
function isWasm(response: Response): boolean {
  return response.headers.get("Content-Type") === "application/wasm";
}

function addressOf(input: RequestInfo | URL): string {
  return input instanceof Request ? input.url : String(input);
}
