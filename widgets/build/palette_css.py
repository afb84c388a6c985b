"""The colour roles of figures as CSS custom properties, for the light and the dark palette."""

from widgets.build.paths import BROWSER
from widgets.kernel.palette import ROLES

SCHEMES = {
    "light": ':root, [data-md-color-scheme="default"]',
    "dark": '[data-md-color-scheme="slate"]',
}


def palette_css() -> str:
    """A rule for each palette that gives every role its colour."""
    rules = []
    for scheme, selector in SCHEMES.items():
        properties = "".join(
            f"  --fp-{name}: {getattr(role, scheme)};\n" for name, role in ROLES.items()
        )
        rules.append(f"{selector} {{\n{properties}}}\n")
    return "\n".join(rules)


def write_palette_css() -> None:
    """Write the rules where the style sheet imports them."""
    BROWSER.mkdir(parents=True, exist_ok=True)
    (BROWSER / "palette.css").write_text(palette_css())
