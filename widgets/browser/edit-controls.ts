// What a cell offers once its code is edited: the changes, the way back from a reset, and what the reader must know.
import { button } from "./button";

export const ORIGINAL_CHANGED = "The original has changed since your edit";
export const NOT_KEPT = "Edits cannot be kept in this browser";

export interface EditActions {
  /** Show the changes against the original, or no longer. */
  compare(on: boolean): void;
  /** Put code back that a reset took away. */
  restore(code: string): void;
}

export class EditControls {
  private readonly changes = button("Show changes", "fp-edit-button", () => {
    this.compare(this.changes.ariaPressed !== "true");
  });
  private readonly undo = button("Undo reset", "fp-edit-button", () => {
    const code = this.discarded;
    if (code === null) return;
    this.discarded = null;
    this.actions.restore(code);
    this.changes.focus(); // the pressed button is about to vanish
    this.undo.hidden = true;
  });
  private readonly line = document.createElement("p");
  private discarded: string | null = null;

  constructor(
    bar: Element,
    private readonly actions: EditActions,
  ) {
    const controls = document.createElement("span");
    controls.className = "fp-edit";
    controls.append(this.changes, this.undo);
    bar.append(controls);
    this.changes.ariaPressed = "false";
    this.line.className = "fp-notice";
    this.line.role = "status";
    bar.after(this.line);
    this.show(false);
  }

  show(edited: boolean): void {
    if (!edited && this.changes.ariaPressed === "true") this.compare(false);
    this.changes.hidden = !edited;
    if (edited) this.discarded = null;
    this.undo.hidden = this.discarded === null;
  }

  /** The edit that a reset took away can be had back until the next one. */
  offerUndo(code: string): void {
    this.discarded = code;
    this.undo.hidden = false;
  }

  notice(text: string): void {
    this.line.textContent = text;
  }

  private compare(on: boolean): void {
    this.changes.ariaPressed = String(on);
    this.actions.compare(on);
  }
}
