"""Archives and hashes depend on content alone."""

import os
import tarfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest

from widgets.build.archive import content_hash, folder_hash, tar_gz_bytes, zip_bytes
from widgets.build.course_files import kernel_files, lessons_archive


@pytest.mark.parametrize("archive", [zip_bytes, tar_gz_bytes])
def test_an_archive_does_not_depend_on_order(archive: Callable[..., bytes]) -> None:
    files = {"b/x.py": b"1", "a.py": b"2"}
    assert archive(files) == archive(dict(reversed(files.items())))


def test_parts_of_a_hash_are_told_apart() -> None:
    assert content_hash("ab", "c") != content_hash("a", "bc")
    assert content_hash("a") == content_hash(b"a")


def test_a_folders_hash_follows_names_and_bytes_not_times(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("1")
    first = folder_hash(tmp_path)
    os.utime(tmp_path / "a", (0, 0))
    assert folder_hash(tmp_path) == first
    (tmp_path / "a").rename(tmp_path / "b")
    assert folder_hash(tmp_path) != first


def test_the_lessons_go_as_sources() -> None:
    with tarfile.open(fileobj=BytesIO(lessons_archive()), mode="r:gz") as archive:
        names = archive.getnames()
    assert "lessons/architecture/core_attention.py" in names
    assert all(name.startswith("lessons/") and name.endswith(".py") for name in names)


def test_nothing_of_the_build_goes_with_the_kernel() -> None:
    names = kernel_files()
    assert "widgets/kernel/session.py" in names
    assert not [name for name in names if name.startswith(("widgets/build", "widgets/browser"))]
