// How the editor shows what Python says of a name.

/** Null if there is nothing to say. */
export function documentationBox(signature: string, documentation: string): HTMLElement | null {
  if (!signature && !documentation) return null;
  const box = document.createElement("div");
  box.className = "fp-documentation";
  for (const [tag, text] of [
    ["code", signature],
    ["p", documentation],
  ] as const) {
    if (!text) continue;
    const part = document.createElement(tag);
    part.textContent = text;
    box.append(part);
  }
  return box;
}
