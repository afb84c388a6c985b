// The cells of every page seen in this tab, and who has the next turn at Python.
import type { CellModel, CellSource, CellView } from "./cell-model";
import type { Outcome } from "./connection";
import type { Kernel } from "./kernel";
import { PageCells } from "./page-cells";
import { planAhead } from "./plan";
import { Turn } from "./turn";

export class Notebook {
  /** Called when turns begin or end, and when all is shown anew. */
  readonly watchers = new Set<() => void>();
  private readonly pages = new Map<string, PageCells>();
  /** The turn that goes on, then those that wait. */
  private readonly turns: Turn[] = [];
  /** Cells that are to run once more when all turns are over. */
  private readonly again = new Set<CellModel>();
  private last = Promise.resolve();
  /** The page whose cells are just being mounted. */
  private mounting: PageCells | null = null;

  constructor(readonly kernel: Kernel) {}

  /** The cells of a page. */
  cells(page: string): PageCells {
    const cells = this.pages.get(page) ?? new PageCells(page);
    this.pages.set(page, cells);
    return cells;
  }

  /** The model of the cell that `view` shows. Cells mount in the page's order. */
  mount(page: string, source: CellSource, view: CellView): CellModel {
    const cells = this.cells(page);
    if (cells !== this.mounting) this.planOnceMounted(cells);
    return cells.mount(source, view);
  }

  /** The page is left: nobody sees what the cell does. */
  unmount(cell: CellModel, view: CellView): void {
    if (cell.view !== view) return;
    cell.view = null;
    this.stop(cell);
  }

  /** Whether a turn goes on. */
  get busy(): boolean {
    return this.turns.length > 0;
  }

  /** Shows all cells anew. */
  refresh(): void {
    for (const page of this.pages.values()) for (const cell of page.shown) cell.view?.changed();
    this.tell();
  }

  edit(page: string, cell: CellModel, code: string): void {
    cell.edit(code);
    this.cells(page).mark();
  }

  reset(page: string, cell: CellModel): void {
    cell.reset();
    this.cells(page).mark();
  }

  /** Runs a cell of the page on show when its turn comes. One that runs and was edited since runs again. */
  async run(page: string, target: CellModel): Promise<void> {
    if (target.underWay) {
      if (!target.isOutrun || this.again.has(target)) return;
      this.again.add(target);
      await this.last;
      if (!this.again.delete(target)) return;
    }
    await this.queue(page, [target], (turn) => turn.runWithNeeds());
  }

  /** Runs the page's cells in order, or those above one. */
  async runAll(page: string, above?: CellModel): Promise<void> {
    const shown = this.cells(page).shown;
    const cells = above ? shown.slice(0, shown.indexOf(above)) : shown;
    if (!shown.some((cell) => cell.underWay)) await this.queue(page, cells, (turn) => turn.runAll());
  }

  /** Forgets all names and starts Python again. What runs or waits ends. */
  restart(): Promise<Outcome> {
    const [, ...waiting] = this.turns;
    this.again.clear();
    for (const turn of waiting) turn.stop();
    return this.kernel.restart();
  }

  async restartAndRunAll(page: string): Promise<void> {
    void this.restart();
    await this.last;
    await this.runAll(page);
  }

  /** Ends the turn that a cell takes part in, or takes it off the queue. */
  stop(cell: CellModel): void {
    this.again.delete(cell);
    this.turns.find((turn) => turn.has(cell))?.stop();
  }

  stopAll(): void {
    this.again.clear();
    for (const turn of [...this.turns].reverse()) turn.stop();
  }

  /** Where Python is ready, the first run on a page finds that it knows the page's code by then. */
  private planOnceMounted(cells: PageCells): void {
    this.mounting = cells;
    queueMicrotask(() => {
      this.mounting = null;
      if (this.kernel.state === "ready") void planAhead(this.kernel, cells);
    });
  }

  private async queue(page: string, cells: CellModel[], run: (turn: Turn) => Promise<void>): Promise<void> {
    const turn = new Turn(this.kernel, this.cells(page), cells);
    for (const cell of cells) cell.enqueue(this.turns.length > 0 ? "Waiting for its turn" : "Starting");
    this.turns.push(turn);
    this.tell();
    const ended = this.last
      .then(() => run(turn))
      .finally(() => {
        this.turns.splice(this.turns.indexOf(turn), 1);
        this.tell();
      });
    this.last = ended.catch(() => undefined);
    await ended;
  }

  private tell(): void {
    for (const watcher of this.watchers) watcher();
  }
}
