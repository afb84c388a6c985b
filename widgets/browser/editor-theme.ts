// The editor looks like the static block whose place it takes: the same text metrics, the same colours.
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const color = (role: string): { color: string } => ({ color: `var(--md-code-hl-${role}-color)` });

const highlighting = HighlightStyle.define([
  { tag: [tags.keyword, tags.meta], ...color("keyword") },
  { tag: tags.operatorKeyword, ...color("operator") },
  { tag: tags.operator, ...color("operator") },
  { tag: tags.punctuation, ...color("punctuation") },
  { tag: [tags.variableName, tags.propertyName, tags.bool, tags.null], ...color("name") },
  {
    tag: [tags.definition(tags.className), tags.function(tags.definition(tags.variableName)), tags.namespace],
    ...color("function"),
  },
  { tag: tags.string, ...color("string") },
  { tag: tags.escape, ...color("special") },
  { tag: tags.number, ...color("number") },
  { tag: [tags.comment, tags.docString], ...color("comment") },
]);

const surface = EditorView.theme({
  "&": { color: "var(--md-code-fg-color)", fontSize: "inherit" },
  ".cm-scroller": {
    fontFamily: "var(--md-code-font-family)",
    fontFeatureSettings: '"kern"',
    fontVariantLigatures: "none",
    fontSize: "var(--fp-code-size)",
    lineHeight: "var(--fp-code-line)",
    scrollbarWidth: "thin",
    scrollbarColor: "var(--md-default-fg-color--lighter) transparent",
  },
  ".cm-content": { padding: "var(--fp-code-pad-y) 0", caretColor: "var(--md-code-fg-color)" },
  ".cm-line": { padding: "0 var(--fp-code-pad-x)" },
  ".fp-builtin": color("constant"),
  ".fp-defined": color("function"),
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--md-code-hl-color--light)", outline: "1px solid var(--md-default-fg-color--lighter)" },
  "&.cm-focused .cm-nonmatchingBracket": { backgroundColor: "transparent", outline: "1px solid var(--md-code-hl-number-color)" },
});

export const editorTheme = [surface, syntaxHighlighting(highlighting)];
