"""What a reader is told when code fails, and that the next run works, whatever it was."""

import pytest
from lesson import edit, fails, output, run, status, works
from playwright.sync_api import expect


def test_chained_exceptions_are_told_in_their_order(scratch) -> None:
    code = "try:\n    {}['key']\nexcept KeyError as e:\n    raise ValueError('no key') from e"
    error = fails(scratch, code)
    expect(error.locator(".fp-message")).to_have_text("ValueError: no key")
    text = error.locator(".fp-traceback").inner_text()
    parts = ["KeyError: 'key'", "was the direct cause of the following", "ValueError: no key"]
    assert [text.index(part) for part in parts] == sorted(text.index(part) for part in parts)
    assert text.count("Traceback") == 2


@pytest.mark.parametrize(
    ("call", "names"),
    [
        ("left @ right", ["left is (2, 3)", "right is (2, 3)", "right.T would fit"]),
        ("numpy.einsum('ij,jk->ik', left, right)", ["left is (2, 3)", "right is (2, 3)", "j is 3"]),
        ("left + right.T", ["left is (2, 3)", "right.T is (3, 2)"]),
        ("left.reshape(4, 2)", ["left", "(2, 3)", "(4, 2) would hold 8"]),
    ],
)
def test_shapes_that_do_not_fit_are_named(scratch, call, names) -> None:
    error = fails(scratch, f"import numpy\nleft = numpy.ones((2, 3))\nright = left + 1\n{call}")
    hint = error.locator(".fp-hint-line")
    for name in [call.partition("(")[0], *names]:
        expect(hint).to_contain_text(name)


@pytest.mark.parametrize(
    ("code", "name", "hint"),
    [
        ("import torch", "ModuleNotFoundError", "torch is not available in this page: there are"),
        ("import numpy\nnumpy.zeros(10**11)", "ValueError", "larger than any memory here"),
        ("def down(n): return down(n + 1)\ndown(0)", "RecursionError", "kept calling itself"),
        ("exit()", "SystemExit", "exit() ends the cell, nothing else"),
    ],
)
def test_what_ends_a_run_is_said_in_words_and_the_next_run_works(scratch, code, name, hint) -> None:
    error = fails(scratch, f"kept = 1\n{code}")
    expect(error.locator(".fp-message")).to_contain_text(name)
    expect(error.locator(".fp-hint-line")).to_contain_text(hint)
    edit(scratch, "print(kept)")
    run(scratch)
    assert output(scratch) == [["fp-text", "1\n"]]


def test_code_cannot_close_the_worker_that_runs_it(scratch) -> None:
    error = fails(scratch, "import js\njs.close()")
    expect(error.locator(".fp-message")).to_contain_text("not the code's to close")
    works(scratch)


@pytest.mark.parametrize(
    "code",
    [
        "import os; os._exit(1)",
        "import os; os.abort()",
        "import ctypes; ctypes.string_at(-1)",
        "import signal; signal.raise_signal(signal.SIGABRT)",
        "nested = None\nfor _ in range(10**6): nested = (nested,)\ndel nested",
        "import js; js.postMessage('no reply')",
    ],
)
def test_a_python_that_is_gone_is_said_and_started_again(scratch, code) -> None:
    error = fails(scratch, code)
    expect(error.locator(".fp-message")).to_contain_text("What was defined so far is lost")
    expect(status(scratch)).to_have_text("Python is not running")
    works(scratch)
