// A page's name among the namespaces: its path within the site, however it was addressed.

export function pageKey(root: URL, address: URL): string {
  const path = address.pathname.startsWith(root.pathname)
    ? address.pathname.slice(root.pathname.length)
    : address.pathname;
  return path.replace(/(^|\/)index\.html$/, "$1");
}
