// Which version of the site a page is of. Pages name their scripts and styles by content, so two that name the same
// ones fit together, and the scripts of one can work on the other.

export function versionOf(page: Document): string {
  const names = [...page.querySelectorAll<HTMLElement>("script[src], link[rel=stylesheet]")].map(nameOf);
  return names.sort().join(" ");
}

/** The file's name: the same from wherever it is referred to. */
function nameOf(element: HTMLElement): string {
  const address = element.getAttribute("src") ?? element.getAttribute("href") ?? "";
  return /[^/?#]*(?=[?#]|$)/.exec(address)?.[0] ?? "";
}
