// One turn at Python, from Run or Run all to the end of what it takes: start Python, ask which cells need which, run.
import type { CellModel, Run } from "./cell-model";
import type { Answer, Outcome } from "./connection";
import type { Kernel } from "./kernel";
import type { PageCells } from "./page-cells";
import { cellOf, plan } from "./plan";
import type { ErrorReply } from "./protocol";
import { StartNews } from "./start-news";
import { duration, quoted } from "./wording";

/** How a run ended, and in which error. */
interface End {
  outcome: Outcome;
  raised: ErrorReply | null;
  milliseconds: number;
}

const HAD_TO_RESTART = "Stopped by a restart; names are gone";

export class Turn {
  private begun = false;
  private stopping = false;

  constructor(
    private readonly kernel: Kernel,
    private readonly page: PageCells,
    /** The cells that take part; all of them are queued. */
    private cells: CellModel[],
  ) {}

  has(cell: CellModel): boolean {
    return this.cells.includes(cell);
  }

  stop(): void {
    this.stopping = true;
    if (this.begun) this.kernel.stop();
    else this.release();
  }

  /** Runs the one cell, and before it those that it needs and that have not run as they are now. */
  runWithNeeds(): Promise<void> {
    return this.take(async (target) => {
      const needs = this.stopping ? [] : this.outdated(this.page.neededBy(target));
      this.cells = [...needs, target];
      for (const cell of needs) cell.enqueue(`Waiting; ${quoted(target.source.id)} needs it`);
      for (const cell of needs) {
        target.set("queued", `Running ${quoted(cell.source.id)} first`);
        const outcome = await this.execute(cell);
        if (outcome === "ok") continue;
        if (outcome === "stopped" || outcome === "replaced") this.conclude(target, ended(outcome));
        else refuse(target, cell);
        return;
      }
      await this.execute(target);
    });
  }

  /** Runs all cells in order, up to the first that fails. */
  runAll(): Promise<void> {
    return this.take(async () => {
      for (const cell of this.cells) if ((await this.execute(cell)) !== "ok") return;
    });
  }

  private async take(run: (first: CellModel) => Promise<void>): Promise<void> {
    const [first] = this.cells;
    if (this.stopping || !first) return;
    this.begun = true;
    try {
      const prepared = await this.prepare(first);
      if (prepared !== "ok") this.conclude(first, ended(prepared));
      else await run(first);
    } finally {
      this.release();
    }
  }

  /** Cells that have not had their run are as they were before. */
  private release(): void {
    for (const cell of this.cells) if (cell.underWay) cell.dequeue();
    this.page.mark(); // others may have changed meanwhile
  }

  /** Starts Python and asks it which cells need which; `first` shows how that goes. */
  private async prepare(first: CellModel): Promise<Outcome> {
    first.begin();
    const news = new StartNews((status, progress) => {
      first.set("queued", status, progress);
    }, first.status);
    const started = await this.kernel.start((reply) => {
      if (reply.type === "stage") news.tell(reply);
      showError(first, reply);
    });
    news.end();
    if (started !== "ok") return started;
    return plan(this.kernel, this.page, (reply) => {
      showError(first, reply);
    });
  }

  /** Cells that never ran as they are, and those that ran before a cell in front of them became another. */
  private outdated(needed: CellModel[]): CellModel[] {
    let changedIn = 0;
    return needed.filter((cell) => {
      const run = this.lastRun(cell);
      if (!run) return true;
      const outdated = run.code !== cell.code || run.turn < changedIn;
      changedIn = Math.max(changedIn, outdated ? Infinity : run.newSince);
      return outdated;
    });
  }

  /** The last good run, unless it was in a worker that is gone. */
  private lastRun(cell: CellModel): Run | null {
    return cell.lastRun?.generation === this.kernel.generation ? cell.lastRun : null;
  }

  private async execute(cell: CellModel): Promise<Outcome> {
    if (this.stopping) {
      this.conclude(cell, ended("stopped"));
      return "stopped";
    }
    const before = this.lastRun(cell);
    const { code } = cell;
    const turn = this.page.nextTurn();
    const basis = this.page.basisOf(cell);
    cell.lastRun = null;
    cell.set("running", "Running…");
    cell.begin();
    const end = await this.send(cell);
    cell.clear(); // what an earlier run printed is not this one's, though it printed nothing
    cell.ask(null);
    const good = end.outcome === "ok" || (end.outcome === "error" && end.raised?.name === cell.source.raises);
    if (good) {
      const newSince = before && before.code !== code ? turn : (before?.newSince ?? 0);
      cell.lastRun = { code, generation: this.kernel.generation, turn, newSince, basis };
    }
    this.conclude(cell, end);
    this.page.mark();
    return good ? "ok" : end.outcome;
  }

  private async send(cell: CellModel): Promise<End> {
    const end = ended("ok");
    const begun = performance.now();
    const request = { type: "run", page: this.page.page, ...cellOf(cell) } as const;
    end.outcome = await this.kernel.ask(request, (reply) => {
      if (reply.type === "error") end.raised = reply;
      if (reply.type === "input") {
        cell.clear();
        cell.ask(this.question(cell, reply.id, reply.prompt, reply.secret));
      } else if (!this.isOwnInterrupt(reply)) show(cell, reply);
    });
    end.milliseconds = performance.now() - begun;
    if (end.outcome === "error" && end.raised && this.isOwnInterrupt(end.raised)) end.outcome = "stopped";
    return end;
  }

  private question(cell: CellModel, id: number, prompt: string, secret: boolean): CellModel["question"] {
    const answer = (text: string): void => {
      cell.ask(null);
      this.kernel.answer(id, text);
    };
    return { prompt, secret, answer };
  }

  /** What Stop raised is no error to show. */
  private isOwnInterrupt(reply: Answer): boolean {
    return this.stopping && reply.type === "error" && reply.name === "KeyboardInterrupt";
  }

  private conclude(cell: CellModel, { outcome, raised, milliseconds }: End): void {
    const where = raised?.line ? ` on line ${raised.line}` : "";
    switch (outcome) {
      case "ok":
        cell.set("done", `Done in ${duration(milliseconds)}`);
        break;
      case "error":
        cell.set("error", raised?.line ? `Ended in an error${where}` : "Ended in an error");
        break;
      case "fatal":
        cell.set("error", "Python is not running");
        break;
      case "stopped":
        cell.set("stopped", this.kernel.state === "off" ? "Stopped" : `Stopped${where}; names are kept`);
        break;
      case "replaced":
        cell.set("stopped", this.stopping ? HAD_TO_RESTART : "Stopped; Python was restarted");
        break;
    }
  }
}

function ended(outcome: Outcome): End {
  return { outcome, raised: null, milliseconds: 0 };
}

function show(cell: CellModel, reply: Answer): void {
  switch (reply.type) {
    case "text":
    case "cut":
    case "value":
    case "rich":
    case "figure":
    case "error":
      cell.reply(reply);
  }
}

/** A start or a plan has nothing else to show in a cell. */
function showError(cell: CellModel, reply: Answer): void {
  if (reply.type === "error") cell.reply(reply);
}

function refuse(target: CellModel, failed: CellModel): void {
  const message = `the earlier cell ${quoted(failed.source.id)} failed.`;
  target.begin();
  target.reply({ type: "error", id: 0, name: "Not run", message, traceback: "", line: null, hint: null });
  target.set("error", `Not run: ${quoted(failed.source.id)} failed`);
}
