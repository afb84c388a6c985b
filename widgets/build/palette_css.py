"""The colour roles of figures as CSS custom properties, for the light and the dark palette."""

from collections.abc import Mapping

from widgets.build.paths import BROWSER
from widgets.kernel.palette import ROLES

LIGHT = ':root, [data-md-color-scheme="default"]'
DARK = '[data-md-color-scheme="slate"]'


def palette_css() -> str:
    """A rule for each palette that gives every role its colour. Paper is light."""
    light = rule(LIGHT, {name: role.light for name, role in ROLES.items()})
    dark = rule(DARK, {name: role.dark for name, role in ROLES.items()})
    return f"{light}\n@media screen {{\n{dark}}}\n"


def rule(selector: str, colours: Mapping[str, str]) -> str:
    """A rule that sets a custom property for each role."""
    properties = "".join(f"  --fp-{name}: {colour};\n" for name, colour in colours.items())
    return f"{selector} {{\n{properties}}}\n"


def write_palette_css() -> None:
    """Write the rules where the style sheet imports them."""
    BROWSER.mkdir(parents=True, exist_ok=True)
    (BROWSER / "palette.css").write_text(palette_css())
