import { loadPyodide } from "./pyodide/pyodide.mjs";

const PLOT = `
import io
import matplotlib
matplotlib.use("svg")
import matplotlib.pyplot as plt
plt.plot([1, 3, 2])
file = io.StringIO()
plt.savefig(file, format="svg")
plt.close()
file.getvalue()
`;

async function start() {
  const python = await loadPyodide({ indexURL: new URL("pyodide/", import.meta.url).href });
  await python.loadPackage("numpy");
  await python.loadPackage("matplotlib");
  return python;
}

let starting;
self.onmessage = async () => {
  starting ??= start();
  const python = await starting;
  self.postMessage(python.runPython(PLOT));
};
