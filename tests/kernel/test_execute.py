"""What runs, and which value comes out."""

import asyncio
import inspect

import pytest

from widgets.kernel.execute import execute


def value(code: str, namespace=None):
    return asyncio.run(execute(code, "<test>", {} if namespace is None else namespace))


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("", None),
        ("# only a comment", None),
        ("1 + 1", 2),
        ("x = 3\nx", 3),
        ("x: int = 3\nx", 3),
        ("x = 3", None),
        ("(1,\n 2)  # comment; with a semicolon", (1, 2)),
        ("'a;'", "a;"),
        ("if True:\n    5", None),
        ("1; 2", 2),
        ("async def f():\n    return 4\nawait f()", 4),
        ("[await f() for f in ()]", []),
        ("x = '\N{GREEK SMALL LETTER ALPHA}'; x", "\N{GREEK SMALL LETTER ALPHA}"),
        ("1\r\n2\r\n", 2),
    ],
)
def test_the_last_expression_is_the_value(code, expected):
    assert value(code) == expected


@pytest.mark.parametrize(
    "code",
    [
        "1;",
        "1 ; # shown not",
        "(1 +\n 2);",
        "'\N{GREEK SMALL LETTER ALPHA}' ;",
        "1 \\\n;",
        "1;\r\n",
        "x = 1; 2;",
    ],
)
def test_a_semicolon_silences_it(code):
    assert value(code) is None


def test_await_works_at_top_level():
    code = "import asyncio\nfor n in range(3):\n    await asyncio.sleep(0)\nasync with lock:\n    n"
    namespace = {"lock": asyncio.Lock()}
    assert value(code, namespace) is None
    assert namespace["n"] == 2


def test_a_coroutine_that_is_not_awaited_is_a_value():
    coroutine = value("async def f(): pass\nf()")
    assert inspect.iscoroutine(coroutine)
    coroutine.close()


def test_the_kernels_own_future_statements_do_not_reach_the_code():
    assert value("def f(x: 1 + 1): pass\nf.__annotations__") == {"x": 2}


@pytest.mark.parametrize("code", ["x =", "return 1", "1 +\n", "x = '\0'", "\tif x:\n  y"])
def test_what_does_not_compile_raises(code):
    with pytest.raises((SyntaxError, ValueError)):
        value(code)
