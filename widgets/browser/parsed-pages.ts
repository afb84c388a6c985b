// What Material parses passes through here: sitemaps and, when it moves to a page without loading it, that page.
// Material takes the addresses in sitemap.xml, which carry the port and path that the site was built for, and mends only
// protocol and host: elsewhere no link would match, and each would load a whole page and end the interpreter. So the
// addresses are moved to where the site really is. And a page of another version of the site is refused: it is loaded
// whole, with the scripts that belong to it.
import { versionOf } from "./page-version";
import { relocateSitemap } from "./relocate-sitemap";

const script = document.currentScript;
if (script instanceof HTMLScriptElement) {
  const root = new URL("../../", script.src); // served as <root>/assets/course/<file>
  window.DOMParser = class extends DOMParser {
    override parseFromString(text: string, type: DOMParserSupportedType): Document {
      const parsed = super.parseFromString(text, type);
      if (parsed.documentElement.localName === "urlset") relocateSitemap(parsed, root);
      if (type === "text/html" && isPage(parsed) && versionOf(parsed) !== versionOf(document)) throw refused();
      return parsed;
    }
  };
}

/** Others parse HTML, too: a cell's output, for instance. */
function isPage(parsed: Document): boolean {
  return parsed.querySelector("[data-md-component=container]") !== null;
}

/** Its address is that of the tab already. Material's own attempt to load it would only jump to what follows a #. */
function refused(): Error {
  setTimeout(() => {
    location.reload();
  });
  return new Error("a page of another version of the site");
}
