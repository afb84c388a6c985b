"""What a reader is told of an exception."""

import re
import sys

import pytest

MARKS = re.compile(r"^ *[~^]+\n", re.MULTILINE)


def traceback(result) -> str:
    """Without the marks under the lines, which differ between versions of Python."""
    return MARKS.sub("", result.error.traceback)


def test_frames_are_the_readers_with_their_lines(run):
    result = run("def f(x):\n    return 1 / x\n\nf(0)", cell="scores", fails=True)
    assert result.outline == ["error", "done"]
    assert result.error.name == "ZeroDivisionError"
    assert result.error.message == "division by zero"
    assert result.error.line == 2
    assert traceback(result) == (
        "Traceback (most recent call last):\n"
        '  cell "scores", line 4\n'
        "    f(0)\n"
        '  cell "scores", line 2, in f\n'
        "    return 1 / x\n"
        "ZeroDivisionError: division by zero\n"
    )


def test_a_part_of_a_line_is_marked_and_a_whole_line_is_not(run):
    text = run("x = 0\ny = (1 / x) + 1", fails=True).error.traceback
    assert "    y = (1 / x) + 1\n         ~~^~~\n" in text
    text = run("int('x')", fails=True).error.traceback
    assert not MARKS.search(text)


def test_a_function_of_another_cell_is_shown_and_the_line_is_ours(run):
    run("def f(x):\n    return 1 / x", cell="first")
    result = run("n = 0\n\nf(n)", cell="second", fails=True)
    assert result.error.line == 3
    assert '  cell "first", line 2, in f\n    return 1 / x\n' in result.error.traceback


def test_a_function_of_an_edited_cell_shows_the_lines_it_was_made_from(run):
    run("def f(x):\n    return 1 / x\nkept = f", cell="first")
    run("# edited\n# away\n# entirely", cell="first")
    assert "    return 1 / x\n" in run("kept(0)", fails=True).error.traceback


def test_the_courses_frames_are_shown_by_package_path(run, course):
    course("gqa", "def attend(q):\n    return q @ q\n")
    result = run("from tinycourse.gqa import attend\nattend(3)", fails=True)
    assert "  tinycourse/gqa.py, line 2, in attend\n    return q @ q\n" in result.error.traceback
    assert result.error.line == 2


def test_machinery_is_not_shown(run):
    code = "import json, numpy as np\nnp.linalg.inv(np.ones(3))"
    text = run(code, fails=True).error.traceback
    assert len(re.findall(r", line \d+", text)) == 1
    assert "/" not in text
    assert "widgets" not in text


def test_an_import_that_fails_shows_the_import(run):
    result = run("\nimport no_such_module", fails=True)
    assert result.error.name == "ModuleNotFoundError"
    assert result.error.line == 2
    assert "importlib" not in result.error.traceback


@pytest.mark.parametrize(
    ("code", "line", "shown"),
    [
        ("x = 1\ny = = 2", 2, "    y = = 2\n        ^\n"),
        ("if True:\nx = 1", 2, "    x = 1\n    ^\n"),
        ("print('a)", 1, "    print('a)\n          ^\n"),
        ("def f():\n    return\n\nreturn 3", 4, "    return 3\n"),
        ("f() = 1", 1, "    f() = 1\n"),
    ],
)
def test_a_syntax_error_has_its_line_and_a_mark(run, code, line, shown):
    error = run(code, cell="scores", fails=True).error
    assert error.name in ("SyntaxError", "IndentationError")
    assert error.line == line
    assert error.traceback.startswith(f'  cell "scores", line {line}\n{shown}')
    assert error.traceback.splitlines()[-1].startswith(f"{error.name}: {error.message}")
    assert "<" not in error.traceback


def test_a_syntax_error_in_a_text_that_the_code_compiles(run):
    error = run("\nexec('x = = 1')", fails=True).error
    assert error.line == 2
    assert "  <string>, line 1\n    x = = 1\n" in error.traceback


def test_chained_exceptions_are_kept_in_order(run):
    code = "try:\n    {}['a']\nexcept KeyError as e:\n    raise ValueError('no a') from e"
    text = run(code, fails=True).error.traceback
    assert text.index("KeyError: 'a'") < text.index("was the direct cause") < text.index("no a")
    code = "try:\n    {}['a']\nexcept KeyError:\n    1 / 0"
    text = run(code, fails=True).error.traceback
    assert text.index("KeyError: 'a'") < text.index("During handling") < text.index("division")
    code = "try:\n    {}['a']\nexcept KeyError:\n    raise ValueError('alone') from None"
    assert "KeyError" not in MARKS.sub("", run(code, fails=True).error.traceback).split("alone")[1]


def test_the_line_is_that_of_the_exception_that_came_out(run):
    code = "try:\n    {}['a']\nexcept KeyError as e:\n    raise ValueError('no a') from e"
    assert run(code, fails=True).error.line == 4


