// The page's side of offline reading: starts the worker that keeps what is opened, and tells of a new version of the
// site. Where there is no such worker nothing is missing but that.
import type { KernelState } from "./kernel";
import type { ToOfflineWorker } from "./offline-messages";
import { offered, scriptOf } from "./offered";
import { pathAt } from "./site-files";
import type { UpdateBar } from "./update-bar";

/** So long must Python have had nothing to do: fetching, hashing and writing would slow its start and its runs. */
const IDLE_MS = 2000;
const READY = "A new version of the course is ready";
const SWITCHED = "The course was updated in another tab";

export class Offline {
  private readonly script: string;
  private readonly container = offered();
  /** This tab reloads when the new version has taken over. */
  private reloads = false;
  private hasRun = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private begin: () => void = () => undefined;
  /** The first time that Python has nothing to do. */
  private readonly idle = new Promise<void>((resolve) => (this.begin = resolve));

  constructor(
    private readonly root: URL,
    private readonly bar: UpdateBar,
  ) {
    this.script = scriptOf(root);
  }

  async start(): Promise<void> {
    if (!this.container) return;
    this.watchSwitches(this.container);
    const known = await this.container.getRegistration(this.root);
    // Another site's worker may answer for an address below its own.
    if (known?.scope === this.root.href) this.watch(known);
    await Promise.all([loaded(), this.idle]);
    const registration = await this.container.register(this.script, { scope: this.root.pathname });
    if (registration !== known) this.watch(registration);
    this.opened();
  }

  /** What this page has loaded is kept, also what it loaded before the worker was there. */
  opened(): void {
    this.tellActive({ type: "opened", paths: this.loadedPaths() });
  }

  /** To be told of Python's states. */
  follow(state: KernelState): void {
    clearTimeout(this.timer);
    if (state === "loading" || state === "busy") return;
    this.timer = setTimeout(() => {
      this.begin();
      if (state === "ready") this.ran();
    }, IDLE_MS);
  }

  /** What Python needs is kept for the next time, unless the reader asks browsers to save data. */
  private ran(): void {
    const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
    if (this.hasRun || connection?.saveData) return;
    this.hasRun = true;
    this.tellActive({ type: "ran" });
  }

  private tellActive(message: ToOfflineWorker): void {
    void this.container?.ready.then(({ active }) => {
      if (active?.scriptURL === this.script) tell(active, message);
    });
  }

  private watch(registration: ServiceWorkerRegistration): void {
    registration.addEventListener("updatefound", () => {
      const next = registration.installing;
      next?.addEventListener("statechange", () => {
        if (next.state === "installed" && registration.active) this.announce(registration);
      });
    });
    // Found in an earlier visit, and other tabs were open ever since.
    if (registration.waiting) this.announce(registration);
  }

  private announce(registration: ServiceWorkerRegistration): void {
    this.bar.show(READY, () => {
      this.switch(registration);
    });
  }

  private switch({ waiting }: ServiceWorkerRegistration): void {
    this.reloads = true;
    if (waiting) tell(waiting, { type: "switch" });
    else location.reload();
  }

  private watchSwitches(container: ServiceWorkerContainer): void {
    let own = container.controller?.scriptURL === this.script;
    container.addEventListener("controllerchange", () => {
      if (this.reloads) location.reload();
      else if (own) {
        this.bar.show(SWITCHED, () => {
          location.reload();
        });
      }
      own = true;
    });
  }

  /** The files of the site that this page has loaded. */
  private loadedPaths(): string[] {
    const entries = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
    const paths = entries.map(({ name }) => pathAt(this.root, new URL(name)));
    return [...new Set(paths)].filter((path) => path !== null);
  }
}

function tell(worker: ServiceWorker, message: ToOfflineWorker): void {
  worker.postMessage(message);
}

async function loaded(): Promise<void> {
  if (document.readyState === "complete") return;
  await new Promise((resolve) => {
    addEventListener("load", resolve, { once: true });
  });
}
