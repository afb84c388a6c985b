"""Archives and hashes depend on content alone."""

import os
import zipfile
from io import BytesIO
from pathlib import Path

from widgets.build.archive import content_hash, folder_hash, zip_bytes
from widgets.build.course_archive import course_archive


def test_a_zip_does_not_depend_on_order() -> None:
    files = {"b/x.py": b"1", "a.py": b"2"}
    assert zip_bytes(files) == zip_bytes(dict(reversed(files.items())))


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


def test_the_course_archive_holds_sources_and_nothing_of_the_build() -> None:
    with zipfile.ZipFile(BytesIO(course_archive())) as archive:
        names = archive.namelist()
    assert "lessons/architecture/core_attention.py" in names
    assert "widgets/kernel/session.py" in names
    assert not [name for name in names if name.startswith(("widgets/build", "widgets/browser"))]
    assert all(name.endswith(".py") for name in names)
