// Opened as a file, a page can load neither modules nor workers: so every cell says that it can't run.

if (location.protocol === "file:") {
  document.addEventListener("DOMContentLoaded", () => {
    for (const bar of document.querySelectorAll("fp-cell .fp-bar")) {
      const note = document.createElement("span");
      note.className = "fp-status";
      note.textContent = "Runs only on a web server, not from a file";
      bar.append(note);
    }
  });
}
