// A cell's output: replies become elements, the same that the build makes of the same replies.
import { assertNever, type ErrorReply, type FigureReply, type OutputReply, type TextReply } from "./protocol";

/** Makes an SVG element of a figure's text; loaded with the first figure. */
export type Draw = (svg: string) => Element;

export class Output {
  private readonly figures = new Map<number, HTMLElement>();
  private readonly unfilled = new Set<HTMLElement>();

  constructor(
    private readonly root: HTMLElement,
    private readonly label: (figure: number) => string,
    private readonly loadDraw: () => Promise<Draw>,
  ) {}

  /** Shows text, values and errors at once; a figure when its drawing is made, in the place that was kept for it. */
  async append(reply: OutputReply): Promise<void> {
    switch (reply.type) {
      case "text":
        this.appendText(reply);
        break;
      case "value":
        this.root.append(element("pre", "fp-value", reply.text));
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

  private appendText({ stream, text }: TextReply): void {
    const last = this.root.lastElementChild;
    if (last instanceof HTMLElement && last.className === "fp-text" && last.dataset.stream === stream) {
      last.append(text);
      return;
    }
    const block = element("pre", "fp-text", text);
    block.dataset.stream = stream;
    this.root.append(block);
  }

  private async appendFigure({ figure, svg }: FigureReply): Promise<void> {
    const place = this.figures.get(figure) ?? this.reserve(figure);
    if (svg === null) return;
    this.unfilled.delete(place);
    try {
      place.replaceChildren((await this.loadDraw())(svg));
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

function errorBox({ name, message, traceback }: ErrorReply): HTMLElement {
  const summary = element("p", "fp-message");
  summary.append(element("strong", "", name), message && `: ${message}`);
  const box = element("div", "fp-error");
  box.append(summary, element("pre", "fp-traceback", traceback));
  return box;
}

function element(tag: string, className: string, text = ""): HTMLElement {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.textContent = text;
  return made;
}
