// @vitest-environment jsdom
import { expect, it } from "vitest";
import { TerminalText } from "./terminal-text";

const ESC = "\u001B";
const red = (text: string): string => `<span class="fp-ansi-red">${text}</span>`;

function shown(...texts: string[]): string {
  const root = document.createElement("pre");
  const terminal = new TerminalText(root);
  for (const text of texts) terminal.write(text);
  return root.innerHTML;
}

it.each([
  ["plain text in parts", ["a\nb", "c\n", "d"], "a\nbc\nd"],
  ["markup", ["<b>&"], "&lt;b&gt;&amp;"],
  ["a progress bar", ["10%", "\r20%", "\r100%", "\ndone\n"], "100%\ndone\n"],
  ["a shorter line over a longer", ["\rlong line\rshort"], "shortline"],
  ["an erased rest", [`long line\rshort${ESC}[K\n`], "short\n"],
  ["an erased line", [`long${ESC}[2K\rab`], "ab  "],
  ["Windows line ends", ["a\r\nb\r\n"], "a\nb\n"],
  ["a line end that comes in two parts", ["a\r", "\nb"], "a\nb"],
  ["a return that only the next message follows", ["one\ntwo\r", "TW"], "one\nTWo"],
  ["a colour", [`a${ESC}[31mb${ESC}[0mc`], `a${red("b")}c`],
  ["a colour over a line's end", [`${ESC}[31ma\nb${ESC}[m`], `${red("a")}\n${red("b")}`],
  ["a colour that lasts to the next message", [`${ESC}[31ma`, "b"], `${red("a")}${red("b")}`],
  ["a code that comes in two parts", [`a${ESC}[3`, "1mb"], `a${red("b")}`],
  ["a lone escape at a message's end", [`a${ESC}`, "[31mb"], `a${red("b")}`],
  ["bold and bright", [`${ESC}[1;92mok`], '<span class="fp-ansi-bright-green fp-ansi-bold">ok</span>'],
  ["ends of styles", [`${ESC}[1;4;31m${ESC}[22;24;39mb`], "b"],
  ["a numbered colour", [`${ESC}[38;5;9mb`], '<span class="fp-ansi-bright-red">b</span>'],
  ["colours without a name", [`${ESC}[38;5;200ma${ESC}[38;2;1;31;3mb${ESC}[48;5;1mc`], "abc"],
  ["a coloured progress bar", [`${ESC}[31m##--${ESC}[0m`, `\r${ESC}[31m###${ESC}[0m`], `${red("###")}${red("-")}`],
  ["moves and other codes", [`a${ESC}[2Ab${ESC}[?25lc${ESC}(Bd${ESC}=e`], "abcde"],
  ["a terminal's own codes that end as a colour does", [`${ESC}[>4;2ma${ESC}[38;5;?1mb${ESC}[1 mc`], "abc"],
  ["a link", [`${ESC}]8;;https://example.org${ESC}\\text${ESC}]8;;${ESC}\\!`], "text!"],
  ["a window title", [`${ESC}]0;tit`, `le\u0007a`], "a"],
])("%s", (_, texts, html) => {
  expect(shown(...texts)).toBe(html);
});
