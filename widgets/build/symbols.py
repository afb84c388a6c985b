"""Reference code by name: a symbol's source text, cut from its module without importing it."""

import ast
import os
from dataclasses import dataclass
from pathlib import Path

from widgets.build.fences import suggestion
from widgets.build.paths import ROOT
from widgets.build.report import Fault

PACKAGE = "lessons"


@dataclass(frozen=True)
class Symbol:
    """A top-level definition of a module of `lessons`."""

    module: str
    name: str
    code: str
    line: int

    @property
    def file_name(self) -> str:
        """The module's file name, for a link."""
        return f"{self.module.rpartition('.')[2]}.py"


def find_symbol(path: str, root: Path = ROOT) -> Symbol:
    """The symbol with the dotted path `lessons.….module.name`; a Fault says what is missing."""
    module, _, name = path.rpartition(".")
    file = module_file(module, root)
    source = file.read_text()
    definitions = top_level(parsed(source, file, root))
    if name not in definitions:
        raise Fault(f"{module} has no {name!r}{suggestion(name, definitions)}")
    node = definitions[name]
    decorators = getattr(node, "decorator_list", [])
    first = min([node.lineno, *(decorator.lineno for decorator in decorators)])
    lines = source.splitlines()[first - 1 : node.end_lineno]
    return Symbol(module, name, "\n".join(lines), first)


def parsed(source: str, file: Path, root: Path) -> ast.Module:
    """A module's tree; a Fault gives the line that does not parse."""
    try:
        return ast.parse(source, str(file))
    except SyntaxError as error:
        place = f"{file.relative_to(root).as_posix()}:{error.lineno}"
        raise Fault(f"{place}: {error.msg}") from None


def module_file(module: str, root: Path = ROOT) -> Path:
    """The file of a module of `lessons`."""
    if module.partition(".")[0] != PACKAGE:
        raise Fault(f"a source is a symbol of {PACKAGE}, such as {PACKAGE}.architecture.….name")
    parts = module.split(".")
    file = root.joinpath(*parts[:-1], f"{parts[-1]}.py")
    # `os` says no to a name that no file can have; `pathlib` raises.
    if not all(map(str.isidentifier, parts)) or not os.path.isfile(file):
        known = [name_of(path, root) for path in (root / PACKAGE).rglob("*.py")]
        raise Fault(f"there is no module {module!r}{suggestion(module, known)}")
    return file


def name_of(file: Path, root: Path = ROOT) -> str:
    """The dotted name of a module's file."""
    return ".".join(file.relative_to(root).with_suffix("").parts)


def top_level(tree: ast.Module) -> dict[str, ast.stmt]:
    """What a module defines at its top level, by name."""
    definitions: dict[str, ast.stmt] = {}
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                definitions[name] = node
            case ast.ClassDef(name=name):
                definitions[name] = node
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                definitions[name] = node
    return definitions
