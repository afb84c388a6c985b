"""Which earlier cells a cell needs: by cases, and by running only those."""

from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from widgets.kernel.plan import needs
from widgets.kernel.protocol import PageCell


def page(*codes: str) -> list[PageCell]:
    """Cells named 0, 1, …; a code that begins with `@module ` is a reference block."""
    cells: list[PageCell] = []
    for number, code in enumerate(codes):
        module, _, block = code.removeprefix("@").partition(" ")
        if code.startswith("@m"):
            cells.append({"cell": str(number), "code": block, "module": module, "published": None})
        else:
            cells.append({"cell": str(number), "code": code, "module": None, "published": None})
    return cells


def plan(*codes: str) -> str:
    """The needs of the last cell, as in "013"."""
    return "".join(needs(page(*codes))[str(len(codes) - 1)])


RNG = "import numpy as np\nrng = np.random.default_rng(0)"


@pytest.mark.parametrize(
    ("codes", "expected"),
    [
        # reading, and in turn
        (["x = 1", "y = 2", "x"], "0"),
        (["x = 1", "y = x", "z = 3", "y"], "01"),
        (["x = 1", "x = 2", "x"], "01"),
        (["x = 1", "x"], "0"),
        (["x = 1", "x = 5\nx"], ""),
        (["x = 1", "def f(): return x", "f()"], "01"),
        (["x = 1", "f = lambda x: x", "f(3)"], "1"),
        (["print = 1", "print(2)"], "0"),
        (["from a import *", "display(input())"], ""),
        (["x = []", "display(x)", "x"], "0"),
        (["x = 1"], ""),
        ([], ""),
        # reference blocks, and what imports from their module
        (["@m.a def f(): ...", "@m.b def g(): ...", "f()"], "0"),
        (["@m.a def f(): ...", "@m.b def g(): ...", "from m.b import h\nh()"], "1"),
        (["from m.a import f\nf()", "@m.a def f(): ..."], ""),
        # every plotting cell has its own figure
        (["import matplotlib.pyplot as plt", "fig, ax = plt.subplots()\nax.plot()"] * 2, "02"),
        # changing in place
        (["c = []", "c.append(1)", "d = 1", "c"], "01"),
        (["c = {}", "c['a'] = 1", "del c['a']", "c"], "012"),
        (["c = C()", "c.size += 1", "c"], "01"),
        # charts of the course's own draw what they are given
        (["from lessons.plots import lines\nc = []", "lines(c)", "c"], "0"),
        (["from lessons.serving import run\nc = []", "run(c)", "c"], "01"),
        (["x = 1", "del x", "x = 3", "x"], "012"),
        (["x = [1]", "x.copy()", "len(x), sum(x), print(x)", "x"], "0"),
        (["x = 1", "x += 1", "x"], "01"),
        # a shared generator: all that draw before, none that draw after
        ([RNG, "a = rng.normal()", "b = rng.normal()", "a"], "01"),
        ([RNG, "a = rng.normal()", "b = rng.normal()", "b"], "012"),
        ([RNG, "a = rng.normal()", "rng.normal()"], "01"),
        ([RNG, "a = init(rng)", "b = init(rng=rng)", "b"], "012"),
        ([RNG, "np.sum(rng)", "import lib\nlib.draw(*rng)", "rng"], "02"),
        # what is passed along counts where it has a state
        (["t = []", "fill(t)", "t"], "01"),
        (["t = Table()", "import lib\nlib.fill(t)", "t"], "01"),
        (["import lib\nq = lib.load()", "attend(q)", "q"], "0"),
        (["t = []", "Copy(t)", "t"], "0"),
        (["t = []", "import numpy as np\nnp.array(t)", "t"], "0"),
        (["s = iter([1, 2])", "next(s)", "s"], "01"),
        # calling a method of an import changes no name
        (["import numpy as np", "np.zeros(3)", "np.ones(3)"], "0"),
        (["from a import b", "b.c()", "b"], "0"),
        # functions that change names do so where they are called
        (["n = 0", "def f():\n    global n\n    n += 1", "f()", "n"], "012"),
        (["n = []", "def f(): n.append(1)", "f()", "n"], "012"),
        (["n = []", "def f(): n.append(1)", "def g(): f()", "g()", "n"], "0123"),
        (["n = []", "def f(n): n.append(1)", "f([])", "n"], "0"),
        # and read them as they are when they are called
        (["def f(): return x", "x = 1", "f()"], "01"),
        (["x = 1\ndef f(): return x", "x = 2", "f()"], "01"),
        (["def f(): return x", "def g(): return f()", "h = g", "x = 1", "h()"], "0123"),
        (["def f(): return x", "x = 1", "y = 2"], ""),
        # star imports may bind anything that is bound nowhere else
        (["from a import *", "x = 1", "x"], "1"),
        (["from a import *", "x = 1", "print(y)"], "0"),
        (["from a import *", "x = 1", "print(1)"], ""),
        (["from a import *", "def f(): return y", "f()"], "01"),
        # code that does not parse
        (["x = = 1", "x = 1", "x"], "1"),
        (["x = 1", "x = = 1"], ""),
        # reference blocks
        (["q = 1", "@m def f(): return q", "f()"], "1"),
        (["@m def f(): ...", "@m def g(): ...", "g()"], "01"),
        (["@m def f(): ...", "@mm def g(): ...", "g()"], "1"),
        (["@m def f(): ...", "@m def g(): ...", "f()"], "01"),
        (["@m def f(): ...", "x = 1", "@m def g(): ..."], "0"),
        (["@m f.calls = 1", "@m def f(): ..."], "0"),
        (["@m def f(): ...", "y = f()", "@m def g(): ...", "y"], "01"),
        (["def f(): return 0", "@m def f(): ...", "f()"], "01"),
    ],
)
def test_needs(codes, expected):
    codes = codes or [""]
    assert plan(*codes) == expected


