// Help on the name under the pointer, or by key on the name or call at the cursor.
import { closeCompletion } from "@codemirror/autocomplete";
import { syntaxTree } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import {
  activateHover,
  closeHoverTooltips,
  EditorView,
  hasHoverTooltips,
  hoverTooltip,
  keymap,
  type Command,
  type Tooltip,
} from "@codemirror/view";
import type { Assist } from "./assist";
import { documentationBox } from "./documentation";

export function help(ask: Assist["help"]): Extension {
  const tooltipAt = async (view: EditorView, position: number): Promise<Tooltip | null> => {
    const answer = await ask(view.state.doc.toString(), position);
    const dom = answer && documentationBox(answer.signature, answer.documentation);
    if (!dom) return null;
    dom.role = "status"; // read out when it comes
    return { pos: answer.from, end: answer.to, above: true, create: () => ({ dom }) };
  };
  const hover = hoverTooltip(
    (view, position, side) => (isOnName(view, position, side) ? tooltipAt(view, position) : null),
    { hideOnChange: true, hoverTime: 500 },
  );
  const atCursor = hoverTooltip(tooltipAt, { hideOnChange: true, hoverTime: 1e9 }); // never by the pointer
  const show: Command = (view) => {
    closeCompletion(view); // one thing at a time
    activateHover(view, view.state.selection.main.head, 1, {
      tooltip: atCursor,
      until: (transaction) => transaction.docChanged || transaction.selection !== undefined,
    });
    return true;
  };
  const close: Command = (view) => {
    if (!hasHoverTooltips(view.state)) return false;
    view.dispatch({ effects: closeHoverTooltips });
    return true;
  };
  return [
    hover,
    atCursor,
    EditorView.domEventObservers({
      blur: (_, view) => {
        close(view);
      },
    }),
    keymap.of([
      { key: "Escape", run: close },
      { key: "F1", run: show },
      { key: "Mod-i", run: show },
    ]),
  ];
}

function isOnName(view: EditorView, position: number, side: -1 | 1): boolean {
  return syntaxTree(view.state).resolveInner(position, side).name.endsWith("Name");
}
