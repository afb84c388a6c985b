"""Formulas are rendered while the page is built; TeX that is wrong fails."""

import pytest
from markdown import Markdown

from widgets.build.maths import FormulaError


@pytest.fixture(scope="module")
def markdown() -> Markdown:
    return Markdown(
        extensions=["pymdownx.arithmatex", "widgets.build.maths"],
        extension_configs={"pymdownx.arithmatex": {"generic": True}},
    )


def test_inline(markdown: Markdown) -> None:
    html = markdown.convert("A width $d_k$ here.")
    assert '<span class="fp-maths" data-search-exclude="">' in html
    assert '<span class="katex">' in html
    assert '<annotation encoding="application/x-tex">d_k</annotation>' in html
    assert html.startswith("<p>A width ")


def test_display_with_characters_that_html_escapes(markdown: Markdown) -> None:
    html = markdown.convert("Text\n\n$$\n\\begin{aligned} a &< b \\\\ c &> d \\end{aligned}\n$$\n")
    assert '<div class="fp-display-maths" data-search-exclude="">' in html
    assert "katex-display" in html
    assert "a &amp;&lt; b" in html
    assert "&amp;amp;" not in html


def test_no_tex_is_left_to_the_browser(markdown: Markdown) -> None:
    html = markdown.convert(r"$\sqrt{d}$ and $x$")
    assert "arithmatex" not in html
    assert r"\(" not in html


@pytest.mark.parametrize("tex", [r"\sqrt{d", r"\nonsense{d}", "a_b_c"])
def test_bad_tex_fails_with_the_formula(markdown: Markdown, tex: str) -> None:
    with pytest.raises(FormulaError) as raised:
        markdown.convert(f"${tex}$")
    assert f"${tex}$" in str(raised.value)
