// Says in the page's header that there is a new version of the course, and offers to load it. It stands above the page
// and covers nothing of it.
import { button } from "./button";

export class UpdateBar {
  private readonly bar = document.createElement("div");
  private readonly status = document.createElement("span");
  private press: () => void = () => undefined;

  constructor() {
    this.bar.className = "fp-update";
    this.bar.hidden = true;
    this.status.role = "status";
    const reload = button("Reload", "fp-reload", () => {
      this.press();
    });
    this.bar.append(this.status, reload);
  }

  /** What it says later takes the place of what it says now. */
  show(text: string, press: () => void): void {
    this.press = press;
    if (!this.bar.isConnected) document.querySelector("header.md-header")?.append(this.bar);
    this.bar.hidden = false;
    // A region that was on the page before its words are read out.
    requestAnimationFrame(() => (this.status.textContent = text));
  }
}
