"""Modules that are not there yet: fetched at their first import, and only they."""

import hashlib
import importlib
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from widgets.kernel.late_stdlib import LateStdlib


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "stdlib.zip"
    with zipfile.ZipFile(path, "w") as early:
        early.writestr("early_package/__init__.py", "")
    before, finders = list(sys.path), list(sys.meta_path)
    sys.path.insert(0, str(path))
    importlib.import_module("early_package")
    yield path
    sys.path[:], sys.meta_path[:] = before, finders
    for name in ("early_package", "early_package.late", "late_module"):
        sys.modules.pop(name, None)


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


@pytest.fixture
def full(tmp_path: Path) -> bytes:
    path = tmp_path / "full.zip"
    with zipfile.ZipFile(path, "w") as content:
        content.writestr("early_package/__init__.py", "")
        content.writestr("early_package/late.py", "value = 1")
        content.writestr("late_module.py", "value = 2")
    return path.read_bytes()


@pytest.mark.parametrize(("name", "value"), [("late_module", 2), ("early_package.late", 1)])
def test_the_first_late_import_fetches_once(
    archive: Path, full: bytes, name: str, value: int
) -> None:
    fetched = []

    def fetch() -> bytes:
        fetched.append(name)
        return full

    late = {"late_module", "early_package.late"}
    sys.meta_path.append(LateStdlib(late, sha256(full), fetch, archive))
    assert importlib.import_module(name).value == value
    for other in late:
        importlib.import_module(other)
    assert fetched == [name]


def test_a_module_that_nobody_has_is_not_fetched(archive: Path) -> None:
    sys.meta_path.append(LateStdlib({"late_module"}, "", pytest.fail, archive))
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("no_such_module")


@pytest.mark.parametrize(
    ("first", "why"),
    [(OSError("no connection"), "could not be fetched"), ("half", "arrived damaged")],
)
def test_a_fetch_that_gives_nothing_whole_says_so_and_can_be_tried_again(
    archive: Path, full: bytes, first: OSError | str, why: str
) -> None:
    answers = [full[: len(full) // 2] if first == "half" else first, full]

    def fetch() -> bytes:
        answer = answers.pop(0)
        if isinstance(answer, OSError):
            raise answer
        return answer

    before = archive.read_bytes()
    sys.meta_path.append(LateStdlib({"late_module"}, sha256(full), fetch, archive))
    with pytest.raises(ImportError, match=rf"'late_module' is in the part .* {why}. Check the con"):
        importlib.import_module("late_module")
    assert archive.read_bytes() == before
    assert importlib.import_module("late_module").value == 2
