"""Figures: their places, when they are drawn, what they look like, and that they do not pile up."""

import re
import xml.etree.ElementTree as ET

import pytest

from widgets.kernel.palette import ROLES

pytestmark = pytest.mark.usefixtures("styled")

IMPORT = "import matplotlib.pyplot as plt\nimport numpy as np\n"


@pytest.fixture
def draw(run):
    def draw(code: str, **options: object):
        return run(IMPORT + code, **options)

    return draw


def open_figures() -> list[int]:
    import matplotlib.pyplot as plt

    return plt.get_fignums()


def test_figures_stand_where_they_were_made(draw):
    result = draw("print('a')\nplt.figure()\nprint('b')\nplt.figure()\nprint('c')\n5")
    assert result.outline == [
        *("stdout", "figure 0", "stdout", "figure 1", "stdout"),
        *("figure 0 svg", "figure 1 svg", "value", "done"),
    ]
    assert open_figures() == []


def test_show_draws_and_closes_what_is_open(draw):
    result = draw("plt.plot([1, 2])\nplt.show()\nprint('a')\nplt.plot([3])\nplt.show(block=True)")
    assert result.outline == [
        *("figure 0", "figure 0 svg", "stdout", "figure 1", "figure 1 svg", "done"),
    ]


def test_figures_are_drawn_in_the_order_of_their_making(draw):
    result = draw("plt.figure(7)\nplt.figure(2)\nplt.figure(7)")
    assert result.outline == ["figure 0", "figure 1", "figure 0 svg", "figure 1 svg", "done"]


def test_one_figure_can_be_shown(draw):
    result = draw("one = plt.figure()\ntwo = plt.figure()\ntwo.show()\nprint(plt.get_fignums())")
    assert result.outline[:3] == ["figure 0", "figure 1", "figure 1 svg"]
    assert result.text() == "[1]\n"
    assert result.outline.count("figure 1 svg") == 1


def test_a_figure_closed_by_the_code_is_not_drawn(draw):
    assert draw("plt.close(plt.figure())").outline == ["figure 0", "done"]


def test_a_figure_without_pyplot_has_a_place_where_it_is_shown(draw):
    code = "from matplotlib.figure import Figure\nfigure = Figure()\n"
    assert draw(code).outline == ["done"]
    assert draw(f"{code}figure").outline == ["figure 0", "figure 0 svg", "done"]
    code += "display(figure)\nprint(1)\ndisplay(figure)"
    place = ["figure {}", "figure {} svg"]
    assert draw(code).outline == [
        *(each.format(0) for each in place),
        "stdout",
        *(each.format(1) for each in place),
        "done",
    ]


def test_a_figure_of_an_earlier_cell_is_shown_again(draw):
    draw("fig, ax = plt.subplots()")
    assert draw("fig").outline == ["figure 0", "figure 0 svg", "done"]
    assert draw("fig;").outline == ["done"]


def test_a_displayed_figure_is_drawn_once(draw):
    outline = draw("fig, ax = plt.subplots()\ndisplay(fig)\nprint(1)\nfig").outline
    assert outline == ["figure 0", "figure 0 svg", "stdout", "done"]


def test_numbers_start_anew_with_each_run(draw):
    assert draw("plt.figure()").drawings.keys() == {0}
    assert draw("plt.figure(); plt.gcf().number").drawings.keys() == {0}
    assert draw("plt.figure(); plt.gcf().number").value == "1"


def test_a_figure_kept_from_another_run_is_not_drawn_into_this_one(draw):
    draw("kept = plt.figure()")
    assert draw("kept.gca().plot([1, 2])\nplt.show()").outline == ["done"]


def test_what_was_drawn_before_an_error_is_shown(draw):
    result = draw("plt.plot([1, 2])\n1 / 0", fails=True)
    assert result.outline == ["figure 0", "figure 0 svg", "error", "done"]
    assert open_figures() == []


def test_a_figure_that_cannot_be_drawn_is_an_error_and_the_others_are_shown(draw):
    code = "plt.title(r'$\\frac{$')\nplt.figure()\nplt.plot([1, 2])"
    result = draw(code, fails=True)
    assert result.outline == ["figure 0", "figure 1", "figure 1 svg", "error", "done"]
    assert result.error.name == "ValueError"
    assert result.error.line is None
    assert open_figures() == []


def test_a_figure_that_cannot_be_drawn_names_the_line_that_shows_it(draw):
    error = draw("plt.title(r'$\\frac{$')\n\nplt.show()", fails=True).error
    assert error.line == IMPORT.count("\n") + 3
    assert "matplotlib" not in error.traceback


def test_the_readers_error_comes_before_that_of_the_drawing(draw):
    assert draw("plt.title(r'$\\frac{$')\n1 / 0", fails=True).error.name == "ZeroDivisionError"


