"""Turn Pyodide's wheels and standard library into few, small, precompiled files.

Runs inside Pyodide under Node (`pack.ts` calls it): byte code must be made by the very Python that
will read it. Compiling here saves the reader's browser most of the time to a first plot. What a
first plot does not load is kept apart, to be fetched by whoever imports it.
"""

import hashlib
import importlib._bootstrap_external as bootstrap
import importlib.util
import json
import re
import sys
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType

from widgets.build.archive import tar_gz_bytes, zip_bytes

SITE_PACKAGES = "/lib/python3.14/site-packages/"
STDLIB_ZIP = "/lib/python314.zip"
COURSE = "/course/"

# What comes out: the standard library whole and in part, NumPy and matplotlib in two parts.
FULL_STDLIB = "stdlib-full.zip"
STDLIB = "stdlib.zip"
PACKAGES = "packages.bin"
LATE_PACKAGES = "packages-late.zip"

# What no lesson can use in a browser: interactive and print backends, test suites, sample data,
# headers and type stubs, image formats and fonts that matplotlib's SVG and Agg output never opens.
UNUSED = re.compile(
    r"/tests?/|\.dist-info/|\.(pyi|pxd|h|a|c|in|typed|afm)$|LICENSE"
    r"|^matplotlib/(testing|sphinxext)/"
    r"|^matplotlib/mpl-data/(sample_data|images|plot_directive)/"
    r"|^matplotlib/mpl-data/fonts/(afm|pdfcorefonts)/"
    r"|^matplotlib/mpl-data/fonts/ttf/(DejaVuSerif|DejaVuSansMono-)"
    r"|^matplotlib/backends/(backend_(cairo|gtk|macosx|nbagg|pdf|pgf|ps|qt|tk|web|wx)"
    r"|_backend_(gtk|pdf|tk)|_tkagg|_macosx|qt_|web_backend)"
    r"|^numpy/(_pyinstaller|distutils|f2py|doc)/|^numpy/_core/(include|lib)/"
    r"|^numpy/linalg/lapack_lite"
    r"|^PIL/_(imagingft|imagingmath|imagingmorph|imagingtk|webp|avif)\."
)

# Loaded by a first run, by the marks on doubtful code and by a first plot: what is fetched at the
# start. Everything else follows on first use.
FIRST_USE = """
import ast, asyncio, base64, bisect, codeop, collections.abc, contextlib, copy, dataclasses, difflib
import enum, fractions, functools, hashlib, heapq, html, inspect, io, itertools, json, linecache
import keyword, math, numbers, operator, pathlib, pkgutil, pprint, random, re, tempfile
import xml.etree.ElementTree
import statistics, string, symtable, sys, textwrap, time, tokenize, traceback, types, typing
import unicodedata, warnings, zipfile
import pyflakes.checker
import numpy, numpy.random, numpy.linalg, numpy.fft, numpy.polynomial, numpy.typing
import matplotlib, matplotlib.pyplot
from matplotlib.backends import backend_agg, backend_svg
for kind in "svg", "png":
    figure, axes = matplotlib.pyplot.subplots(layout="constrained")
    axes.plot([1, 2, 3], label="a")
    axes.pcolormesh([[1, 2], [3, 4]])
    axes.set(title="title", xlabel="$x^2$", yscale="log")
    axes.legend()
    figure.savefig(io.BytesIO(), format=kind)
    matplotlib.pyplot.close(figure)
"""

# Also there from the start. Pyodide's own modules, and the encodings that fonts and files ask for;
# what is no module and opened without an import.
ALWAYS_STDLIB = re.compile(
    r"_?pyodide/|encodings/(aliases|ascii|cp1252|latin_1|utf_\d+(_..)?)\.pyc"
)
ALWAYS_PACKAGES = re.compile(r"matplotlib/(mpl-data/|fontlist)")
MODULE = re.compile(r"(?P<name>[\w/]+)(\.pyc|\.cpython-[\w-]+\.so)")


def pack(inputs: Path, outputs: Path, wheels: list[str]) -> None:
    """Write the full standard library and all packages, precompiled, into `outputs`.

    `inputs` holds `python_stdlib.zip`, `pyodide-lock.json` and the named wheels.
    """
    stdlib = dict(compiled(inputs / "python_stdlib.zip", f"{STDLIB_ZIP}/"))
    (outputs / FULL_STDLIB).write_bytes(zip_bytes(stdlib))
    merged: dict[str, bytes] = {}
    for wheel in wheels:
        merged.update(compiled(inputs / wheel, SITE_PACKAGES, lambda name: not UNUSED.search(name)))
    merged["matplotlib/fontlist.json"] = font_list(merged)
    (outputs / LATE_PACKAGES).write_bytes(zip_bytes(merged))
    lock = json.loads((inputs / "pyodide-lock.json").read_text())
    (outputs / "lock.json").write_text(json.dumps({**lock, "packages": {}}))


