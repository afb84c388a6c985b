// Failures of the interpreter itself, in words for a reader.
import { WebAssemblyMissing } from "./web-assembly";

export interface Explanation {
  name: string;
  message: string;
}

// What Chromium, Firefox and Safari say when a file or a module does not arrive.
const NOT_FETCHED = /fetch|network|load failed|dynamically imported|importing a module/i;
// What Pyodide says of a Python that is gone.
const EXITED = /\bexit/i;
const OVERRUN = /call stack|too much recursion|fatally failed/i;
const LONGEST = 200;

// What WebAssembly, zipimport, JSON and archive.ts say of a file that is not what it should be.
const DAMAGED = /magic word|WebAssembly|wasm|zip file|JSON|decompress|marshal|SyntaxError/i;

/** A start from which nothing more came. */
export class Stalled extends Error {}

/** Why Python did not start. */
export function explainStart(error: unknown): Explanation {
  const name = "Python did not start";
  if (error instanceof WebAssemblyMissing) {
    return { name, message: "it needs WebAssembly, which is switched off in this browser or on this site." };
  }
  if (error instanceof Stalled) {
    return { name, message: `${error.message}. Check the connection, then press Run to try again.` };
  }
  if (NOT_FETCHED.test(summary(error))) {
    return {
      name,
      message: "a part of it could not be fetched. Check the connection, then press Run to try again.",
    };
  }
  // Without its standard library Python exits at once; half a program is no program.
  if (DAMAGED.test(summary(error)) || EXITED.test(summary(error)) || error instanceof SyntaxError) {
    return { name, message: "a part of it arrived damaged. Reload the page without the browser’s cache, then try again." };
  }
  return { name, message: `${summary(error)}. Press Run to try again.` };
}

/** Why Python, once started, is gone. */
export function explainBreakdown(error: unknown): Explanation {
  return {
    name: "Python broke down",
    message: `${cause(error)}. What was defined so far is lost; the next Run starts Python again.`,
  };
}

function cause(error: unknown): string {
  const text = summary(error);
  if (EXITED.test(text)) return "the code ended it";
  if (OVERRUN.test(text)) return "the code went too deep for it, as recursion without an end does";
  return text;
}

/** Why Python is given up after it ran out of memory. */
export const WORN_OUT: Explanation = {
  name: "Python has to be restarted",
  message: "its memory is used up, and what was defined so far is lost. The next Run starts Python again.",
};

/** The line that counts of what was thrown: an interpreter's error can quote megabytes of its source. */
function summary(error: unknown): string {
  const text = messageOf(error).trim();
  const lines = text.split("\n");
  const line = (text.startsWith("Traceback") ? lines.at(-1) : lines[0])?.replace(/\.$/, "") ?? "";
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

/** Pyodide throws more than errors: its `ExitStatus` is a plain object with a message. */
function messageOf(error: unknown): string {
  return typeof error === "object" && error !== null && "message" in error ? String(error.message) : String(error);
}
