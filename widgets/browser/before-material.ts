// The entry of the classic script that runs before Material's own.
import "./file-protocol";
import "./parsed-pages";
import "./program-missing";
import "./search-on-demand";
import "./svg-links";
import "./theme-settings";
