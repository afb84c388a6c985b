// The line that a run ended on, marked until it is edited.
import { StateEffect, StateField, type Extension } from "@codemirror/state";
import { Decoration, EditorView, type DecorationSet } from "@codemirror/view";

/** Marks a line, counted from 1; null takes the mark away. */
export const errorLine = StateEffect.define<number | null>();

const mark = Decoration.line({ class: "fp-error-line" });

const marked = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(lines, { changes, effects, startState, state }) {
    let now = lines
      .update({
        filter: (from) => !changes.touchesRange(from, startState.doc.lineAt(from).to),
      })
      .map(changes);
    for (const effect of effects) {
      if (!effect.is(errorLine)) continue;
      const known = effect.value !== null && effect.value >= 1 && effect.value <= state.doc.lines;
      now = known ? Decoration.set(mark.range(state.doc.line(effect.value).from)) : Decoration.none;
    }
    return now;
  },
  provide: (field) => EditorView.decorations.from(field),
});

export const errorLineMark: Extension = marked;
