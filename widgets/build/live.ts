// Reloads a page that the build has made anew, and says what it refused. Only `make serve` adds this script to pages.
const { search } = new URL((document.currentScript as HTMLScriptElement).src);

/** Which run of the server the page comes from. */
let server = "";
const complaint = document.createElement("pre");
complaint.role = "alert";
complaint.style.cssText =
  "position: fixed; inset: auto 0 0; z-index: 9; max-height: 50vh; overflow: auto; margin: 0; padding: 1em;" +
  "font-size: 13px; color: #fff; background: #a3123a";
const changes = new EventSource(`/.course/changes${search}`);

changes.addEventListener("server", ({ data }: MessageEvent<string>) => {
  if (server && server !== data) location.reload();
  server = data;
});
changes.addEventListener("fault", ({ data }: MessageEvent<string>) => {
  complaint.textContent = `Not built:\n${JSON.parse(data) as string}`;
  document.body.append(complaint);
});
changes.addEventListener("pages", ({ data }: MessageEvent<string>) => {
  complaint.remove();
  if ((JSON.parse(data) as string[]).includes(location.pathname)) location.reload();
});
