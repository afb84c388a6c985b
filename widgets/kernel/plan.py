"""Which earlier cells a cell needs, so that it comes out as on the page that was built."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from widgets.kernel.cell_builtins import BUILTINS
from widgets.kernel.cell_names import names_of
from widgets.kernel.mutation import PURE_MODULES
from widgets.kernel.names import Names, Touch
from widgets.kernel.protocol import PageCell

_STAR: Final = "*"
"""Stands for whatever a star import binds; no name is spelt like this."""


@dataclass
class _Use:
    """What some code takes from the cells before it, and what it leaves to those after it."""

    reads: set[str] = field(default_factory=set)
    changes: set[str] = field(default_factory=set)

    def add(self, other: "_Use") -> None:
        self.reads |= other.reads
        self.changes |= other.changes


def needs(cells: Sequence[PageCell]) -> dict[str, list[str]]:
    """For each cell of a page the cells before it that it needs, in page order.

    A cell needs every earlier one that binds or changes a name it reads, and what those need in
    turn. Two cells that draw from one seeded generator are both changes of it, so the second needs
    the first. A reference block reads its module's copy only: it needs the earlier blocks of that
    module; what reads a name of a block, or imports from the module, needs every earlier block of
    the module.
    """
    uses = _uses(cells)
    return {
        cell["cell"]: [cells[each]["cell"] for each in _needed(uses, position)]
        for position, cell in enumerate(cells)
    }


def _needed(uses: Sequence[_Use], position: int) -> list[int]:
    """The positions before `position` that it needs."""
    wanted = set(uses[position].reads)
    found = []
    for earlier in reversed(range(position)):
        if uses[earlier].changes & wanted:
            found.append(earlier)
            wanted |= uses[earlier].reads
    return found[::-1]


def _uses(cells: Sequence[PageCell]) -> list[_Use]:
    names = [names_of(cell) for cell in cells]
    changes = _Changes(names)
    modules: dict[str, set[str]] = {}
    """Name bound by reference blocks → those blocks' modules."""
    by_name: dict[str, _Use] = {}
    """What reading a name may do besides: call a function that reads and changes others."""
    known = set(BUILTINS)
    copied = {cell["module"] for cell in cells}
    uses = []
    for cell, own in zip(cells, names, strict=True):
        if cell["module"] is None:
            called = _called(own.reads | own.later_reads, by_name)
            use = _Use(own.reads | called.reads, own.binds | changes.of(own.touches))
            use.changes |= called.changes
            use.reads.update(*(modules.get(name, ()) for name in set(use.reads)))
            use.reads |= {f"module {name}" for name in copied & set(own.imports.values())}
            if own.reads - known:
                use.reads.add(_STAR)
            if own.star:
                use.changes.add(_STAR)
            later = _Use(set(own.later_reads), changes.of(t for t in own.touches if t.deferred))
            later.add(called)
            for name in own.binds:
                by_name.setdefault(name, _Use()).add(later)
        else:
            module = f"module {cell['module']}"
            use = _Use({module}, {module, *own.binds})
            for name in own.binds:
                modules.setdefault(name, set()).add(module)
        known |= own.binds
        uses.append(use)
    return uses


def _called(names: Iterable[str], by_name: Mapping[str, _Use]) -> _Use:
    """What reading these names may do, followed from name to name."""
    total = _Use()
    waiting = list(names)
    seen = set(waiting)
    while waiting:
        use = by_name.get(waiting.pop(), _Use())
        total.add(use)
        waiting += use.reads - seen
        seen |= use.reads
    return total


class _Changes:
    """Tells which touched names count as changed, knowing the page's imports and objects."""

    def __init__(self, names: Iterable[Names]) -> None:
        self._imports: dict[str, str] = {}
        self._stateful: set[str] = set()
        for own in names:
            self._imports |= own.imports
            self._stateful |= own.stateful

    def of(self, touches: Iterable[Touch]) -> set[str]:
        """Imported modules are shared by all and left alone; arguments count if stateful."""
        return {
            touch.name
            for touch in touches
            if touch.name not in self._imports
            and (touch.argument_of is None or self._counts(touch.name, touch.argument_of))
        }

    def _counts(self, name: str, function: str) -> bool:
        origin = f"{self._imports.get(function, '')}."
        pure = origin.startswith(tuple(f"{module}." for module in PURE_MODULES))
        return name in self._stateful and not pure
