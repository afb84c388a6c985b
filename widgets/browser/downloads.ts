// Watches all downloads. Pyodide fetches its parts itself, tells nobody how far it is, and waits for ever for one
// that fails.

export interface Downloads {
  /** Rejects when a download fails. */
  readonly failed: Promise<never>;
  stop(): void;
}

/** Calls `onBytes` with the sum so far, `onIdle` whenever no download is left. */
export function watchDownloads(onBytes: (loaded: number) => void, onIdle: () => void): Downloads {
  const fetchFile = globalThis.fetch;
  let loaded = 0;
  let running = 0;
  let stopped = false;
  let fail: (error: unknown) => void;
  const failed = new Promise<never>((_, reject) => (fail = reject));
  failed.catch(() => undefined); // nobody need wait for it

  async function count(response: Response): Promise<void> {
    if (!response.ok) throw new Error(`could not fetch ${response.url}: status ${response.status}`);
    const reader = response.body?.getReader();
    for (let chunk = await reader?.read(); chunk?.value && !stopped; chunk = await reader?.read()) {
      loaded += chunk.value.byteLength;
      onBytes(loaded);
    }
  }

  globalThis.fetch = async (...request) => {
    running += 1;
    // The copy is read, not the response: instantiating WebAssembly wants the original.
    const response = fetchFile(...request);
    response
      .then((original) => count(original.clone()))
      .then(() => {
        running -= 1;
        if (running === 0 && !stopped) onIdle();
      }, fail);
    return response;
  };
  return {
    failed,
    stop() {
      stopped = true;
      globalThis.fetch = fetchFile;
    },
  };
}
