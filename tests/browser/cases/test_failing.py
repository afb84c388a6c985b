"""Cases 8, 9, 25 to 28: what a reader is told when code fails, and that the next run works."""

import re

import pytest
from lesson import begin, comes_to, edit, fails, output, run, status, works
from playwright.sync_api import expect

INTERNAL = re.compile(r"widgets|pyodide|site-packages|/lib/python|/course|_pyodide|wasm|\x1b")


@pytest.mark.parametrize(
    ("code", "lines", "message"),
    [
        (
            "import numpy as np\n"
            "from lessons.architecture.rope import rope_frequencies\n"
            "def outer(width):\n    return inner(width)\n"
            "def inner(width):\n    return rope_frequencies(width)\n"
            "outer(3)",
            [7, 4, 6],
            r"ValueError: ",
        ),
        (
            "def one(x):\n    return two(x)\ndef two(x):\n    return three(x)\n"
            "def three(x):\n    return x / 0\none(1)",
            [7, 2, 4, 6],
            r"ZeroDivisionError: division by zero",
        ),
        (
            "import json\ndef load(text):\n    return json.loads(text)\nload('{')",
            [4, 3],
            r"JSONDecodeError: ",
        ),
        (
            "import numpy as np\nf = lambda x: np.linalg.inv(x)\nsorted([1], key=f)",
            [3, 2],
            r"LinAlgError: ",
        ),
    ],
    ids=["lessons", "own", "library", "callback"],
)
def test_case_08_the_readers_own_frames_the_type_and_the_message_are_shown(
    scratch, code, lines, message
) -> None:
    error = fails(scratch, code)
    expect(error.locator(".fp-message")).to_contain_text(re.compile(message))
    traceback = error.locator(".fp-traceback").inner_text()
    told = re.findall(r'^  cell "scratch", line (\d+)', traceback, re.MULTILINE)
    assert [*map(int, told)] == lines
    assert not INTERNAL.search(error.inner_text())
    line = code.splitlines()[lines[-1] - 1].strip()
    expect(scratch.locator(".fp-error-line")).to_have_text(re.compile(re.escape(line)))


def test_case_08_by_key_the_error_leads_to_its_line(page, scratch) -> None:
    error = fails(scratch, "def third(x):\n    return x / 0\n\nthird(1)")
    error.focus()
    expect(error).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(error.get_by_role("button", name="line 2")).to_be_focused()
    page.keyboard.press("Enter")
    expect(scratch.locator(".cm-content")).to_be_focused()
    page.keyboard.press("Home")
    page.keyboard.insert_text("# here ")
    expect(scratch.locator(".cm-line").nth(1)).to_have_text("    # here return x / 0")


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("1 / 0", 1),
        ("\n\n1 / 0", 3),
        ("# what\n'''a\nb'''\n1 / 0", 4),
        ("x = (\n 1 /\n 0\n)", 2),
        ("print('😀'); 1 / 0", 1),
        ("if True:\n    import nowhere", 2),
        ("import asyncio\nawait asyncio.sleep('x')", 2),
        ("def f():\n  pass\nf(1)", 3),
    ],
)
def test_case_09_an_error_says_its_own_line_and_marks_it(scratch, code, line) -> None:
    fails(scratch, code)
    expect(status(scratch)).to_have_text(f"Ended in an error on line {line}")
    expect(scratch.locator(".fp-error-line")).to_have_text(code.split("\n")[line - 1].strip())


@pytest.mark.parametrize(
    ("code", "line", "message"),
    [
        ("x = = 1", 1, "SyntaxError: invalid syntax"),
        ("x = 1\ny = (x +* 2)", 2, "SyntaxError: invalid syntax"),
        ("x = 1\nprint('open", 2, "SyntaxError: unterminated string"),
        ("x = 1\n  y = 2", 2, "IndentationError: unexpected indent"),
        ("for x in []:\nprint(x)", 2, "IndentationError: expected an indented block"),
        ("x = 1\nreturn x", 2, "SyntaxError: 'return' outside function"),
    ],
)
def test_case_09_a_syntax_error_marks_its_line(scratch, code, line, message) -> None:
    error = fails(scratch, code)
    expect(error.locator(".fp-message")).to_contain_text(message)
    expect(status(scratch)).to_have_text(f"Ended in an error on line {line}")
    expect(scratch.locator(".fp-error-line")).to_have_text(code.split("\n")[line - 1].strip())


def test_case_09_the_mark_of_a_syntax_error_points_at_its_place(scratch) -> None:
    error = fails(scratch, "x = 1\ny = (x +* 2)")
    lines = error.locator(".fp-traceback").inner_text().splitlines()
    code = next(number for number, line in enumerate(lines) if "y = (x +* 2)" in line)
    assert lines[code + 1].index("^") == lines[code].index("*")


# Python counts in 32 bits here: much of what is a MemoryError elsewhere has other names.
TOO_LARGE = [
    "numpy.ones((40000, 40000))",
    "numpy.arange(1e10)",
    "numpy.ones((1, 40000)) + numpy.ones((40000, 1))",
    "numpy.repeat([1], 10**10)",
    "numpy.broadcast_to(1, (10**5, 10**5)).copy()",
    "[0] * 10**10",
    "'x' * 10**10",
    "bytearray(2**31 - 1), bytearray(2**31 - 1)",
]
IN_WORDS = re.compile("at most 4 GB|counts in 32 bits")


