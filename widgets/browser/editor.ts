// The editor of a cell's code, a chunk of its own: it is fetched when a reader first turns to code.
import {
  acceptCompletion,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionStatus,
  currentCompletions,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentLess, indentMore } from "@codemirror/commands";
import { bracketMatching, indentOnInput, indentUnit } from "@codemirror/language";
import { search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, Prec, type Extension, type StateCommand } from "@codemirror/state";
import { drawSelection, EditorView, keymap, placeholder, rectangularSelection } from "@codemirror/view";
import type { Assist } from "./assist";
import { completion } from "./completion";
import { editorTheme } from "./editor-theme";
import { errorLine, errorLineMark } from "./error-line";
import { help } from "./help";
import { lintMarks, relint } from "./lint-marks";
import { cleanPaste } from "./pasted-text";
import { python } from "./python-language";
import type { TextSelection } from "./selection";

export interface Editor {
  focus(): void;
  setCode(code: string): void;
  /** Puts text in the place of the selection, as typing does. */
  type(text: string): void;
  /** Marks the line that a run ended on; null takes the mark away. */
  markError(line: number | null): void;
  /** Moves the cursor to a line. */
  goTo(line: number): void;
  /** Looks at the same code again. */
  relint(): void;
  /** Shows something more with the code, in place of what was shown so before. */
  extend(extension: Extension): void;
}

export interface EditorStart {
  code: string;
  selection: TextSelection;
  /** Whether the focus to come is that of a press. */
  pressed: boolean;
  /** Shown while there is no code. */
  placeholder: string;
}

export interface EditorEvents extends Assist {
  edited(code: string): void;
  run(): void;
  /** Run, then on to the next cell. */
  runAndMove(): void;
}

const INDENT = 4;
/** As long as the editor itself lets Tab pass after Escape. */
const TAB_FOCUS_MS = 2000;

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

/** A list of completions that is not there yet, or in which nothing is left, is no reason to keep the keyboard. */
function leaveUnlessOffered(view: EditorView): boolean {
  const status = completionStatus(view.state);
  if (status === null || (status === "active" && currentCompletions(view.state).length > 0)) return false;
  closeCompletion(view);
  view.setTabFocusMode(TAB_FOCUS_MS);
  return true;
}

function command(action: () => void): () => boolean {
  return () => {
    action();
    return true;
  };
}

export function createEditor(parent: Element, start: EditorStart, events: EditorEvents): Editor {
  let pressing = start.pressed;
  const more = new Compartment();
  const view = new EditorView({
    parent,
    doc: start.code,
    selection: start.selection,
    extensions: [
      keymap.of([
        {
          key: "Mod-Enter",
          run: command(() => {
            events.run();
          }),
        },
        {
          key: "Shift-Enter",
          run: command(() => {
            events.runAndMove();
          }),
        },
        { key: "Tab", run: acceptCompletion },
        { key: "Tab", run: indent, shift: indentLess },
      ]),
      Prec.highest(keymap.of([{ key: "Escape", run: leaveUnlessOffered }])), // before completion's own
      completion((code, position) => events.complete(code, position)),
      help((code, position) => events.help(code, position)),
      lintMarks((code) => events.lint(code)),
      errorLineMark,
      keymap.of([...closeBracketsKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap]),
      search({ top: true }),
      history(),
      indentUnit.of(" ".repeat(INDENT)),
      EditorState.tabSize.of(INDENT),
      EditorState.allowMultipleSelections.of(true),
      drawSelection(),
      rectangularSelection(),
      indentOnInput(),
      bracketMatching(),
      closeBrackets(),
      python,
      editorTheme,
      start.placeholder ? placeholder(start.placeholder) : [],
      more.of([]),
      EditorView.clipboardInputFilter.of(cleanPaste),
      EditorView.contentAttributes.of({
        "aria-label": "Code",
        "aria-description": "Escape, then Tab, leaves the editor; F1 says what the name at the cursor is",
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
    type(text) {
      view.dispatch(view.state.replaceSelection(text), { userEvent: "input.type", scrollIntoView: true });
    },
    markError(line) {
      view.dispatch({ effects: errorLine.of(line) });
    },
    goTo(line) {
      const { doc } = view.state;
      const { from, text } = doc.line(Math.min(Math.max(line, 1), doc.lines));
      view.dispatch({ selection: { anchor: from + text.search(/\S|$/) }, scrollIntoView: true });
      view.focus();
    },
    relint() {
      view.dispatch({ effects: relint.of(null) });
    },
    extend(extension) {
      view.dispatch({ effects: more.reconfigure(extension) });
    },
  };
}
