// What a cell's editor asks Python. Nothing is started for it, and a run is not kept waiting: then there is no answer.
import type { Assist, Completions, Help } from "./assist";
import type { CellModel } from "./cell-model";
import type { Answer } from "./connection";
import type { Notebook } from "./notebook";
import type { LintMark, PythonRequest, WithoutId } from "./protocol";
import { cellOf, pageCellOf } from "./plan";

export class CellAssist implements Assist {
  constructor(
    private readonly notebook: Notebook,
    private readonly page: string,
    private readonly model: () => CellModel | undefined,
  ) {}

  async complete(code: string, position: number): Promise<Completions | null> {
    const reply = await this.ask((cell) => ({ type: "complete", page: this.page, ...cellOf(cell), code, position }));
    return reply?.type === "completions" ? reply : null;
  }

  async help(code: string, position: number): Promise<Help | null> {
    const reply = await this.ask((cell) => ({ type: "help", page: this.page, ...cellOf(cell), code, position }));
    return reply?.type === "help" ? reply : null;
  }

  async lint(code: string): Promise<LintMark[] | null> {
    const reply = await this.ask((cell) => {
      const cells = this.notebook
        .cells(this.page)
        .shown.map((other) => (other === cell ? { ...pageCellOf(cell), code } : pageCellOf(other)));
      return { type: "lint", page: this.page, cells, target: cell.source.id };
    });
    return reply?.type === "lint" ? reply.marks : null;
  }

  private async ask(request: (cell: CellModel) => WithoutId<PythonRequest>): Promise<Answer | undefined> {
    const { kernel } = this.notebook;
    const cell = this.model();
    if (!cell || kernel.state !== "ready") return undefined;
    const replies: Answer[] = [];
    const outcome = await kernel.ask(request(cell), (reply) => replies.push(reply));
    return outcome === "ok" ? replies[0] : undefined;
  }
}
