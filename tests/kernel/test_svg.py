"""Matplotlib's SVG made ready for a page: what goes, what stays, what is renamed."""

import re
import xml.etree.ElementTree as ET

import pytest

from widgets.kernel.palette import ROLES, SERIES
from widgets.kernel.svg import clean

HEAD = """<?xml version="1.0" encoding="utf-8" standalone="no"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN"
  "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg xmlns:xlink="http://www.w3.org/1999/xlink" width="10pt" height="8pt" viewBox="0 0 10 8"
 xmlns="http://www.w3.org/2000/svg" version="1.1">
 <metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></metadata>
 <defs>
  <style type="text/css">*{stroke-linejoin: round; stroke-linecap: butt}</style>
 </defs>
"""


def cleaned(body: str) -> str:
    """The cleaned body alone."""
    svg = clean(f"{HEAD}{body}</svg>", "cell-0-")
    head = '<svg viewBox="0 0 10 8" stroke-linejoin="round" xmlns="http://www.w3.org/2000/svg">'
    assert svg.startswith(f"{head}<defs></defs>")
    return svg.removeprefix(f"{head}<defs></defs>").removesuffix("</svg>")


def test_nothing_but_the_drawing_is_left():
    assert cleaned("<!-- comment -->\n  <g>\n   <!-- other -->\n  </g>\n") == "<g></g>"


def test_ids_and_references_get_the_prefix():
    body = """
<defs><path id="m1" d="M 0 0"/><clipPath id="p2"><rect/></clipPath><pattern id="h3"/></defs>
<g id="unused"><use xlink:href="#m1" href="#m1"/><path clip-path="url(#p2)"/>
<rect style="fill: url(#h3); opacity: 0.5" fill="url(#h3)"/></g>"""
    assert cleaned(body) == (
        '<defs><path id="cell-0-m1" d="M 0 0"></path>'
        '<clipPath id="cell-0-p2"><rect></rect></clipPath>'
        '<pattern id="cell-0-h3"></pattern></defs>'
        '<g><use href="#cell-0-m1"></use><path clip-path="url(#cell-0-p2)"></path>'
        '<rect style="fill: url(#cell-0-h3); opacity: 0.5" fill="url(#cell-0-h3)"></rect></g>'
    )


@pytest.mark.parametrize(("role", "colour"), ROLES.items())
def test_palette_colours_become_roles(role, colour):
    body = f'<path style="fill: {colour.light}; stroke: {colour.light}" fill="{colour.light}"/>'
    paint = f"var(--fp-{role})"
    assert cleaned(body) == f'<path style="fill: {paint}; stroke: {paint}" fill="{paint}"></path>'


@pytest.mark.parametrize("text", ["<text{}></text>", "<g{}><text></text></g>"])
def test_text_in_a_colour_too_pale_for_text_takes_a_darker_one(text):
    orange, blue = SERIES["orange"].light, SERIES["blue"].light
    assert cleaned(text.format(f' style="fill: {orange}"')) == text.format(
        ' style="fill: var(--fp-orange-text)"'
    )
    assert cleaned(text.format(f' fill="{blue}"')) == text.format(' fill="var(--fp-blue)"')


@pytest.mark.parametrize("colour", ["#000000", "#ffffff", "#1c2331", "none"])
def test_other_colours_stay(colour):
    body = f'<path style="fill: {colour}; stroke-width: 1.8"></path>'
    assert cleaned(body) == body


def test_a_colour_in_a_text_or_an_id_is_no_paint():
    ink = ROLES["ink"].light
    body = f'<text>{ink} url(#m1)</text><g id="{ink[1:]}"></g><use href="{ink}"></use>'
    assert f"<text>{ink} url(#m1)</text>" in cleaned(body)
    assert f'href="#cell-0-{ink[1:]}"' in cleaned(body)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ('d="M 1.23456 -0.001 \nL 10 2.50 \nz \n"', 'd="M 1.23 0 L 10 2.5 z"'),
        ('x="12.3456" y="-7.0"', 'x="12.35" y="-7"'),
        ('points="0.125,1.996"', 'points="0.12,2"'),
        ('transform="translate(1.239 7.8) rotate(9)"', 'transform="translate(1.24 7.8) rotate(9)"'),
        ('transform="rotate(-45.678 1.111 2.222)"', 'transform="rotate(-45.68 1.11 2.22)"'),
        ('transform="translate(1.5 2) rotate(-0)"', 'transform="translate(1.5 2)"'),
        ('transform="rotate(-0 1.5 2)" x="1"', 'x="1"'),
        ('transform="rotate(-0.5 1.5 2)"', 'transform="rotate(-0.5 1.5 2)"'),
        ('transform="matrix(0.134766 0 0 -0.134766 1.123456 7)"',) * 2,
        ('width="1.23456" height="7.0"',) * 2,
    ],
)  # fmt: skip
def test_coordinates_are_short(given, expected):
    assert cleaned(f"<path {given}/>") == f"<path {expected}></path>"


def test_text_is_not_touched():
    body = "<text>1.23456 &lt; &amp; &gt; \"q\" 'a'  twice</text>"
    assert cleaned(body) == body


@pytest.mark.parametrize(
    ("tag", "given", "expected"),
    [
        ("text", "font-size: 9px; font-family: 'DejaVu Sans', sans-serif", "font-size: 9px"),
        ("text", "font-family: 'DejaVu Sans', sans-serif; fill: red", "fill: red"),
        ("text", "font-family: 'DejaVu Sans Mono', monospace", "font-family: monospace"),
        ("text", "font-family: 'Times', serif", "font-family: serif"),
        ("text", "font-family: 'Own Font'", "font-family: 'Own Font'"),
        ("tspan", "font-family: 'DejaVu Sans'", "font-family: 'DejaVu Sans', sans-serif"),
        ("tspan", "font-family: 'cmr10'", "font-family: 'cmr10', serif"),
        ("tspan", "font-family: 'STIXGeneral'", "font-family: 'STIXGeneral', serif"),
    ],
)
def test_fonts(tag, given, expected):
    assert cleaned(f'<{tag} style="{given}">a</{tag}>') == f'<{tag} style="{expected}">a</{tag}>'


def test_images_keep_their_data():
    body = '<image xlink:href="data:image/png;base64,\niVBO+/=" id="i" width="3" height="4"/>'
    expected = '<image href="data:image/png;base64,iVBO+/=" width="3" height="4"></image>'
    assert cleaned(body) == expected


def test_letters_of_formulas_stay_in_place():
    body = """<text>
 <tspan x="0" y="-0.171875">x</tspan>
 <tspan x="5.12345" y="1">&#160;</tspan>
</text>"""
    assert cleaned(body) == (
        '<text><tspan x="0" y="-0.17">x</tspan><tspan x="5.12" y="1"></tspan></text>'
    )


def test_cleaning_is_done_once_for_all():
    once = clean(f'{HEAD}<path d="M 0.123 1"/></svg>', "")
    assert clean(once, "") == once
    assert not re.search(r"ns\d|xlink", once)
    ET.fromstring(once)
