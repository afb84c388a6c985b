"""Turn Pyodide's wheels and standard library into few, small, precompiled files.

Runs inside Pyodide under Node (`pack.ts` calls it): byte code must be made by the very Python that
will read it. Compiling here saves the reader's browser most of the time to a first plot, and one
merged wheel without test suites and unused backends saves megabytes and requests.
"""

import hashlib
import importlib._bootstrap_external as bootstrap
import importlib.util
import json
import re
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

from widgets.build.archive import zip_bytes

PACK_NAME = "coursepack"
PACK_FILE = f"{PACK_NAME}-1.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl"
METADATA = f"Metadata-Version: 2.1\nName: {PACK_NAME}\nVersion: 1.0\n".encode()
SITE_PACKAGES = "/lib/python3.14/site-packages/"
STDLIB_ZIP = "/lib/python314.zip"
LATE_LIST = "_late_stdlib.py"

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

# Loaded by a first run and a first plot: these are in the small standard library that is fetched at
# the start. Everything else of the standard library follows on first use.
FIRST_USE = """
import ast, asyncio, base64, bisect, codeop, collections.abc, contextlib, copy, dataclasses, difflib
import enum, fractions, functools, hashlib, heapq, html, inspect, io, itertools, json, linecache
import keyword, math, numbers, operator, pathlib, pkgutil, pprint, random, re, tempfile
import xml.etree.ElementTree
import statistics, string, symtable, sys, textwrap, time, tokenize, traceback, types, typing
import unicodedata, warnings
import numpy, numpy.random, numpy.linalg, numpy.fft, numpy.polynomial
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

# Pyodide's own modules, and the encodings that fonts and files ask for now and then.
ALWAYS = re.compile(r"_?pyodide/|encodings/(aliases|ascii|cp1252|latin_1|utf_\d+(_..)?)\.pyc")


def pack(inputs: Path, outputs: Path, wheels: list[str]) -> None:
    """Write the full standard library, the merged wheel and its lock file into `outputs`.

    `inputs` holds `python_stdlib.zip`, `pyodide-lock.json` and the named wheels.
    """
    stdlib = dict(compiled(inputs / "python_stdlib.zip", f"{STDLIB_ZIP}/"))
    (outputs / "stdlib-full.zip").write_bytes(zip_bytes(stdlib))

    merged: dict[str, bytes] = {}
    for wheel in wheels:
        merged.update(compiled(inputs / wheel, SITE_PACKAGES, lambda name: not UNUSED.search(name)))
    merged["matplotlib/fontlist.json"] = font_list(merged)
    metadata = f"{PACK_NAME}-1.0.dist-info"
    merged[f"{metadata}/METADATA"] = METADATA
    merged[f"{metadata}/WHEEL"] = b"Wheel-Version: 1.0\nRoot-Is-Purelib: false\n"
    merged[f"{metadata}/RECORD"] = b""
    (outputs / PACK_FILE).write_bytes(zip_bytes(merged))

    lock = json.loads((inputs / "pyodide-lock.json").read_text())
    lock["packages"] = {
        PACK_NAME: {
            "depends": [],
            "file_name": PACK_FILE,
            "imports": ["numpy", "matplotlib"],
            "install_dir": "site",
            "name": PACK_NAME,
            "package_type": "package",
            "sha256": hashlib.sha256((outputs / PACK_FILE).read_bytes()).hexdigest(),
            "unvendored_tests": False,
            "version": "1.0",
        }
    }
    (outputs / "lock.json").write_text(json.dumps(lock))


def pack_early_stdlib(outputs: Path) -> None:
    """Write the part of the standard library that a first plot needs as `stdlib.zip`.

    Runs in an interpreter that has the merged wheel: it makes a first plot and keeps what that
    loaded. The names of the rest go along, so that a later import knows to fetch the full library,
    and its hash.
    """
    exec(FIRST_USE, {})
    prefix = f"{STDLIB_ZIP}/"
    origins = (getattr(module, "__file__", None) or "" for module in list(sys.modules.values()))
    loaded = {origin.removeprefix(prefix) for origin in origins if origin.startswith(prefix)}
    early: dict[str, bytes] = {}
    late: list[str] = []
    with zipfile.ZipFile(outputs / "stdlib-full.zip") as full:
        for name in full.namelist():
            if name in loaded or ALWAYS.match(name):
                early[name] = full.read(name)
            elif name.endswith(".pyc"):
                late.append(name.removesuffix(".pyc").removesuffix("/__init__").replace("/", "."))
    whole = hashlib.sha256((outputs / "stdlib-full.zip").read_bytes()).hexdigest()
    early[LATE_LIST] = f"MODULES = frozenset({sorted(late)!r})\nSHA256 = {whole!r}\n".encode()
    (outputs / "stdlib.zip").write_bytes(zip_bytes(early))


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
