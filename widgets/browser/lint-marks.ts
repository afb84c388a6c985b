// Marks in the editor on what Python finds doubtful in the code.
import { lintKeymap, linter, type Diagnostic } from "@codemirror/lint";
import { StateEffect, type Extension, type Text } from "@codemirror/state";
import { keymap } from "@codemirror/view";
import type { Assist } from "./assist";
import type { LintMark } from "./protocol";

/** Milliseconds without typing after which the code is looked at. */
const PAUSE = 400;

/** What Python knows has become more: look again at the same code. */
export const relint = StateEffect.define();

export function lintMarks(lint: Assist["lint"]): Extension {
  return [
    linter(
      async ({ state: { doc } }) => {
        const marks = (await lint(doc.toString())) ?? [];
        return marks.map((mark) => diagnostic(doc, mark));
      },
      {
        delay: PAUSE,
        needsRefresh: ({ transactions }) =>
          transactions.some(({ effects }) => effects.some((effect) => effect.is(relint))),
      },
    ),
    keymap.of(lintKeymap),
  ];
}

function diagnostic(doc: Text, { line, column, endColumn, severity, message }: LintMark): Diagnostic {
  const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
  const start = Math.max(from, Math.min(from + column - 1, to - 1)); // what is missing at the end shows there
  return { from: start, to: Math.max(start, Math.min(from + endColumn - 1, to)), severity, message };
}
