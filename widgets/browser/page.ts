// The entry: makes a page's cells live. It is evaluated once a tab; instant navigation keeps it.
import { cellElement } from "./cell";
import { Kernel } from "./kernel";
import { Notebook } from "./notebook";
import { Offline } from "./offline";
import { offlineElement } from "./offline-element";
import { lookForUpdate } from "./outdated";
import { PAGE_CONTROLS, pageControlsElement } from "./page-controls";
import { Drafts } from "./progress";
import { runtime } from "./runtime";
import { spawnWorker } from "./spawn";
import { Terms } from "./terms";
import { UpdateBar } from "./update-bar";

/** The worker's file name, beside this file. esbuild puts the string in the place of the name. */
declare const __WORKER__: string;

// Served as <root>/assets/course/<file>.
const root = new URL("../../", import.meta.url);
const atRoot = (path: string): string => new URL(path, root).href;

const kernel = new Kernel(() => spawnWorker(new URL(__WORKER__, import.meta.url)), {
  core: atRoot(runtime.core),
  stdlib: atRoot(runtime.stdlib),
  fullStdlib: atRoot(runtime.fullStdlib),
  lock: atRoot(runtime.lock),
  course: atRoot(runtime.course),
});
const notebook = new Notebook(kernel);
const updates = new UpdateBar();
const offline = new Offline(root, updates);
const notFetched = (): void => {
  void lookForUpdate(updates);
};

kernel.onState = (state) => {
  document.documentElement.dataset.fpKernel = state;
  if (state === "ready") offline.ran();
  if (state === "failed") notFetched();
  notebook.refresh();
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
