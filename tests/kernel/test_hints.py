"""What the course adds to Python's own message."""

import pytest

START = "import numpy as np\nq, k, v = np.zeros((4, 16)), np.zeros((8, 16)), np.zeros((8, 5))\n"


def hint(run, code: str) -> str | None:
    return run(START + code, fails=True).error.hint


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (
            "q @ k",
            "`q @ k`: q is (4, 16) and k is (8, 16); the last axis of q (16) must equal the"
            " second-to-last of k (8); k.T would fit",
        ),
        ("y = 2 * (q @ v)", "the second-to-last of v (8)"),
        ("q @ k.T @ q", "q @ k.T is (4, 8) and q is (4, 16)"),
        ("q[0] @ k[:, :3]", "q[0] is (16,) and k[:, :3] is (8, 3)"),
        ("x = q[0]\nv @ x", "must equal the only axis of x (16)"),
        (
            "np.ones((2, 3)) @ abs(v)",
            "the last axis of `np.ones((2, 3))` (3) must equal the second-to-last, or only, axis"
            " of `abs(v)` (8)",
        ),
        ("q @ 3", "a number has no axes to sum over"),
        ("a, b = np.zeros((2, 4, 3)), np.zeros((5, 3, 4))\na @ b", "before the last two"),
        ("a, b = np.zeros((2, 4, 3)), np.zeros((2, 5, 3))\na @ b", "b.swapaxes(-1, -2) would fit"),
        ("np.matmul(q, k)", "`np.matmul(q, k)`: q is"),
        ("np.dot(q, k)", "q is (4, 16) and k is (8, 16)"),
        ("q.dot(k)", "q is (4, 16) and k is (8, 16)"),
        ("class C: pass\nc = C()\nc.w = q\nc.w @ v", "c.w is (4, 16) and v is (8, 5)"),
        ("def f(a, b):\n    return a @ b\nf(q, k)", "`a @ b`: a is (4, 16) and b is (8, 16)"),
        (
            "q + v",
            "`q + v`: q is (4, 16) and v is (8, 5); compared from the right, axes must be equal"
            " or 1, and the last axis is 16 and 5",
        ),
        ("q * v[:4, 0]", "q is (4, 16) and v[:4, 0] is (4,)"),
        ("q == v", "the last axis is 16 and 5"),
        ("q += v", "`q += v`: q is"),
        ("k[:, None] - k[:3, None]", "axis -3 is 8 and 3"),
        ("np.where(q > 0, v, 0)", "q > 0 is (4, 16) and v is (8, 5)"),
        ("np.maximum(q, v)", "q is (4, 16) and v is (8, 5)"),
        ("q[:2] = v", "`q[:2] = v`: the value is (8, 5) and its place (2, 16)"),
        ("w = q[0]\nw += q", "the result is (4, 16), and the array it is to be put into (16,)"),
        ("q.reshape(3, 5)", "q is (4, 16) and holds 64 numbers; (3, 5) would hold 15"),
        ("np.reshape(q, (3, 5))", "(3, 5) would hold 15"),
        ("q.reshape(-1, 5)", "that is no multiple of 5"),
        (
            "np.concatenate([q, v])",
            "q is (4, 16) and v is (8, 5); they are joined along axis 0, so axis 1 must be equal",
        ),
        ("np.concatenate((q, k), axis=1)", "axis 0 must be equal"),
        ("np.hstack([q, k])", "joined along axis 1"),
        ("np.concatenate([q, q[0]])", "all must have as many axes"),
        ("parts = [q, k]\nnp.stack(parts)", "parts[0] is (4, 16) and parts[1] is (8, 16)"),
        ("np.einsum('ij,jk->ik', q, k)", "j is 16 in q and 8 in k"),
        ("np.einsum('ijk,jk->ik', q, k)", "q is (4, 16), 2 axes, and “ijk” names 3"),
        ("np.einsum('ij->i', q, v)", "the pattern names 1 array, and the call gives 2"),
        ("import torch", "torch is not available in this page: there are NumPy"),
        ("import sklearn.linear_model", "sklearn is not available"),
        ("import numpy.nothing", "numpy is here, but has no part “nothing”"),
        ("sum = 3\nsum([1])", "here the name holds an int; `del sum` brings the function back"),
        ("def f(): return list('a')\nlist = [1]\nf()", "here the name holds a list"),
        ("x = 3\nx()", "None"),
        ("%timeit 1 + 1", "`%timeit` is a notebook's command, not Python"),
        ("  !ls -l", "`!ls` is a notebook's command"),
        ("pip install torch", "`pip` is a notebook's command"),
        ("x = 5 %% 3", "None"),
        ("np.zeros((4_000_000, 4_000_000))", "One array of 116 TB was asked for"),
        ("raise MemoryError", "There was not enough memory"),
        ("raise ValueError('array is too big; …')", "larger than any memory here"),
        ("raise ValueError('Maximum allowed size exceeded')", "larger than any memory here"),
        ("raise ValueError('iterator is too large')", "larger than any memory here"),
        ("raise OverflowError('cannot fit index-sized integer')", "beyond 2,147,483,647"),
        ("raise OverflowError('int too large to convert to C long')", "beyond 2,147,483,647"),
        ("def f(n): return f(n + 1)\nf(0)", "without a case that ends it: `f`"),
        ("raise RecursionError", "without a case that ends it."),
        ("import sys\nsys.exit()", "exit() ends the cell, nothing else"),
        ("raise KeyboardInterrupt", "Stopped."),
        ("plt.plot()", "import matplotlib.pyplot as plt"),
    ],
)
def test_a_hint_says(run, code, words):
    assert words in str(hint(run, code))


