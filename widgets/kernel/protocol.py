"""The messages between the page and the kernel, as the Python side sees them.

`widgets/browser/protocol.ts` is the mirror of this file; `tests/fixtures/messages/` holds examples
of both. The requests `start` and `snapshot`, the replies `stage` and `input` and the signals are
missing here on purpose: they are the worker's own business.
"""

from collections.abc import Callable
from typing import Literal, TypeAlias, TypedDict


class Cell(TypedDict):
    """A cell of a page: `module` is None, or names the module of a reference block."""

    cell: str
    code: str
    module: str | None


class PageCell(Cell):
    """A cell among those of its page: `published` is its code before the reader edited it."""

    published: str | None


class CellsRequest(TypedDict):
    """These are the page's cells in page order: an error may tell where a missing name is."""

    type: Literal["cells"]
    id: int
    page: str
    cells: list[PageCell]


class PlanRequest(TypedDict):
    """The same, and which earlier cells each of them needs is asked."""

    type: Literal["plan"]
    id: int
    page: str
    cells: list[PageCell]


class RunRequest(Cell):
    """Run one cell in the namespace of its page."""

    type: Literal["run"]
    id: int
    page: str


class CompleteRequest(Cell):
    """Ask what can follow at `position`, counted in UTF-16 units, of the cell's code."""

    type: Literal["complete"]
    id: int
    page: str
    position: int


class HelpRequest(Cell):
    """Ask what the name or the call at `position` of the cell's code is."""

    type: Literal["help"]
    id: int
    page: str
    position: int


class LintRequest(TypedDict):
    """Ask what is doubtful in the code of `target`, knowing what the other cells bind."""

    type: Literal["lint"]
    id: int
    page: str
    cells: list[PageCell]
    target: str


class ForgetRequest(TypedDict):
    """Drop everything a page has defined."""

    type: Literal["forget"]
    id: int
    page: str


class PlanReply(TypedDict):
    """For each cell the earlier ones it needs, in page order."""

    type: Literal["plan"]
    id: int
    needs: dict[str, list[str]]


Kind: TypeAlias = Literal[
    "class", "function", "keyword", "module", "parameter", "property", "variable"
]


class Completion(TypedDict):
    """A name that can stand there; `detail` is a signature or a type, short."""

    label: str
    kind: Kind
    detail: str
    documentation: str


# Written as calls: `from` cannot be a class's attribute.
CompletionsReply = TypedDict(
    "CompletionsReply",
    {"type": Literal["completions"], "id": int, "from": int, "options": list[Completion]},
)
"""`from` is where the name to be completed begins, in UTF-16 units."""

HelpReply = TypedDict(
    "HelpReply",
    {
        "type": Literal["help"],
        "id": int,
        "from": int,
        "to": int,
        "signature": str,
        "documentation": str,
    },
)
"""What stands between `from` and `to`, in UTF-16 units."""


class LintMark(TypedDict):
    """Lines and columns (in UTF-16 units) count from 1; `endColumn` is behind the last one."""

    line: int
    column: int
    endColumn: int
    severity: Literal["error", "warning"]
    message: str


class LintReply(TypedDict):
    """What is doubtful in a cell's code, in its order."""

    type: Literal["lint"]
    id: int
    marks: list[LintMark]


StreamName: TypeAlias = Literal["stdout", "stderr"]


class TextReply(TypedDict):
    """Text that the code has printed."""

    type: Literal["text"]
    id: int
    stream: StreamName
    text: str


class CutReply(TypedDict):
    """So much printed text was left out here, between its beginning and its end.

    While more is printed, a later one of the same run takes its place.
    """

    type: Literal["cut"]
    id: int
    characters: int
    lines: int


class ValueReply(TypedDict):
    """A value; `note` says what the text cannot: `float64, shape (8, 4)`."""

    type: Literal["value"]
    id: int
    text: str
    note: str | None


Format: TypeAlias = Literal["html", "markdown", "svg"]


class RichReply(TypedDict):
    """What an object's `_repr_html_` and the like gave: not yet safe."""

    type: Literal["rich"]
    id: int
    format: Format
    content: str


class FigureReply(TypedDict):
    """Figure `figure` of this run stands here (`svg` None), or looks like this."""

    type: Literal["figure"]
    id: int
    figure: int
    svg: str | None


class ErrorReply(TypedDict):
    """The exception that ended the run; `line` is the cell's own, counted from 1.

    `hint` says in the course's words what went wrong.
    """

    type: Literal["error"]
    id: int
    name: str
    message: str
    traceback: str
    line: int | None
    hint: str | None


Status: TypeAlias = Literal["ok", "error", "fatal"]


class DoneReply(TypedDict):
    """The last reply to a request. Only the worker sends "fatal": Python is gone by then."""

    type: Literal["done"]
    id: int
    status: Status


Request: TypeAlias = (
    CellsRequest
    | PlanRequest
    | RunRequest
    | CompleteRequest
    | HelpRequest
    | LintRequest
    | ForgetRequest
)
Reply: TypeAlias = (
    PlanReply
    | CompletionsReply
    | HelpReply
    | LintReply
    | TextReply
    | CutReply
    | ValueReply
    | RichReply
    | FigureReply
    | ErrorReply
    | DoneReply
)
Emit: TypeAlias = Callable[[Reply], None]
