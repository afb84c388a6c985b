// The page in the place of one that is not kept and cannot be fetched: it says so and lists what is kept.
import type { KeptFiles } from "./kept-files";
import { root } from "./worker-scope";

const PAGE = "offline.html";
/** Where the page has room for the list. */
const ROOM = "<ul></ul>";

export async function offlinePage(kept: KeptFiles): Promise<Response> {
  const page = await (await kept.match(PAGE))?.text();
  if (page === undefined) return Response.error();
  const paths = await kept.paths();
  const items = Object.entries(kept.site.titles)
    .filter(([path]) => paths.has(path))
    .map(([path, title]) => `<li><a href="${addressOf(path)}">${escaped(title)}</a></li>`);
  return new Response(page.replace(ROOM, () => `<ul>${items.join("")}</ul>`), {
    status: 503,
    headers: { "Content-Type": "text/html; charset=utf-8" },
  });
}

function addressOf(path: string): string {
  return escaped(new URL(path.replace(/index\.html$/, ""), root).pathname);
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
