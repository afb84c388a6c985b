// The entry: makes a page's cells live. It is evaluated once a tab; instant navigation keeps it.
import { cellElement } from "./cell";
import { Kernel } from "./kernel";
import { Notebook } from "./notebook";
import { Offline } from "./offline";
import { offlineElement } from "./offline-element";
import { lookForUpdate } from "./outdated";
import { PAGE_CONTROLS, pageControlsElement } from "./page-controls";
import { Drafts } from "./progress";
import { RUNTIME_PARTS, type RuntimeUrls } from "./protocol";
import { runtime } from "./runtime";
import { SnapshotMaker } from "./snapshot-maker";
import { snapshotName, wantsSnapshot } from "./snapshot-store";
import { spawnWorker } from "./spawn";
import { Terms } from "./terms";
import { UpdateBar } from "./update-bar";

/** The worker's file name, beside this file. esbuild puts the string in the place of the name. */
declare const __WORKER__: string;

// Served as <root>/assets/course/<file>.
const root = new URL("../../", import.meta.url);
const atRoot = (path: string): string => new URL(path, root).href;

const urls = Object.fromEntries(RUNTIME_PARTS.map((part) => [part, atRoot(runtime[part])])) as RuntimeUrls;
const spawn = (): Worker => spawnWorker(new URL(__WORKER__, import.meta.url));
const snapshot = runtime.snapshots ? snapshotName(root.pathname, `${runtime.core}${runtime.kernel}`) : null;
const kernel = new Kernel(spawn, urls, snapshot);
const maker = snapshot === null ? null : new SnapshotMaker(spawn, urls, snapshot, wantsSnapshot);
const notebook = new Notebook(kernel);
const updates = new UpdateBar();
const offline = new Offline(root, updates);
const notFetched = (): void => {
  void lookForUpdate(updates);
};

kernel.onState = (state) => {
  document.documentElement.dataset.fpKernel = state;
  offline.follow(state);
  if (state === "failed") notFetched();
  notebook.refresh();
  maker?.follow(state, () => kernel.knownParts);
};
kernel.onState(kernel.state);

addEventListener("pagehide", () => {
  kernel.close();
});

const drafts = new Drafts(root.pathname);
customElements.define(PAGE_CONTROLS, pageControlsElement(notebook));
customElements.define("fp-cell", cellElement(notebook, { downloadBytes: runtime.downloadBytes, drafts, notFetched }));
customElements.define("fp-offline", offlineElement(root, () => {
  offline.opened();
}));
new Terms(document);
offline.start().catch(() => undefined); // not offered here: the course does without
