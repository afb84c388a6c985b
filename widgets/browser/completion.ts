// Completion in the editor: Python says what can follow.
import { autocompletion, type Completion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { syntaxTree } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import type { Assist } from "./assist";
import { documentationBox } from "./documentation";
import type { Completion as Offer } from "./protocol";

const NAME = /[\p{L}_][\p{L}\p{N}_]*$/u;
const ATTRIBUTE = /\.[\p{L}\p{N}_]*$/u;
/** As long as this is typed, the offers stay the same, only fewer. */
const CONTINUED = /^[\p{L}\p{N}_]*$/u;
const ENOUGH = 2;
const TEXT = new Set(["String", "ContinuedString", "FormatString", "Comment"]);

export function completion(complete: Assist["complete"]): Extension {
  return autocompletion({
    icons: false,
    override: [
      async (context): Promise<CompletionResult | null> => {
        if (!context.explicit && !isWorthAsking(context)) return null;
        const answer = await complete(context.state.doc.toString(), context.pos);
        if (!answer || context.aborted) return null;
        return { from: answer.from, options: answer.options.map(offer), validFor: CONTINUED };
      },
    ],
  });
}

function isWorthAsking(context: CompletionContext): boolean {
  if (TEXT.has(syntaxTree(context.state).resolveInner(context.pos, -1).name)) return false;
  const name = context.matchBefore(NAME);
  return context.matchBefore(ATTRIBUTE) !== null || (name !== null && name.text.length >= ENOUGH);
}

function offer({ label, kind, detail, documentation }: Offer): Completion {
  const rest = detail.startsWith(`${label}(`) ? detail.slice(label.length) : detail; // of a signature without the name
  return { label, type: kind, detail: rest, ...(documentation && { info: () => documentationBox("", documentation) }) };
}