def test_the_canvas_knows_renderer_and_pixels(draw):
    code = "canvas = plt.figure(figsize=(1, 2)).canvas\ncanvas.draw()\n"
    assert draw(f"{code}np.asarray(canvas.buffer_rgba()).shape").value == "(144, 72, 4)"
    assert draw(f"{code}int(canvas.get_renderer().width)").value == "72"


def test_saving_a_file_still_works(draw, tmp_path):
    draw(f"plt.plot([1, 2])\nplt.savefig({str(tmp_path / 'a.png')!r})")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


MANY = """
fig, (left, right) = plt.subplots(1, 2)
left.plot(np.arange(9), label='a < b & "c"', marker="o")
left.fill_between(np.arange(9), np.arange(9), alpha=0.3, hatch="//")
left.set(title=r"T $x^2 + \\frac{a}{b}$", xlabel="tokens")
left.legend()
left.grid(True)
right.imshow(np.arange(4).reshape(2, 2))
right.text(0, 0, "0", color="white")
right.text(1, 1, "3", color="black")
right.axhline(0.5, color="#c0ffee")
"""


def test_the_same_code_gives_the_same_bytes(draw):
    first, second = draw(MANY).drawings, draw(MANY).drawings
    assert first == second
    assert len(first[0]) > 1000


def test_the_settings_that_cleaning_needs_cannot_be_lost(draw):
    before = draw(MANY).drawings
    lost = "plt.rcParams.update({'svg.fonttype': 'path', 'svg.hashsalt': None})\n"
    assert draw(lost + MANY).drawings == before


def test_a_figure_of_many_parts(draw):
    (svg,) = draw(MANY, cell="many").drawings.values()
    root = ET.fromstring(svg)
    assert root.attrib.keys() == {"viewBox", "stroke-linejoin"}
    assert root.attrib["viewBox"] == "0 0 388.8 230.4"
    texts = [
        "".join(element.itertext()) for element in root.iter() if element.tag.endswith("}text")
    ]
    assert {'a < b & "c"', "tokens", "0", "3"} <= set(texts)
    assert {element.get("id", "many-0-")[:7] for element in root.iter()} == {"many-0-"}
    for element in root.iter():
        for reference in re.findall(r"#(many-0-[\w-]+)", " ".join(element.attrib.values())):
            assert root.find(f".//*[@id='{reference}']") is not None
    for role in ("ink", "muted", "grid", "surface", "blue"):
        assert f"var(--fp-{role})" in svg
    assert not [colour.light for colour in ROLES.values() if colour.light in svg]
    for literal in ("#ffffff", "#c0ffee", "image-rendering:pixelated"):
        assert literal in svg
    assert not re.search(r"<style|<metadata|<!|<\?|Matplotlib|\d{4}-\d\d-\d\d", svg)
    assert not re.search(r' (?:d|x|y|points)="[^"]*\d\.\d{3}', svg)


def test_ids_of_two_figures_differ(draw):
    result = draw(MANY + MANY, cell="many")
    ids = [set(re.findall(r' id="([^"]*)"', svg)) for svg in result.drawings.values()]
    assert len(ids) == 2
    assert not ids[0] & ids[1]


def test_default_ink_is_a_role_wherever_matplotlib_says_black(draw):
    code = """
plt.boxplot([1, 2, 3, 9])
plt.annotate("here", (1, 2), (1.2, 3), arrowprops={"arrowstyle": "->"})
plt.bar(["a", "b"], [1, 2], hatch="//")
plt.errorbar([1], [2], yerr=1)
plt.contour(np.outer(np.arange(3), np.arange(3)))
plt.colorbar()
"""
    (svg,) = draw(code).drawings.values()
    assert "#000000" not in svg


def test_formulas_are_outlines_and_other_text_stays_text(draw):
    code = "plt.plot([1])\nplt.title(r'$\\sqrt{d}$ here')\nplt.xlabel('plain √d')"
    drawing = draw(code).drawings[0]
    assert ">plain √d</text>" in drawing
    assert "here" not in "".join(ET.fromstring(drawing).itertext())
    assert "<tspan" not in drawing
    assert drawing.count("<use ") >= 5


def test_the_pixels_of_text_with_characters_that_no_font_has(draw):
    code = "import warnings\nwarnings.simplefilter('ignore')\n"
    code += "fig = plt.figure()\nplt.title('\\ud800\\0')\nfig.canvas.draw()"
    assert draw(code).outline == ["figure 0", "figure 0 svg", "done"]


@pytest.fixture
def few(monkeypatch):
    from widgets.kernel import output

    monkeypatch.setattr(output, "FIGURES", 2)