def test_every_cell_has_its_needs_and_later_ones_do_not_count():
    cells = page("x = 1", "y = x", "x = 2")
    assert needs(cells) == {"0": [], "1": ["0"], "2": []}


@pytest.mark.parametrize(
    ("edited", "expected"),
    [
        ("x = = 2", ["0", "1"]),  # no Python: as it was published
        ("print('hello')", ["1"]),  # rewritten: it still stands for the name
        ("x = 2", ["1"]),
    ],
)
def test_an_edited_cell_stands_for_the_names_it_was_published_with(edited, expected):
    cells = page("w = 1", edited, "print(x)", "print(1)")
    cells[1]["published"] = "x = w"
    assert needs(cells)["2"] == expected
    assert needs(cells)["3"] == []


def test_a_page_without_cells_needs_nothing():
    assert needs([]) == {}


NAMES = st.sampled_from("abcd")
TEMPLATES = st.sampled_from(
    [
        "{0} = [1]",
        "{0} = {1} + [2]",
        "{0} = list({1})",
        "{0} = list({0} + {1})",
        "{0} += {1}",
        "{0} += [3]",
        "{0}.append(4)",
        "{0}[0] = 5",
        "{0}[0] += len({1})",
        "del {0}[-1:]",
        "push({0})",
        "if len({0}) > 1: {1} = [6]",
        "if {0}: {1} = [7]\nelse: {1} = [8]",
        "for {1} in [{0} + [1], [2]]: {0} = {1} + [9]",
        "{0} = [{1} for {1} in {2} + [1]]",
        "{0} = [n * 2 for n in {1} if n in {2}]",
        "def f(): return {0} + [1]",
        "def f():\n    global {0}\n    {0} = {0} + [10]\n    return {1} + []",
        "def f(): {0}.append(11); return []",
        "def f({0}): {0}.append(12); return {1} + []",
        "def g(): return f() + [13]",
        "g = lambda: {0} + f()",
        "{0} = f()",
        "{0} = f({1} + [])",
        "{0} = g()",
        "{0} = {1} + [14]; {1} = [15]",
        "try:\n    {0} = {1} + 1\nexcept TypeError:\n    {2} = [16]",
        "with nothing() as {0}: pass",
        "({0} := [17])\n{1} = {0} + []",
        "del {0}; {0} = [18]",
        "class C:\n    {0} = {1} + []\n{2} = C.{0} + []",
    ]
)
START = """
a, b, c, d = [1], [2], [3], [4]
a = []; b = []; c = []; d = []
def f(*x): return [5]
def g(): return [6]
def push(x): x.append(7)
import contextlib
def nothing(): return contextlib.nullcontext([19])
"""


@st.composite
def statements(draw: Any) -> str:
    return str(draw(TEMPLATES)).format(draw(NAMES), draw(NAMES), draw(NAMES))


CODE = st.lists(statements(), min_size=1, max_size=3).map("\n".join)
CELLS = st.lists(CODE, min_size=2, max_size=7)


def outcome(cells: list[PageCell]) -> Any:
    """What the last cell shows after the others have run."""
    namespace: dict[str, Any] = {}
    for cell in cells:
        exec(cell["code"], namespace)
    return namespace["shown"]


@settings(max_examples=300, deadline=None, derandomize=True)
@given(CELLS, st.sets(NAMES, min_size=1))
def test_running_only_what_is_needed_shows_what_running_all_shows(codes, shown):
    show = f"shown = [{', '.join(sorted(shown))}]"
    cells = page(START, *codes[:-1], f"{codes[-1]}\n{show}")
    try:
        expected = outcome(cells)
    except Exception:  # this page does not run; a course's pages do
        assume(False)
    wanted = {*needs(cells)[cells[-1]["cell"]], cells[-1]["cell"]}
    assert outcome([cell for cell in cells if cell["cell"] in wanted]) == expected


@settings(max_examples=50, deadline=None, derandomize=True)
@given(CELLS)
def test_needs_are_closed_and_in_order(codes):
    """What a needed cell needs is needed too."""
    cells = page(START, *codes)
    needed = needs(cells)
    for wanted in needed.values():
        assert wanted == sorted(wanted, key=int)
        for cell in wanted:
            assert set(needed[cell]) <= set(wanted)
