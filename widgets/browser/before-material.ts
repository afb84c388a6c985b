// The entry of the classic script that runs before Material's own.
import "./file-protocol";
import "./program-missing";
import "./sitemap";
import "./svg-links";
import "./theme-settings";
