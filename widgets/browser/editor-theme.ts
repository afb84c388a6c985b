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

const edge = "0.05rem solid var(--fp-grid)";
/** What lies over the code or beside it. */
const raised = { backgroundColor: "var(--md-default-bg-color)", color: "var(--fp-ink)", border: edge };
const chosen = { backgroundColor: "var(--md-accent-fg-color--transparent)", color: "var(--md-accent-fg-color)" };

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
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--md-code-fg-color)" },
  ".cm-selectionBackground": { background: "color-mix(in srgb, var(--fp-blue) 18%, transparent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": {
    background: "color-mix(in srgb, var(--fp-blue) 30%, transparent)",
  },
  ".cm-placeholder": { color: "var(--fp-muted)" },
  ".fp-error-line": {
    backgroundColor: "color-mix(in srgb, var(--fp-red) 14%, transparent)",
    boxShadow: "inset 0.15rem 0 var(--fp-red)",
  },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--md-code-hl-color--light)", outline: "1px solid var(--md-default-fg-color--lighter)" },
  "&.cm-focused .cm-nonmatchingBracket": { backgroundColor: "transparent", outline: "1px solid var(--md-code-hl-number-color)" },
});

const tooltips = EditorView.theme({
  ".cm-tooltip": { ...raised, borderRadius: "0.15rem", boxShadow: "var(--md-shadow-z2)", fontSize: "0.62rem", zIndex: 3 },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": {
    fontFamily: "var(--md-code-font-family)",
    fontSize: "0.65rem",
    lineHeight: "1.5",
    margin: 0,
    maxHeight: "12rem",
    maxWidth: "min(26rem, 90vw)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": {
    overflow: "hidden",
    margin: 0,
    padding: "0.1rem 0.4rem",
    textOverflow: "ellipsis",
  },
  ".cm-tooltip-autocomplete ul li[aria-selected]": chosen,
  ".cm-completionDetail": { color: "var(--fp-muted)", fontStyle: "normal" },
  ".cm-tooltip.cm-completionInfo": { padding: 0, maxWidth: "min(22rem, 90vw)" },
  // Where it would lie over the list.
  ".cm-completionInfo-left-narrow, .cm-completionInfo-right-narrow": { display: "none" },
  ".fp-documentation": {
    maxWidth: "min(28rem, 90vw)",
    maxHeight: "12rem",
    overflow: "auto",
    padding: "0.3rem 0.5rem",
    lineHeight: "1.4",
    overscrollBehavior: "contain",
  },
  ".fp-documentation > code": { padding: 0, background: "none", fontSize: "0.65rem", whiteSpace: "pre-wrap" },
  ".fp-documentation > p": { margin: "0.2rem 0 0", whiteSpace: "pre-wrap" },
  ".cm-diagnostic": { padding: "0.2rem 0.5rem", marginLeft: 0 },
  ".cm-diagnostic-error": { borderLeft: "0.15rem solid var(--fp-red)" },
  ".cm-diagnostic-warning": { borderLeft: "0.15rem solid var(--fp-orange)" },
});

const wave = (role: string): Record<string, string> => ({
  backgroundImage: "none",
  textDecoration: `underline wavy 0.06rem var(--fp-${role})`,
  textUnderlineOffset: "0.15rem",
});

const marks = EditorView.theme({
  ".cm-lintRange-error": wave("red"),
  ".cm-lintRange-warning": wave("orange"),
  ".cm-lintRange-active": { backgroundColor: "color-mix(in srgb, var(--fp-orange) 20%, transparent)" },
  ".cm-lintPoint-error:after": { borderBottomColor: "var(--fp-red)" },
  ".cm-lintPoint-warning:after": { borderBottomColor: "var(--fp-orange)" },
  ".cm-searchMatch": { backgroundColor: "color-mix(in srgb, var(--fp-orange) 30%, transparent)" },
  ".cm-searchMatch-selected": { backgroundColor: "color-mix(in srgb, var(--fp-orange) 60%, transparent)" },
  ".cm-selectionMatch": { backgroundColor: "color-mix(in srgb, var(--fp-blue) 15%, transparent)" },
});

const panels = EditorView.theme({
  ".cm-panels": { backgroundColor: "var(--md-default-bg-color)", color: "var(--fp-ink)", fontSize: "0.62rem", zIndex: 1 },
  ".cm-panels.cm-panels-top": { borderBottom: edge },
  ".cm-panels.cm-panels-bottom": { borderTop: edge },
  ".cm-panel.cm-search": { padding: "0.3rem 1.6rem 0.3rem var(--fp-code-pad-x)" },
  ".cm-panel.cm-search [name=close]": { top: "0.2rem", right: "0.4rem", fontSize: "0.9rem", cursor: "pointer" },
  ".cm-panel.cm-search label": { fontSize: "inherit", whiteSpace: "nowrap" },
  ".cm-textfield": { ...raised, fontSize: "inherit", padding: "0.2rem 0.3rem", borderRadius: "0.1rem" },
  ".cm-button": {
    ...raised,
    backgroundImage: "none",
    fontSize: "inherit",
    padding: "0.2rem 0.4rem",
    borderRadius: "0.1rem",
    cursor: "pointer",
  },
  ".cm-button:active": { ...chosen, backgroundImage: "none" },
  ".cm-panel.cm-panel-lint ul [aria-selected]": chosen,
});

export const editorTheme = [surface, tooltips, marks, panels, syntaxHighlighting(highlighting)];
