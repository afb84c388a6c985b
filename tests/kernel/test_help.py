"""What is told of a name; `|` stands for the position."""

import asyncio

import pytest

START = """
import numpy as np
q = np.zeros((4, 16))
n = 3
class C:
    "A class."
    @property
    def p(self): raise RuntimeError
    def m(self, a): "Does it."
c = C()
def attend(q, *, mask=None):
    "Attend.\\n\\nMore words.\\n\\nParameters\\n----------\\nq : array"
"""


@pytest.fixture
def ask(session, run):
    run(START)

    def ask(code: str) -> dict | None:
        before, _, after = code.partition("|")
        position = len(before.encode("utf-16-le")) // 2
        cell = {"cell": "c", "code": before + after, "module": None}
        request = {"type": "help", "id": 2, "page": "page/", "position": position, **cell}
        replies: list = []
        asyncio.run(session.handle(request, replies.append))
        assert replies.pop() == {"type": "done", "id": 2, "status": "ok"}
        return replies[0] if replies else None

    return ask


@pytest.mark.parametrize(
    ("code", "place", "signature", "documentation"),
    [
        ("attend(|", (0, 6), "attend(q, *, mask=None)", "Attend.\n\nMore words."),
        ("x = att|end(q)", (4, 10), "attend(q, *, mask=None)", "Attend.\n\nMore words."),
        ("attend([nowhere|])", (0, 6), "attend(q, *, mask=None)", "Attend.\n\nMore words."),
        ("'\N{GRINNING FACE}', attend(|", (6, 12), "attend(q, *, mask=None)", None),
        ("q|", (0, 1), "q: float64, shape (4, 16)", ""),
        ("q.T|", (0, 3), "T: float64, shape (16, 4)", ""),
        ("n|", (0, 1), "n = 3", ""),
        ("c|", (0, 1), "c: C", ""),
        ("C|", (0, 1), "C()", "A class."),
        ("c.m|", (0, 3), "m(self, a)", "Does it."),
        ("n|p.add", (0, 2), "module numpy", None),
        ("len|", (0, 3), "len(obj, /)", None),
    ],
)
def test_what_is_told(ask, code, place, signature, documentation):
    told = ask(code)
    assert (told["from"], told["to"]) == place
    assert told["signature"] == signature
    assert documentation is None or told["documentation"] == documentation


def test_numpys_own_text_is_told_without_its_signature(ask):
    told = ask("np.a|dd(q, 1)")
    assert told["signature"].startswith("add(x1, x2, /")
    assert told["documentation"] == "Add arguments element-wise."


@pytest.mark.parametrize(
    "code", ["c.p|", "nowhere(|", "'n|'", "# n|", "for|", "|", "def f(q):\n    q|\n", "1.|"]
)
def test_nothing_is_told_of_what_is_unknown(ask, code):
    assert ask(code) is None


def test_a_long_name_is_read_once(ask):
    assert ask(f"{'x' * 100_000}(|") is None
