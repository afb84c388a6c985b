"""Which names of its page a piece of code reads, binds and changes, found without running it.

Names inside functions, classes, lambdas and comprehensions are followed to the module level by
Python's scope rules; a name that the code itself has surely bound before is not a read. Where it
is open whether a statement runs, both answers are kept, so the sets are rather too large than too
small. What `exec`, `eval` and `globals()` do is not seen.
"""

import ast
import contextlib
import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, singledispatchmethod
from typing import NamedTuple

from widgets.kernel import mutation, nesting, scopes


class Touch(NamedTuple):
    """A name whose object may be changed in place, or which is deleted or bound by a function."""

    name: str
    argument_of: str | None
    """The function it is given to, where that is all that happens to it."""
    deferred: bool
    """Whether this happens inside a function: then every call of the function does it."""


@dataclass
class Names:
    """The page's names as one piece of code uses them."""

    reads: set[str] = field(default_factory=set)
    """Read before the code itself binds them."""
    later_reads: set[str] = field(default_factory=set)
    """Read inside functions: every call of one, in whichever cell, reads them as they are then."""
    binds: set[str] = field(default_factory=set)
    """Bound at the top level."""
    touches: set[Touch] = field(default_factory=set)
    imports: dict[str, str] = field(default_factory=dict)
    """Name → module, for names bound by an import."""
    stateful: set[str] = field(default_factory=set)
    """Bound to a new object that is likely to be changed in place."""
    star: bool = False
    """Whether `from … import *` binds names that cannot be known here."""
    parsed: bool = False
    """Whether the code is Python at all."""


@lru_cache(maxsize=256)  # the page asks for the same cells again at every run
def names_in(code: str) -> Names:
    """Analyse `code`. What does not parse uses no names. The result is shared: do not change it."""
    reader = _Reader()
    with contextlib.suppress(SyntaxError, ValueError, RecursionError, MemoryError):
        with warnings.catch_warnings():
            # Running the code will give its warnings; here they would come a second time.
            warnings.simplefilter("ignore")
            nesting.check(code)
            tree = ast.parse(code)
        for statement in tree.body:
            reader.follow(statement)
        reader.names.parsed = True
    return reader.names


_LEAVES = (ast.Constant, ast.expr_context, ast.operator, ast.unaryop, ast.boolop, ast.cmpop)
"""Nodes without names, and with none inside."""


