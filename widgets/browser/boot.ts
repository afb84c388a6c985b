// Ways to a Python that has its packages: from files, in a way that leaves a snapshot, and from that.
import type { PyodideAPI, loadPyodide as LoadPyodide } from "pyodide";
import { unpacked, write, type FileSystem } from "./archive";
import type { Host } from "./interpreter";
import type { RuntimeUrls } from "./protocol";
import { compile, hastenLoading, preload } from "./side-modules";
import { fill, prepare, take, type Innards, type Snapshot } from "./snapshot";

const SITE_PACKAGES = "/lib/python3.14/site-packages";
export const COURSE = "/course";

type Options = NonNullable<Parameters<typeof LoadPyodide>[0]>;
type Create = NonNullable<Options["createPyodideModule"]>;
type Files = [string, Uint8Array][];
/** What archives hold, once they have come. */
interface Contents {
  packages: Promise<Files>;
  course: Promise<Files>;
}

/** Starts Python from files. */
export async function boot(urls: RuntimeUrls, host: Host, onCourse: () => void): Promise<PyodideAPI> {
  const { packages, course } = read(urls, host);
  const python = await load(urls, {});
  write(await packages, python.FS as FileSystem, SITE_PACKAGES);
  onCourse();
  addCourse(python, await course);
  return python;
}

/** Starts Python and takes its snapshot, once it has run `warmUp`. */
export async function bootForSnapshot(urls: RuntimeUrls, host: Host, warmUp: string): Promise<Snapshot> {
  const contents = read(urls, host);
  let table = 0;
  let steps: (() => void)[] = [];
  const { python, innards } = await loadWithLibraries(urls, contents, { _makeSnapshot: true }, (module, libraries) => {
    steps = preload(module, libraries);
    table = module.wasmTable.length;
  });
  for (const step of steps) step();
  addCourse(python, await contents.course);
  python.runPython(warmUp);
  return take(python, innards, table);
}

/** Starts Python as a snapshot has it. */
export async function bootFromSnapshot(urls: RuntimeUrls, host: Host, snapshot: Snapshot): Promise<PyodideAPI> {
  const contents = read(urls, host);
  let own = 0;
  const { python } = await loadWithLibraries(
    urls,
    contents,
    { _loadSnapshot: snapshot.head },
    (module, libraries) => {
      module.growMemory(snapshot.memoryBytes);
      preload(module, libraries);
      own = prepare(snapshot, module);
    },
    (module) => {
      fill(snapshot, module, own);
    },
  );
  addCourse(python, await contents.course);
  return python;
}

function asm(urls: RuntimeUrls): string {
  return `${urls.core}pyodide.asm.mjs`;
}

async function load(urls: RuntimeUrls, options: Options): Promise<PyodideAPI> {
  hastenLoading();
  import(asm(urls)).catch(() => undefined); // Pyodide comes to it later, and tells of it then
  const { loadPyodide } = (await import(`${urls.core}pyodide.mjs`)) as { loadPyodide: typeof LoadPyodide };
  return loadPyodide({ indexURL: urls.core, stdLibURL: urls.stdlib, lockFileURL: urls.lock, ...options });
}

function read(urls: RuntimeUrls, host: Host): Contents {
  const [packages, kernel, lessons] = [urls.packages, urls.kernel, urls.lessons].map(async (url) =>
    unpacked(await host.read(url)),
  ) as [Promise<Files>, Promise<Files>, Promise<Files>];
  const course = Promise.all([kernel, lessons]).then((both) => both.flat());
  for (const each of [packages, course]) each.catch(() => undefined); // reported where it is awaited
  return { packages, course };
}

function addCourse(python: PyodideAPI, files: Files): void {
  write(files, python.FS as FileSystem, COURSE);
  // What Python knows of its folders is from when they were empty.
  python.runPython(
    `import sys; sys.path_importer_cache.clear(); "${COURSE}" in sys.path or sys.path.insert(0, "${COURSE}")`,
  );
}

/** Loads Pyodide with the packages and their libraries in place before Python starts. */
async function loadWithLibraries(
  urls: RuntimeUrls,
  { packages }: Contents,
  options: Options,
  onLibraries: (module: Innards, libraries: [string, WebAssembly.Module][]) => void,
  onMemory: (module: Innards) => void = () => undefined,
): Promise<{ python: PyodideAPI; innards: Innards }> {
  const libraries = packages.then(compile);
  libraries.catch(() => undefined); // reported where it is awaited
  const { default: create } = (await import(asm(urls))) as { default: Create };
  let innards: Innards | undefined;
  let fail: (error: unknown) => void;
  const failed = new Promise<never>((_, reject) => (fail = reject));
  const python = load(urls, {
    ...options,
    async fsInit(FS) {
      try {
        if (!innards) throw new Error("Pyodide has made no module");
        write(await packages, FS as FileSystem, SITE_PACKAGES);
        const placed = (await libraries).map(([name, module]): [string, WebAssembly.Module] => [
          `${SITE_PACKAGES}/${name}`,
          module,
        ]);
        onLibraries(innards, placed);
      } catch (error) {
        fail(error); // Pyodide would go on
      }
    },
    async createPyodideModule(settings) {
      innards = settings as unknown as Innards;
      const module = await create(settings);
      onMemory(innards);
      return module;
    },
  });
  return { python: await Promise.race([python, failed]), innards: innards as unknown as Innards };
}
