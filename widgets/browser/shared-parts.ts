// Restarting from memory. A worker passes on what it has fetched and compiled, with all that the browser has optimised
// in it, and the next one takes that instead of the files. Compiling alone costs most of a start.
import type { Part } from "./protocol";

export interface SharedParts {
  /** Rejects when the WebAssembly is no good: Pyodide would say nothing and wait for ever. */
  readonly failed: Promise<never>;
  /** Begins to fetch and compile a file that is asked for only once Python's scripts are there. */
  compileAhead(url: string): void;
  stop(): void;
}

/** Until `stop`: known parts are used in the place of files; others are told when they are there. */
export function shareParts(known: readonly Part[], tell: (part: Part) => void): SharedParts {
  const fetchFile = globalThis.fetch;
  const instantiate = WebAssembly.instantiateStreaming;
  const parts = new Map<string, Part["content"] | Promise<WebAssembly.Module>>(known.map(({ url, content }) => [url, content]));
  let fail: (error: unknown) => void;
  const failed = new Promise<never>((_, reject) => (fail = reject));
  failed.catch(() => undefined); // nobody need wait for it

  const modules = new WeakMap<Response, Promise<WebAssembly.Module>>();
  const addresses = new WeakMap<Response, string>();
  globalThis.fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const content = parts.get(url);
    if (content instanceof ArrayBuffer) return new Response(content);
    if (content) {
      const standIn = new Response();
      modules.set(standIn, Promise.resolve(content));
      return standIn;
    }
    const response = await fetchFile(input, init);
    addresses.set(response, url);
    if (response.ok && !isWasm(response)) keep(url, response.clone());
    return response;
  };
  WebAssembly.instantiateStreaming = async (source, imports) => {
    try {
      const response = await source;
      const module = await (modules.get(response) ?? compiled(response));
      return { module, instance: await WebAssembly.instantiate(module, imports) };
    } catch (error) {
      fail(error);
      throw error;
    }
  };

  async function compiled(response: Response): Promise<WebAssembly.Module> {
    const module = isWasm(response)
      ? await WebAssembly.compileStreaming(response)
      : await WebAssembly.compile(await response.arrayBuffer());
    tell({ url: addresses.get(response) ?? response.url, content: module });
    return module;
  }

  function keep(url: string, response: Response): void {
    response.arrayBuffer().then(
      (content) => {
        tell({ url, content });
      },
      () => undefined, // whoever wants the file hears of it
    );
  }

  return {
    failed,
    compileAhead(url) {
      if (parts.has(url)) return;
      const module = globalThis.fetch(url).then(compiled);
      module.catch(() => undefined); // whoever wants the file hears of it
      parts.set(url, module);
    },
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
