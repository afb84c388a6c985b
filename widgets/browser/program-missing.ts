// Without the page's own program nothing runs: where that does not arrive, every cell says so.
import { noteInCells } from "./note-in-cells";

const PROGRAM = "/assets/course/page.";

addEventListener(
  "error",
  (event) => {
    const { target } = event;
    const file = target instanceof HTMLScriptElement ? target.src : event instanceof ErrorEvent ? event.filename : "";
    if (file.includes(PROGRAM) && !customElements.get("fp-cell")) noteInCells("Can’t run: its program did not arrive. Reload the page");
  },
  true, // a script's failure does not bubble
);
