// The line that a running cell asks of the reader. It stands outside the live region: the focus that moves to it is
// what a screen reader tells.
import type { Question } from "./cell-model";

let count = 0;

/** A form that answers the question; Escape calls `takeBack`. */
export function questionForm(question: Question, takeBack: () => void): HTMLFormElement {
  const field = document.createElement("input");
  field.id = `fp-question-${++count}`;
  field.type = question.secret ? "password" : "text";
  field.autocomplete = "off";
  field.spellcheck = false;
  const label = document.createElement("label");
  label.htmlFor = field.id;
  label.textContent = question.prompt.trim() || "The code asks for a line of text";
  const send = document.createElement("button");
  send.className = "fp-send";
  send.textContent = "Send";
  const form = document.createElement("form");
  form.className = "fp-question";
  form.append(label, field, send);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    question.answer(field.value);
  });
  form.addEventListener("keydown", (event) => {
    event.stopPropagation(); // no shortcut of the page
    if (event.key === "Escape") takeBack();
  });
  return form;
}
