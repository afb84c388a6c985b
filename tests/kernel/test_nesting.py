"""How deep code is: too deep is found before it takes Python down."""

import ast

import pytest

from widgets.kernel import nesting

DEEP = {
    "sum": lambda n: "+".join("x" * n),
    "calls": lambda n: "f" + "()" * n,
    "attributes": lambda n: "x" + ".a" * n,
    "signs": lambda n: "-" * n + "1",
    "negations": lambda n: "not " * n + "x",
    "functions": lambda n: "lambda: " * n + "1",
    "choices": lambda n: "1 if x else " * n + "2",
    "branches": lambda n: "if x: pass\n" + "elif x: pass\n" * n,
}


@pytest.mark.parametrize("code", DEEP.values(), ids=DEEP)
def test_what_is_too_deep(code):
    assert nesting.is_deep(ast.parse(code(100)))
    assert not nesting.is_deep(ast.parse(code(20)))
    with pytest.raises(RecursionError, match="too deeply"):
        nesting.check(code(1000))
    nesting.check(code(300))


FLAT = {
    "numbers": f"[{'-1, ' * 2000}]",
    "rows": f"[{'[1 + 2, (3, -4)], ' * 2000}]",
    "dictionary": f"{{{'a.b: c + d, ' * 2000}}}",
    "statements": "f(x) + y\n" * 2000,
    "all": " and ".join(["x == y"] * 2000),
    "string": f"'{'+' * 2000}'  # {'-' * 2000}",
    "unfinished": "f(x[" + "1, " * 2000,
    "closed too often": ")" * 2000,
}


@pytest.mark.parametrize("code", FLAT.values(), ids=FLAT)
def test_what_is_long_and_not_deep(code):
    nesting.check(code)
