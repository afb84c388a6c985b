// <fp-cell>: a runnable block. Shows its model and passes on what the reader does.
import { Bar } from "./bar";
import { CellAssist } from "./cell-assist";
import type { CellModel, CellSource, CellView, Question } from "./cell-model";
import { CodeField } from "./code-field";
import { EditControls, NOT_KEPT, ORIGINAL_CHANGED } from "./edit-controls";
import { offerDownloads } from "./figure-tools";
import type { Notebook } from "./notebook";
import { Output, type Drawing } from "./output";
import { PAGE_CONTROLS } from "./page-controls";
import type { Drafts } from "./progress";
import type { OutputReply } from "./protocol";
import { questionForm } from "./question";
import { linkLines } from "./traceback-links";
import { downloadNote, figureLabel } from "./wording";

export interface Site {
  /** What a first run fetches. */
  readonly downloadBytes: number;
  readonly drafts: Drafts;
  /** A part of the page did not come. */
  notFetched(): void;
}

const NO_EDITOR = "The editor could not be fetched; try again";
// A browser keeps a module that it could not read until the page is loaded anew.
const DAMAGED_EDITOR = "The editor arrived damaged; reload the page";

const loadDrawing = (): Promise<Drawing> => import("./drawing");

/** The element's class, for the tab's one notebook. */
export function cellElement(notebook: Notebook, site: Site): CustomElementConstructor {
  return class FpCell extends HTMLElement implements CellView {
    private bar!: Bar;
    private field!: CodeField;
    private edits!: EditControls;
    private box!: HTMLElement;
    private output!: Output;
    private published: readonly Node[] = [];
    private model: CellModel | undefined;
    private asked: Question | null = null;
    private form: HTMLFormElement | null = null;
    private pythonReady = false;

    connectedCallback(): void {
      if (!this.model) this.upgrade();
      this.model = notebook.mount(this.page, this.source(), this);
      this.takeDraft(this.model);
      if (this.model.edited) this.field.show(this.model.code);
      if (this.model.replies) {
        this.cleared();
        for (const reply of this.model.replies) this.replied(reply);
      }
      this.changed();
    }

    disconnectedCallback(): void {
      if (this.model) notebook.unmount(this.model, this);
    }

    changed(): void {
      if (!this.model) return;
      const { state, status, progress, edited, underWay, isOutrun, replies, question } = this.model;
      this.dataset.state = state;
      this.toggleAttribute("data-edited", edited);
      this.bar.show({
        state,
        status,
        progress,
        runnable: !underWay || isOutrun,
        resettable: edited || replies !== null || state === "stopped",
        hasAbove: !this.isFirst(),
        hint: notebook.kernel.wasReady ? "" : downloadNote(site.downloadBytes),
      });
      this.edits.show(edited);
      this.showQuestion(question);
      this.relint();
      if (underWay) return;
      this.output.finish();
      this.box.style.minHeight = "";
    }

    cleared(): void {
      // What stands below stays where it is until the new output is whole.
      this.box.style.minHeight = `${this.box.offsetHeight}px`;
      this.box.replaceChildren();
      this.output = this.newOutput();
      this.field.clearError();
    }

    replied(reply: OutputReply): void {
      const shown = this.output.append(reply);
      if (reply.type !== "error") return;
      if (reply.line !== null && this.model?.isAsRun) this.field.markError(reply.line);
      void shown.then(() => {
        this.openError();
      });
    }

    /** Moves the reader's cursor to a line of the code. */
    goTo(line: number): void {
      void this.field.goTo(line);
    }

    /** Moves the reader to the code. */
    enter(): void {
      this.field.focus();
    }

    /** Its page within the site. The address won't tell: it is the next page's while that is still on its way. */
    private get page(): string {
      return this.dataset.page ?? "";
    }

    private upgrade(): void {
      this.box = this.inner(".fp-output");
      this.published = [...this.box.childNodes];
      this.box.tabIndex = -1;
      this.output = this.newOutput();
      const run = (): void => {
        this.run();
      };
      const assist = new CellAssist(notebook, this.page, () => this.model);
      this.field = new CodeField(this.inner(".fp-code"), {
        edited: (code) => {
          this.edit(code);
        },
        run,
        runAndMove: () => {
          this.run();
          this.next()?.enter();
        },
        complete: (code, position) => assist.complete(code, position),
        help: (code, position) => assist.help(code, position),
        lint: (code) => assist.lint(code),
        opened: () => {
          if (this.model?.status === NO_EDITOR) this.model.set(this.model.state, "");
        },
        notOpened: (error) => {
          this.model?.set(this.model.state, error instanceof SyntaxError ? DAMAGED_EDITOR : NO_EDITOR);
          site.notFetched();
        },
      });
      this.bar = new Bar(this.inner(".fp-bar"), {
        run,
        runAbove: () => {
          if (this.model) void notebook.runAll(this.page, this.model);
        },
        stop: () => {
          this.stop();
        },
        reset: () => {
          this.reset();
        },
      });
      this.edits = new EditControls(this.inner(".fp-bar"), {
        compare: (on) => {
          void this.field.compare(on);
        },
        restore: (code) => {
          this.edit(code);
          this.field.show(code);
        },
      });
      offerDownloads(this);
      if (this.isFirst()) this.before(this.pageControls());
    }

    private pageControls(): HTMLElement {
      const controls = document.createElement(PAGE_CONTROLS);
      controls.dataset.page = this.page;
      return controls;
    }

    private source(): CellSource {
      return {
        id: this.id,
        code: this.field.original,
        module: this.dataset.module ?? null,
        raises: this.published.map(raisedIn).find((name) => name !== null) ?? null,
        needs: JSON.parse(this.dataset.needs ?? "[]") as string[],
        hasOutput: this.published.length > 0,
      };
    }

    private inner(selector: string): HTMLElement {
      const found = this.querySelector<HTMLElement>(selector);
      if (!found) throw new Error(`fp-cell ${this.id} has no ${selector}`);
      return found;
    }

    private isFirst(): boolean {
      return document.querySelector(this.localName) === this;
    }

    private next(): FpCell | undefined {
      const cells = [...document.querySelectorAll<FpCell>(this.localName)];
      return cells[cells.indexOf(this) + 1];
    }

    private newOutput(): Output {
      const alt = JSON.parse(this.dataset.alt ?? "[]") as string[];
      return new Output(this.box, (figure) => figureLabel(alt, figure, this.model?.edited ?? false), loadDrawing);
    }

    private takeDraft(model: CellModel): void {
      const draft = site.drafts.load(this.page, this.id, this.field.original);
      if (draft && !model.edited) notebook.edit(this.page, model, draft.code);
      this.edits.notice(draft?.outdated ? ORIGINAL_CHANGED : "");
    }

    private edit(code: string): void {
      if (this.model) notebook.edit(this.page, this.model, code);
      site.drafts.save(this.page, this.id, this.field.original, code, () => {
        this.edits.notice(NOT_KEPT);
      });
    }

    private run(): void {
      loadDrawing().catch(() => undefined); // early: a figure that can't have it says so
      if (this.model) void notebook.run(this.page, this.model);
    }

    private stop(): void {
      if (this.model) notebook.stop(this.model);
    }

    private reset(): void {
      if (!this.model) return;
      const { edited, code } = this.model;
      this.box.replaceChildren(...this.published);
      notebook.reset(this.page, this.model);
      this.field.show(this.field.original);
      this.field.clearError();
      site.drafts.forget(this.page, this.id);
      this.edits.notice("");
      if (edited) this.edits.offerUndo(code);
    }

    private showQuestion(question: Question | null): void {
      if (question === this.asked) return;
      this.asked = question;
      const { activeElement: focused } = document;
      const hadFocus = this.form?.contains(focused);
      this.form?.remove();
      this.form = null;
      if (question) {
        this.form = questionForm(question, () => {
          this.stop();
        });
        this.append(this.form);
        // Whoever writes elsewhere meanwhile is not interrupted, nor is what they type taken for the answer.
        if (!focused || focused === document.body || this.contains(focused)) this.form.querySelector("input")?.focus();
      } else if (hadFocus) this.box.focus(); // where the next press of Enter does nothing
    }

    /** Makes the error reachable by key, and its lines lead into the code. */
    private openError(): void {
      const error = this.box.querySelector<HTMLElement>(".fp-error:last-child");
      const traceback = error?.querySelector<HTMLElement>(".fp-traceback");
      if (!error || !traceback) return;
      error.role = "group";
      error.ariaLabel = "Error";
      error.tabIndex = 0;
      linkLines(traceback, (cell, line) => {
        // Not by its id alone: output may hold ids, too.
        [...document.querySelectorAll<FpCell>(this.localName)].find(({ id }) => id === cell)?.goTo(line);
      });
    }

    /** Python knows more after each run. */
    private relint(): void {
      const ready = notebook.kernel.state === "ready";
      if (ready && !this.pythonReady) this.field.relint();
      this.pythonReady = ready;
    }
  };
}

/** The exception that published output ends in: the author's intention. */
function raisedIn(node: Node): string | null {
  return node instanceof Element && node.className === "fp-error"
    ? (node.querySelector(".fp-message strong")?.textContent ?? null)
    : null;
}
