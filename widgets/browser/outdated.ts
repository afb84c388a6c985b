// When something that belongs to this page cannot be fetched: whether the site has been updated since it was opened.
import { versionOf } from "./page-version";
import type { UpdateBar } from "./update-bar";

const UPDATED = "The course was updated since this page was opened";

/** Says so on the bar. Without a connection there is nothing to find out. */
export async function lookForUpdate(bar: UpdateBar): Promise<void> {
  try {
    const response = await fetch(location.href, { cache: "no-cache" });
    if (!response.ok) return;
    const page = document.implementation.createHTMLDocument();
    page.documentElement.innerHTML = await response.text();
    if (versionOf(page) === versionOf(document)) return;
  } catch {
    return;
  }
  bar.show(UPDATED, () => {
    location.reload();
  });
}
