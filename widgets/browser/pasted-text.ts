// Code from web pages and word processors, as it was before they made it look nice.

const INDENT = "    ";

export function cleanPaste(text: string): string {
  return straightQuotes(
    text
      .replace(/\r\n?/g, "\n")
      .replace(/\t/g, INDENT)
      .replace(/[\u00A0\u2007\u202F]/g, " ")
      .replace(/[\u200B\uFEFF]/g, ""),
  );
}

/** A program that curls quotes curls them all: where some are straight, the curled ones are meant. */
function straightQuotes(text: string): string {
  const double = text.includes('"') ? text : text.replace(/[\u201C\u201D\u201E]/g, '"');
  return double.includes("'") ? double : double.replace(/[\u2018\u2019\u201A]/g, "'");
}