def test_a_long_chain_is_cut_at_its_beginning(run):
    code = """
def fail(n):
    try:
        if n:
            fail(n - 1)
        raise ValueError(f"first {n}")
    except Exception as e:
        raise KeyError(f"then {n}") from e
fail(50)"""
    text = run(code, fails=True).error.traceback
    assert text.startswith("[earlier exceptions]\n")
    assert text.count("KeyError: 'then") == 5
    assert text.endswith("KeyError: 'then 50'\n")


def test_an_exception_that_cannot_be_described_still_ends_the_run(run, monkeypatch):
    def broken(*args: object) -> None:
        raise MemoryError

    monkeypatch.setattr("widgets.kernel.errors.TracebackException.from_exception", broken)
    error = run("1 / 0", fails=True).error
    assert (error.name, error.message, error.line) == ("ZeroDivisionError", "", None)
    assert error.traceback == "ZeroDivisionError\n"


def test_groups_show_their_parts(run):
    code = "raise ExceptionGroup('two', [ValueError('one'), KeyError('other')])"
    text = run(code, fails=True).error.traceback
    places = [text.index("Group: two"), text.index("ValueError: one"), text.rindex("'other'")]
    assert places == sorted(places)


def test_notes_are_shown(run):
    code = "e = ValueError('x')\ne.add_note('  File it under: shapes')\nraise e"
    assert "ValueError: x\n  File it under: shapes\n" in run(code, fails=True).error.traceback


def test_recursion_is_told_shortly_and_the_same_at_any_depth(run):
    def told(limit: int) -> str:
        before = sys.getrecursionlimit()
        sys.setrecursionlimit(limit)
        try:
            return run("def f(n):\n    return f(n + 1) + 1\nf(0)", fails=True).error.traceback
        finally:
            sys.setrecursionlimit(before)

    assert told(600) == told(900)
    assert told(600).count("return f(n + 1) + 1") == 3
    assert "  [the same call again and again]\n" in told(600)


def test_recursion_of_two_functions_is_shortened(run):
    code = "def f(n): return g(n)\ndef g(n): return f(n)\nf(0)"
    text = run(code, fails=True).error.traceback
    assert "  [more calls]\n" in text
    assert text.count(", line ") == 20


@pytest.mark.parametrize("name", ["SystemExit", "KeyboardInterrupt", "GeneratorExit"])
def test_exceptions_that_end_programs_end_only_the_run(run, name):
    result = run(f"print('a')\nraise {name}", fails=True)
    assert result.outline == ["stdout", "error", "done"]
    assert (result.error.name, result.error.message, result.error.line) == (name, "", 2)
    assert run("1 + 1").value == "2"


def test_a_cancelled_task_and_the_base_of_all_exceptions_too(run):
    code = "import asyncio\nraise asyncio.CancelledError"
    assert run(code, fails=True).error.name == "CancelledError"
    assert run("raise BaseException('all')", fails=True).error.message == "all"


def test_exceptions_that_cannot_be_told_are_told(run):
    code = "class E(Exception):\n    def __str__(self): raise ValueError\nraise E"
    assert run(code, fails=True).error.message == "<str failed: ValueError>"


def test_addresses_do_not_appear(run):
    error = run("raise ValueError(object())", fails=True).error
    assert error.message == "<object object>"
    assert " at 0x" not in error.traceback


