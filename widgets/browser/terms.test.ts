// @vitest-environment jsdom
import { beforeAll, beforeEach, expect, it } from "vitest";
import { Terms } from "./terms";

const link = (): HTMLElement => document.querySelector<HTMLElement>(".fp-term") ?? document.body;
const tip = (): HTMLElement | null => document.querySelector<HTMLElement>("#fp-definition:not([hidden])");

function point(type: string, target: Element, pointerType: string): PointerEvent {
  const event = new PointerEvent(type, { bubbles: true, cancelable: true, pointerType });
  target.dispatchEvent(event);
  return event;
}

beforeAll(() => {
  new Terms(document);
});
beforeEach(() => {
  point("pointerover", document.body, "mouse");
  document.body.innerHTML =
    '<p>The <a class="fp-term" data-definition="What it is." href="#x"><em>term</em></a> <a href="#y">other</a></p>';
});

it("shows a definition on hover, and as long as the pointer is on it", () => {
  point("pointerover", document.querySelector("em") ?? document.body, "mouse");
  expect(tip()?.textContent).toBe("What it is.");
  expect(link().getAttribute("aria-describedby")).toBe(tip()?.id);
  point("pointerover", tip() ?? document.body, "mouse");
  expect(tip()).not.toBeNull();
  point("pointerover", document.body, "mouse");
  expect(tip()).toBeNull();
  expect(link().hasAttribute("aria-describedby")).toBe(false);
});

it("shows it on focus, until Escape", () => {
  link().focus();
  expect(tip()).not.toBeNull();
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
  expect(tip()).toBeNull();
});

it("shows it on a tap, and follows the link on the next", () => {
  const tap = (): boolean => {
    point("pointerdown", link(), "touch");
    link().focus();
    return point("click", link(), "touch").defaultPrevented;
  };
  expect(tap()).toBe(true);
  expect(tip()).not.toBeNull();
  expect(tap()).toBe(false);
});

it("leaves clicks and other links alone", () => {
  expect(point("click", link(), "mouse").defaultPrevented).toBe(false);
  const other = document.querySelector('[href="#y"]') ?? document.body;
  expect(point("click", other, "touch").defaultPrevented).toBe(false);
});
