"""What an editor is offered; `|` stands for the position."""

import asyncio

import pytest

START = """
import numpy as np
import math
q = np.zeros((4, 16))
class C:
    kept = 1
    @property
    def p(self): raise RuntimeError
    def m(self, a): "Does it."
    def __getattr__(self, name): raise RuntimeError
c = C()
c.x = 5
_hidden = 1
def attend(q, /, k, *, mask=None):
    "Attend.\\n\\nMore words."
"""


@pytest.fixture
def ask(session, run):
    run(START)

    def ask(code: str, module: str | None = None) -> tuple[int, dict]:
        before, _, after = code.partition("|")
        position = len(before.encode("utf-16-le")) // 2
        cell = {"cell": "c", "code": before + after, "module": module}
        request = {"type": "complete", "id": 2, "page": "page/", "position": position, **cell}
        replies: list = []
        asyncio.run(session.handle(request, replies.append))
        completions, done = replies
        assert done == {"type": "done", "id": 2, "status": "ok"}
        labels = {option["label"]: option for option in completions["options"]}
        assert len(labels) == len(completions["options"]) <= 200
        return completions["from"], labels

    return ask


@pytest.mark.parametrize(
    ("code", "start", "label", "kind"),
    [
        ("np.ar", 3, "arange", "function"),
        ("np.AR", 3, "arange", "function"),
        ("np.linalg.n", 10, "norm", "function"),
        ("np.lin", 3, "linalg", "module"),
        ("q.sh", 2, "shape", "property"),
        ("q.T.resh", 4, "reshape", "function"),
        ("c.", 2, "m", "function"),
        ("c.", 2, "p", "property"),
        ("c.", 2, "x", "property"),
        ("C.k", 2, "kept", "property"),
        ("att", 0, "attend", "function"),
        ("C", 0, "C", "class"),
        ("ma", 0, "math", "module"),
        ("q", 0, "q", "variable"),
        ("_h", 0, "_hidden", "variable"),
        ("pri", 0, "print", "function"),
        ("wh", 0, "while", "keyword"),
        ("attend(", 7, "mask=", "parameter"),
        ("attend(q, m", 10, "mask=", "parameter"),
        ("attend([1, (2)], k|)", 17, "k=", "parameter"),
        ("np.concatenate([q, q], a", 23, "axis=", "parameter"),
        ("'\N{GRINNING FACE}'; np.ar", 9, "arange", "function"),
        ("def f(local):\n    lo|\n", 18, "local", "variable"),
        ("later = 1\nlat|", 10, "later", "variable"),
        ("x = f'{1}' + np.ar", 16, "arange", "function"),
        ("import nu", 7, "numpy", "module"),
        ("import math, ma", 13, "matplotlib", "module"),
        ("from lessons.", 13, "architecture", "module"),
        ("import lessons.arch", 15, "architecture", "module"),
        ("from lessons.architecture.core_attention import soft", 48, "softmax", "variable"),
        ("from lessons.architecture.core_attention import a, soft", 51, "softmax", "variable"),
    ],
)
def test_what_is_offered(ask, code, start, label, kind):
    begins, labels = ask(code)
    assert begins == start
    assert labels[label]["kind"] == kind


@pytest.mark.parametrize(
    ("code", "label"),
    [
        ("'np.ar|'", "arange"),
        ("# np.ar", "arange"),
        ('"""\nnp.ar|', "arange"),
        ("f(1).", "real"),
        ("nowhere.", "real"),
        ("c.", "_x"),
        ("c.p.", "real"),
        ("_", "q"),
        ("", "_hidden"),
        ("def attend(", "mask="),
        ("attend(x.", "mask="),
        ("attend(mask=", "mask="),
        ("attend(f", "q="),
        ("attend()\n", "mask="),
        ("1", "as_integer_ratio"),
        ("np.ar", "zeros"),
    ],
)
def test_what_is_not_offered(ask, code, label):
    assert label not in ask(code)[1]


def test_a_local_name_hides_the_pages(ask):
    assert ask("def f(q):\n    q.|\n")[1] == {}


def test_options_tell_their_signature_and_first_paragraph(ask):
    option = ask("att")[1]["attend"]
    assert option["detail"] == "attend(q, /, k, *, mask=None)"
    assert option["documentation"] == "Attend."
    assert ask("q")[1]["q"]["detail"] == "q: float64, shape (4, 16)"
    assert ask("c.x")[1]["x"]["detail"] == "x = 5"


def test_options_are_sorted_with_parameters_first(ask):
    labels = list(ask("attend(")[1])
    assert labels[:2] == ["k=", "mask="]
    assert labels[2:] == sorted(labels[2:], key=lambda label: (label.lower(), label))


def test_a_block_sees_its_modules_names(ask, run, course):
    name = course("m", "def helper():\n    return 1\n\ndef f():\n    return helper()\n")
    assert "helper" not in ask("hel", module=name)[1]
    run("def f():\n    return helper()", module=name)
    assert "helper" in ask("hel", module=name)[1]
    assert "attend" not in ask("att", module=name)[1]
    assert "helper" not in ask("hel")[1]
