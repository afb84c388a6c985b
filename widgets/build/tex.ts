// Renders formulas with KaTeX: a JSON array [{tex, display}] a line on standard input, the HTML or the fault of each on output.
import { createInterface } from "node:readline";
import katex from "katex";

interface Formula {
  tex: string;
  display: boolean;
}
type Rendered = { html: string } | { fault: string };

function render({ tex, display }: Formula): Rendered {
  try {
    return { html: katex.renderToString(tex, { displayMode: display, strict: "error", throwOnError: true }) };
  } catch (failure) {
    return { fault: failure instanceof Error ? failure.message : String(failure) };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const formulas = JSON.parse(line) as Formula[];
  process.stdout.write(`${JSON.stringify(formulas.map(render))}\n`);
}