@pytest.mark.parametrize("call", TOO_LARGE)
def test_case_25_too_large_an_array_ends_in_words_and_all_else_stays(scratch, call) -> None:
    error = fails(scratch, f"import numpy\nkept = 41\nhuge = {call}")
    expect(error.locator(".fp-message")).to_contain_text(
        re.compile("(MemoryError|ValueError|OverflowError)")
    )
    expect(error.locator(".fp-hint-line")).to_contain_text(IN_WORDS)
    edit(scratch, "print(kept + 1)")
    run(scratch)
    assert output(scratch) == [["fp-text", "42\n"]]


@pytest.mark.parametrize(
    "code",
    [
        "filled = []\nwhile True: filled.append(bytearray(10**8))",
        "import numpy\n[numpy.zeros(2 * 10**8) for _ in range(3)]",
    ],
)
def test_case_25_used_up_memory_ends_in_words_and_the_next_run_works(scratch, code) -> None:
    error = fails(scratch, code)
    expect(error.locator(".fp-message").first).to_contain_text("MemoryError")
    expect(error.locator(".fp-hint-line")).to_contain_text("at most 4 GB")
    expect(error.locator(".fp-message").last).to_contain_text("its memory is used up")
    works(scratch)


RECURSIONS = {
    "plain": "def down(n): return down(n + 1)\ndown(0)",
    "getattr": "class A:\n    def __getattr__(self, n): return getattr(self, n + 'x')\nA().x",
    "eq": "class A:\n    def __eq__(self, o): return o == self\nA() == A()",
    "sort-key": "def key(x): return sorted([x], key=key)\nkey(1)",
    "repr": "class A:\n    def __repr__(self): return repr(self)\nprint(A())",
    "json": "import json\njson.loads('[' * 10**5)",
    "nested-source": "eval('(' * 10**5)",
    "deep-list": "x = []\nfor _ in range(10**5): x = [x]\nprint(x)",
    "coroutine": "async def down(): await down()\nawait down()",
    "regex": "import re; re.compile('(' * 10**5 + ')' * 10**5)",
}
LOST = re.compile("What was defined so far is lost; the next Run starts Python again")


@pytest.mark.parametrize("code", RECURSIONS.values(), ids=RECURSIONS.keys())
def test_case_26_recursion_without_end_ends_in_words_and_the_next_run_works(scratch, code) -> None:
    edit(scratch, f"kept = 41\n{code}")
    scratch.get_by_role("button", name="Run", exact=True).click()
    expect(scratch).to_have_attribute("data-state", re.compile("^(error|done)$"), timeout=60_000)
    said = scratch.locator(".fp-output").inner_text()
    lost = LOST.search(said)
    assert lost or re.search("RecursionError|recursion|nested|MemoryError", said), said
    edit(scratch, "print('kept' in globals())")
    run(scratch)
    assert output(scratch) == [["fp-text", f"{not lost}\n"]]


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("import requests", "requests"),
        ("import torch", "torch"),
        ("from torch import nn", "torch"),
        ("__import__('scipy.linalg')", "scipy"),
        ("def late():\n    import tensorflow\nlate()", "tensorflow"),
    ],
)
def test_case_27_a_package_that_is_not_here_is_said_with_what_is(scratch, code, name) -> None:
    error = fails(scratch, code)
    expect(error.locator(".fp-message")).to_contain_text("ModuleNotFoundError: No module named")
    hint = error.locator(".fp-hint-line")
    expect(hint).to_contain_text(f"{name} is not available in this page: there are NumPy")
    expect(hint).to_contain_text("on your own computer")
    expect(hint).not_to_contain_text(re.compile("notebook", re.IGNORECASE))
    works(scratch)


def test_case_28_a_question_is_asked_in_the_page_and_the_code_goes_on_with_the_answer(
    scratch,
) -> None:
    edit(scratch, "print('begun', flush=True)\nname = input('name? ')\nprint('Hello', name)")
    begin(scratch)
    field = scratch.get_by_label("name?")
    expect(field).to_be_focused()
    field.fill("Ada <b>")
    field.press("Enter")
    comes_to(scratch, "done")
    expect(field).to_have_count(0)
    expect(scratch.locator(".fp-output")).to_contain_text("Hello Ada <b>")


def test_case_28_questions_follow_one_another_from_wherever_they_are_asked(scratch) -> None:
    edit(
        scratch,
        "from getpass import getpass\ndef ask(n): return input(f'number {n}: ')\n"
        "got = [ask(n) for n in range(2)] + [getpass('secret: '), input()]\nprint(got)",
    )
    scratch.get_by_role("button", name="Run", exact=True).click()
    for label, answer in [("number 0:", "a"), ("number 1:", ""), ("secret:", "c")]:
        scratch.get_by_label(label).fill(answer)
        scratch.get_by_label(label).press("Enter")
    field = scratch.locator("form input")
    expect(scratch.get_by_label("secret:")).to_have_count(0)
    field.fill("d")
    field.press("Enter")
    comes_to(scratch, "done")
    expect(scratch.locator(".fp-output")).to_contain_text("['a', '', 'c', 'd']")
