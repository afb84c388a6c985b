"""What one page has defined: its namespace and its private copies of the course's modules."""

import builtins
import contextlib
import importlib
import importlib.util
import sys
from collections.abc import Iterator, Mapping, Sequence
from types import ModuleType
from typing import Any

from widgets.kernel.cell_builtins import BUILTINS
from widgets.kernel.cell_names import lost_names
from widgets.kernel.execute import execute
from widgets.kernel.hints import Elsewhere
from widgets.kernel.names import names_in
from widgets.kernel.protocol import PageCell


class Page:
    """One namespace for all cells of a page, and one copy of each module its blocks come from."""

    def __init__(self) -> None:
        self.style: dict[str, Any] = {}
        """Matplotlib's settings, as the page's cells have left them."""
        self._main = ModuleType("__main__")
        self._builtins = BUILTINS | {"__import__": self._import}
        self.namespace["__builtins__"] = self._builtins
        self._copies: dict[str, ModuleType] = {}
        self._ran: set[str] = set()
        self._cells: Sequence[PageCell] = ()

    @property
    def namespace(self) -> dict[str, Any]:
        """The names that the page's cells see."""
        return vars(self._main)

    def knows(self, cells: Sequence[PageCell]) -> None:
        """Be told which cells the page has."""
        self._cells = cells

    def begins(self, cell: str) -> None:
        """Be told that a cell runs."""
        self._ran.add(cell)

    def elsewhere(self) -> dict[str, Elsewhere]:
        """Where to find names that are not there: in a cell that has not run, or before an edit."""
        found = {
            name: Elsewhere(cell["cell"], "not run")
            for cell in self._cells
            if cell["cell"] not in self._ran
            for name in names_in(cell["code"]).binds
        }
        for cell in self._cells:
            for name in lost_names(cell):
                found.setdefault(name, Elsewhere(cell["cell"], "edited"))
        return found

    def names(self, module: str | None) -> Mapping[str, Any]:
        """The names that a cell, or a reference block of this module, sees now, but builtins."""
        if module is None:
            return self.namespace
        known = self._copies.get(module) or sys.modules.get(module)
        return {} if known is None else vars(known)

    async def run(self, code: str, filename: str, module: str | None) -> object:
        """Run a cell, or a reference block in its module's copy; return the last value.

        What a block binds at top level is bound in the page's namespace too, if it ends well.
        """
        with _installed(self._main):
            if module is None:
                _warn_anew(self.namespace)
                return await execute(code, filename, self.namespace)
            copy = self._copy(module)
            _warn_anew(vars(copy))
            with _installed(copy):
                value = await execute(code, filename, vars(copy))
            bound = names_in(code).binds
            self.namespace.update({name: vars(copy)[name] for name in bound & vars(copy).keys()})
            return value

    def _import(
        self,
        name: str,
        globals: Mapping[str, object] | None = None,  # noqa: A002 (`__import__` names them so)
        locals: Mapping[str, object] | None = None,  # noqa: A002
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> ModuleType:
        """What an import statement calls: a cell's `from` finds the page's copy of a module.

        Else a cell that imports a function would undo the reader's edit of it. Modules go on
        importing from each other as they are.
        """
        module = builtins.__import__(name, globals, locals, fromlist or (), level)
        return self._copies.get(name, module) if fromlist and globals is self.namespace else module

    def _copy(self, name: str) -> ModuleType:
        """The page's own copy of a module, so that an edit reaches this page's calls only."""
        if name not in self._copies:
            # Imported first, so that modules it imports never meet the copy.
            spec = importlib.import_module(name).__spec__
            assert spec is not None
            assert spec.loader is not None
            copy = importlib.util.module_from_spec(spec)
            vars(copy)["__builtins__"] = self._builtins
            with _installed(copy):
                spec.loader.exec_module(copy)
            self._copies[name] = copy
        return self._copies[name]


@contextlib.contextmanager
def _installed(module: ModuleType) -> Iterator[None]:
    """Let `sys.modules` find this module: dataclasses and pickle look names up there."""
    before = sys.modules.get(module.__name__)
    sys.modules[module.__name__] = module
    try:
        yield
    finally:
        if before is None:
            del sys.modules[module.__name__]
        else:
            sys.modules[module.__name__] = before


def _warn_anew(namespace: dict[str, Any]) -> None:
    """Forget which warnings were given: a second run must print what the first one printed."""
    namespace.pop("__warningregistry__", None)
