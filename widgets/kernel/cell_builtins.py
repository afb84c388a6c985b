"""The built-in names of a cell: Python's, and those that mean something else on a page."""

import builtins
from typing import Any, Final

from widgets.kernel.display import display
from widgets.kernel.waiting import input_line


def no_debugger(*_: object, **__: object) -> None:
    """Stands for `breakpoint`: pdb would ask where nobody can answer. Raises RuntimeError."""
    raise RuntimeError("there is no debugger in this page: print what you want to see")


BUILTINS: Final[dict[str, Any]] = {
    **vars(builtins),
    "breakpoint": no_debugger,
    "display": display,
    "input": input_line,
}
