// Moves the addresses of a sitemap to another root.

/** The shortest address is the home page's, which all others begin with; a sitemap that has none stays as it is. */
export function relocateSitemap(sitemap: Document, root: URL): void {
  const places = [...sitemap.querySelectorAll("loc")];
  const addresses = places.map((place) => place.textContent.trim());
  const home = addresses.reduce((shortest, each) => (each.length < shortest.length ? each : shortest), addresses[0] ?? "");
  if (!home.endsWith("/") || !addresses.every((address) => address.startsWith(home))) return;
  const moved = (address: string): string => (address.startsWith(home) ? root.href + address.slice(home.length) : address);
  for (const place of places) place.textContent = moved(place.textContent.trim());
  for (const link of sitemap.querySelectorAll("[rel=alternate]")) {
    const address = link.getAttribute("href");
    if (address !== null) link.setAttribute("href", moved(address));
  }
}
