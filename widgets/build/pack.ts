// Runs pack.py inside Pyodide:
//   node pack.mjs runtime INPUTS OUTPUTS PROJECT WHEEL...   packs what Pyodide and the packages are made of
//   node pack.mjs kernel INPUTS OUTPUTS PROJECT RUNTIME     compiles the kernel, with a runtime that is packed
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { loadPyodide } from "pyodide";
import { runScript } from "./script";

type Options = Parameters<typeof loadPyodide>[0];

// Sets are stored in byte code in hash order: a fixed seed makes equal input give equal bytes.
const env = { PYTHONHASHSEED: "0", MPLBACKEND: "agg" };

/** One interpreter for one call: the next needs what this one has written. */
async function run(call: string, folders: Record<string, string>, options: Options): Promise<void> {
  const python = await loadPyodide({ ...options, env });
  for (const [place, folder] of Object.entries(folders)) {
    python.FS.mkdirTree(place);
    python.mountNodeFS(place, folder);
  }
  python.runPython(`
import sys
from pathlib import Path
sys.path.insert(0, "/project")
from widgets.build import pack
pack.${call}
`);
}

/** How to start what is packed: with all of the standard library. */
function packed(runtime: string): Options {
  return {
    indexURL: `${runtime}/`,
    stdLibURL: join(runtime, "stdlib-full.zip"),
    lockFileURL: join(runtime, "lock.json"),
  };
}

runScript(async (what, inputs, outputs, project, ...rest) => {
  const folders = { "/inputs": inputs, "/outputs": outputs, "/project": project };
  if (what === "kernel") {
    await run('pack_kernel(Path("/inputs"), Path("/outputs"))', folders, packed(rest.join()));
    return;
  }
  const wheels = JSON.stringify(rest);
  await run(`pack(Path("/inputs"), Path("/outputs"), ${wheels})`, folders, { indexURL: `${inputs}/` });
  for (const file of ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"]) {
    await copyFile(join(inputs, file), join(outputs, file));
  }
  await run('split(Path("/outputs"))', folders, packed(outputs));
});
