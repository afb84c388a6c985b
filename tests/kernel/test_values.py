"""The value of the last expression."""

import numpy as np
import pytest

from widgets.kernel.values import CUT, LIMIT, Value, shown


def value_text(value: object) -> str | None:
    what = shown(value)
    return None if what is None else what.text


class Reprs:
    def __init__(self, result: object) -> None:
        self.result = result

    def __repr__(self) -> str:
        if isinstance(self.result, BaseException):
            raise self.result
        return self.result  # type: ignore[return-value]


class NoMessage(Exception):
    def __str__(self) -> str:
        raise ValueError


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        ("a\n'b'", "\"a\\n'b'\""),
        (np.arange(3.0), "array([0., 1., 2.])"),
        (None, None),
        ([None], "[None]"),
        (Reprs(""), ""),
    ],
)
def test_a_value_is_its_repr(value, text):
    assert value_text(value) == text


@pytest.mark.parametrize(
    ("result", "text"),
    [
        (RuntimeError("no"), "<repr failed: RuntimeError: no>"),
        (NoMessage(), "<repr failed: NoMessage: no message>"),
        (3, "<repr failed: TypeError: __repr__ returned non-string (type int)>"),
    ],
)
def test_a_broken_repr_is_told(result, text):
    assert value_text(Reprs(result)) == text


def test_an_interrupt_in_a_repr_is_not_swallowed():
    with pytest.raises(KeyboardInterrupt):
        value_text(Reprs(KeyboardInterrupt()))


def test_addresses_are_left_out():
    assert value_text(object()) == "<object object>"
    assert value_text([test_addresses_are_left_out]) == "[<function test_addresses_are_left_out>]"
    assert value_text("at 0x7f1234 is text") == "'at 0x7f1234 is text'"


def test_an_endless_repr_is_cut():
    assert value_text(Reprs("x" * (LIMIT + 1))) == "x" * LIMIT + CUT


@pytest.mark.parametrize(
    ("value", "note"),
    [
        (np.zeros((8, 4)), "float64, shape (8, 4)"),
        (np.arange(3, dtype="int16"), "int16, shape (3,)"),
        (np.array(1.0), None),
        (np.float32(1), None),
        ([1, 2], None),
        ("text", None),
        ([0] * 10**6, "length 1,000,000"),
        ("x" * 20_000, "length 20,000"),
        (None, None),
    ],
)
def test_a_note_says_what_the_text_cannot(value, note):
    assert (shown(value) or Value("", None)).note == note


def test_a_list_that_holds_itself_has_a_value():
    loop: list[object] = [1]
    loop.append(loop)
    assert value_text(loop) == "[1, [...]]"


@pytest.mark.parametrize(
    "code",
    [
        "plt.plot([1, 2])",
        "plt.title('t')",
        "plt.subplots()",
        "plt.subplots(2, 2)[1]",
        "plt.hist([1, 2, 2])",
        "plt.bar(['a'], [1])",
        "plt.boxplot([1, 2, 3])",
        "plt.gcf()",
        "plt.bar([], [])",
        "plt.colorbar(plt.imshow([[1, 2]]))",
        "plt.contour([[1, 2], [2, 1]])",
        "import numpy as np\nplt.streamplot(*np.mgrid[:3, :3][::-1], *np.ones((2, 3, 3)))",
        "plt.subplot_mosaic('ab')",
    ],
)
def test_drawings_are_no_values(run, styled, code):
    assert run(f"import matplotlib.pyplot as plt\n{code}").value is None


def test_numbers_of_a_drawing_are_values(run, styled):
    assert run("import matplotlib.pyplot as plt\nplt.xlim(0, 2)").value == "(0.0, 2.0)"


ENDLESS = {
    "list": "[0] * 10**6",
    "text": "'x' * 10**7",
    "own text": "type('A', (), {'__repr__': lambda self: 'x' * 10**7})()",
    "nested": "{i: {j: {k: 0 for k in range(30)} for j in range(30)} for i in range(30)}",
    "arrays": "import numpy as np\n{i: np.zeros((99, 99)) for i in range(100)}",
    "failure": "def fail(self): raise ValueError('x' * 10**7)\ntype('A', (), {'__repr__': fail})()",
    "deep": "x = []\nfor _ in range(10**5): x = [x]\nx",
}


@pytest.mark.parametrize("code", ENDLESS.values(), ids=ENDLESS)
def test_a_value_is_no_longer_than_one_can_read(run, code):
    value = run(code).value
    assert value is not None
    assert len(value) <= 20_011


def test_a_value_that_cannot_say_what_it_is(run):
    code = "class A:\n    def __repr__(self): return repr(self)\nA()"
    assert run(code).value.startswith("<repr failed: RecursionError")
