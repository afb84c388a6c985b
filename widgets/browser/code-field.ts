// The code of a cell: a static block until the reader turns to it, then an editor in its place.
import type { Editor, EditorEvents } from "./editor";
import { selectionWithin } from "./selection";

export interface CodeEvents extends EditorEvents {
  opened(): void;
  /** Its program did not arrive, or not whole. */
  notOpened(error: unknown): void;
}

const EMPTY = "Try something here";

const loadEditor = (): Promise<typeof import("./editor")> => import("./editor");

export class CodeField {
  private readonly block: HTMLElement;
  private readonly code: HTMLElement;
  private readonly published: readonly Node[];
  private readonly publishedText: string;
  private opening: Promise<void> | undefined;
  private editor: Editor | undefined;
  private errorLine: number | null = null;
  private comparing = false;
  private pressing = false;
  /** What was typed while the editor was on its way. */
  private typed = "";

  constructor(
    private readonly root: Element,
    private readonly events: CodeEvents,
  ) {
    this.block = part(root, "pre");
    this.code = part(root, "code");
    this.published = [...this.code.childNodes];
    this.publishedText = this.code.textContent;
    this.block.role = "textbox";
    this.block.ariaMultiLine = "true";
    this.block.ariaLabel = "Code";
    this.block.tabIndex = 0;
    if (!this.publishedText) this.block.ariaPlaceholder = EMPTY;
    this.listen();
  }

  /** The code as it was published. */
  get original(): string {
    return this.publishedText;
  }

  /** Shows other code. */
  show(code: string): void {
    this.editor?.setCode(code);
    if (code === this.publishedText) {
      this.code.replaceChildren(...this.published);
      return;
    }
    this.code.textContent = code;
    void this.open({ focus: false, pressed: false }); // only the editor can colour what the build has not seen
  }

  /** The reader goes on here. */
  focus(): void {
    if (this.editor) this.editor.focus();
    else this.block.focus();
  }

  /** Marks the line that a run ended on, until it is edited. */
  markError(line: number): void {
    this.errorLine = line;
    void this.open({ focus: false, pressed: false });
    this.editor?.markError(line);
  }

  clearError(): void {
    this.errorLine = null;
    this.editor?.markError(null);
  }

  /** Moves the reader's cursor to a line. */
  async goTo(line: number): Promise<void> {
    await this.open({ focus: false, pressed: false });
    this.editor?.goTo(line);
  }

  /** Python knows more than before: what it finds doubtful may be other than it was. */
  relint(): void {
    this.editor?.relint();
  }

  /** Shows the changes against the original, or no longer. */
  async compare(on: boolean): Promise<void> {
    this.comparing = on;
    await this.open({ focus: false, pressed: false });
    try {
      const { changesAgainst } = await import("./editor-changes");
      this.editor?.extend(this.comparing ? changesAgainst(this.publishedText) : []);
    } catch (error) {
      this.events.notOpened(error);
    }
  }

  private listen(): void {
    const prefetch = (): void => {
      loadEditor().catch(() => undefined); // opening tries again and reports
    };
    this.block.addEventListener("pointerenter", prefetch, { once: true });
    // A press is not yet a click: it may become a selection or a scroll. Until then its focus opens nothing.
    this.block.addEventListener("pointerdown", () => {
      this.pressing = true;
      const over = new AbortController();
      for (const end of ["pointerup", "pointercancel"]) {
        const release = (): void => {
          this.pressing = false;
          over.abort();
        };
        addEventListener(end, release, { signal: over.signal }); // it may end outside
      }
    });
    this.block.addEventListener("click", () => {
      void this.open({ focus: true, pressed: true });
    });
    this.block.addEventListener("focusin", () => {
      if (!this.pressing) void this.open({ focus: true, pressed: false });
    });
    this.block.addEventListener("keydown", (event) => {
      event.stopPropagation(); // it is no shortcut of the page
      if (this.opening) this.keep(event);
    });
  }

  /** Does with a key what the editor would if it were there. */
  private keep(event: KeyboardEvent): void {
    const { key, shiftKey } = event;
    const commands = event.ctrlKey || event.metaKey;
    if (key === "Enter" && commands) this.events.run();
    else if (key === "Enter" && shiftKey) this.events.runAndMove();
    else if (key === "Enter") this.typed += "\n";
    else if (key.length === 1 && !commands && !event.altKey) this.typed += key;
    else return;
    event.preventDefault();
  }

  private async open(how: Opening): Promise<void> {
    this.opening ??= this.replaceBlock(how).catch((error: unknown) => {
      this.opening = undefined;
      this.events.notOpened(error);
    });
    await this.opening;
  }

  private async replaceBlock({ focus, pressed }: Opening): Promise<void> {
    const { createEditor } = await loadEditor();
    const start = {
      code: this.code.textContent,
      selection: selectionWithin(this.code),
      pressed,
      placeholder: this.publishedText ? "" : EMPTY,
    };
    this.editor = createEditor(this.root, start, this.events);
    this.block.hidden = true;
    if (this.errorLine !== null) this.editor.markError(this.errorLine);
    if (focus) this.editor.focus();
    if (this.typed) this.editor.type(this.typed);
    this.typed = "";
    this.events.opened();
  }
}

interface Opening {
  focus: boolean;
  /** With a pointer, not by key or by the page itself. */
  pressed: boolean;
}

function part(root: Element, selector: string): HTMLElement {
  const found = root.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`a cell's code has no ${selector}`);
  return found;
}
