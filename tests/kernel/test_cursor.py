"""What stands around a position, in code that is too deep to be looked at."""

import ast

import pytest

from widgets.kernel import cursor


@pytest.mark.parametrize("body", ["lambda: " * 1000 + "x", "-" * 1000 + "x"])
def test_code_too_deep_is_not_given_to_the_compiler(body, monkeypatch):
    monkeypatch.setattr(ast, "parse", lambda code: pytest.fail("it would take Python down"))
    assert cursor.locals_at(f"def f(a):\n    {body}\n    {body}", 10) == set()


def test_a_tree_too_deep_is_not_followed():
    code = f"def f(a):\n    b = {'-' * 100}a"
    assert cursor.locals_at(code, len(code)) == set()


def test_doubtful_code_warns_nobody():
    code = "def f(a):\n    '\\d'"
    assert cursor.locals_at(code, len(code)) == {"a"}
