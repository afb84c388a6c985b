// A traceback's "line N" of a cell becomes a button that goes there; the text stays what it was.

const FRAME = /(cell "([^"\n]+)", )(line (\d+))/g;

export function linkLines(traceback: HTMLElement, goTo: (cell: string, line: number) => void): void {
  const text = traceback.textContent;
  const parts: (string | HTMLElement)[] = [];
  let end = 0;
  for (const found of text.matchAll(FRAME)) {
    const [whole, before = "", cell = "", words = "", line] = found;
    parts.push(text.slice(end, found.index) + before, lineButton(words, () => {
      goTo(cell, Number(line));
    }));
    end = found.index + whole.length;
  }
  traceback.replaceChildren(...parts, text.slice(end));
}

function lineButton(words: string, press: () => void): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "fp-line";
  made.textContent = words;
  made.addEventListener("click", press);
  return made;
}
