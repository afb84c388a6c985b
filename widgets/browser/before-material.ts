// The entry of the classic script that runs before Material's own.
import "./file-protocol";
import "./parsed-pages";
import "./program-missing";
import "./svg-links";
import "./theme-settings";
