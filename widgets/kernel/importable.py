"""What can stand in an import statement, found without importing anything."""

import importlib.util
import pkgutil
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from widgets.kernel import late_modules, sources
from widgets.kernel.names import names_in

_IMPORT: Final = re.compile(r"^\s*(?:import\s+(?:[\w.]+(?:\s+as\s+\w+)?\s*,\s*)*|from\s+)([\w.]*)$")
_FROM: Final = re.compile(r"^\s*from\s+([\w.]+)\s+import\s+\(?(?:[\w\s,]*[\s,])?\w*$")
_PACKAGES: Final = ("numpy", "matplotlib")


def after(line: str) -> tuple[Iterable[str], bool] | None:
    """The names that can follow a line that is an import up to here; whether they are modules."""
    if match := _IMPORT.match(line):
        package, dot, _ = match[1].rpartition(".")
        return (submodules(package) if dot else _top_level()), True
    if match := _FROM.match(line):
        return {*members(match[1]), *submodules(match[1])}, False
    return None


def _top_level() -> set[str]:
    public = {name for name in sys.stdlib_module_names if not name.startswith("_")}
    return {sources.PACKAGE, *_PACKAGES, *public}


def submodules(package: str) -> set[str]:
    """The modules of a package, those not yet fetched among them."""
    late = (
        name.removeprefix(f"{package}.").partition(".")[0]
        for name in late_modules.names()
        if name.startswith(f"{package}.")
    )
    there = (module.name for module in pkgutil.iter_modules(list(map(str, _folders(package)))))
    return {*there, *late}


def _folders(package: str) -> list[Path]:
    if (loaded := sys.modules.get(package)) is not None:
        return [Path(folder) for folder in getattr(loaded, "__path__", ())]
    top, *rest = package.split(".")
    spec = importlib.util.find_spec(top)
    folders = (spec and spec.submodule_search_locations) or ()
    return [Path(folder, *rest) for folder in folders]


def members(module: str) -> set[str]:
    """The names that a module binds at its top level."""
    if (loaded := sys.modules.get(module)) is not None:
        return set(vars(loaded))
    package, _, name = module.rpartition(".")
    for folder in _folders(package) if package else ():
        for path in (folder / f"{name}.py", folder / name / "__init__.py"):
            if path.is_file():
                return names_in(path.read_text(encoding="utf-8")).binds
    return set()