class _Reader:
    """Walks the statements in the order in which they run."""

    def __init__(self) -> None:
        self.names = Names()
        self._bound: set[str] = set()
        """Surely bound at this point of the top level."""
        self._hidden: set[str] = set()
        """Local to a scope around this point, so not the page's."""
        self._global: set[str] = set()
        """Declared global in a scope around this point."""
        self._inside = False
        """Inside a function or a class."""

    def follow(self, statement: ast.stmt) -> None:
        """Take in a statement of the top level."""
        if nesting.is_deep(statement):
            self._take_all(statement)
        else:
            self.visit(statement)

    def _take_all(self, statement: ast.stmt) -> None:
        """Take every name for one of the page's, read, changed and bound, in whichever scope."""
        nodes = list(ast.walk(statement))
        for node in nodes:
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                self._load(node.id)
                self._touch(node.id)
                self.names.later_reads.add(node.id)
        for node in nodes:
            self._store(scopes.names_bound_by(node))

    def _load(self, name: str) -> None:
        if name in self._hidden:
            return
        if name not in self._bound:
            self.names.reads.add(name)
        if self._inside:
            self.names.later_reads.add(name)

    def _store(self, names: Iterable[str]) -> None:
        for name in names:
            if not self._inside:
                self.names.binds.add(name)
                self._bound.add(name)
            elif name in self._global:
                self._touch(name)

    def _touch(self, name: str, argument_of: str | None = None) -> None:
        if name not in self._hidden:
            self.names.touches.add(Touch(name, argument_of, self._inside))

    def visit(self, node: ast.AST) -> None:
        """Take in a node with all that is in it."""
        if not isinstance(node, _LEAVES):
            # `self.rule(node)` would make a method for each node: half of all the time.
            _RULES.dispatch(type(node))(self, node)

    def _visit_all(self, nodes: Iterable[ast.AST]) -> None:
        for node in nodes:
            self.visit(node)

    def _visit_branches(self, *branches: Iterable[ast.AST]) -> None:
        """Visit branches of which one runs; what all of them bind is surely bound after."""
        before, ends = self._bound, []
        for branch in branches:
            self._bound = set(before)
            self._visit_all(branch)
            ends.append(self._bound)
        self._bound = set.intersection(*ends)

    @contextlib.contextmanager
    def _hiding(self, names: set[str]) -> Iterator[None]:
        outside = self._hidden
        self._hidden = outside | names
        yield
        self._hidden = outside

    @contextlib.contextmanager
    def _scope(self, node: scopes.Function | ast.ClassDef, hidden: set[str]) -> Iterator[None]:
        outside = self._hidden, self._global, self._inside
        declared = scopes.declared_global(node)
        self._hidden = (self._hidden | hidden) - declared
        self._global = self._global | declared
        self._inside = True
        yield
        self._hidden, self._global, self._inside = outside

    @singledispatchmethod
    def rule(self, node: ast.AST) -> None:
        """Any node that has no rule of its own."""
        self._store(scopes.names_bound_by(node))
        with self._hiding(scopes.type_parameters(node)):
            self._visit_all(ast.iter_child_nodes(node))

    @rule.register
    def _(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Store):
            self._store([node.id])
            return
        self._load(node.id)
        if isinstance(node.ctx, ast.Del):
            if not self._inside or node.id in self._global:
                self._touch(node.id)
            self._bound.discard(node.id)

    @rule.register
    def _(self, node: ast.Attribute | ast.Subscript) -> None:
        if not isinstance(node.ctx, ast.Load) and (name := mutation.root(node)) is not None:
            self._touch(name)
        self._visit_all(ast.iter_child_nodes(node))

    @rule.register
    def _(self, node: ast.Call) -> None:
        for name in mutation.changed_by_call(node):
            self._touch(name)
        for name in mutation.passed_to_call(node):
            self._touch(name, argument_of=mutation.root(node.func) or "")
        self._visit_all(ast.iter_child_nodes(node))

    @rule.register
    def _(self, node: ast.Assign) -> None:
        self._assign(node.targets, node.value)

    @rule.register
    def _(self, node: ast.AnnAssign) -> None:
        self.visit(node.annotation)
        if node.value is not None:
            self._assign([node.target], node.value)

    @rule.register
    def _(self, node: ast.NamedExpr) -> None:
        self._assign([node.target], node.value)

    def _assign(self, targets: Sequence[ast.expr], value: ast.expr) -> None:
        self.visit(value)
        self._visit_all(targets)
        if mutation.is_stateful(value) and not self._inside:
            self.names.stateful.update(each.id for each in targets if isinstance(each, ast.Name))

    @rule.register
    def _(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Name):
            self._load(node.target.id)
        self._visit_all([node.value, node.target])

    @rule.register
    def _(self, node: ast.Import) -> None:
        for alias in node.names:
            self._import(alias.asname or alias.name.partition(".")[0], alias.name)

    @rule.register
    def _(self, node: ast.ImportFrom) -> None:
        for alias in node.names:
            if alias.name == "*":
                self.names.star = True
            else:
                self._import(alias.asname or alias.name, node.module or "")

    def _import(self, name: str, module: str) -> None:
        self._store([name])
        if not self._inside:
            self.names.imports[name] = module

    @rule.register
    def _(self, node: ast.For | ast.AsyncFor) -> None:
        self.visit(node.iter)
        self._visit_branches([node.target, *node.body], [])
        self._visit_all(node.orelse)

    @rule.register
    def _(self, node: ast.While) -> None:
        self.visit(node.test)
        self._visit_branches(node.body, [])
        self._visit_all(node.orelse)

    @rule.register
    def _(self, node: ast.If) -> None:
        self.visit(node.test)
        self._visit_branches(node.body, node.orelse)

    @rule.register
    def _(self, node: ast.IfExp) -> None:
        self.visit(node.test)
        self._visit_branches([node.body], [node.orelse])

    @rule.register
    def _(self, node: ast.BoolOp) -> None:
        self.visit(node.values[0])
        self._visit_branches(node.values[1:], [])

    @rule.register
    def _(self, node: ast.Try | ast.TryStar) -> None:
        before = set(self._bound)
        self._visit_branches([*node.body, *node.orelse], *([handler] for handler in node.handlers))
        after, self._bound = self._bound, before
        self._visit_all(node.finalbody)
        self._bound |= after

    @rule.register
    def _(self, node: ast.ExceptHandler) -> None:
        self._store(scopes.names_bound_by(node))
        self._visit_all(ast.iter_child_nodes(node))
        self._bound.difference_update(scopes.names_bound_by(node))

    @rule.register
    def _(self, node: ast.Match) -> None:
        self.visit(node.subject)
        self._visit_branches(*([case] for case in node.cases), [])

    @rule.register
    def _(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> None:
        """Defaults, decorators and annotations belong outside, the body inside."""
        inside = [node.body] if isinstance(node, ast.Lambda) else node.body
        with self._hiding(scopes.type_parameters(node)):
            self._visit_all(each for each in ast.iter_child_nodes(node) if each not in inside)
        self._store(scopes.names_bound_by(node))
        with self._scope(node, scopes.local_names(node)):
            self._visit_all(inside)

    @rule.register
    def _(self, node: ast.ClassDef) -> None:
        parameters = scopes.type_parameters(node)
        with self._hiding(parameters):
            self._visit_all(each for each in ast.iter_child_nodes(node) if each not in node.body)
        self._store([node.name])
        with self._scope(node, parameters):
            self._visit_all(node.body)

    @rule.register
    def _(self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp) -> None:
        bound = set(self._bound)
        with self._hiding(set()):
            for part in node.generators:
                self.visit(part.iter)
                self._hidden |= scopes.names_in_target(part.target)
                self._visit_all(part.ifs)
            self._visit_all(
                [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
            )
        self._bound = bound


_RULES = vars(_Reader)["rule"].dispatcher
