import { expect, it } from "vitest";
import type { CellView } from "./cell-model";
import { PageCells } from "./page-cells";

const view: CellView = { changed: () => undefined, cleared: () => undefined, replied: () => undefined };

it.each(["constructor", "toString", "__proto__"])("takes no plan for a cell called %s that the plan does not know", (id) => {
  const cells = new PageCells("one/");
  const source = { id, code: "", module: null, raises: null, needs: [], hasOutput: false };
  const cell = cells.mount(source, view);
  cells.plan({});
  expect(cell.needs).toEqual([]);
});
