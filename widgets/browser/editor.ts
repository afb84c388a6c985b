// The editor of a cell's code, a chunk of its own: it is fetched when a reader first turns to code.
import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentLess, indentMore } from "@codemirror/commands";
import { bracketMatching, indentOnInput, indentUnit } from "@codemirror/language";
import { EditorState, type StateCommand } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { python } from "./python-language";
import { editorTheme } from "./editor-theme";
import type { TextSelection } from "./selection";

export interface Editor {
  focus(): void;
  setCode(code: string): void;
}

export interface EditorStart {
  code: string;
  selection: TextSelection;
  /** Whether the focus to come is that of a press. */
  pressed: boolean;
}

export interface EditorEvents {
  edited(code: string): void;
  run(): void;
}

const INDENT = 4;

/** Selected lines one step in; without a selection, spaces up to the next step. */
const indent: StateCommand = ({ state, dispatch }) => {
  if (state.selection.ranges.some((range) => !range.empty)) return indentMore({ state, dispatch });
  const { head } = state.selection.main;
  const column = head - state.doc.lineAt(head).from;
  dispatch(
    state.update(state.replaceSelection(" ".repeat(INDENT - (column % INDENT))), {
      scrollIntoView: true,
      userEvent: "input.indent",
    }),
  );
  return true;
};

/** Lets Tab move on through the page until another key is pressed: whoever only passes by is not caught. */
function letTabPass(view: EditorView): void {
  view.setTabFocusMode(Infinity);
}

export function createEditor(parent: Element, start: EditorStart, events: EditorEvents): Editor {
  let pressing = start.pressed;
  const run = (): boolean => {
    events.run();
    return true;
  };
  const view = new EditorView({
    parent,
    doc: start.code,
    selection: start.selection,
    extensions: [
      keymap.of([
        { key: "Mod-Enter", run },
        { key: "Shift-Enter", run },
        { key: "Tab", run: indent, shift: indentLess },
        ...closeBracketsKeymap,
        ...historyKeymap,
        ...defaultKeymap,
      ]),
      history(),
      indentUnit.of(" ".repeat(INDENT)),
      EditorState.tabSize.of(INDENT),
      indentOnInput(),
      bracketMatching(),
      closeBrackets(),
      python,
      editorTheme,
      EditorView.contentAttributes.of({
        "aria-label": "Code",
        "aria-description": "Escape, then Tab, leaves the editor",
      }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) events.edited(update.state.doc.toString());
      }),
      EditorView.domEventObservers({
        pointerdown: () => (pressing = true),
        focus: (_, focused) => {
          if (!pressing) letTabPass(focused);
          pressing = false;
        },
      }),
    ],
  });
  return {
    focus() {
      view.focus();
    },
    setCode(code) {
      const { doc } = view.state;
      if (code !== doc.toString()) view.dispatch({ changes: { from: 0, to: doc.length, insert: code } });
    },
  };
}
