"""TeX that cannot be set is told with its line; what only looks like TeX is left alone."""

import pytest

from widgets.build.check.formulas import formula_findings


@pytest.mark.parametrize(
    "text",
    [
        r"$\sqrt{d}$ and $$\frac{1}{2}$$ and \(x\) and \[y\]",
        "from $5 to $10, or \\$5 and \\$10",
        "`$\\nonsense$`",
        "```\n$\\nonsense$\n```",
    ],
)
def test_good_tex_and_dollars(course, text):
    course.write("index.md", f"{text}\n")
    assert list(formula_findings(course.pages())) == []


@pytest.mark.parametrize(
    "formula", [r"$\nonsense$", r"$$\sqrt{d$$", r"\(a_b_c\)", "$$\nx +\n\\nonsense\n$$"]
)
def test_bad_tex(course, formula):
    course.write("index.md", f"One line,\nthen {formula}, $x$ and\n\n$\\nothing$.\n")
    first, second = formula_findings(course.pages())
    assert (first.path, first.line) == ("docs/index.md", 6)
    assert first.text.startswith("TeX: ")
    assert second.line == 8 + formula.count("\n")
