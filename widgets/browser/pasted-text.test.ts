import { expect, it } from "vitest";
import { cleanPaste } from "./pasted-text";

it.each([
  ["tabs", "if x:\n\ty", "if x:\n    y"],
  ["Windows line ends", "a\r\nb\rc", "a\nb\nc"],
  ["spaces that do not break", "a\u00A0=\u202F1", "a = 1"],
  ["invisible characters", "\uFEFFa\u200B", "a"],
  ["curled quotes", "print(“a”, ‘b’)", "print(\"a\", 'b')"],
  ["curled quotes that are meant", 'print("the “best”")', 'print("the “best”")'],
])("%s", (_, pasted, clean) => {
  expect(cleanPaste(pasted)).toBe(clean);
});