LEFT_OUT = "3 more figures are not drawn: a cell shows up to 2.\n"


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize(
    "code",
    [
        "for _ in range(5): plt.figure()",
        "for _ in range(5): plt.plot([1, 2]); plt.show()",
        "for _ in range(5): plt.figure().show()",
        "fig = plt.figure()\nfor _ in range(5): display(fig)",
    ],
)
def test_a_run_shows_so_many_figures_and_says_how_many_more_there_were(draw, code):
    result = draw(code)
    assert result.drawings.keys() == {0, 1}
    assert result.text("stderr") == LEFT_OUT
    assert draw("plt.figure()").text("stderr") == ""


@pytest.mark.usefixtures("few")
def test_figures_made_for_ever_do_not_pile_up(draw):
    code = "for _ in range(9): plt.figure(); print(len(plt.get_fignums()), end=' ')\n1 / 0"
    result = draw(code, fails=True)
    assert result.text() == "1 2 3 3 3 3 3 3 3 "
    assert "7 more figures are" in result.text("stderr")


@pytest.mark.usefixtures("few")
def test_figures_closed_by_the_code_do_not_count(draw):
    result = draw("for _ in range(9): plt.close(plt.figure())\nplt.figure()")
    assert result.drawings.keys() == {9}
    assert result.text("stderr") == ""


def test_many_figures_are_no_reason_for_a_warning(draw):
    result = draw("for _ in range(21): plt.figure()\nplt.close('all')")
    assert result.text("stderr") == ""


OTHERS = {
    "pyplot": "plt.switch_backend('agg')",
    "matplotlib": "import matplotlib\nmatplotlib.use('agg')",
    "a setting": "plt.rcParams['backend'] = 'agg'",
    "reset": "import matplotlib\nmatplotlib.rcdefaults()",
}


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS)
def test_figures_of_another_backend_are_shown_and_the_next_run_has_ours(draw, other):
    result = draw(f"plt.figure()\n{other}\nplt.figure()\nplt.plot([1, 2])")
    assert result.drawings.keys() == {0, 1}
    assert open_figures() == []
    assert draw("plt.figure()\nprint(1)").outline == ["figure 0", "stdout", "figure 0 svg", "done"]


def test_showing_a_figure_of_another_backend_is_no_reason_for_a_warning(draw):
    result = draw("plt.switch_backend('agg')\nplt.figure()\nplt.show()")
    assert result.outline == ["figure 0", "figure 0 svg", "done"]


def test_a_figure_of_another_backend_is_shown_once(draw):
    code = "plt.switch_backend('agg')\nfig = plt.figure()\n"
    assert draw(f"{code}fig").outline == ["figure 0", "figure 0 svg", "done"]
    assert draw(f"{code}display(fig)\nprint(1)").outline == [
        *("figure 0", "figure 0 svg", "stdout", "done")
    ]


@pytest.mark.parametrize("last", ["", "\nfig", "\nfig.show()", "\nplt.show()"])
def test_a_figure_of_an_earlier_run_that_is_opened_again_is_shown_once(draw, last):
    draw("fig = plt.figure()")
    again = draw(f"plt.figure(fig)\nplt.plot([1, 2]){last}")
    assert again.outline == ["figure 0", "figure 0 svg", "done"]


def test_a_figure_changed_after_it_was_shown_is_shown_again(run):
    code = f"{IMPORT}fig, ax = plt.subplots()\nplt.show()\nax.set_title('after')\nfig"
    result = run(code)
    assert result.outline == ["figure 0", "figure 0 svg", "figure 1", "figure 1 svg", "done"]
    assert "after" not in result.drawings[0]
    assert "after" in result.drawings[1]
    unchanged = run(f"{IMPORT}fig, ax = plt.subplots()\nplt.show()\nfig")
    assert unchanged.outline == ["figure 0", "figure 0 svg", "done"]


def test_a_pause_draws_into_the_same_place(run):
    code = (
        f"{IMPORT}(line,) = plt.plot([0, 1], [0, 1])\n"
        "for frame in range(3):\n"
        "    plt.title(f'frame {frame}')\n    plt.draw()\n    plt.pause(0.001)"
    )
    result = run(code)
    assert result.outline == ["figure 0", *["figure 0 svg"] * 3, "done"]
    assert [f"frame {n}" in each["svg"] for n, each in enumerate(result.of("figure")[1:])] == [
        True,
        True,
        True,
    ]


def test_layout_and_fonts_are_not_the_readers_business(run):
    code = (
        f"{IMPORT}import warnings\nwarnings.simplefilter('always')\n"
        "plt.title('\u65e5\u672c')\nplt.plot([1, 2])\nplt.tight_layout()"
    )
    result = run(code)
    assert result.text("stderr") == ""
    assert "\u65e5\u672c" in result.drawings[0]
