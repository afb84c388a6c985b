"""The built-in names of a cell: Python's, and those that mean something else on a page."""

import builtins
from typing import Any, Final

from widgets.kernel.display import display
from widgets.kernel.waiting import input_line

BUILTINS: Final[dict[str, Any]] = {
    **vars(builtins),
    "display": display,
    "input": input_line,
}
