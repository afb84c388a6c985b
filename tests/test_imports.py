"""Who may import whom: data flows one way, and what is costly to load has one home."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ADAPTER = Path("widgets/kernel/adapter.py")
PLOTS = Path("lessons/plots")
PYODIDE_IMPORT = re.compile(r"""["'`/}]pyodide(\.mjs|/ffi)?["'`]""")
KERNEL_MATPLOTLIB = {Path(f"widgets/kernel/{name}.py") for name in ("drawing", "figures", "weight")}


def modules(folder: str) -> list[Path]:
    return [path.relative_to(ROOT) for path in sorted((ROOT / folder).rglob("*.py"))]


def imported(path: Path) -> Iterator[str]:
    """The modules that a module imports when it runs."""
    tree = ast.parse((ROOT / path).read_text())
    only_for_types = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    for node in set(ast.walk(tree)) - only_for_types:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield node.module or ""


def foreign(path: Path, allowed: set[str]) -> set[str]:
    """What a module imports besides the standard library and the allowed packages."""
    known = allowed | set(sys.stdlib_module_names)
    return {name for name in imported(path) if name.partition(".")[0] not in known}


@pytest.mark.parametrize("path", modules("lessons"), ids=str)
def test_lessons_need_numpy_and_each_other(path: Path) -> None:
    allowed = {"numpy", "lessons"} | ({"matplotlib"} if path.parent == PLOTS else set())
    assert foreign(path, allowed) == set()


@pytest.mark.parametrize("path", modules("widgets/kernel"), ids=str)
def test_the_kernel_knows_pyodide_only_in_its_adapter(path: Path) -> None:
    # annotationlib came with Python 3.14, which the browser has.
    allowed = {"numpy", "widgets", "_late_packages", "_late_stdlib", "annotationlib"}
    allowed |= {"js", "pyodide"} if path == ADAPTER else set()
    allowed |= {"matplotlib"} if path in KERNEL_MATPLOTLIB else set()
    assert foreign(path, allowed) == set()
    assert not [name for name in imported(path) if name.startswith(("widgets.build", "lessons"))]


@pytest.mark.parametrize("path", modules("widgets/build"), ids=str)
def test_the_build_reads_lessons_and_never_imports_them(path: Path) -> None:
    numeric = {"lessons", "numpy", "matplotlib"}
    assert not {name for name in imported(path) if name.partition(".")[0] in numeric}


def test_two_typescript_files_touch_pyodide() -> None:
    sources = (ROOT / "widgets" / "browser").glob("*.ts")
    touching = {
        path.name
        for path in sources
        if not path.match("*.test.ts") and PYODIDE_IMPORT.search(path.read_text())
    }
    assert touching == {"boot.ts", "interpreter.ts"}


@pytest.mark.parametrize(
    ("names", "homes"),
    [
        (("localStorage", "sessionStorage", "indexedDB"), {"progress.ts"}),
        (("caches.",), {"kept-files.ts", "snapshot-store.ts"}),
    ],
)
def test_few_typescript_files_touch_each_storage(names: tuple[str, ...], homes: set[str]) -> None:
    touching = {
        path.name
        for path in (ROOT / "widgets").glob("b*/*.ts")
        if not path.match("*.test.ts") and any(name in path.read_text() for name in names)
    }
    assert touching == homes
