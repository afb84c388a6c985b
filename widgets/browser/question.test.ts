// @vitest-environment jsdom
import { expect, it, vi } from "vitest";
import { questionForm } from "./question";

function ask(prompt: string, secret = false) {
  const [answer, takeBack] = [vi.fn(), vi.fn()];
  const form = questionForm({ prompt, secret, answer }, takeBack);
  document.body.replaceChildren(form);
  const field = form.querySelector("input");
  if (!field) throw new Error("no field");
  return { answer, takeBack, form, field };
}

it("is labelled with the prompt and sends what was typed", () => {
  const { answer, form, field } = ask("name? ");
  expect([field.labels?.[0]?.textContent, field.type]).toEqual(["name?", "text"]);
  field.value = "Ada";
  form.querySelector("button")?.click();
  expect(answer).toHaveBeenCalledExactlyOnceWith("Ada");
});

it("hides a secret, and has a label without a prompt", () => {
  const { field } = ask("", true);
  expect([field.labels?.[0]?.textContent, field.type]).toEqual(["The code asks for a line of text", "password"]);
});

it("is taken back with Escape", () => {
  const { takeBack, answer, field } = ask("name? ");
  field.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  expect(takeBack).toHaveBeenCalledOnce();
  expect(answer).not.toHaveBeenCalled();
});
