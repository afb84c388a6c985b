// Runs pack.py inside Pyodide: node pack.mjs INPUTS OUTPUTS PROJECT WHEEL...
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { loadPyodide } from "pyodide";
import { runScript } from "./script";

// Sets are stored in byte code in hash order: a fixed seed makes equal input give equal bytes.
const env = { PYTHONHASHSEED: "0", MPLBACKEND: "agg" };

/** One interpreter for one call: the second needs what the first has written. */
async function run(call: string, folders: Record<string, string>, options: Parameters<typeof loadPyodide>[0]): Promise<void> {
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

runScript(async (inputs, outputs, project, ...wheels) => {
  const folders = { "/inputs": inputs, "/outputs": outputs, "/project": project };
  await run(`pack(Path("/inputs"), Path("/outputs"), ${JSON.stringify(wheels)})`, folders, {
    indexURL: `${inputs}/`,
  });
  for (const file of ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"]) {
    await copyFile(join(inputs, file), join(outputs, file));
  }
  await run('pack_early_stdlib(Path("/outputs"))', folders, {
    indexURL: `${outputs}/`,
    stdLibURL: join(outputs, "stdlib-full.zip"),
    lockFileURL: join(outputs, "lock.json"),
    packages: ["coursepack"],
  });
});
