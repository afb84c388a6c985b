"""Objects shown by `display`, and those that draw themselves."""

import pytest

RICH = "class R:\n    def _repr_{}_(self): return {!r}\n    def __repr__(self): return 'plain'\n"


def test_display_shows_its_objects_where_it_is_called(run):
    result = run("print('one')\ndisplay([1], None)\nprint('two')\n3")
    assert result.outline == ["stdout", "value", "value", "stdout", "value", "done"]
    assert [value["text"] for value in result.of("value")] == ["[1]", "None", "3"]


def test_display_works_inside_a_modules_block(run, course):
    name = course("m", "def f(x):\n    return x\n")
    run("def f(x):\n    display(x)\n    return x", module=name)
    assert [value["text"] for value in run("f(4);").of("value")] == ["4"]


@pytest.mark.parametrize("kind", ["html", "svg", "markdown"])
def test_an_object_that_draws_itself(run, kind):
    code = RICH.format(kind, "<b>x</b>")
    rich = {"type": "rich", "id": 7, "format": kind, "content": "<b>x</b>"}
    assert run(f"{code}R()").replies[0] == rich
    assert run(f"{code}display(R())").replies[0] == rich


def test_html_comes_before_markdown(run):
    code = RICH.format("markdown", "m") + "    def _repr_html_(self): return 'h'\nR()"
    assert run(code).of("rich")[0]["format"] == "html"


@pytest.mark.parametrize(
    "code",
    [
        RICH.format("html", "") + "R()",
        RICH.format("html", 3) + "R()",
        RICH.format("html", "x" * 10).replace("'xxxxxxxxxx'", "1 / 0") + "R()",
        RICH.format("html", "y").replace("'y'", "'y' * 10**7") + "R()",
        "class R:\n    _repr_html_ = None\n    def __repr__(self): return 'plain'\nR()",
        "class R:\n    def __getattr__(self, name): return lambda: 'h'\n"
        "    def __repr__(self): return 'plain'\nR()",
    ],
)
def test_what_cannot_draw_itself_is_its_repr(run, code):
    result = run(code)
    assert result.of("rich") == []
    assert result.value == "plain"


def test_a_class_is_not_drawn_by_its_objects_method(run):
    assert run(RICH.format("html", "h") + "R").of("rich") == []


def test_endless_display_does_not_fill_the_page(run):
    result = run("print('x' * 100_000)\nfor n in range(30_000): display(n)\n'end'")
    assert result.outline == ["stdout", "cut", "stdout", "value", "done"]
