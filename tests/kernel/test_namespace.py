"""Pages: their names, their copies of the course's modules, and what is private."""

import importlib
import sys

ATTENTION = '''\
"""Two functions, one of which calls the other."""

from dataclasses import dataclass

SCALE = 2


def scores(x):
    return SCALE * x


def attend(x):
    return scores(x) + 1


@dataclass(frozen=True)
class Shape:
    heads: int
'''


def test_cells_of_a_page_share_a_namespace_and_pages_do_not(run):
    run("x = 1", page="one/")
    assert run("x", page="one/").value == "1"
    assert run("x", page="two/", fails=True).error.name == "NameError"


def test_what_was_bound_before_an_error_stays(run):
    run("x = 1\n1 / 0\ny = 2", fails=True)
    assert run("x, 'y' in globals()").value == "(1, False)"


def test_a_page_is_main_with_builtins_of_its_own(run):
    assert run("__name__").value == "'__main__'"
    run("__builtins__['print'] = None")
    assert run("print('x')", page="other/").text() == "x\n"


def test_main_is_what_it_was_after_a_run(run):
    before = sys.modules["__main__"]
    assert run("import sys\nvars(sys.modules['__main__']) is globals()").value == "True"
    run("1 / 0", fails=True)
    assert sys.modules["__main__"] is before


def test_dataclasses_pickles_and_type_hints_find_a_cells_names(run):
    code = """
from __future__ import annotations
import pickle, typing
from dataclasses import dataclass
@dataclass
class Shape:
    kind: typing.ClassVar[str] = "dense"
    heads: int = 4
pickle.loads(pickle.dumps(Shape(3))), typing.get_type_hints(Shape)["heads"]
"""
    assert run(code).value == "(Shape(heads=3), <class 'int'>)"
    assert run("pickle.loads(pickle.dumps(Shape(5)))").value == "Shape(heads=5)"


def test_a_block_binds_its_names_in_the_page(run, course):
    name = course("attention", ATTENTION)
    block = "def attend(x):\n    return scores(x) + 10\nlimit = 3"
    run(block, cell="attend", module=name)
    assert run("attend(1), limit").value == "(12, 3)"
    assert run("scores", fails=True).error.name == "NameError"


def test_a_block_shows_its_value(run, course):
    name = course("attention", ATTENTION)
    assert run("def attend(x):\n    return 0\nattend.__module__", module=name).value == f"'{name}'"


def test_every_function_of_the_copy_sees_an_edit(run, course):
    name = course("attention", ATTENTION)
    run("def attend(x):\n    return scores(x) + 1", cell="attend", module=name)
    assert run("attend(1)").value == "3"
    run("def scores(x):\n    return 100 * x", cell="scores", module=name)
    assert run("attend(1)").value == "101"


def test_an_edit_stays_on_its_page(run, course):
    name = course("attention", ATTENTION)
    attend = "def attend(x):\n    return scores(x) + 1"
    run("def scores(x):\n    return 100 * x", module=name, page="one/")
    run(attend, module=name, page="one/")
    run(attend, module=name, page="two/")
    assert run("attend(1)", page="one/").value == "101"
    assert run("attend(1)", page="two/").value == "3"
    assert importlib.import_module(name).attend(1) == 3
    assert run(f"from {name} import attend\nattend(1)", page="two/").value == "3"


def test_a_cell_that_imports_gets_the_edited_function(run, course):
    name = course("imported", ATTENTION)
    assert run(f"from {name} import attend as first\nfirst(1)").value == "3"
    run("def scores(x):\n    return 100 * x", cell="scores", module=name)
    assert run(f"from {name} import attend, scores\nattend(1), scores(1)").value == "(101, 100)"
    assert run("scores(1)").value == "100"
    inside = f"def late():\n    from {name} import attend\n    return attend(1)\nlate()"
    assert run(inside).value == "101"
    assert run(f"from {name} import attend\nattend(1)", page="another/").value == "3"
    assert run(f"import {name} as module\nmodule.attend(1)").value == "3"


def test_other_modules_never_meet_the_copy(run, course):
    attention = course("attention", ATTENTION)
    user = course(
        "user", "from tinycourse.attention import attend\n\ndef use(x):\n    return attend(x)\n"
    )
    run("def attend(x):\n    return 'edited'", module=attention)
    assert run(f"from {user} import use\nuse(1)").value == "3"
    run("def use(x):\n    return attend(x)", module=user)
    assert run("use(1)").value == "3"


def test_dataclasses_work_in_blocks(run, course):
    name = course("attention", ATTENTION)
    block = """
import typing  # which the module itself does not have
@dataclass(frozen=True)
class Shape:
    heads: "int"
    width: "typing.ClassVar[int]" = 8
"""
    run(block, cell="Shape", module=name)
    result = run("import copy\ncopy.deepcopy(Shape(3)), Shape.__module__")
    assert result.value == f"(Shape(heads=3), '{name}')"
    assert run("Shape(1).heads = 2", fails=True).error.name == "FrozenInstanceError"


def test_a_block_that_fails_binds_nothing(run, course):
    name = course("attention", ATTENTION)
    error = run("attend = 1\n1 / 0", cell="attend", module=name, fails=True).error
    assert error.line == 2
    assert '  cell "attend", line 2\n' in error.traceback
    assert run("attend", fails=True).error.name == "NameError"


def test_a_function_from_the_copy_is_traced_to_the_modules_file(run, course):
    name = course("attention", ATTENTION)
    run("def attend(x):\n    return scores(x) + 1", cell="attend", module=name)
    text = run("attend([1, 2] @ 1)\n", cell="use", fails=True).error.traceback
    assert 'cell "use", line 1' in text
    text = run("attend(None)", cell="use", fails=True).error.traceback
    assert '  cell "attend", line 2, in attend\n' in text
    assert "  tinycourse/attention.py, line 9, in scores\n    return SCALE * x\n" in text


def test_a_module_that_is_not_there_is_an_error_of_the_block(run, course):
    course("attention", ATTENTION)
    error = run("x = 1", module="tinycourse.nothing", fails=True).error
    assert error.name == "ModuleNotFoundError"
    assert error.line is None


def test_the_courses_modules_are_what_they_were_after_a_run(run, course):
    name = course("attention", ATTENTION)
    pristine = importlib.import_module(name)
    run("def attend(x): ...", module=name)
    run("1 / 0", module=name, fails=True)
    assert sys.modules[name] is pristine


def test_there_is_no_debugger(run):
    error = run("x = 5\nbreakpoint()", fails=True).error
    assert (error.name, error.line) == ("RuntimeError", 2)
    assert "no debugger in this page" in error.message
    assert "cell_builtins" not in error.traceback
