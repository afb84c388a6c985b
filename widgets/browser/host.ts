// How a worker reads the files that the interpreter asks for.
import type { Host } from "./interpreter";

export const workerHost: Host = {
  async read(url) {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    return response.body ?? new Blob().stream();
  },
  readSync(url) {
    const request = new XMLHttpRequest();
    request.open("GET", url, false);
    request.responseType = "arraybuffer";
    request.send();
    if (request.status !== 200) throw new Error(`${url} answered ${request.status}`);
    return new Uint8Array(request.response as ArrayBuffer);
  },
};
