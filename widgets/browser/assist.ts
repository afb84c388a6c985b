// What the editor asks Python for. Each answer is null while Python is not ready or knows nothing.
import type { CompletionsReply, HelpReply, LintMark } from "./protocol";

export type Completions = Pick<CompletionsReply, "from" | "options">;
export type Help = Pick<HelpReply, "from" | "to" | "signature" | "documentation">;

export interface Assist {
  /** `position` counts UTF-16 units, as the editor does. */
  complete(code: string, position: number): Promise<Completions | null>;
  help(code: string, position: number): Promise<Help | null>;
  lint(code: string): Promise<LintMark[] | null>;
}
