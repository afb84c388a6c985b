// Makes the worker. A policy in a meta tag doesn't bind a worker that is loaded from an address, but does bind
// one that starts from a blob: so a blob imports the real file.

export function spawnWorker(url: URL): Worker {
  const loader = new Blob([`import ${JSON.stringify(url.href)};`], { type: "text/javascript" });
  const address = URL.createObjectURL(loader);
  const worker = new Worker(address, { type: "module", name: "Python" });
  const release = (): void => {
    URL.revokeObjectURL(address);
  };
  worker.addEventListener("message", release, { once: true });
  worker.addEventListener("error", release, { once: true });
  return worker;
}
