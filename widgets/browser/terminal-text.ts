// Printed text as a terminal shows it: a carriage return writes over the line, escape codes colour what follows.
// All other escape codes are dropped. Text that holds none of these becomes plain text nodes.

interface Run {
  text: string;
  className: string;
}

const ESCAPE = "\u001B";
const BELL = "\u0007";
/** With its numbers and its letter if it is one of those that are obeyed. */
const CONTROL_SEQUENCE = /^\[(?:([\d:;]*)([Km])|[0-?]*[ -/]*[@-~])/;
const SHORT_SEQUENCE = /^[ -/]*[0-~]/;
/** What the next message may complete. */
const BEGUN = /^(?:\[[0-?]*[ -/]*|[ -/]*)$/;
/** Begins a text that is meant for the terminal and goes on to a bell or to `ESC \`. */
const STRING_SEQUENCE = /^[\]PX^_]/;

const COLORS = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"];
const STYLES = new Map([
  [1, "bold"],
  [2, "dim"],
  [3, "italic"],
  [4, "underline"],
  [7, "inverse"],
]);
const STYLE_ENDS = new Map([
  [22, ["bold", "dim"]],
  [23, ["italic"]],
  [24, ["underline"]],
  [27, ["inverse"]],
]);

export class TerminalText {
  /** The line that is not ended yet, and the nodes that show it. */
  private line: Run[] = [];
  private shown: ChildNode[] = [];
  private column = 0;
  private color = "";
  private readonly styles = new Set<string>();
  private pending = "";
  private inString = false;

  /** Goes on after the text that is there. */
  constructor(private readonly root: Element) {
    const before = root.textContent;
    root.replaceChildren();
    this.write(before);
  }

  write(text: string): void {
    const [plain = "", ...sequences] = (this.pending + text).split(ESCAPE);
    this.pending = "";
    this.print(this.inString ? this.afterString(plain) : plain);
    sequences.forEach((sequence, index) => {
      if (BEGUN.test(sequence) && index === sequences.length - 1) this.pending = ESCAPE + sequence;
      else this.print(this.obey(sequence));
    });
  }

  /** What is to be printed after the escape code that the text begins with. */
  private obey(text: string): string {
    if (this.inString) {
      this.inString = false;
      return text.replace(/^\\/, "");
    }
    if (STRING_SEQUENCE.test(text)) return this.afterString(text);
    const [whole = "", parameters = "", final = ""] = CONTROL_SEQUENCE.exec(text) ?? SHORT_SEQUENCE.exec(text) ?? [];
    if (final === "m") this.style(parameters.split(/[;:]/).map(Number));
    else if (final === "K") this.erase(Number(parameters));
    return text.slice(whole.length);
  }

  private afterString(text: string): string {
    const end = text.indexOf(BELL);
    this.inString = end < 0;
    return this.inString ? "" : text.slice(end + 1);
  }

  private style(codes: number[]): void {
    for (let code = codes.shift(); code !== undefined; code = codes.shift()) {
      const style = STYLES.get(code);
      if (code === 0) {
        this.color = "";
        this.styles.clear();
      } else if (style) this.styles.add(style);
      else if (code >= 30 && code <= 37) this.color = COLORS[code - 30] ?? "";
      else if (code >= 90 && code <= 97) this.color = `bright-${COLORS[code - 90] ?? ""}`;
      else if (code === 38) this.color = paletteColor(codes);
      else if (code === 39) this.color = "";
      else if (code === 48) paletteColor(codes);
      else for (const ended of STYLE_ENDS.get(code) ?? []) this.styles.delete(ended);
    }
  }

  /** 0: from here to the line's end, 1: up to here, 2: the line. */
  private erase(part: number): void {
    if (part !== 1) this.line = cut(this.line, 0, part === 2 ? 0 : this.column);
    if (part === 1 || part === 2) this.line = overwrite(this.line, 0, { text: " ".repeat(this.column), className: "" });
    this.show();
  }

  private print(text: string): void {
    if (!text) return;
    const className = [...(this.color ? [this.color] : []), ...this.styles].map((name) => `fp-ansi-${name}`).join(" ");
    const whole = text.lastIndexOf("\n") + 1;
    // Most text comes this way: nothing on the line is touched again.
    if (!className && !text.includes("\r") && this.column === length(this.line)) {
      if (whole) {
        this.root.append(text.slice(0, whole));
        this.startLine();
      }
      this.extend(text.slice(whole));
      return;
    }
    const lines = text.split("\n");
    lines.forEach((line, index) => {
      line.split("\r").forEach((part, turn) => {
        if (turn > 0) this.column = 0;
        this.line = overwrite(this.line, this.column, { text: part, className });
        this.column += part.length;
      });
      const ended = index < lines.length - 1;
      if (ended) this.line.push({ text: "\n", className: "" });
      this.show();
      if (ended) this.startLine();
    });
  }

  private startLine(): void {
    this.line = [];
    this.shown = [];
    this.column = 0;
  }

  private extend(text: string): void {
    if (!text) return;
    const run = { text, className: "" };
    this.line.push(run);
    this.column += text.length;
    const node = shownRun(run);
    this.shown.push(node);
    this.root.append(node);
  }

  private show(): void {
    for (const node of this.shown) node.remove();
    this.shown = this.line.filter(({ text }) => text).map(shownRun);
    this.root.append(...this.shown);
  }
}

/** The colour after 38 or 48, taken off `codes`: of the 256 those with a name, none of the freely mixed ones. */
function paletteColor(codes: number[]): string {
  const kind = codes.shift();
  if (kind === 2) codes.splice(0, 3);
  const number = kind === 5 ? codes.shift() : undefined;
  if (number === undefined || number > 15) return "";
  return number < 8 ? (COLORS[number] ?? "") : `bright-${COLORS[number - 8] ?? ""}`;
}

function length(runs: readonly Run[]): number {
  return runs.reduce((sum, { text }) => sum + text.length, 0);
}

/** The runs with another in the place of as many characters from `column` on. */
function overwrite(runs: readonly Run[], column: number, run: Run): Run[] {
  return [...cut(runs, 0, column), run, ...cut(runs, column + run.text.length, Infinity)].filter(({ text }) => text);
}

function cut(runs: readonly Run[], from: number, to: number): Run[] {
  let start = 0;
  return runs.flatMap(({ text, className }) => {
    const part = text.slice(Math.max(0, from - start), Math.max(0, to - start));
    start += text.length;
    return part ? [{ text: part, className }] : [];
  });
}

function shownRun({ text, className }: Run): ChildNode {
  if (!className) return document.createTextNode(text);
  const span = document.createElement("span");
  span.className = className;
  span.textContent = text;
  return span;
}
