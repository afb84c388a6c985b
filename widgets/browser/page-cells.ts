// The cells of one page in their order, and what they need of one another.
import { CellModel, type CellSource, type CellView } from "./cell-model";

export class PageCells {
  private readonly cells = new Map<string, CellModel>();
  private turns = 0;

  constructor(readonly page: string) {}

  /** The model of the cell that `view` shows. Cells mount in the page's order. */
  mount(source: CellSource, view: CellView): CellModel {
    const known = this.cells.get(source.id);
    const cell = known && samePublication(known.source, source) ? known : new CellModel(source);
    this.cells.delete(source.id);
    this.cells.set(source.id, cell);
    this.mark();
    cell.view = view;
    return cell;
  }

  /** The cells that are on show. */
  get shown(): CellModel[] {
    return [...this.cells.values()].filter((cell) => cell.view);
  }

  /** Numbers the runs. */
  nextTurn(): number {
    return ++this.turns;
  }

  /** Takes over what Python found out about the cells' present code. */
  plan(needs: Readonly<Record<string, readonly string[]>>): void {
    const known = new Map(Object.entries(needs)); // a cell may be called as what every object has
    for (const cell of this.shown) cell.needs = known.get(cell.source.id) ?? [];
    this.mark();
  }

  /** Takes over what is known of the published code, which is the present one. */
  planAsPublished(): void {
    for (const cell of this.shown) cell.needs = cell.source.needs;
    this.mark();
  }

  /** The cells that a cell needs, in order. */
  neededBy(target: CellModel): CellModel[] {
    return [...this.cells.values()].filter((cell) => target.needs.includes(cell.source.id));
  }

  /** The code of the cells that a cell needs, as they have run. */
  basisOf(cell: CellModel): Map<string, string> {
    return new Map(this.neededBy(cell).map(({ source, code, lastRun }) => [source.id, lastRun?.code ?? code]));
  }

  /** Marks the cells whose output stems from other code than that which now stands before them. */
  mark(): void {
    for (const cell of this.cells.values()) {
      const basis = cell.replies && cell.lastRun?.basis;
      cell.mark(this.neededBy(cell).some(({ source, code }) => code !== (basis?.get(source.id) ?? source.code)));
    }
  }
}

function samePublication(one: CellSource, other: CellSource): boolean {
  return one.code === other.code && one.module === other.module;
}
