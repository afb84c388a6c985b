// A cell's output: replies become elements, the same that the build makes of the same replies.
import {
  assertNever,
  type CutReply,
  type ErrorReply,
  type FigureReply,
  type OutputReply,
  type RichReply,
  type TextReply,
} from "./protocol";
import type { TerminalText } from "./terminal-text";

/** What only a terminal can show: a return to the line's start, and escape codes. */
const CONTROLS = ["\r", "\u001B"];

/** Makes elements of what a cell's code made; fetched when the first drawing comes. */
export interface Drawing {
  /** Throws if the text holds no drawing. */
  draw(svg: string): Element;
  safeHtml(html: string): DocumentFragment;
  safeMarkdown(markdown: string): Promise<DocumentFragment>;
}

export class Output {
  private readonly figures = new Map<number, HTMLElement>();
  private readonly unfilled = new Set<HTMLElement>();
  private cut: HTMLElement | null = null;
  private printed: { block: HTMLElement; terminal: Promise<TerminalText> | null } | null = null;

  constructor(
    private readonly root: HTMLElement,
    private readonly label: (figure: number) => string,
    private readonly loadDrawing: () => Promise<Drawing>,
  ) {}

  /** Shows plain text at once; what takes a program to show, when that is here, in the place that was kept for it. */
  async append(reply: OutputReply): Promise<void> {
    switch (reply.type) {
      case "text":
        await this.appendText(reply);
        break;
      case "value":
        this.root.append(element("pre", "fp-value", reply.text));
        if (reply.note !== null) this.root.append(element("p", "fp-note", reply.note));
        break;
      case "cut":
        this.noteCut(reply);
        break;
      case "rich":
        await this.appendRich(reply);
        break;
      case "figure":
        await this.appendFigure(reply);
        break;
      case "error":
        this.root.append(errorBox(reply));
        break;
      default:
        assertNever(reply);
    }
  }

  /** Nothing more comes: a place that no drawing came for goes. */
  finish(): void {
    for (const place of this.unfilled) place.remove();
    this.unfilled.clear();
  }

  private async appendText({ stream, text }: TextReply): Promise<void> {
    if (this.printed?.block !== this.root.lastElementChild || this.printed.block.dataset.stream !== stream) {
      const block = element("pre", "fp-text");
      block.dataset.stream = stream;
      this.root.append(block);
      this.printed = { block, terminal: null };
    }
    const { printed } = this;
    if (!printed.terminal && !CONTROLS.some((control) => text.includes(control))) {
      printed.block.append(text);
      return;
    }
    printed.terminal ??= terminalIn(printed.block);
    try {
      (await printed.terminal).write(text);
    } catch {
      printed.block.append(text); // it is readable without
    }
  }

  private noteCut(reply: CutReply): void {
    if (!this.cut) this.root.append((this.cut = element("p", "fp-cut")));
    this.cut.textContent = cutNote(reply);
  }

  private async appendRich({ format, content }: RichReply): Promise<void> {
    const place = element("div", "fp-rich");
    place.dataset.format = format;
    this.root.append(place);
    try {
      place.append(await made(content, format, await this.loadDrawing()));
    } catch (error) {
      place.append(`This ${format} could not be shown: ${String(error)}`);
    }
  }

  private async appendFigure({ figure, svg }: FigureReply): Promise<void> {
    const place = this.figures.get(figure) ?? this.reserve(figure);
    if (svg === null) return;
    this.unfilled.delete(place);
    try {
      place.replaceChildren((await this.loadDrawing()).draw(svg));
    } catch (error) {
      place.replaceChildren(`This figure could not be shown: ${String(error)}`);
    }
    place.hidden = false;
  }

  private reserve(figure: number): HTMLElement {
    const place = element("div", "fp-figure");
    place.role = "img";
    place.ariaLabel = this.label(figure);
    place.hidden = true;
    this.root.append(place);
    this.figures.set(figure, place);
    this.unfilled.add(place);
    return place;
  }
}

async function terminalIn(block: HTMLElement): Promise<TerminalText> {
  const { TerminalText } = await import("./terminal-text");
  return new TerminalText(block);
}

function made(content: string, format: RichReply["format"], drawing: Drawing): Node | Promise<Node> {
  switch (format) {
    case "html":
      return drawing.safeHtml(content);
    case "markdown":
      return drawing.safeMarkdown(content);
    case "svg":
      return drawing.draw(content);
    default:
      return assertNever(format);
  }
}

function cutNote({ characters, lines }: CutReply): string {
  const inLines = lines > 0 ? ` (${count(lines, "line")})` : "";
  return `… ${count(characters, "character")}${inLines} left out …`;
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}

function errorBox({ name, message, traceback, hint }: ErrorReply): HTMLElement {
  const summary = element("p", "fp-message");
  summary.append(element("strong", "", name), message && `: ${message}`);
  const box = element("div", "fp-error");
  box.append(summary);
  if (hint !== null) box.append(element("p", "fp-hint-line", hint));
  box.append(element("pre", "fp-traceback", traceback));
  return box;
}

function element(tag: string, className: string, text = ""): HTMLElement {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.textContent = text;
  return made;
}