@pytest.mark.parametrize(
    "code",
    [
        "1 / 0",
        "nowhere",
        "raise ValueError('broadcast')",
        "raise ValueError('matmul: made up')",
        "int('x')",
        "np.linalg.solve(np.eye(3), np.ones(4))",
        "np.einsum('...ij,jk->ik', q, k)",
        "raise NameError",
    ],
)
def test_nothing_is_said_where_nothing_is_known(run, code):
    assert hint(run, code) is None


def test_a_property_is_not_asked(run):
    code = (
        "class C:\n    @property\n    def w(self):\n        print('asked')\n        return k\n"
        "c = C()\nq @ c.w"
    )
    result = run(START + code, fails=True)
    assert "the last axis of `q` (16)" in result.error.hint
    assert result.text() == "asked\n"


@pytest.mark.parametrize("kind", ["cells", "plan"])
def test_a_name_of_a_cell_that_has_not_run(run, session, kind):
    import asyncio

    cells = [{"cell": "first", "code": "x = 1", "module": None, "published": None}]
    request = {"type": kind, "id": 1, "page": "page/", "cells": cells}
    asyncio.run(session.handle(request, lambda reply: None))
    told = run("x", fails=True).error.hint
    assert told == "“x” is defined in cell “first”, which has not run."
    run("y = 1", cell="first")
    assert run("x", fails=True).error.hint is None


def test_a_name_that_the_readers_edit_took_away(run, session):
    import asyncio

    first = {"cell": "first", "code": "y = 1", "module": None, "published": "x = 1"}
    plan = {"type": "plan", "id": 1, "page": "page/", "cells": [first]}
    asyncio.run(session.handle(plan, lambda reply: None))
    run("y = 1", cell="first")
    told = run("x", fails=True).error.hint
    assert told == "“x” is defined in cell “first” as published, but not as you edited it."


def test_a_part_of_the_standard_library_that_browsers_lack(run, monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "curses", None)
    told = run("import curses", fails=True).error.hint
    assert told == "curses is a part of Python's standard library that browsers cannot have."


def test_numpys_private_classes_have_public_names(run):
    error = run("import numpy as np\nnp.zeros((4_000_000, 4_000_000))", fails=True).error
    assert error.name == "MemoryError"
    assert error.traceback.splitlines()[-1].startswith("MemoryError: Unable to allocate")


def test_leaving_without_a_word_has_no_message(run):
    assert run("raise SystemExit", fails=True).error.message == ""
