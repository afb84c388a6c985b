// <fp-page-controls>: what can be done with all cells of a page at once. The first cell makes it.
import type { Notebook } from "./notebook";
import { duration } from "./wording";

export const PAGE_CONTROLS = "fp-page-controls";

/** The element's class, for the tab's one notebook. */
export function pageControlsElement(notebook: Notebook): CustomElementConstructor {
  return class FpPageControls extends HTMLElement {
    private readonly runAll = button("Run all", () => void notebook.runAll(this.page));
    private readonly stopAll = button("Stop all", () => {
      notebook.stopAll();
      this.runAll.focus(); // the pressed button is about to vanish
    });
    private readonly restart = button("Restart", () => void this.restarted());
    private readonly restartAndRunAll = button("Restart and run all", () => void notebook.restartAndRunAll(this.page));
    private readonly status = document.createElement("span");
    private readonly watch = (): void => {
      this.changed();
    };

    connectedCallback(): void {
      this.role = "toolbar";
      this.ariaLabel = "All cells of this page";
      this.status.role = "status";
      this.replaceChildren(this.runAll, this.stopAll, this.restart, this.restartAndRunAll, this.status);
      notebook.watchers.add(this.watch);
      this.changed();
    }

    disconnectedCallback(): void {
      notebook.watchers.delete(this.watch);
    }

    private get page(): string {
      return this.dataset.page ?? "";
    }

    private changed(): void {
      if (!notebook.busy && document.activeElement === this.stopAll) this.runAll.focus();
      this.runAll.ariaDisabled = String(notebook.busy);
      this.stopAll.disabled = !notebook.busy;
      this.restart.ariaDisabled = String(notebook.kernel.state === "off");
    }

    private async restarted(): Promise<void> {
      if (notebook.kernel.state === "off") return;
      const begun = performance.now();
      this.status.textContent = "Restarting Python";
      const outcome = await notebook.restart();
      const seconds = duration(performance.now() - begun);
      this.status.textContent = outcome === "ok" ? `Python restarted in ${seconds}; all names are gone` : "";
    }
  };
}

function button(name: string, press: () => void): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "fp-button";
  made.textContent = name;
  made.addEventListener("click", press);
  return made;
}
