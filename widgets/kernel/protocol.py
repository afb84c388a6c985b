"""The messages between the page and the kernel, as the Python side sees them.

`widgets/browser/protocol.ts` is the mirror of this file; `tests/fixtures/messages/` holds examples
of both. The `start` request and the `stage` reply are missing here on purpose: the worker answers
the one and sends the other while there is no Python yet.
"""

from collections.abc import Callable
from typing import Literal, TypeAlias, TypedDict


class Cell(TypedDict):
    """A cell of a page: `module` is None, or names the module of a reference block."""

    cell: str
    code: str
    module: str | None


class PlanRequest(TypedDict):
    """Which earlier cells does `target` need? `cells` are the page's, in page order."""

    type: Literal["plan"]
    id: int
    page: str
    cells: list[Cell]
    target: str


class RunRequest(TypedDict):
    """Run one cell in the namespace of its page."""

    type: Literal["run"]
    id: int
    page: str
    cell: str
    code: str
    module: str | None


class ForgetRequest(TypedDict):
    """Drop everything a page has defined."""

    type: Literal["forget"]
    id: int
    page: str


class PlanReply(TypedDict):
    """The earlier cells that the target needs, in page order."""

    type: Literal["plan"]
    id: int
    cells: list[str]


StreamName: TypeAlias = Literal["stdout", "stderr"]


class TextReply(TypedDict):
    """Text that the code has printed."""

    type: Literal["text"]
    id: int
    stream: StreamName
    text: str


class ValueReply(TypedDict):
    """The value of the cell's last expression."""

    type: Literal["value"]
    id: int
    text: str


class FigureReply(TypedDict):
    """Figure `figure` of this run stands here (`svg` None), or looks like this."""

    type: Literal["figure"]
    id: int
    figure: int
    svg: str | None


class ErrorReply(TypedDict):
    """The exception that ended the run; `line` is the cell's own, counted from 1."""

    type: Literal["error"]
    id: int
    name: str
    message: str
    traceback: str
    line: int | None


Status: TypeAlias = Literal["ok", "error", "fatal"]


class DoneReply(TypedDict):
    """The last reply to a request. Only the worker sends "fatal": Python is gone by then."""

    type: Literal["done"]
    id: int
    status: Status


Request: TypeAlias = PlanRequest | RunRequest | ForgetRequest
Reply: TypeAlias = PlanReply | TextReply | ValueReply | FigureReply | ErrorReply | DoneReply
Emit: TypeAlias = Callable[[Reply], None]
