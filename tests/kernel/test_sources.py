"""The names under which readers' code and the course's modules are known."""

import linecache

import pytest

from widgets.kernel import sources


def test_the_name_follows_from_page_cell_and_code():
    name = sources.register("page/", "cell", "x = 1")
    assert name == sources.register("page/", "cell", "x = 1")
    others = [("other/", "cell", "x = 1"), ("page/", "two", "x = 1"), ("page/", "cell", "x = 2")]
    assert name not in [sources.register(*other) for other in others]
    assert sources.label(name) == 'cell "cell"'


@pytest.mark.parametrize(
    ("code", "lines"),
    [("a\nb", ["a\n", "b\n"]), ("a\r\nb\x0cc\r", ["a\n", "b\x0cc\n"]), ("", ["\n"])],
)
def test_lines_are_those_that_python_counts(code, lines):
    name = sources.register("page/", "cell", code)
    linecache.checkcache(name)
    assert linecache.getlines(name) == lines


def test_modules_of_the_course_are_named_from_their_package(course):
    name = course("gqa", "")
    module = __import__(name, fromlist=["gqa"])
    assert sources.label(module.__file__) == "tinycourse/gqa.py"


def test_everything_else_is_unknown(course):
    assert sources.label(sources.__file__) is None
    assert sources.label("<frozen importlib._bootstrap>") is None
    assert sources.label("") is None
