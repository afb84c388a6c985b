"""Warnings in the reader's terms."""

import warnings

import pytest

pytestmark = pytest.mark.filterwarnings("default")


def test_a_warning_names_the_cell_and_shows_the_line(run):
    result = run("import warnings\n\nwarnings.warn('look out')", cell="scores")
    assert result.text("stderr") == (
        "cell \"scores\", line 3: UserWarning: look out\n  warnings.warn('look out')\n"
    )


def test_a_second_run_warns_again(run):
    code = "import warnings\nfor n in range(3): warnings.warn('once')"
    first = run(code).text("stderr")
    assert first.count("UserWarning") == 1
    assert run(code).text("stderr") == first


def test_a_reference_block_warns_again_too(run, course):
    name = course("loud", "")
    code = "import warnings\nwarnings.warn('once')"
    assert run(code, module=name).text("stderr") == run(code, module=name).text("stderr") != ""


def test_a_warning_of_the_course_names_its_module(run, course):
    course("loud", "import warnings\n\ndef f():\n    warnings.warn('in here')\n")
    text = run("from tinycourse.loud import f\nf()").text("stderr")
    assert text == (
        "tinycourse/loud.py, line 4: UserWarning: in here\n  warnings.warn('in here')\n"
    )


def test_a_warning_from_elsewhere_shows_no_path(run):
    code = "import warnings\nwarnings.warn_explicit('far', UserWarning, '/usr/lib/far.py', 3)"
    assert run(code).text("stderr") == "UserWarning: far\n"


def test_a_mistake_that_the_compiler_sees_is_told_once(run):
    assert run("x = 1\nx is 2;").text("stderr").count("SyntaxWarning") == 1


def test_the_readers_own_filters_and_recorders_work(run):
    run("import warnings\nwith warnings.catch_warnings(record=True) as got:\n warnings.warn('x')")
    assert run("len(got)").value == "1"
    code = "with warnings.catch_warnings(action='error'):\n    warnings.warn('strict')"
    assert run(code, fails=True).error.name == "UserWarning"


def test_the_hook_is_gone_after_a_run(run):
    before = warnings.showwarning
    run("1")
    assert warnings.showwarning is before
