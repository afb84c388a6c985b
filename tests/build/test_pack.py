"""Packing: what is left out, and that what is kept is compiled and depends on its input alone."""

import importlib.util
import json
import sys
import zipfile
from pathlib import Path

import pytest

from widgets.build.pack import UNUSED, byte_code, compiled, font_list


@pytest.mark.parametrize(
    "name",
    [
        "numpy/tests/test_matlib.py",
        "numpy/_core/include/numpy/arrayobject.h",
        "numpy/f2py/crackfortran.py",
        "numpy/linalg/_linalg.pyi",
        "matplotlib/testing/decorators.py",
        "matplotlib/mpl-data/sample_data/topobathy.npz",
        "matplotlib/mpl-data/fonts/ttf/DejaVuSerif.ttf",
        "matplotlib/mpl-data/fonts/ttf/DejaVuSansMono-Bold.ttf",
        "matplotlib/backends/backend_qtagg.py",
        "matplotlib/backends/_tkagg.cpython-314-wasm32-emscripten.so",
        "PIL/_webp.cpython-314-wasm32-emscripten.so",
        "pillow-12.2.0.dist-info/METADATA",
    ],
)
def test_left_out(name: str) -> None:
    assert UNUSED.search(name)


@pytest.mark.parametrize(
    "name",
    [
        "numpy/__init__.py",
        "numpy/testing/__init__.py",
        "numpy/_core/_multiarray_umath.cpython-314-wasm32-emscripten.so",
        "matplotlib/backends/backend_svg.py",
        "matplotlib/backends/backend_agg.py",
        "matplotlib/backends/_backend_agg.cpython-314-wasm32-emscripten.so",
        "matplotlib/mpl-data/fonts/ttf/DejaVuSans.ttf",
        "matplotlib/mpl-data/fonts/ttf/DejaVuSansMono.ttf",
        "matplotlib/mpl-data/fonts/ttf/STIXGeneral.ttf",
        "matplotlib/mpl-data/fonts/ttf/cmr10.ttf",
        "matplotlib/mpl-data/matplotlibrc",
        "PIL/Image.py",
        "PIL/_imaging.cpython-314-wasm32-emscripten.so",
        "contourpy/_contourpy.cpython-314-wasm32-emscripten.so",
    ],
)
def test_kept(name: str) -> None:
    assert not UNUSED.search(name)


def test_modules_are_compiled_and_other_files_kept(tmp_path: Path) -> None:
    archive = tmp_path / "a.whl"
    with zipfile.ZipFile(archive, "w") as wheel:
        wheel.writestr("a/", "")
        wheel.writestr("a/b.py", "x = 1")
        wheel.writestr("a/template.py", "x = {{ value }} y")
        wheel.writestr("a/data.txt", "text")
        wheel.writestr("a/tests/test_b.py", "")
    files = dict(compiled(archive, "/site/", lambda name: "tests" not in name))
    assert set(files) == {"a/b.pyc", "a/template.py", "a/data.txt"}
    assert files["a/data.txt"] == b"text"


def test_byte_code_runs_and_names_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = byte_code(b"import sys\nplace = sys._getframe().f_code.co_filename\n", "/site/mod.py")
    (tmp_path / "packed_module.pyc").write_bytes(data)
    monkeypatch.syspath_prepend(tmp_path)
    module = importlib.import_module("packed_module")
    assert module.place == "/site/mod.py"
    del sys.modules["packed_module"]
    assert data == byte_code(
        b"import sys\nplace = sys._getframe().f_code.co_filename\n", "/site/mod.py"
    )


def test_the_font_list_names_only_fonts_that_are_there() -> None:
    fonts = [{"fname": "fonts/ttf/DejaVuSans.ttf"}, {"fname": "fonts/ttf/DejaVuSerif.ttf"}]
    index = {"ttflist": fonts, "afmlist": [{"fname": "fonts/afm/x.afm"}]}
    files = {
        "matplotlib/fontlist.json": json.dumps(index).encode(),
        "matplotlib/mpl-data/fonts/ttf/DejaVuSans.ttf": b"",
    }
    kept = json.loads(font_list(files))
    assert kept == {"ttflist": fonts[:1], "afmlist": []}
