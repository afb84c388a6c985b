// Opened as a file, a page can load neither modules nor workers: so every cell says that it can't run.
import { noteInCells } from "./note-in-cells";

if (location.protocol === "file:") {
  document.addEventListener("DOMContentLoaded", () => {
    noteInCells("Runs only on a web server, not from a file");
  });
}
