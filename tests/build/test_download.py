"""Pinned files: verified, from the first source that has them, nothing half-written left behind."""

import errno
import hashlib
import os
import subprocess
import zipfile
from pathlib import Path

import pytest
from serving import serving

from widgets.build.download import (
    IndexSource,
    PinnedFile,
    UrlSource,
    WheelSource,
    obtain,
    workplace,
)
from widgets.build.report import Fault
from widgets.build.static_server import site_server

DATA = b"the right bytes"
FILE = PinnedFile("a.whl", hashlib.sha256(DATA).hexdigest(), len(DATA))


class StubSource:
    def __init__(self, name: str, data: bytes = DATA, failure: Exception | None = None) -> None:
        self.name = name
        self.data = data
        self.failure = failure
        self.asked = 0

    def fetch(self, file: PinnedFile, target: Path) -> None:
        self.asked += 1
        target.write_bytes(self.data)
        if self.failure:
            raise self.failure


def test_a_verified_file_is_fetched_once(tmp_path: Path) -> None:
    source = StubSource("first")
    for _ in range(2):
        assert obtain({FILE: [source]}, tmp_path)["a.whl"].read_bytes() == DATA
    assert source.asked == 1


@pytest.mark.parametrize(
    "first",
    [
        StubSource("short", DATA[:-1]),
        StubSource("wrong", b"the wrong bytes"),
        StubSource("down", failure=OSError("connection refused")),
    ],
    ids=lambda source: source.name,
)
def test_the_next_source_is_tried(tmp_path: Path, first: StubSource) -> None:
    assert obtain({FILE: [first, StubSource("second")]}, tmp_path)["a.whl"].read_bytes() == DATA


def test_no_source_gives_one_error_that_says_what_was_tried(tmp_path: Path) -> None:
    sources = [
        StubSource("short", DATA[:-1]),
        StubSource("wrong", b"the wrong bytes"),
        StubSource("down", failure=OSError("connection refused")),
    ]
    with pytest.raises(Fault) as raised:
        obtain({FILE: sources}, tmp_path)
    assert str(raised.value).splitlines() == [
        "a.whl could not be fetched. Tried, in this order:",
        "  short: 14 bytes instead of 15",
        "  wrong: its SHA-256 is not the pinned one",
        "  down: connection refused",
    ]
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_is_named_and_leaves_nothing(tmp_path: Path) -> None:
    full = OSError(errno.ENOSPC, "No space left on device", str(tmp_path / "partial"))
    with pytest.raises(Fault, match=r"no space left on the disk for .*partial"):
        obtain({FILE: [StubSource("full", failure=full)]}, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_cached_file_is_fetched_again(tmp_path: Path) -> None:
    path = obtain({FILE: [StubSource("first")]}, tmp_path)["a.whl"]
    path.write_bytes(b"damaged bytes!!")
    assert obtain({FILE: [StubSource("again")]}, tmp_path)["a.whl"].read_bytes() == DATA


def test_a_url_source_downloads(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "a.whl").write_bytes(DATA)
    with serving(site_server(folder, 0)) as address:
        source = UrlSource(f"{address}/")
        assert obtain({FILE: [source]}, tmp_path / "cache")["a.whl"].read_bytes() == DATA
        missing = PinnedFile("b.whl", FILE.sha256, FILE.size)
        with pytest.raises(Fault, match="404"):
            obtain({missing: [source]}, tmp_path / "cache")


def test_a_server_that_cannot_be_reached_is_asked_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def hang(address: str, timeout: float) -> None:
        asked.append(address)
        raise TimeoutError("timed out")

    monkeypatch.setattr("urllib.request.urlopen", hang)
    other = PinnedFile("b.whl", FILE.sha256, FILE.size)
    sources = [UrlSource("https://course.example/"), StubSource("second")]
    assert len(obtain({FILE: sources, other: sources}, tmp_path)) == 2
    assert asked == ["https://course.example/a.whl"]


def test_what_a_killed_build_left_is_removed(tmp_path: Path) -> None:
    with workplace(tmp_path) as mine:
        left = mine.with_name("unfinished-left")
        left.mkdir()
        (left / "partial").touch()
        with workplace(tmp_path):
            assert left.exists()  # another build may be at work there
        os.utime(left, (0, 0))
        with workplace(tmp_path):
            assert not left.exists()
            assert mine.exists()
    assert list(tmp_path.iterdir()) == []


def test_a_wheel_source_takes_files_out_of_one_download(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    downloads = []

    def pip(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        downloads.append(command[-1])
        folder = Path(command[command.index("--dest") + 1])
        with zipfile.ZipFile(folder / "carrier-1-py3-none-any.whl", "w") as wheel:
            wheel.writestr("inside/a.whl", DATA)
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(subprocess, "run", pip)
    source = WheelSource("carrier==1", "3.12", "inside/")
    other = PinnedFile("b.whl", FILE.sha256, FILE.size)
    with pytest.raises(Fault, match=r"b\.whl could not be fetched(.|\n)*does not hold it"):
        obtain({FILE: [source], other: [source]}, tmp_path)
    assert downloads == ["carrier==1"]


def test_a_wheel_that_cannot_be_had_is_asked_for_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []

    def pip(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        calls.append(command)
        return subprocess.CompletedProcess(command, 1, "", "WARNING: x\nERROR: No matching version")

    monkeypatch.setattr(subprocess, "run", pip)
    source = WheelSource("carrier==1", "3.12", "inside/")
    with pytest.raises(Fault, match="pip download failed: ERROR: No matching version"):
        obtain({FILE: [source, source]}, tmp_path)
    assert len(calls) == 1


def test_an_index_source_is_the_wheel_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pip(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        (Path(command[command.index("--dest") + 1]) / "a.whl").write_bytes(DATA)
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(subprocess, "run", pip)
    assert obtain({FILE: [IndexSource("a==1")]}, tmp_path)["a.whl"].read_bytes() == DATA
