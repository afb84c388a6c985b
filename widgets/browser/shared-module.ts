// Restarting from memory. Compiling Python's WebAssembly costs most of a start; a worker can pass the compiled module
// on, with all that the browser has optimised in it, and the next worker takes it instead of the file.

/** Until `stop`: a known module is used in the place of the file at `url`; one that is compiled now is told. */
export function shareModule(
  url: string,
  known: WebAssembly.Module | undefined,
  onCompiled: (module: WebAssembly.Module) => void,
): () => void {
  const fetchFile = globalThis.fetch;
  const instantiate = WebAssembly.instantiateStreaming;
  if (known) {
    globalThis.fetch = (input, init) =>
      addressOf(input) === url ? Promise.resolve(new Response()) : fetchFile(input, init);
  }
  WebAssembly.instantiateStreaming = async (source, imports) => {
    if (known) return { module: known, instance: await WebAssembly.instantiate(known, imports) };
    const made = await instantiate(source, imports);
    onCompiled(made.module);
    return made;
  };
  return () => {
    globalThis.fetch = fetchFile;
    WebAssembly.instantiateStreaming = instantiate;
  };
}

function addressOf(input: RequestInfo | URL): string {
  return input instanceof Request ? input.url : String(input);
}
