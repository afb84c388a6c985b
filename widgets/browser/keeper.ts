// What <fp-offline> shows: how a set of files stands, and what can be done with it. Loaded where there is one.
import { button } from "./button";
import { isFull, keepSet, keptAs, missingPaths, Outdated, removeSet } from "./keeping";
import { KeptFiles } from "./kept-files";
import { bytesOf, COURSE, LIST, type SiteFiles } from "./site-files";
import { megabytes } from "./wording";

export class Keeper {
  private readonly status = document.createElement("span");
  private readonly percentage = document.createElement("span");
  private readonly meter = document.createElement("progress");
  private readonly subject: string;
  private cancelling = new AbortController();

  constructor(
    private readonly host: HTMLElement,
    private readonly root: URL,
    private readonly set: string,
    private readonly removed: () => void,
  ) {
    this.subject = set === COURSE ? "the whole course" : "this track";
    this.status.role = "status";
    this.percentage.ariaHidden = "true"; // the meter tells it
    this.meter.max = 1;
    this.meter.ariaLabel = "Fetched so far";
  }

  cancel(): void {
    this.cancelling.abort();
  }

  /** Shows how the set stands, after the words on what has just been done. */
  async offer(text = ""): Promise<void> {
    const kept = await this.open();
    const missing = await missingPaths(kept, this.set);
    const as = missing.length === 0 ? await keptAs(kept, this.set) : undefined;
    if (as === this.set) this.show(text || "Kept offline", this.action("Remove", () => this.remove()));
    else if (as === COURSE) this.show("Kept offline with the whole course");
    else {
      const name = `Keep ${this.subject} offline (${megabytes(bytesOf(kept.site, missing))})`;
      this.show(text, this.action(name, () => this.keep()));
    }
  }

  private action(name: string, work: () => Promise<string>): HTMLButtonElement {
    return button(name, "fp-keep", () => {
      work()
        .catch(explain)
        .then((text) => this.offer(text))
        .catch((error: unknown) => {
          this.show(explain(error)); // no list, or no storage
        });
    });
  }

  private async keep(): Promise<string> {
    const kept = await this.open();
    const total = bytesOf(kept.site, await missingPaths(kept, this.set));
    let loaded = 0;
    const onBytes = (count: number): void => {
      loaded += count;
      this.meter.value = loaded / (total || 1);
      this.percentage.textContent = `${Math.floor(100 * this.meter.value)} %`;
    };
    onBytes(0);
    this.cancelling = new AbortController();
    const cancel = button("Cancel", "fp-keep", () => {
      this.cancel();
    });
    this.show(`Fetching ${this.subject}`, this.meter, this.percentage, cancel);
    void navigator.storage.persist(); // else the browser may take it back when room gets scarce
    await keepSet(kept, this.set, this.cancelling.signal, onBytes);
    return "Kept offline";
  }

  private async remove(): Promise<string> {
    await removeSet(this.root, await this.open(), this.set);
    this.removed();
    return "Removed";
  }

  /** What is kept of the version that the worker answers with. */
  private async open(): Promise<KeptFiles> {
    const response = await fetch(new URL(LIST, this.root));
    return KeptFiles.open(this.root, (await response.json()) as SiteFiles);
  }

  /** The pressed button vanishes: the one in its place has the focus then. */
  private show(text: string, ...controls: Element[]): void {
    const focused = this.host.contains(document.activeElement);
    // A region that stays on the page is read out.
    if (this.status.parentNode !== this.host) this.host.prepend(this.status);
    this.status.textContent = text;
    while (this.host.lastChild !== this.status) this.host.lastChild?.remove();
    this.host.append(...controls);
    if (focused) this.host.querySelector("button")?.focus();
  }
}

function explain(error: unknown): string {
  if (isFull(error)) return "There is not enough room in this browser’s storage; nothing was kept";
  if (error instanceof Outdated) return "The course was updated since this page was opened: reload it first";
  if (error instanceof DOMException && error.name === "AbortError") return "Cancelled";
  return "The connection was lost; what has arrived stays, and the rest can be fetched later";
}
