// <fp-cell>: a runnable block. Shows its model and passes on what the reader does.
import { Bar } from "./bar";
import type { CellModel, CellView } from "./cell-model";
import { CodeField } from "./code-field";
import type { Notebook } from "./notebook";
import { Output, type Draw } from "./output";
import type { OutputReply } from "./protocol";
import { downloadNote, figureLabel } from "./wording";

export interface Site {
  /** The page on show. */
  page(): string;
  /** What a first run fetches. */
  readonly downloadBytes: number;
}

const loadDraw = async (): Promise<Draw> => (await import("./drawing")).draw;

/** The element's class, for the tab's one notebook. */
export function cellElement(notebook: Notebook, site: Site): CustomElementConstructor {
  return class FpCell extends HTMLElement implements CellView {
    private bar!: Bar;
    private field!: CodeField;
    private box!: HTMLElement;
    private output!: Output;
    private published: readonly Node[] = [];
    private model: CellModel | undefined;

    connectedCallback(): void {
      if (!this.model) this.upgrade();
      const page = site.page();
      const raises = this.published.map(raisedIn).find((name) => name !== null) ?? null;
      const { original: code } = this.field;
      this.model = notebook.mount(page, { id: this.id, code, module: this.dataset.module ?? null, raises }, this);
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
      const { state, status, progress, edited, underWay, replies } = this.model;
      const note = notebook.kernel.generation === 0 ? downloadNote(site.downloadBytes) : "";
      this.dataset.state = state;
      this.toggleAttribute("data-edited", edited);
      this.bar.show({
        state,
        status,
        progress,
        resettable: edited || replies !== null,
        hint: note,
      });
      if (underWay) return;
      this.output.finish();
      this.box.style.minHeight = "";
    }

    cleared(): void {
      // What stands below stays where it is until the new output is whole.
      this.box.style.minHeight = `${this.box.offsetHeight}px`;
      this.box.replaceChildren();
      this.output = this.newOutput();
    }

    replied(reply: OutputReply): void {
      void this.output.append(reply);
    }

    private upgrade(): void {
      this.box = this.inner(".fp-output");
      this.published = [...this.box.childNodes];
      this.output = this.newOutput();
      this.field = new CodeField(this.inner(".fp-code"), {
        edited: (code) => this.model?.edit(code),
        run: () => {
          this.run();
        },
        unavailable: () => this.model?.set(this.model.state, "The editor could not be fetched; try again"),
      });
      this.bar = new Bar(this.inner(".fp-bar"), {
        run: () => {
          this.run();
        },
        stop: () => {
          if (this.model) notebook.stop(this.model);
        },
        reset: () => {
          this.reset();
        },
      });
    }

    private inner(selector: string): HTMLElement {
      const found = this.querySelector<HTMLElement>(selector);
      if (!found) throw new Error(`fp-cell ${this.id} has no ${selector}`);
      return found;
    }

    private newOutput(): Output {
      const alt = JSON.parse(this.dataset.alt ?? "[]") as string[];
      return new Output(this.box, (figure) => figureLabel(alt, figure, this.model?.edited ?? false), loadDraw);
    }

    private run(): void {
      loadDraw().catch(() => undefined); // early: a figure that can't have it says so
      if (this.model) void notebook.run(site.page(), this.model);
    }

    private reset(): void {
      this.box.replaceChildren(...this.published);
      this.model?.reset();
      this.field.show(this.field.original);
    }
  };
}

/** The exception that published output ends in: the author's intention. */
function raisedIn(node: Node): string | null {
  return node instanceof Element && node.className === "fp-error"
    ? (node.querySelector(".fp-message strong")?.textContent ?? null)
    : null;
}
