"""Answers to what an editor asks while a reader types: completions, help and marks."""

from widgets.kernel import utf16
from widgets.kernel.completion import complete
from widgets.kernel.help import help_at
from widgets.kernel.lint import lint
from widgets.kernel.page import Page
from widgets.kernel.protocol import CompleteRequest, Emit, HelpRequest, LintRequest


def answer(request: CompleteRequest | HelpRequest | LintRequest, page: Page, emit: Emit) -> None:
    """Send the one reply, or none where nothing is known of what the request asks for."""
    if request["type"] == "lint":
        cell = next(cell for cell in request["cells"] if cell["cell"] == request["target"])
        page.knows(request["cells"])
        marks = lint(request["cells"], request["target"], page.names(cell["module"]))
        emit({"type": "lint", "id": request["id"], "marks": marks})
        return
    code, names = request["code"], page.names(request["module"])
    position = utf16.index(code, request["position"])
    if request["type"] == "complete":
        start, options = complete(code, position, names)
        emit(
            {
                "type": "completions",
                "id": request["id"],
                "from": utf16.units(code, start),
                "options": options,
            }
        )
    elif (found := help_at(code, position, names)) is not None:
        emit(
            {
                "type": "help",
                "id": request["id"],
                "from": utf16.units(code, found.start),
                "to": utf16.units(code, found.end),
                "signature": found.signature,
                "documentation": found.documentation,
            }
        )
