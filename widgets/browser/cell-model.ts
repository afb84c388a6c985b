// One cell as the page knows it. It outlives its element: instant navigation takes that away and makes a new one.
import type { OutputReply } from "./protocol";

export type CellState = "static" | "queued" | "running" | "done" | "error" | "stopped" | "stale";

/** A cell as it was published. */
export interface CellSource {
  readonly id: string;
  readonly code: string;
  readonly module: string | null;
  /** The exception that the code is meant to end in. */
  readonly raises: string | null;
  /** The earlier cells that the published code needs. */
  readonly needs: readonly string[];
  /** Whether output was published. */
  readonly hasOutput: boolean;
}

/** What shows a cell. */
export interface CellView {
  /** State, status, code or question are others now. */
  changed(): void;
  /** A new run has its first reply: the old output goes. */
  cleared(): void;
  replied(reply: OutputReply): void;
}

/** A run that went as it should. */
export interface Run {
  readonly code: string;
  /** The worker it ran in. */
  readonly generation: number;
  readonly turn: number;
  /** The turn in which the code last became another; 0 if it never did. */
  readonly newSince: number;
  /** The code of each needed cell at that time. */
  readonly basis: ReadonlyMap<string, string>;
}

/** What the running code asks the reader. */
export interface Question {
  readonly prompt: string;
  readonly secret: boolean;
  answer(text: string): void;
}

interface Rest {
  state: CellState;
  status: string;
}

export class CellModel {
  code: string;
  state: CellState = "static";
  status = "";
  /** Follows the status, and changes too often to be read out. */
  progress = "";
  /** The earlier cells that this one needs, as far as is known. */
  needs: readonly string[];
  question: Question | null = null;
  /** The output of the last run; null while the published output stands. */
  replies: OutputReply[] | null = null;
  lastRun: Run | null = null;
  /** The code that made the replies. */
  private ran = "";
  view: CellView | null = null;
  private cleared = true;
  private resting: Rest = { state: "static", status: "" };
  /** How the cell stood before it was marked stale. */
  private fresh: Rest = this.resting;

  constructor(readonly source: CellSource) {
    this.code = source.code;
    this.needs = source.needs;
  }

  get edited(): boolean {
    return this.code !== this.source.code;
  }

  /** Whether the code is still that which made the replies. */
  get isAsRun(): boolean {
    return this.code === this.ran;
  }

  get underWay(): boolean {
    return this.state === "queued" || this.state === "running";
  }

  /** Whether the code was edited since the run that goes on took it. */
  get isOutrun(): boolean {
    return this.state === "running" && !this.isAsRun;
  }

  edit(code: string): void {
    this.code = code;
    this.view?.changed();
  }

  set(state: CellState, status: string, progress = ""): void {
    this.state = state;
    this.status = status;
    this.progress = progress;
    this.view?.changed();
  }

  enqueue(status: string): void {
    this.resting = { state: this.state, status: this.status };
    this.set("queued", status);
  }

  /** Leaves the queue as the cell was before. */
  dequeue(): void {
    this.set(this.resting.state, this.resting.status);
  }

  /** Says whether the output shown still follows from the cells before. */
  mark(outdated: boolean): void {
    const shows = this.state === "done" || (this.state === "static" && this.source.hasOutput);
    if (outdated && shows) {
      this.fresh = { state: this.state, status: this.status };
      this.set("stale", "An earlier cell changed");
    } else if (!outdated && this.state === "stale") this.set(this.fresh.state, this.fresh.status);
  }

  /** Puts a question to the reader, or takes it away. */
  ask(question: Question | null): void {
    if (question === this.question) return;
    this.question = question;
    this.view?.changed();
  }

  /** The next reply starts a new output. */
  begin(): void {
    this.cleared = false;
    this.ran = this.code;
  }

  reply(reply: OutputReply): void {
    this.clear();
    if (reply.type === "cut" && this.replies?.at(-1)?.type === "cut") this.replies.pop(); // it counts on
    this.replies?.push(reply);
    this.view?.replied(reply);
  }

  /** Drops the old output, if the run has not yet. */
  clear(): void {
    if (this.cleared) return;
    this.cleared = true;
    this.replies = [];
    this.view?.cleared();
  }

  /** Back to what was published. */
  reset(): void {
    this.code = this.source.code;
    this.replies = null;
    this.set("static", "");
  }
}
