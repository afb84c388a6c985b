"""Matplotlib's SVG, made ready to stand in a page among other figures, light or dark."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping
from typing import Final

from widgets.kernel.palette import ROLES, SERIES, SERIES_TEXT

_NAMESPACE: Final = "http://www.w3.org/2000/svg"
_XLINK_HREF: Final = "{http://www.w3.org/1999/xlink}href"

_TEXT: Final = f"{{{_NAMESPACE}}}text"
_DROPPED_ELEMENTS: Final = (f"{{{_NAMESPACE}}}metadata", f"{{{_NAMESPACE}}}style")
_DROPPED_FROM_ROOT: Final = ("width", "height", "version")

_ROLES: Final = {colour.light: f"var(--fp-{role})" for role, colour in ROLES.items()}
_WRITTEN: Final = _ROLES | {
    SERIES[series].light: f"var(--fp-{series}-text)" for series in SERIES_TEXT
}
_NOT_IN_XML: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_HEX: Final = re.compile(r"#[0-9a-f]{6}\b")
_URL: Final = re.compile(r"url\(#([^)]+)\)")
_DECIMAL: Final = re.compile(r"-?\d*\.\d+")
_SHIFT: Final = re.compile(r"(?:translate|rotate)\([^)]*\)")
_NO_TURN: Final = re.compile(r"\s*rotate\(-?0(?: [^)]*)?\)")
_SERIF_FONT: Final = re.compile(r"^'?(?:cm|STIX)|Serif")
_GENERIC_FONTS: Final = ("serif", "monospace", "cursive", "fantasy")


def clean(svg: str, prefix: str) -> str:
    """The drawing as one `<svg>` element, written as a browser would write it.

    Without prolog, comments, metadata, style sheet and size (`viewBox` remains); ids begin with
    `prefix`, and those nothing refers to are gone; colours of the palette are `var(--fp-…)`,
    of text those that can be read;
    ordinary text takes the font of the page; coordinates have two decimals. Text stays as it is.
    """
    root = ET.fromstring(printable(svg))
    for parent in list(root.iter()):
        for child in [child for child in parent if child.tag in _DROPPED_ELEMENTS]:
            parent.remove(child)
    for name in _DROPPED_FROM_ROOT:
        root.attrib.pop(name, None)
    used = {name for element in root.iter() for name in _references(element)}
    for element in root.iter():
        element.tag = element.tag.removeprefix(f"{{{_NAMESPACE}}}")
        element.attrib = dict(_attributes(element, prefix, used))
        element.text = _unless_blank(element.text)
        element.tail = _unless_blank(element.tail)
    # What the style sheet said of all elements, apart from what is SVG's default anyway.
    root.set("stroke-linejoin", "round")
    root.set("xmlns", _NAMESPACE)
    return ET.tostring(root, encoding="unicode", short_empty_elements=False)


def printable(text: str) -> str:
    """The text without what XML cannot hold: most control characters, halves of surrogate pairs."""
    return _NOT_IN_XML.sub("\N{REPLACEMENT CHARACTER}", text)


def _unless_blank(text: str | None) -> str | None:
    return text if text and text.strip() else None


def _references(element: ET.Element) -> Iterator[str]:
    """The ids that an element's attributes refer to."""
    for name, value in element.attrib.items():
        if name in ("href", _XLINK_HREF) and value.startswith("#"):
            yield value[1:]
        yield from _URL.findall(value)


def _attributes(element: ET.Element, prefix: str, used: set[str]) -> Iterator[tuple[str, str]]:
    # A formula's letters take the colour of the group around their text.
    is_text = element.tag in ("text", "tspan") or element.find(_TEXT) is not None
    roles = _WRITTEN if is_text else _ROLES
    for name, value in element.attrib.items():
        match name:
            case "id" if value in used:
                yield name, prefix + value
            case "id":
                continue
            case "href" | "{http://www.w3.org/1999/xlink}href":
                own = value.startswith("#")
                yield "href", f"#{prefix}{value[1:]}" if own else "".join(value.split())
            case "style":
                yield name, _with_prefix(_style(element.tag, value, roles), prefix)
            case "fill" | "stroke":
                yield name, _with_prefix(_with_roles(value, roles), prefix)
            case "d" | "points" | "x" | "y":
                yield name, _shortened(value)
            case "transform":
                if transform := _transform(value):
                    yield name, transform
            case _:
                yield name, _with_prefix(value, prefix)


def _with_prefix(value: str, prefix: str) -> str:
    return _URL.sub(rf"url(#{prefix}\1)", value)


def _with_roles(value: str, roles: Mapping[str, str]) -> str:
    return _HEX.sub(lambda colour: roles.get(colour[0], colour[0]), value)


def _shortened(value: str) -> str:
    return _DECIMAL.sub(lambda number: _two_decimals(number[0]), " ".join(value.split()))


def _two_decimals(number: str) -> str:
    short = f"{float(number):.2f}".rstrip("0").rstrip(".")
    return "0" if short == "-0" else short


def _transform(value: str) -> str:
    """Without turns by nothing. Scales keep their digits: an image's are small and exact."""
    return _SHIFT.sub(lambda shift: _shortened(shift[0]), _NO_TURN.sub("", value)).strip()


def _style(tag: str, value: str, roles: Mapping[str, str]) -> str:
    declarations = (part.strip().partition(": ") for part in value.split(";"))
    return "; ".join(
        f"{name}{colon}{kept}"
        for name, colon, given in declarations
        if (kept := _font(tag, given) if name == "font-family" else _with_roles(given, roles))
        or not colon
    )


def _font(tag: str, families: str) -> str:
    """The fonts to ask for; empty where the page's own will do.

    Formulas (`tspan`) are set letter by letter for the metrics of one font, so they name it.
    """
    if tag == "tspan":
        return f"{families}, {'serif' if _SERIF_FONT.search(families) else 'sans-serif'}"
    last = families.rpartition(",")[2].strip()
    if last == "sans-serif":
        return ""
    return last if last in _GENERIC_FONTS else families
