"""The browser's Python: fetched, verified, and packed for a fast start.

`runtime.toml` lists the files; `pack.py` says what is made of them.
"""

import os
import shutil
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from widgets.build import node
from widgets.build.archive import content_hash, folder_hash
from widgets.build.download import (
    IndexSource,
    PinnedFile,
    Source,
    UrlSource,
    WheelSource,
    no_space,
    obtain,
    workplace,
)
from widgets.build.paths import ROOT, cache
from widgets.build.report import Fault, step

PINS = Path(__file__).with_name("runtime.toml")
PACK_SCRIPTS = [Path(__file__).with_name(name) for name in ("pack.py", "pack.ts", "archive.py")]
# Files that nothing asks for before something is imported from them.
LATE = {"fullStdlib": "stdlib-full.zip", "latePackages": "packages-late.zip"}


@dataclass(frozen=True)
class Wheel:
    """A wheel and the places it may come from."""

    file: PinnedFile
    sources: list[Source]


@dataclass(frozen=True)
class Pins:
    """What `runtime.toml` says."""

    core: list[PinnedFile]
    wheels: list[Wheel]


def read_pins(path: Path = PINS) -> Pins:
    """Read the list of pinned files and of the places they may come from."""
    table = tomllib.loads(path.read_text())
    sources = [source(entry) for entry in table["source"]]
    return Pins(
        core=[pinned(entry) for entry in table["core"]],
        wheels=[
            Wheel(pinned(entry), [IndexSource(entry["requirement"])])
            if "requirement" in entry
            else Wheel(pinned(entry), sources)
            for entry in table["wheel"]
        ],
    )


def pinned(entry: dict[str, Any]) -> PinnedFile:
    """A file from its entry in `runtime.toml`."""
    return PinnedFile(entry["file"], entry["sha256"], entry["size"])


def source(entry: dict[str, Any]) -> Source:
    """A source of wheels from its entry in `runtime.toml`."""
    match entry:
        case {"kind": "url", "base": base}:
            return UrlSource(base)
        case {"kind": "wheel", "requirement": requirement, "python": python, "folder": folder}:
            return WheelSource(requirement, python, folder)
    raise Fault(f"{PINS.name}: a source of an unknown kind: {entry}")


@dataclass(frozen=True)
class Runtime:
    """The packed runtime: a folder and the hash of what is in it."""

    folder: Path
    hash: str

    def urls(self, base: str, kernel: str, lessons: str) -> dict[str, str]:
        """Where an interpreter finds its parts, for a folder served (or lying) at `base`."""
        files = {"stdlib": "stdlib.zip", "lock": "lock.json", "packages": "packages.bin", **LATE}
        places = {part: f"{base}{name}" for part, name in files.items()}
        return {"core": base, **places, "kernel": kernel, "lessons": lessons}

    def download_bytes(self) -> int:
        """What a first run fetches of it."""
        late = LATE.values()
        return sum(path.stat().st_size for path in self.folder.iterdir() if path.name not in late)


def packed_runtime() -> Runtime:
    """The runtime from the cache, packed now if it is not there as these scripts made it."""
    recipe = content_hash(PINS.read_bytes(), *(path.read_bytes() for path in PACK_SCRIPTS))
    folder = cache() / "runtime" / recipe
    seal = folder.with_suffix(".hash")
    if not (folder.is_dir() and seal.is_file() and seal.read_text() == folder_hash(folder)):
        shutil.rmtree(folder, ignore_errors=True)
        make(folder, seal)
    return Runtime(folder, seal.read_text())


def make(folder: Path, seal: Path) -> None:
    """Fetch what is pinned and pack it into `folder`, which appears only when it is whole.

    By then its hash is in the file `seal`.
    """
    pins = read_pins()
    wheels = obtain({wheel.file: wheel.sources for wheel in pins.wheels}, cache() / "downloads")
    folder.parent.mkdir(parents=True, exist_ok=True)
    with (
        no_space(folder.parent),
        step("Packing the browser's Python (once)"),
        workplace(folder.parent) as place,
    ):
        inputs, outputs = place / "inputs", place / "outputs"
        inputs.mkdir()
        outputs.mkdir()
        for file in pins.core:
            path = ROOT / "node_modules" / "pyodide" / file.name
            if fault := file.fault(path):
                raise Fault(f"{path}: {fault}. Delete node_modules and run again.")
            shutil.copyfile(path, inputs / file.name)
        for name, path in wheels.items():
            shutil.copyfile(path, inputs / name)
        node.run(*node.script("pack", "runtime", inputs, outputs, ROOT, *wheels))
        for path in outputs.iterdir():
            os.chmod(path, 0o644)
        seal.write_text(folder_hash(outputs))
        if not folder.is_dir():  # another build may have been quicker
            outputs.rename(folder)
