"""Packing: what is left out, and that what is kept is compiled and depends on its input alone."""

import hashlib
import importlib.util
import json
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from widgets.build.pack import (
    ALWAYS_PACKAGES,
    UNUSED,
    byte_code,
    compiled,
    font_list,
    late_list,
    pack_kernel,
    parted,
    under,
)


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


def test_what_is_loaded_comes_early_and_the_rest_is_named(tmp_path: Path) -> None:
    loaded = under({"/site/numpy/__init__.pyc", "/site/numpy/_core/a.so", "/other/x.pyc"}, "/site/")
    assert loaded == {"numpy/__init__.pyc", "numpy/_core/a.so"}
    late = ["numpy/ma/__init__.pyc", "numpy/_b.cpython-314-wasm32-emscripten.so", "PIL/x.pyc"]
    always = [
        "matplotlib/mpl-data/matplotlibrc",
        "pyflakes/checker.pyc",
        "matplotlib/fontlist.json",
    ]
    files = dict.fromkeys([*loaded, *always, *late, "dateutil/zones.tar.gz"], b"")
    early, rest = parted(files, loaded, ALWAYS_PACKAGES)
    assert set(early) == {*loaded, *always}
    assert set(rest) == {*late, "dateutil/zones.tar.gz"}
    (tmp_path / "archive").write_bytes(b"rest")
    told: dict[str, object] = {}
    exec(late_list(rest, tmp_path / "archive"), told)
    assert told["MODULES"] == {"PIL.x", "numpy._b", "numpy.ma"}
    assert told["SHA256"] == hashlib.sha256(b"rest").hexdigest()


def test_the_kernel_goes_with_its_sources_and_their_byte_code(tmp_path: Path) -> None:
    (tmp_path / "in/widgets").mkdir(parents=True)
    (tmp_path / "in/widgets/a.py").write_text("def where():\n    raise KeyError\n")
    pack_kernel(tmp_path / "in", tmp_path)
    compiled_name = f"widgets/__pycache__/a.{sys.implementation.cache_tag}.pyc"
    with tarfile.open(tmp_path / "kernel.bin", "r:gz") as archive:
        assert set(archive.getnames()) == {"widgets/a.py", compiled_name}
        archive.extractall(tmp_path / "out", filter="data")
    (tmp_path / "out/widgets/a.py").write_text("x = 'read if there were no byte code'")
    spec = importlib.util.spec_from_file_location("a", tmp_path / "out/widgets/a.py")
    assert spec.loader.get_code("a").co_names == ("where",)


def test_the_font_list_names_only_fonts_that_are_there() -> None:
    fonts = [{"fname": "fonts/ttf/DejaVuSans.ttf"}, {"fname": "fonts/ttf/DejaVuSerif.ttf"}]
    index = {"ttflist": fonts, "afmlist": [{"fname": "fonts/afm/x.afm"}]}
    files = {
        "matplotlib/fontlist.json": json.dumps(index).encode(),
        "matplotlib/mpl-data/fonts/ttf/DejaVuSans.ttf": b"",
    }
    kept = json.loads(font_list(files))
    assert kept == {"ttflist": fonts[:1], "afmlist": []}
