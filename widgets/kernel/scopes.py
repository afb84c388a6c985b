"""Python's scope rules, as far as they follow from the syntax tree."""

import ast
from collections.abc import Iterator
from typing import TypeAlias

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
Comprehension: TypeAlias = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def names_bound_by(node: ast.AST) -> Iterator[str]:
    """The names that this one node, without its children, binds or deletes where it stands."""
    match node:
        case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
            yield name
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            yield node.name
        case ast.Import() | ast.ImportFrom():
            yield from (alias.asname or alias.name.partition(".")[0] for alias in node.names)
        case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)):
            yield name
        case ast.MatchStar(name=str(name)) | ast.MatchMapping(rest=str(name)):
            yield name


def names_in_target(target: ast.expr) -> set[str]:
    """The names that an assignment to this target binds."""
    return {name for node in ast.walk(target) for name in names_bound_by(node)}


def declared_global(scope: Function | ast.ClassDef) -> set[str]:
    """The names that a function or class body declares `global`."""
    return {
        name for node in _own_nodes(scope) if isinstance(node, ast.Global) for name in node.names
    }


def local_names(function: Function) -> set[str]:
    """The names that are local to a function: its parameters and what its body binds."""
    bound = {name for node in _own_nodes(function) for name in names_bound_by(node)}
    parameters = {*_parameters(function), *type_parameters(function)}
    return (bound | parameters) - declared_global(function)


def type_parameters(node: ast.AST) -> set[str]:
    """The names in the brackets of a generic function, class or alias (Python 3.12)."""
    return {parameter.name for parameter in getattr(node, "type_params", ())}


def _parameters(function: Function) -> Iterator[str]:
    given = function.args
    for argument in (*given.posonlyargs, *given.args, *given.kwonlyargs):
        yield argument.arg
    for rest in (given.vararg, given.kwarg):
        if rest is not None:
            yield rest.arg


def _own_nodes(scope: Function | ast.ClassDef) -> Iterator[ast.AST]:
    """The nodes of a body that belong to the scope itself, not to one inside it; in any order."""
    waiting: list[ast.AST] = [scope.body] if isinstance(scope, ast.Lambda) else [*scope.body]
    while waiting:
        node = waiting.pop()
        if isinstance(node, _COMPREHENSIONS):
            # `:=` in a comprehension binds in the scope around it.
            yield from (each.target for each in ast.walk(node) if isinstance(each, ast.NamedExpr))
            continue
        yield node
        if not isinstance(node, _SCOPES):
            waiting.extend(ast.iter_child_nodes(node))
