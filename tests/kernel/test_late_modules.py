"""Modules that are not there yet: fetched at their first import, and only they."""

import hashlib
import importlib
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from widgets.kernel import importable
from widgets.kernel.late_modules import LateModules, unpack


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Path]:
    """Where modules are: it gets a package that lacks a module."""
    place = tmp_path / "place"
    (place / "early_package").mkdir(parents=True)
    (place / "early_package/__init__.py").touch()
    before, finders = list(sys.path), list(sys.meta_path)
    yield place
    sys.path[:], sys.meta_path[:] = before, finders
    for name in ("early_package", "early_package.late", "late_module"):
        sys.modules.pop(name, None)


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


@pytest.fixture
def whole(tmp_path: Path) -> bytes:
    path = tmp_path / "all.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("early_package/__init__.py", "")
        archive.writestr("early_package/late.py", "value = 1")
        archive.writestr("late_module.py", "value = 2")
    return path.read_bytes()


def begin_with(place: Path) -> None:
    sys.path.insert(0, str(place))
    importlib.invalidate_caches()
    importlib.import_module("early_package")


@pytest.mark.parametrize(("name", "value"), [("late_module", 2), ("early_package.late", 1)])
@pytest.mark.parametrize("zipped", [True, False])
def test_the_first_late_import_fetches_once(
    place: Path, tmp_path: Path, whole: bytes, name: str, value: int, zipped: bool
) -> None:
    fetched = []

    def fetch() -> bytes:
        fetched.append(name)
        return whole

    late = {"late_module", "early_package.late"}
    if zipped:
        archive = tmp_path / "early.zip"
        with zipfile.ZipFile(archive, "w") as early:
            early.writestr("early_package/__init__.py", "")
        begin_with(archive)
        sys.meta_path.append(LateModules(late, sha256(whole), fetch, archive.write_bytes))
    else:
        begin_with(place)
        sys.meta_path.append(
            LateModules(late, sha256(whole), fetch, lambda files: unpack(files, place))
        )
    assert importlib.import_module(name).value == value
    for other in late:
        importlib.import_module(other)
    assert fetched == [name]


def test_a_module_that_is_not_there_yet_can_be_completed(place: Path) -> None:
    begin_with(place)
    late = {"early_package.late", "early_package.deeper.module", "other_package.module"}
    sys.meta_path.append(LateModules(late, "", pytest.fail, pytest.fail))
    assert importable.submodules("early_package") == {"late", "deeper"}


def test_a_module_that_nobody_has_is_not_fetched() -> None:
    finder = LateModules({"late_module"}, "", pytest.fail, pytest.fail)
    assert finder.find_spec("no_such_module", None) is None


@pytest.mark.parametrize(
    ("first", "why"),
    [(OSError("no connection"), "could not be fetched"), ("half", "arrived damaged")],
)
def test_a_fetch_that_gives_nothing_whole_says_so_and_can_be_tried_again(
    place: Path, whole: bytes, first: OSError | str, why: str
) -> None:
    answers = [whole[: len(whole) // 2] if first == "half" else first, whole]

    def fetch() -> bytes:
        answer = answers.pop(0)
        if isinstance(answer, OSError):
            raise answer
        return answer

    begin_with(place)
    late = LateModules({"late_module"}, sha256(whole), fetch, lambda files: unpack(files, place))
    sys.meta_path.append(late)
    with pytest.raises(ImportError, match=rf"'late_module' is in a part .* {why}. Check the con"):
        importlib.import_module("late_module")
    assert not (place / "late_module.py").exists()
    assert importlib.import_module("late_module").value == 2