def split(outputs: Path) -> None:
    """Take apart what a first plot needs of the standard library and of the packages.

    Makes a first plot and keeps what that asked for. The names of the other modules go along, so
    that a later import knows to fetch them, and the hash of what it has to get.
    """
    with zipfile.ZipFile(outputs / LATE_PACKAGES) as packages:
        packages.extractall(SITE_PACKAGES)
    sys.meta_path.insert(0, asked := AskedFor())
    exec(FIRST_USE, {})
    modules = list(sys.modules.values())
    loaded = asked.files | {getattr(module, "__file__", None) or "" for module in modules}
    stdlib = unzipped(outputs / FULL_STDLIB)
    early, late = parted(stdlib, under(loaded, f"{STDLIB_ZIP}/"), ALWAYS_STDLIB)
    early["_late_stdlib.py"] = late_list(late, outputs / FULL_STDLIB)
    (outputs / STDLIB).write_bytes(zip_bytes(early))
    early, late = parted(
        unzipped(outputs / LATE_PACKAGES), under(loaded, SITE_PACKAGES), ALWAYS_PACKAGES
    )
    (outputs / LATE_PACKAGES).write_bytes(zip_bytes(late))
    early["_late_packages.py"] = late_list(late, outputs / LATE_PACKAGES)
    (outputs / PACKAGES).write_bytes(tar_gz_bytes(early))


class AskedFor(MetaPathFinder):
    """Finds modules as Python does and notes where: also those that then fail to load."""

    def __init__(self) -> None:
        self.files: set[str] = set()

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The spec that Python finds."""
        spec = PathFinder.find_spec(fullname, path, target)
        if spec and spec.origin:
            self.files.add(spec.origin)
        return spec


def pack_kernel(inputs: Path, outputs: Path) -> None:
    """Write the kernel below `inputs` with its byte code beside it.

    Its sources stay, as tracebacks can show them.
    """
    files: dict[str, bytes] = {}
    for path in inputs.rglob("*.py"):
        name = path.relative_to(inputs).as_posix()
        files[name] = path.read_bytes()
        files[importlib.util.cache_from_source(name)] = byte_code(files[name], COURSE + name)
    (outputs / "kernel.bin").write_bytes(tar_gz_bytes(files))


def under(paths: Iterable[str], folder: str) -> set[str]:
    """The names within a folder of those paths that are in it."""
    return {path.removeprefix(folder) for path in paths if path.startswith(folder)}


def parted(
    files: Mapping[str, bytes], loaded: set[str], always: re.Pattern[str]
) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """The files that are needed at the start, and the others."""
    early = {name: data for name, data in files.items() if name in loaded or always.match(name)}
    return early, {name: data for name, data in files.items() if name not in early}


def late_list(files: Iterable[str], archive: Path) -> bytes:
    """A Python module that names the modules among some files, and the archive's hash."""
    found = (MODULE.fullmatch(name) for name in files)
    names = {each["name"].removesuffix("/__init__").replace("/", ".") for each in found if each}
    digest = hashlib.sha256(archive.read_bytes()).hexdigest()
    return f"MODULES = frozenset({sorted(names)!r})\nSHA256 = {digest!r}\n".encode()


def unzipped(archive: Path) -> dict[str, bytes]:
    """The files of an archive."""
    with zipfile.ZipFile(archive) as source:
        return {name: source.read(name) for name in source.namelist()}


def compiled(
    archive: Path, prefix: str, wanted: Callable[[str], bool] = lambda name: True
) -> Iterator[tuple[str, bytes]]:
    """The files of `archive`, with `.py` compiled to `.pyc` as if it lay under `prefix`."""
    with zipfile.ZipFile(archive) as source:
        for entry in source.infolist():
            name = entry.filename
            if entry.is_dir() or not wanted(name):
                continue
            data = source.read(entry)
            if name.endswith(".py"):
                try:
                    yield f"{name}c", byte_code(data, prefix + name)
                except SyntaxError:  # templates for other programs, never imported
                    yield name, data
            else:
                yield name, data


def byte_code(source: bytes, filename: str) -> bytes:
    """An unchecked hash-based `.pyc`: it holds no time, so equal input gives equal bytes."""
    code = compile(source, filename, "exec", dont_inherit=True, optimize=0)
    source_hash = importlib.util.source_hash(source)
    return bytes(bootstrap._code_to_hash_pyc(code, source_hash, False))  # type: ignore[attr-defined]


def font_list(files: dict[str, bytes]) -> bytes:
    """Matplotlib's font index without the fonts that were left out."""
    index = json.loads(files["matplotlib/fontlist.json"])
    for kind in "ttflist", "afmlist":
        index[kind] = [
            entry for entry in index[kind] if f"matplotlib/mpl-data/{entry['fname']}" in files
        ]
    return json.dumps(index).encode()
