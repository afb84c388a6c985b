"""Whatever text a request carries, it is answered to the end: one `done`, and nothing raised."""

import asyncio
import json
import re
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from widgets.kernel import answers
from widgets.kernel.names import Names, names_in
from widgets.kernel.page import Page
from widgets.kernel.session import Session

derandomized = settings(
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=100,
    suppress_health_check=list(HealthCheck),
)

PIECES = [
    *("x", "y = 1", "\n", "    ", "\t", "\x0c", "\r", "\r\n", "\x00", "\x1a", "\ud800"),
    *("\udc00", "\U0001f600", "\xe9", "\ufeff", "\u2028", "'", '"', "'''", '"""', "#"),
    *("\\", "\\\n", "(", "[", "{", ")", "]", "}", ",", ".", ":", ";", "=", ":=", "*"),
    *("@", "->", "==", "-", "~", "`", "$", "!", "?", "lambda x: ", "def f(x):\n    "),
    *("class C:\n    ", "if x:\n    ", "else:\n    ", "for i in y: ", "try:\n    "),
    *("except* E:\n    ", "match x:\n    case ", "import ", "from ", "as ", "numpy"),
    *("math", ".", "import numpy as np\n", "from math import *", "global x\n"),
    *("nonlocal x\n", "del x\n", "await x", "async ", "yield ", "return ", "break\n"),
    *("type X[T] = ", "[x for x in y]", "f'{x}'", 'f"{x!r:>{y}}', "0x", "1_", "1e999"),
    *("9", "None", "True", "...", "print(", "int(", "x.real", "# type: ignore\n"),
    *("# -*- coding: latin-9 -*-\n", "__import__", "__name__", "%", "raise ValueError\n"),
    *("'\\N{x}'", "b'\xe9'", "'\\ud800'", "sys", "os.path.", "str.", "x is 1\n", "assert (x, y)"),
]
LONG = 3000
NESTED = [
    "(" * LONG,
    "(" * 150 + ")" * 150,
    "[" * 90 + "]" * 90,
    "-" * LONG + "1",
    "x" + ".a" * LONG,
    "x" + "()" * LONG,
    "x = " * LONG + "1",
    "a+" * LONG + "a",
    "lambda:" * LONG + "1",
    "not " * LONG + "x",
    "if x: 1\n" + "elif x: 1\n" * LONG,
    "\n".join(f"{' ' * depth}if 1:" for depth in range(90)),
    "\n".join(f"{' ' * depth}def f():" for depth in range(99)) + f"\n{' ' * 99}x",
    "f'{" * 200,
    "x" * 20 * LONG + "(",
    "'" * LONG,
    "x\n" * LONG,
    "\\\n" * LONG,
    "{**" * LONG,
    "a if b else " * LONG + "c",
    "x[" * 400 + "]" * 400,
    "await " * LONG + "x",
    "a." * LONG,
    "import " + "a." * LONG,
    "from a import " + "a, " * LONG,
    "f(" * LONG,
]

codes = st.one_of(
    st.lists(st.sampled_from(PIECES) | st.text(st.characters(), max_size=3), max_size=14).map(
        "".join
    ),
    st.sampled_from(NESTED),
)
QUESTIONS = ("cells", "plan", "lint", "complete", "help", "forget")
names = st.text(st.characters(), max_size=5) | st.sampled_from(["a", "b", "__main__", "", "\ud800"])
pages = st.sampled_from(["", "page/", "\ud800", "__proto__"])


@st.composite
def requests(draw: st.DrawFn, kinds: tuple[str, ...]) -> dict[str, Any]:
    kind = draw(st.sampled_from(kinds))
    request: dict[str, Any] = {"type": kind, "id": draw(st.integers(0, 99)), "page": draw(pages)}
    modules = st.none() | st.sampled_from(["math", "no.such", "", "\0", "a" * 300])
    cell = st.fixed_dictionaries({"cell": names, "code": codes, "module": modules})
    if kind in ("cells", "plan", "lint"):
        published = st.none() | codes
        request["cells"] = [
            {**each, "published": draw(published)}
            for each in draw(st.lists(cell, min_size=1, max_size=3))
        ]
    elif kind != "forget":
        request |= draw(cell)
    if kind == "lint":
        own = [each["cell"] for each in request["cells"]]
        request["target"] = draw(st.sampled_from(own))
    if kind in ("complete", "help"):
        request["position"] = draw(st.integers(-2, 40) | st.just(LONG))
    return request


def answered(session: Session, request: Any) -> list[Any]:
    """The replies, as they cross to JavaScript."""
    replies: list[Any] = []
    asyncio.run(session.handle(request, replies.append))
    assert json.loads(json.dumps(replies)) == replies
    assert {reply["id"] for reply in replies} == {request["id"]}
    assert [reply["type"] for reply in replies].index("done") == len(replies) - 1
    return replies


@derandomized
@given(st.lists(requests(QUESTIONS), min_size=1, max_size=3))
def test_any_question_is_answered(asked: list[dict[str, Any]]) -> None:
    session = Session()
    for request in asked:
        answered(session, request)


@derandomized
@given(requests(("lint", "complete", "help")))
def test_no_question_of_an_editor_fails_unseen(asked: Any) -> None:
    # A session drops what fails here: the reader would just see nothing.
    replies: list[Any] = []
    answers.answer(asked, Page(), replies.append)
    for reply in replies:
        assert_within(asked, reply)


def assert_within(asked: Any, reply: Any) -> None:
    """All that a reply points to is there, in UTF-16 units."""
    if asked["type"] == "lint":
        code = next(each["code"] for each in asked["cells"] if each["cell"] == asked["target"])
        lines = re.split("\r\n?|\n", code)
        for mark in reply["marks"]:
            assert 1 <= mark["line"] <= len(lines)
            width = units(lines[mark["line"] - 1])
            assert 1 <= mark["column"] <= width + 1
            assert mark["column"] < mark["endColumn"] <= width + 2
        return
    assert 0 <= reply["from"] <= reply.get("to", reply["from"]) <= units(asked["code"])


def units(text: str) -> int:
    return len(text.encode("utf-16-le", errors="surrogatepass")) // 2


@derandomized
@given(st.lists(requests(("run",)), min_size=1, max_size=2))
def test_any_code_runs_to_an_end(asked: list[dict[str, Any]]) -> None:
    session = Session()
    for request in asked:
        *_, done = answered(session, request)
        assert done["status"] in ("ok", "error")


@derandomized
@given(codes)
def test_the_names_of_any_code_are_found(code: str) -> None:
    found = names_in(code)
    assert isinstance(found, Names)
