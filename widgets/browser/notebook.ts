// The cells of every page seen in this tab, and what it takes to run one: start Python, ask which earlier
// cells it needs, run those that have not run with their present code, run it.
import { CellModel, type CellSource, type CellView } from "./cell-model";
import type { Answer, Kernel, Outcome } from "./kernel";
import type { Cell, ErrorReply } from "./protocol";
import { duration, quoted, stageProgress, stageText } from "./wording";

export class Notebook {
  private readonly pages = new Map<string, Map<string, CellModel>>();
  private turns = Promise.resolve();
  private lastTurn = 0;
  /** The cells of the run that has its turn. */
  private active: CellModel[] = [];

  constructor(readonly kernel: Kernel) {}

  /** The model of the cell that `view` shows. Cells mount in the page's order. */
  mount(page: string, source: CellSource, view: CellView): CellModel {
    const cells = this.pages.get(page) ?? new Map<string, CellModel>();
    this.pages.set(page, cells);
    const known = cells.get(source.id);
    const cell = known && samePublication(known.source, source) ? known : new CellModel(source);
    cell.view = view;
    cells.delete(source.id);
    cells.set(source.id, cell);
    return cell;
  }

  unmount(cell: CellModel, view: CellView): void {
    if (cell.view === view) cell.view = null;
  }

  /** Shows all cells anew. */
  refresh(): void {
    for (const cells of this.pages.values()) for (const cell of cells.values()) cell.view?.changed();
  }

  /** Runs a cell of the page on show when its turn comes. */
  async run(page: string, target: CellModel): Promise<void> {
    if (target.underWay) return;
    const cells = [...(this.pages.get(page)?.values() ?? [])].filter((cell) => cell.view);
    target.enqueue(this.active.length > 0 ? "Waiting for its turn" : "Starting");
    const turn = this.turns.then(() => this.takeTurn(page, cells, target));
    this.turns = turn.catch(() => undefined);
    await turn;
  }

  /** Ends the run that a cell is part of, or takes a waiting cell off the queue. */
  stop(cell: CellModel): void {
    if (this.active.includes(cell)) this.kernel.stop();
    else if (cell.state === "queued") cell.dequeue();
  }

  private async takeTurn(page: string, cells: CellModel[], target: CellModel): Promise<void> {
    if (target.state !== "queued") return;
    this.active = [target];
    try {
      await this.runWithNeeds(page, cells, target);
    } finally {
      for (const cell of this.active) if (cell.underWay) cell.dequeue();
      this.active = [];
    }
  }

  private async runWithNeeds(page: string, cells: CellModel[], target: CellModel): Promise<void> {
    const needs: CellModel[] = [];
    const planned = await this.plan(page, cells, target, needs);
    if (planned !== "ok") {
      conclude(target, planned);
      return;
    }
    this.active = [...needs, target];
    for (const cell of needs) cell.enqueue(`Waiting; ${quoted(target.source.id)} needs it`);
    for (const cell of needs) {
      target.set("queued", `Running ${quoted(cell.source.id)} first`);
      const outcome = await this.execute(page, cell);
      if (outcome === "ok") continue;
      if (outcome === "stopped") conclude(target, outcome);
      else refuse(target, cell);
      return;
    }
    await this.execute(page, target);
  }

  /** Starts Python and collects the earlier cells that `target` needs and that have not run as they are now. */
  private async plan(page: string, cells: CellModel[], target: CellModel, needs: CellModel[]): Promise<Outcome> {
    target.begin();
    const started = await this.kernel.start((reply) => {
      if (reply.type === "stage") target.set("queued", stageText(reply), stageProgress(reply));
      show(target, reply);
    });
    if (started !== "ok") return started;
    const request = { type: "plan", page, cells: cells.map(cellOf), target: target.source.id } as const;
    return this.kernel.ask(request, (reply) => {
      if (reply.type === "plan") {
        const needed = cells.filter((cell) => reply.cells.includes(cell.source.id));
        needs.push(...this.outdated(needed));
      }
      show(target, reply);
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
  private lastRun(cell: CellModel): CellModel["lastRun"] {
    return cell.lastRun?.generation === this.kernel.generation ? cell.lastRun : null;
  }

  private async execute(page: string, cell: CellModel): Promise<Outcome> {
    const before = this.lastRun(cell);
    const { code } = cell;
    const turn = ++this.lastTurn;
    cell.lastRun = null;
    cell.set("running", "Running…");
    cell.begin();
    let raised: ErrorReply | null = null;
    const begun = performance.now();
    const outcome = await this.kernel.ask({ type: "run", page, ...cellOf(cell) }, (reply) => {
      if (reply.type === "error") raised = reply;
      show(cell, reply);
    });
    const good = outcome === "ok" || (outcome === "error" && isMeant(cell, raised));
    if (good) {
      const newSince = before && before.code !== code ? turn : (before?.newSince ?? 0);
      cell.lastRun = { code, generation: this.kernel.generation, turn, newSince };
    }
    conclude(cell, outcome, performance.now() - begun, raised);
    return good ? "ok" : outcome;
  }
}

function samePublication(one: CellSource, other: CellSource): boolean {
  return one.code === other.code && one.module === other.module;
}

function cellOf({ source, code }: CellModel): Cell {
  return { cell: source.id, code, module: source.module };
}

function isMeant(cell: CellModel, raised: ErrorReply | null): boolean {
  return raised !== null && raised.name === cell.source.raises;
}

function show(cell: CellModel, reply: Answer): void {
  if (reply.type !== "stage" && reply.type !== "plan") cell.reply(reply);
}

function conclude(cell: CellModel, outcome: Outcome, milliseconds = 0, raised: ErrorReply | null = null): void {
  switch (outcome) {
    case "ok":
      cell.clear();
      cell.set("done", `Done in ${duration(milliseconds)}`);
      break;
    case "error":
      cell.set("error", raised?.line ? `Ended in an error on line ${raised.line}` : "Ended in an error");
      break;
    case "fatal":
      cell.set("error", "Python is not running");
      break;
    case "stopped":
      cell.set("stopped", "Stopped; the next run starts Python again");
      break;
  }
}

function refuse(target: CellModel, failed: CellModel): void {
  const message = `the earlier cell ${quoted(failed.source.id)} failed.`;
  target.begin();
  target.reply({ type: "error", id: 0, name: "Not run", message, traceback: "", line: null });
  target.set("error", `Not run: ${quoted(failed.source.id)} failed`);
}
