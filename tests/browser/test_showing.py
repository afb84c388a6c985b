"""What a run shows: texts, values, drawings and figures, whole or cut, in their order."""

from lesson import edit, output, run
from playwright.sync_api import expect

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><circle r="1"/></svg>'
FIGURE = "plt.figure(); plt.plot([1, 2]); plt.title('{}')"
PLT = "import matplotlib.pyplot as plt\n"


def shown(block, code: str):
    """Run code; returns the box of what it shows."""
    edit(block, code)
    run(block)
    return block.locator(".fp-output")


def kinds(block) -> list[str]:
    """The kinds of what is shown, in order."""
    return [kind for kind, _ in output(block)]


def test_standard_error_is_told_apart(scratch) -> None:
    box = shown(scratch, "import sys\nprint('out')\nprint('err', file=sys.stderr)\nprint('on')")
    assert output(scratch) == [["fp-text", "out\n"], ["fp-text", "err\n"], ["fp-text", "on\n"]]
    edges = box.locator(".fp-text").evaluate_all(
        "texts => texts.map(text => getComputedStyle(text).boxShadow)"
    )
    assert edges[0] == edges[2] != edges[1]


def test_a_very_long_output_shows_its_head_and_tail_and_what_was_cut(scratch) -> None:
    box = shown(scratch, "for i in range(100_000): print(f'{i:09}')")
    expect(box.locator(".fp-cut")).to_have_text("… 890,000 characters (89,000 lines) left out …")
    (_, head), _, (_, tail) = output(scratch)
    assert head == "".join(f"{i:09}\n" for i in range(10_000))
    assert tail == "".join(f"{i:09}\n" for i in range(99_000, 100_000))


def test_texts_figures_and_displayed_objects_stand_in_the_order_of_the_code(scratch) -> None:
    box = shown(
        scratch,
        f"{PLT}print('first')\n{FIGURE.format('A')}\nprint('second')\ndisplay([1, 2])\n"
        f"{FIGURE.format('B')}\nprint('third')\n3",
    )
    assert kinds(scratch) == [
        "fp-text",
        "figure",
        "fp-text",
        "fp-value",
        "figure",
        "fp-text",
        "fp-value",
    ]
    expect(box.locator(".fp-figure").nth(0)).to_contain_text("A")
    expect(box.locator(".fp-figure").nth(1)).to_contain_text("B")


def test_an_objects_own_svg_is_drawn(scratch) -> None:
    code = f"class Drawn:\n    def _repr_svg_(self): return '{SVG}'\nDrawn()"
    box = shown(scratch, code)
    expect(box.locator(".fp-rich svg circle")).to_be_visible()


def test_an_objects_own_markdown_is_set(scratch) -> None:
    code = "class Told:\n    def _repr_markdown_(self): return '*told* and `code`'\ndisplay(Told())"
    box = shown(scratch, code)
    expect(box.locator(".fp-rich em")).to_have_text("told")
    expect(box.locator(".fp-rich code")).to_have_text("code")


def test_a_broken_repr_harms_nothing(scratch) -> None:
    code = "class Broken:\n    def __repr__(self): raise ValueError('no')\nkept = 1\nBroken()"
    box = shown(scratch, code)
    expect(box).to_have_text("<repr failed: ValueError: no>")
    shown(scratch, "kept")
    assert output(scratch) == [["fp-value", "1"]]


def test_a_figure_left_open_is_shown_once(scratch) -> None:
    shown(scratch, PLT + FIGURE.format("once"))
    assert kinds(scratch).count("figure") == 1
    shown(scratch, "print('next')")
    assert output(scratch) == [["fp-text", "next\n"]]


def test_an_array_says_its_type_and_shape(scratch) -> None:
    box = shown(scratch, "import numpy\nnumpy.zeros((2, 3), dtype='float32')")
    expect(box.locator(".fp-value")).to_contain_text("[0., 0., 0.]")
    expect(box.locator(".fp-note")).to_have_text("float32, shape (2, 3)")
