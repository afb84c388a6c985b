// The changes against the original, shown in the editor; a chunk of its own, fetched when they are first asked for.
import { unifiedMergeView } from "@codemirror/merge";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

const tint = (role: string, part: number): string => `color-mix(in srgb, var(--fp-${role}) ${part}%, transparent)`;

const look = EditorView.theme({
  "&.cm-merge-b .cm-changedLine, & .cm-insertedLine": { backgroundColor: tint("green", 10) },
  "&.cm-merge-b .cm-changedText, & .cm-insertedLine .cm-changedText": { background: tint("green", 24) },
  "& .cm-deletedChunk": { padding: "0", backgroundColor: tint("red", 10) },
  "& .cm-deletedChunk .cm-deletedLine": { padding: "0 var(--fp-code-pad-x)", textDecoration: "none" },
  "&.cm-merge-b .cm-deletedText, & .cm-deletedChunk .cm-deletedText": { background: tint("red", 24) },
});

export function changesAgainst(original: string): Extension {
  return [unifiedMergeView({ original, gutter: false, mergeControls: false }), look];
}
