"""Checks side by side: what they print, and which of them are said to have failed."""

import sys

import pytest

from widgets.build.report import Fault
from widgets.build.side_by_side import Check, run_lanes


def check(name: str, code: str) -> Check:
    return Check(name, [sys.executable, "-c", code])


def test_each_line_carries_the_name_of_its_check(capsys: pytest.CaptureFixture[str]) -> None:
    run_lanes(
        [check("one", "print('a\\n\\nb')")], [check("two", "import sys; sys.stderr.write('c')")]
    )
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if line.startswith("one |")] == ["one | a", "one | b"]
    assert [line for line in lines if line.startswith("two |")] == ["two | c"]


def test_a_fault_ends_its_own_lane_and_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    wrong, never = check("wrong", "raise SystemExit(1)"), check("never", "")
    fine, wrong_too = check("fine", ""), check("wrong too", "1 / 0")
    with pytest.raises(Fault, match=r"^wrong and wrong too found faults"):
        run_lanes([wrong, never], [fine, wrong_too])
    said = capsys.readouterr().out
    assert "never" not in said
    assert "fine:" in said
    assert "wrong too | ZeroDivisionError: division by zero" in said


def test_a_check_has_the_environment_it_is_given(capsys: pytest.CaptureFixture[str]) -> None:
    code = "import os; print(sorted(os.environ.items()))"
    run_lanes([Check("given", [sys.executable, "-I", "-c", code], {"CHROMIUM": "here"})])
    assert "'CHROMIUM', 'here'" in capsys.readouterr().out
