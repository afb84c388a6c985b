// The controls of a cell and the line that says how it stands.
import { button } from "./button";
import type { CellState } from "./cell-model";

export interface BarActions {
  run(): void;
  runAbove(): void;
  stop(): void;
  reset(): void;
}

export interface BarLook {
  state: CellState;
  status: string;
  /** Shown after the status, not read out. */
  progress: string;
  /** Whether a press of Run will run the code as it is. */
  runnable: boolean;
  resettable: boolean;
  /** Whether there are cells above. */
  hasAbove: boolean;
  /** What the reader should know before pressing Run: shown while there is no status. */
  hint: string;
}

const RUN_ICON = "M4.5 2.8v10.4L13 8z";
const ABOVE_ICON = "M3 2h10v1.4H3zM8 4.6l4.4 4.4H9.2v5H6.8V9H3.6z";
const STOP_ICON = "M4 4h8v8H4z";
const RESET_ICON = "M8 3.2a4.8 4.8 0 1 1-4.6 3.4l1.3.4A3.4 3.4 0 1 0 8 4.6v2L4.6 3.9 8 1.2z";

export class Bar {
  private readonly line = document.createElement("span");
  private readonly status = document.createElement("span");
  private readonly progress = document.createElement("span");
  private readonly run: HTMLButtonElement;
  private readonly above: HTMLButtonElement;
  private readonly stop: HTMLButtonElement;
  private readonly reset: HTMLButtonElement;

  constructor(root: Element, actions: BarActions) {
    this.status.role = "status";
    this.progress.ariaHidden = "true";
    this.line.className = "fp-status";
    this.line.append(this.status, this.progress);
    this.stop = iconButton("Stop", STOP_ICON, () => {
      actions.stop();
      this.run.focus(); // the pressed button is about to vanish
    });
    this.reset = iconButton("Reset", RESET_ICON, () => {
      actions.reset();
      this.run.focus();
    });
    this.above = iconButton("Run above", ABOVE_ICON, () => {
      actions.runAbove();
    });
    this.run = iconButton("Run", RUN_ICON, () => {
      actions.run();
    });
    const controls = document.createElement("span");
    controls.className = "fp-controls";
    controls.append(this.stop, this.above, this.reset, this.run);
    root.append(this.line, controls);
  }

  /** The reader goes on here. */
  focus(): void {
    this.run.focus();
  }

  show({ state, status, progress, runnable, resettable, hasAbove, hint }: BarLook): void {
    const underWay = state === "queued" || state === "running";
    const text = status || hint;
    if (this.status.textContent !== text) this.status.textContent = text;
    this.line.classList.toggle("fp-hint", status === "");
    this.progress.textContent = progress;
    this.line.title = text; // where there is no room for all of it
    this.run.title = hint;
    this.run.ariaDisabled = String(!runnable);
    if (!underWay && document.activeElement === this.stop) this.run.focus();
    this.stop.disabled = !underWay;
    this.above.disabled = underWay || !hasAbove;
    this.reset.disabled = underWay || !resettable;
  }
}

/** A button whose text gives way to its icon where there is little room. */
function iconButton(name: string, icon: string, press: () => void): HTMLButtonElement {
  const made = button(name, `fp-button fp-${name.toLowerCase().replaceAll(" ", "-")}`, press);
  made.innerHTML = `<svg viewBox="0 0 16 16" aria-hidden="true"><path d="${icon}"/></svg><span class="fp-label">${name}</span>`;
  return made;
}
