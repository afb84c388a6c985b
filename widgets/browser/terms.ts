// What a term means, beside its link to the glossary: on hover, on focus, and on a tap, which shows it first and leads
// there when it comes again.

const TERM = "a.fp-term[data-definition]";
const GAP = 6;

export class Terms {
  private readonly tip = document.createElement("div");
  private shown: HTMLAnchorElement | null = null;
  /** The term whose definition was open when a press began: the press itself opens it, by focus. */
  private pressed: HTMLAnchorElement | null = null;

  constructor(private readonly page: Document) {
    this.tip.role = "tooltip";
    this.tip.id = "fp-definition";
    this.tip.hidden = true;
    page.addEventListener("pointerover", (event) => {
      if (event.pointerType !== "touch") this.follow(event.target);
    });
    page.addEventListener("pointerdown", () => (this.pressed = this.shown), { capture: true });
    page.addEventListener("focusin", (event) => {
      this.follow(event.target);
    });
    page.addEventListener("focusout", () => {
      this.hide();
    });
    page.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.hide();
    });
    // Before Material's own listener, which would leave the page.
    page.addEventListener("click", this.tapped, { capture: true });
    addEventListener("scroll", () => {
      if (this.shown) this.place(this.shown); // focus may have scrolled the term into view
    });
  }

  private readonly tapped = (event: MouseEvent): void => {
    const link = termAt(event.target);
    const byTouch = event instanceof PointerEvent && event.pointerType === "touch";
    if (!link || !byTouch || this.pressed === link) return;
    event.preventDefault();
    event.stopPropagation();
    this.show(link);
  };

  /** The definition stays while the pointer is on it. */
  private follow(target: EventTarget | null): void {
    const link = termAt(target);
    if (link) this.show(link);
    else if (target !== this.tip) this.hide();
  }

  private show(link: HTMLAnchorElement): void {
    if (this.shown === link) return;
    this.hide();
    this.shown = link;
    this.tip.textContent = link.dataset.definition ?? "";
    this.tip.hidden = false;
    this.page.body.append(this.tip); // instant navigation may have taken it away
    link.setAttribute("aria-describedby", this.tip.id);
    this.place(link);
  }

  private place(link: HTMLAnchorElement): void {
    const { left, top, bottom } = link.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.tip;
    const room = this.page.documentElement.clientWidth - width - GAP;
    const below = bottom + GAP + height <= innerHeight;
    this.tip.style.left = `${Math.max(GAP, Math.min(left, room))}px`;
    this.tip.style.top = `${below ? bottom + GAP : top - GAP - height}px`;
  }

  private hide(): void {
    this.shown?.removeAttribute("aria-describedby");
    this.shown = null;
    this.tip.hidden = true;
  }
}

function termAt(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>(TERM) : null;
}
