// Keeps Material's instant navigation alive wherever the site is served. Material takes the addresses in
// sitemap.xml, which carry the port and path that the site was built for, and mends only protocol and host:
// elsewhere no link would match, and each would load a whole page and end the interpreter. So the addresses
// are moved to where the site really is while Material parses them.
import { relocateSitemap } from "./relocate-sitemap";

const script = document.currentScript;
if (script instanceof HTMLScriptElement) {
  const root = new URL("../../", script.src); // served as <root>/assets/course/<file>
  window.DOMParser = class extends DOMParser {
    override parseFromString(text: string, type: DOMParserSupportedType): Document {
      const parsed = super.parseFromString(text, type);
      if (parsed.documentElement.localName === "urlset") relocateSitemap(parsed, root);
      return parsed;
    }
  };
}
