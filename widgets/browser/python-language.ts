// Python for the editor, coloured as the build's highlighter colours it: turning to a cell's code changes no colour.
import { pythonLanguage } from "@codemirror/lang-python";
import { syntaxTree } from "@codemirror/language";
import { Prec, type Range } from "@codemirror/state";
import { Decoration, ViewPlugin, type DecorationSet, type EditorView, type ViewUpdate } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import { styleTags, tags } from "@lezer/highlight";

const language = pythonLanguage.configure({
  props: [
    styleTags({
      "async del": tags.keyword,
      '"*" "**"': tags.operator,
      ":": tags.punctuation,
      TypeDef: tags.operator, // its arrow; all else in it has a colour of its own
      'FormatSpec FormatSpec/":" FormatConversion FormatReplacement/"{" FormatReplacement/"}" FormatReplacement/":"':
        tags.string,
      'ImportStatement/"."': tags.namespace,
      "ExpressionStatement/String": tags.docString,
      "Decorator/VariableName Decorator/PropertyName": tags.meta,
    }),
  ],
});

const BUILTINS = new Set(
  (
    "abs all any bool bytes callable chr complex dict dir divmod enumerate filter float format frozenset getattr " +
    "hasattr hash help hex id input int isinstance issubclass iter len list map max min next object oct open ord " +
    "pow print property range repr reversed round self set setattr slice sorted str sum super tuple type vars zip"
  ).split(" "),
);
const EXCEPTION = /^[A-Z]\w*(Error|Exception|Warning)$/;

const builtin = Decoration.mark({ class: "fp-builtin" });
const defined = Decoration.mark({ class: "fp-defined" });

/** What the grammar alone can't tell: built-in names, exceptions and imported modules. */
function nameMark(node: SyntaxNode, name: string): Decoration | null {
  if (node.parent?.name === "ImportStatement") return isModule(node) ? defined : null;
  if (BUILTINS.has(name)) return builtin;
  return EXCEPTION.test(name) ? defined : null;
}

/** `a` and `b` of `import a as b`, `a` of `from a import b`. */
function isModule(name: SyntaxNode): boolean {
  if (name.parent?.firstChild?.name === "import") return true;
  for (let left = name.prevSibling; left; left = left.prevSibling) if (left.name === "import") return false;
  return true;
}

function markNames(view: EditorView): DecorationSet {
  const marks: Range<Decoration>[] = [];
  for (const { from, to } of view.visibleRanges) {
    syntaxTree(view.state).iterate({
      from,
      to,
      enter({ name, node }) {
        if (name !== "VariableName") return;
        const mark = nameMark(node, view.state.sliceDoc(node.from, node.to));
        if (mark) marks.push(mark.range(node.from, node.to));
      },
    });
  }
  return Decoration.set(marks, true);
}

const names = ViewPlugin.fromClass(
  class {
    marks: DecorationSet;
    constructor(view: EditorView) {
      this.marks = markNames(view);
    }
    update({ view, docChanged, viewportChanged, startState, state }: ViewUpdate): void {
      if (docChanged || viewportChanged || syntaxTree(startState) !== syntaxTree(state)) this.marks = markNames(view);
    }
  },
  { decorations: (plugin) => plugin.marks },
);

export const python = [language.extension, Prec.highest(names)];
