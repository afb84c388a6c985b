// Which cells of a page need which: the page says it of published code, Python works it out of edited code.
import type { CellModel } from "./cell-model";
import type { OnReply, Outcome } from "./connection";
import type { Kernel } from "./kernel";
import type { PageCells } from "./page-cells";
import type { Cell, PageCell } from "./protocol";

/** Python is told of the page's cells in any case. `onReply` gets the error, should there be one. */
export function plan(kernel: Kernel, page: PageCells, onReply: OnReply): Promise<Outcome> {
  const type = page.shown.some((cell) => cell.edited) ? "plan" : "cells";
  if (type === "cells") page.planAsPublished();
  return ask(type, kernel, page, onReply);
}

/** Python remembers what it has found out about code: the plan after an edit is quick then. */
export function planAhead(kernel: Kernel, page: PageCells): Promise<Outcome> {
  return ask("plan", kernel, page, () => undefined);
}

function ask(type: "plan" | "cells", kernel: Kernel, page: PageCells, onReply: OnReply): Promise<Outcome> {
  return kernel.ask({ type, page: page.page, cells: page.shown.map(pageCellOf) }, (reply) => {
    if (reply.type === "plan") page.plan(reply.needs);
    onReply(reply);
  });
}

export function cellOf({ source, code }: CellModel): Cell {
  return { cell: source.id, code, module: source.module };
}

export function pageCellOf(cell: CellModel): PageCell {
  return { ...cellOf(cell), published: cell.edited ? cell.source.code : null };
}
