// What a cell that nothing has brought to life says of itself.

export function noteInCells(text: string): void {
  for (const bar of document.querySelectorAll("fp-cell .fp-bar")) {
    const note = document.createElement("span");
    note.className = "fp-status";
    note.textContent = text;
    bar.append(note);
  }
}
