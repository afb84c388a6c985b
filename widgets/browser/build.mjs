// Bundles the TypeScript and the style sheet with esbuild.
//   node widgets/browser/build.mjs node                  the build's own scripts -> .build/node/
//   node widgets/browser/build.mjs site --runtime FILE   what a page loads -> .build/browser/, named in manifest.json;
//                                                        FILE holds a Runtime (see runtime.ts) as JSON
import { readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, parse } from "node:path";
import { parseArgs } from "node:util";
import { build } from "esbuild";

const NODE_OUT = ".build/node";
const SITE_OUT = ".build/browser";
const SITE_INPUTS = ["palette.css", "runtime.json"]; // what the build puts there first
const BROWSERS = ["chrome119", "firefox119", "safari17"];

const { positionals, values } = parseArgs({ allowPositionals: true, options: { runtime: { type: "string" } } });
const [target] = positionals;

/** KaTeX's style sheet names each font in three formats; every browser that runs this page reads the smallest. */
const onlyWoff2 = {
  name: "only-woff2",
  setup({ onLoad }) {
    onLoad({ filter: /katex\.css$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace(/,\s*url\([^)]*\.(?:woff|ttf)\) format\("(?:woff|truetype)"\)/g, ""),
      loader: "css",
    }));
  },
};

if (target === "node") await buildNodeScripts();
else if (target === "site" && values.runtime) await buildSite(readFileSync(values.runtime, "utf8"));
else throw new Error("usage: build.mjs node | build.mjs site --runtime FILE");

async function buildNodeScripts() {
  await build({
    entryPoints: ["bake", "pack", "tex"].map((name) => `widgets/build/${name}.ts`),
    outdir: NODE_OUT,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    external: ["pyodide"],
    logLevel: "warning",
  });
  await build({
    entryPoints: ["widgets/build/live.ts", "widgets/build/no-worker.ts"],
    outdir: NODE_OUT,
    bundle: true,
    format: "iife",
    target: BROWSERS,
    logLevel: "warning",
  });
}

async function buildSite(runtime) {
  for (const file of readdirSync(SITE_OUT)) {
    if (!SITE_INPUTS.includes(file)) rmSync(join(SITE_OUT, file), { recursive: true });
  }
  const define = { __RUNTIME__: JSON.stringify(runtime) };
  const { worker } = await bundle(["worker.ts"], { format: "esm", define });
  // The build puts the list of the site's files ahead of it; its name is the same in every version.
  await bundle(["offline-worker.ts"], { format: "iife", entryNames: "[name]" });
  const classic = await bundle(["before-material.ts"], { format: "iife" });
  const page = await bundle(["page.ts", "page.css"], {
    format: "esm",
    splitting: true,
    define: { ...define, __WORKER__: JSON.stringify(worker) },
    loader: { ".woff2": "file" },
    plugins: [onlyWoff2],
  });
  const manifest = { ...page, worker, ...classic };
  writeFileSync(join(SITE_OUT, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Bundles files of this folder; the names of what came of each, by its name without the ending ("css" for styles). */
async function bundle(files, options) {
  const entryPoints = files.map((file) => `widgets/browser/${file}`);
  const { metafile } = await build({
    entryPoints,
    outdir: SITE_OUT,
    entryNames: "[name].[hash]",
    chunkNames: "[name].[hash]",
    assetNames: "[name].[hash]",
    bundle: true,
    minify: true,
    metafile: true,
    charset: "utf8",
    target: BROWSERS,
    logLevel: "warning",
    ...options,
  });
  const made = Object.entries(metafile.outputs).filter(([, { entryPoint }]) => entryPoints.includes(entryPoint));
  return Object.fromEntries(
    made.map(([path, { entryPoint }]) => {
      const { name, ext } = parse(entryPoint);
      return [ext === ".css" ? "css" : name, basename(path)];
    }),
  );
}
