// Reloads a page that the build has made anew. Only `make serve` adds this script to pages.
const ADDRESS = "/.course/changes";

/** Which run of the server the page comes from. */
let server = "";
const changes = new EventSource(ADDRESS);

changes.addEventListener("server", ({ data }: MessageEvent<string>) => {
  if (server && server !== data) location.reload();
  server = data;
});
changes.addEventListener("pages", ({ data }: MessageEvent<string>) => {
  if ((JSON.parse(data) as string[]).includes(location.pathname)) location.reload();
});