def test_there_is_no_colour(run, monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b" not in run("1 / 0", fails=True).error.traceback
    assert "\x1b" not in run("x = = 1", fails=True).error.traceback


def test_inspect_and_traceback_know_the_code(run):
    run("def f():\n    return 'here'")
    assert run("import inspect\ninspect.getsource(f)").value == repr(
        "def f():\n    return 'here'\n"
    )
    code = "import traceback\ntry:\n    1 / 0\nexcept ZeroDivisionError:\n    traceback.print_exc()"
    assert "    1 / 0\n" in run(code).text("stderr")


LONG = {
    "message": "raise ValueError('x' * 10**7)",
    "lines": "raise ValueError('x\\n' * 10**6)",
    "key": "{}['k' * 10**7]",
    "attribute": "getattr(1, 'a' * 10**7)",
    "exit": "raise SystemExit('x' * 10**7)",
    "note": "error = ValueError('a')\nerror.add_note('n' * 10**7)\nraise error",
    "notes": "error = ValueError('a')\nfor _ in range(10**4): error.add_note('nnn')\nraise error",
    "group": "raise ExceptionGroup('g', [ValueError('x' * 10**5) for _ in range(100)])",
    "chain": "try: 1 / 0\nexcept Exception: raise ValueError('x' * 10**7)",
    "line": "x = 1; " * 10_000 + "1 / 0",
    "name": "raise type('E' * 10**6, (Exception,), {})('x')",
    "undefined": "x" * 10**6,
}


@pytest.mark.parametrize("code", LONG.values(), ids=LONG)
def test_an_error_is_no_longer_than_one_can_read(run, code):
    error = run(code, fails=True).error
    assert len(error.name) <= 100
    assert len(error.message) < 5100
    assert len(error.traceback) < 21_000


def test_what_is_left_out_of_a_message_is_said(run):
    error = run("raise ValueError('a' + 'x' * 10**6 + 'z')", fails=True).error
    assert re.fullmatch(r"ax+\[995,002 characters left out\]x+z", error.message)
    assert error.traceback.endswith("xz\n")


def test_many_parts_of_a_group_are_counted(run):
    error = run("raise ExceptionGroup('g', [ValueError(i) for i in range(9)])", fails=True).error
    assert "ValueError: 4\n  [4 more parts]\n" in error.traceback
    assert "ValueError: 5" not in error.traceback


def test_an_import_error_names_the_module_and_no_path(run, course):
    name = course("gqa", "")
    error = run(f"from {name} import nothing", fails=True).error
    assert error.message == "cannot import name 'nothing' from 'tinycourse.gqa'"
    assert error.traceback.endswith(f"ImportError: {error.message}\n")
    error = run("from json.decoder import nothing", fails=True).error
    assert error.message == "cannot import name 'nothing' from 'json.decoder'"


def test_a_printed_traceback_names_cells_and_modules(run, course):
    name = course("gqa", "def f():\n    1 / 0\n")
    code = f"import traceback\nfrom {name} import f\ntry: f()\nexcept Exception: traceback"
    printed = run(f"{code}.print_exc()", cell="by_hand").text("stderr")
    assert '  cell "by_hand", line 3, in <module>\n    try: f()\n' in printed
    assert "  tinycourse/gqa.py, line 2, in f\n    1 / 0\n" in printed
    assert 'cell "by_hand", line 3' in run(f"{code}.print_exc()", cell="by_hand").text("stderr")


def test_code_tells_its_cell_and_can_still_be_looked_up(run):
    code = "import inspect\ndef f(): pass\nprint(inspect.getsource(f))\nf.__code__"
    result = run(code, cell="by_hand")
    assert result.text() == "def f(): pass\n\n"
    assert 'cell "by_hand", line 2' in result.value


OWN = {
    "str": "def __str__(self): raise BaseException",
    "str that exits": "def __str__(self): raise SystemExit",
    "endless str": "def __str__(self): return str(self)",
    "str that is none": "def __str__(self): return 1",
}


@pytest.mark.parametrize("method", OWN.values(), ids=OWN)
def test_an_exception_that_cannot_say_what_it_is(run, method):
    error = run(f"class Own(Exception):\n    {method}\nraise Own", fails=True).error
    assert error.name == "Own"
    assert "failed" in error.message


def test_an_exception_whose_class_answers_nothing(run):
    code = """
class Silent(type):
    def __getattribute__(cls, name): raise BaseException
class Own(Exception, metaclass=Silent): pass
raise Own
"""
    assert run(code, fails=True).error.name == "Own"
    assert run("1").value == "1"


ENDS = {
    "memory": ("bytearray(1 << 60)", "MemoryError"),
    "array": ("import numpy as np\nnp.zeros(10**13)", "MemoryError"),
    "recursion": ("def f(): return f()\nf()", "RecursionError"),
    "two by turns": ("def f(): return g()\ndef g(): return f()\nf()", "RecursionError"),
    "exit": ("raise SystemExit", "SystemExit"),
    "attribute": (
        "class A:\n    def __getattr__(self, name): return getattr(self, name)\nA().x",
        "RecursionError",
    ),
    "value": ("class A:\n    def __repr__(self): raise BaseException\nA()", "BaseException"),
    "deep group": (
        "error = ValueError()\nfor _ in range(2000): error = ExceptionGroup('g', [error])\n"
        "raise error",
        "ExceptionGroup",
    ),
    "parentheses": ("(" * 300, "SyntaxError"),
    "nothing": ("x = 1\0", "SyntaxError"),
    "cancelled": ("import asyncio\nraise asyncio.CancelledError", "CancelledError"),
}


@pytest.mark.parametrize(("code", "name"), ENDS.values(), ids=ENDS)
def test_every_end_is_told_and_the_page_lives_on(run, code, name):
    result = run(code, fails=True)
    assert result.error.name == name
    assert result.error.traceback
    assert len(result.error.traceback) < 5100
    assert run("1").value == "1"


def test_code_too_deep_to_compile_is_no_endless_function(run):
    error = run("+".join(["1"] * 5000), fails=True).error
    assert error.message == "the code is nested too deeply"
    assert "take it apart" in error.hint
