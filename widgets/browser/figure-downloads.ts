// The buttons over a cell's figures. They lie behind the output, in the order of the figures, not in it:
// the output holds what the code made and nothing else.
import { drawingText, picture } from "./figure-file";

const ICON = "M7.3 2h1.4v6.2l2.2-2.2 1 1L8 10.9 4.1 7l1-1 2.2 2.2zM3 12.4h10v1.4H3z";

export function addDownloads(cell: HTMLElement): void {
  const output = cell.querySelector<HTMLElement>(".fp-output");
  if (!output) return;
  const tools = document.createElement("div");
  tools.className = "fp-figure-tools";
  cell.append(tools);
  const groups = new Map<HTMLElement, HTMLElement>();
  const update = (): void => {
    const figures = shownFigures(output);
    for (const [figure, group] of groups) {
      if (figures.includes(figure)) continue;
      group.remove();
      groups.delete(figure);
    }
    figures.forEach((figure, index) => {
      const group = groups.get(figure) ?? newGroup(figure, index + 1, cell.id);
      groups.set(figure, group);
      group.style.top = `${figure.getBoundingClientRect().top - cell.getBoundingClientRect().top}px`;
      tools.append(group);
    });
  };
  const near = ({ target }: Event): void => {
    const figure = target instanceof Element ? target.closest<HTMLElement>(".fp-figure") : null;
    for (const [shown, group] of groups) {
      group.toggleAttribute("data-near", shown === figure || (target instanceof Node && group.contains(target)));
    }
  };
  new MutationObserver(update).observe(output, { childList: true, subtree: true, attributeFilter: ["hidden"] });
  new ResizeObserver(update).observe(cell);
  cell.addEventListener("mouseover", near);
  cell.addEventListener("mouseleave", near);
  update();
}

function shownFigures(output: Element): HTMLElement[] {
  const figures = output.querySelectorAll<HTMLElement>(":scope > .fp-figure:not([hidden])");
  return [...figures].filter(({ firstElementChild }) => firstElementChild instanceof SVGSVGElement);
}

function newGroup(figure: HTMLElement, number: number, cell: string): HTMLElement {
  const group = document.createElement("div");
  group.role = "group";
  group.ariaLabel = `Figure ${number}`;
  const name = `${cell}-${number}`;
  const drawing = (): SVGSVGElement => figure.firstElementChild as SVGSVGElement;
  group.append(
    button("SVG", () => {
      save(new Blob([drawingText(drawing())], { type: "image/svg+xml" }), `${name}.svg`);
    }),
    button("PNG", async () => {
      save(await picture(drawing()), `${name}.png`);
    }),
  );
  return group;
}

function button(format: string, press: () => void | Promise<void>): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "fp-button";
  made.title = `Download ${format}`;
  made.ariaLabel = made.title;
  made.innerHTML = `<svg viewBox="0 0 16 16" aria-hidden="true"><path d="${ICON}"/></svg><span>${format}</span>`;
  made.addEventListener("click", () => void press());
  return made;
}

function save(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(link.href);
  }, 60_000); // the browser may still be reading it
}
