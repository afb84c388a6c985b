// The shared libraries of packages. For a snapshot they are loaded before Python starts: then where they lie in memory
// and in the function table follows from their order alone, so that the memory fits every later interpreter that does
// the same.

/** What Emscripten keeps of its dynamic linking; in this version of Pyodide. */
export interface Linker {
  wasmTable: WebAssembly.Table;
  LDSO: { loadedLibsByName: Record<string, Library>; loadedLibsByHandle: Record<number, Library> };
  newDSO(name: string, handle: undefined, state: "loading"): Library;
  loadWebAssemblyModule(module: WebAssembly.Module, flags: object, name: string, scope: object): Exports;
}
export interface Library {
  name: string;
  refcount: number;
  global: boolean;
  exports: Exports;
}
type Exports = Record<string, WebAssembly.ExportValue>;
type Step = () => void;

/** The table's length when the first library comes: more than Pyodide itself has filled by then. */
const TABLE_BASE = 14336;
const LIBRARY = ".so";

const NativeInstance = WebAssembly.Instance;
const CONSTANT = new TypeError("a library exports constants only");

/**
 * Makes loading libraries three times as fast. To see which exports are constants, Emscripten tries to write to each and
 * catches the error; browsers take their time to make one deep in Python's stack, hundreds of times. This one is made.
 * All that a library exports besides functions are constants, by WebAssembly's conventions for dynamic linking.
 */
export function hastenLoading(): void {
  function Instance(module: WebAssembly.Module, imports?: WebAssembly.Imports): { exports: Exports } {
    const instance = new NativeInstance(module, imports);
    const isLibrary = WebAssembly.Module.customSections(module, "dylink.0").length > 0;
    return isLibrary ? { exports: withConstants(instance.exports) } : instance;
  }
  WebAssembly.Instance = Instance as unknown as typeof WebAssembly.Instance;
}

function withConstants(exports: Exports): Exports {
  const entries = Object.entries(exports).map(([name, value]): [string, WebAssembly.ExportValue] => [
    name,
    value instanceof WebAssembly.Global ? constant(value.value) : value,
  ]);
  return Object.fromEntries(entries);
}

function constant(value: unknown): WebAssembly.Global {
  return Object.create(WebAssembly.Global.prototype, {
    value: {
      get: () => value,
      set() {
        throw CONSTANT;
      },
    },
  }) as WebAssembly.Global;
}

/** Compiles the libraries among an archive's files, in their order. */
export function compile(files: Iterable<[string, Uint8Array]>): Promise<[string, WebAssembly.Module][]> {
  const compiled: Promise<[string, WebAssembly.Module]>[] = [];
  for (const [path, content] of files) {
    if (!path.endsWith(LIBRARY)) continue;
    compiled.push(WebAssembly.compile(content as BufferSource).then((module) => [path, module]));
  }
  return Promise.all(compiled);
}

/** Loads them. What each would do on its own first are steps, to be taken once Python runs: a snapshot has them done. */
export function preload(linker: Linker, libraries: [string, WebAssembly.Module][]): Step[] {
  const { wasmTable } = linker;
  if (wasmTable.length > TABLE_BASE) throw new Error(`the function table begins with ${wasmTable.length} entries`);
  wasmTable.grow(TABLE_BASE - wasmTable.length);
  const steps: Step[] = [];
  const Instance = WebAssembly.Instance;
  function withoutSteps(module: WebAssembly.Module, imports: WebAssembly.Imports): { exports: Exports } {
    const { __wasm_call_ctors, __wasm_apply_data_relocs, ...exports } = new Instance(module, imports).exports;
    for (const step of [__wasm_apply_data_relocs, __wasm_call_ctors]) {
      if (typeof step === "function") steps.push(step as Step);
    }
    return { exports };
  }
  WebAssembly.Instance = withoutSteps as unknown as typeof WebAssembly.Instance;
  try {
    for (const [path, module] of libraries) {
      const library = linker.newDSO(path, undefined, "loading");
      library.refcount = Infinity;
      library.global = false;
      library.exports = linker.loadWebAssemblyModule(module, {}, path, {});
    }
  } finally {
    WebAssembly.Instance = Instance;
  }
  return steps;
}

