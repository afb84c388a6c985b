"""Files with a known hash: from the cache, or from the first source that has the right bytes."""

import errno
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from typing import Protocol
from urllib.error import HTTPError, URLError

from widgets.build.report import Fault, step

TIMEOUT_S = 20
WORKPLACE = "unfinished-"
ABANDONED_S = 3600


@dataclass(frozen=True)
class PinnedFile:
    """A file's name and the bytes it must have."""

    name: str
    sha256: str
    size: int

    def fault(self, path: Path) -> str | None:
        """What is wrong with the file at `path`; None if it is the pinned one."""
        if not path.is_file():
            return "not there"
        size = path.stat().st_size
        if size != self.size:
            return f"{size:,} bytes instead of {self.size:,}"
        if hashlib.sha256(path.read_bytes()).hexdigest() != self.sha256:
            return "its SHA-256 is not the pinned one"
        return None


class Source(Protocol):
    """Somewhere pinned files can be had."""

    @property
    def name(self) -> str:
        """The source, in words for an error."""
        ...

    def fetch(self, file: PinnedFile, target: Path) -> None:
        """Write the file's bytes to `target`; raises OSError or Fault with what hindered it."""
        ...


class UrlSource:
    """A folder on a web server. One that cannot be reached is asked once, not for each file."""

    def __init__(self, base: str) -> None:
        self.name = base
        self._failure: str | None = None

    def fetch(self, file: PinnedFile, target: Path) -> None:
        """Download one file."""
        if self._failure:
            raise Fault(self._failure)
        try:
            with (
                urllib.request.urlopen(self.name + file.name, timeout=TIMEOUT_S) as response,
                target.open("wb") as output,
            ):
                shutil.copyfileobj(response, output)
        except HTTPError:
            raise
        except (URLError, TimeoutError, ConnectionError) as failure:
            self._failure = str(failure)
            raise


class WheelSource:
    """A Python package that carries the files inside its wheel."""

    def __init__(self, requirement: str, python: str, folder: str) -> None:
        self.requirement = requirement
        self.python = python
        self.folder = folder
        self._wheel: Path | None = None
        self._failure: str | None = None

    @property
    def name(self) -> str:
        """The package."""
        return f"Python package {self.requirement}"

    def fetch(self, file: PinnedFile, target: Path) -> None:
        """Take one file out of the wheel, which is downloaded once."""
        with zipfile.ZipFile(self._downloaded(target.parent)) as wheel:
            try:
                data = wheel.read(self.folder + file.name)
            except KeyError:
                raise Fault("the package does not hold it") from None
        target.write_bytes(data)

    def _downloaded(self, folder: Path) -> Path:
        if self._failure:
            raise Fault(self._failure)
        if not self._wheel:
            try:
                self._wheel = pip_download(
                    self.requirement, folder, "--python-version", self.python
                )
            except Fault as failure:
                self._failure = str(failure)
                raise
        return self._wheel


@dataclass(frozen=True)
class IndexSource:
    """The Python package index, for a wheel that is itself the file."""

    requirement: str

    @property
    def name(self) -> str:
        """The package."""
        return f"Python package {self.requirement}"

    def fetch(self, file: PinnedFile, target: Path) -> None:
        """Download the wheel."""
        pip_download(self.requirement, target.parent).replace(target)


def pip_download(requirement: str, folder: Path, *options: str) -> Path:
    """The package's wheel, downloaded into `folder`; a Fault with pip's last word if it failed."""
    before = set(folder.glob("*.whl"))
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
    command += ["--only-binary=:all:", *options, "--dest", str(folder), requirement]
    with step(f"Downloading the Python package {requirement}"):
        answer = subprocess.run(command, capture_output=True, text=True, check=False)
    wheels = set(folder.glob("*.whl")) - before
    if answer.returncode or not wheels:
        last_line = (answer.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise Fault(f"pip download failed: {last_line}")
    return wheels.pop()


def obtain(files: Mapping[PinnedFile, Sequence[Source]], cache: Path) -> dict[str, Path]:
    """The verified files by name; those not yet in `cache` are fetched from their sources."""
    found = {file.name: cache / f"{file.sha256[:16]}-{file.name}" for file in files}
    missing = [file for file in files if file.fault(found[file.name])]
    if missing:
        with no_space(cache), step(f"Fetching {len(missing)} runtime files"):
            cache.mkdir(parents=True, exist_ok=True)
            with workplace(cache) as folder:
                for file in missing:
                    partial = folder / "partial"
                    fetch_first(file, files[file], partial)
                    partial.replace(found[file.name])
    return found


def fetch_first(file: PinnedFile, sources: Sequence[Source], target: Path) -> None:
    """Fetch one file from the first source whose bytes are right."""
    tried = []
    for source in sources:
        try:
            source.fetch(file, target)
        except (OSError, HTTPException, Fault) as failure:
            if isinstance(failure, OSError) and failure.errno == errno.ENOSPC:
                raise
            tried.append(f"{source.name}: {failure}")
            continue
        fault = file.fault(target)
        if not fault:
            return
        tried.append(f"{source.name}: {fault}")
    attempts = "\n".join(f"  {attempt}" for attempt in tried)
    raise Fault(f"{file.name} could not be fetched. Tried, in this order:\n{attempts}")


@contextmanager
def no_space(folder: Path) -> Iterator[None]:
    """Say which folder is full when the disk is."""
    try:
        yield
    except OSError as failure:
        if failure.errno != errno.ENOSPC:
            raise
        name = os.fspath(failure.filename or folder)
        raise Fault(f"no space left on the disk for {name}: free some and run again") from None


@contextmanager
def workplace(folder: Path) -> Iterator[Path]:
    """A folder within `folder`, so that what is finished only changes its name; it goes at the end.

    Those that killed builds have left are removed.
    """
    for left in folder.glob(f"{WORKPLACE}*"):
        if time.time() - left.stat().st_mtime > ABANDONED_S:
            shutil.rmtree(left, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix=WORKPLACE, dir=folder) as path:
        yield Path(path)
