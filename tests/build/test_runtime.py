"""The packed runtime is used as it was made, or made again."""

from pathlib import Path

import pytest

from widgets.build import runtime
from widgets.build.archive import folder_hash


def test_a_damaged_packed_runtime_is_packed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []

    def make(folder: Path, seal: Path) -> None:
        made.append(folder)
        folder.mkdir(parents=True)
        (folder / "stdlib.zip").write_bytes(b"as packed")
        seal.write_text(folder_hash(folder))

    monkeypatch.setenv("FORWARD_PASS_CACHE", str(tmp_path))
    monkeypatch.setattr(runtime, "make", make)
    first = runtime.packed_runtime()
    assert runtime.packed_runtime() == first
    assert len(made) == 1
    (first.folder / "stdlib.zip").write_bytes(b"damaged")
    assert runtime.packed_runtime() == first
    assert len(made) == 2
