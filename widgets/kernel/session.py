"""One reader's session: answers requests and keeps what each page has defined."""

import asyncio
import sys

from widgets.kernel import errors, sources
from widgets.kernel.output import Output, collecting
from widgets.kernel.page import Page
from widgets.kernel.plan import needed
from widgets.kernel.protocol import Emit, Request, RunRequest, Status
from widgets.kernel.streams import captured
from widgets.kernel.values import value_text
from widgets.kernel.warnings_text import readable


class Session:
    """Runs cells one at a time, in the order in which they were asked for."""

    def __init__(self) -> None:
        self._pages: dict[str, Page] = {}
        self._turn = asyncio.Lock()

    async def handle(self, request: Request, emit: Emit) -> None:
        """Answer a request: any number of replies with its id, then exactly one `done`."""
        status: Status = "ok"
        if request["type"] == "plan":
            cells = needed(request["cells"], request["target"])
            emit({"type": "plan", "id": request["id"], "cells": cells})
        elif request["type"] == "forget":
            async with self._turn:
                self._pages.pop(request["page"], None)
        else:
            async with self._turn:
                status = await self._run(request, emit)
        emit({"type": "done", "id": request["id"], "status": status})

    async def _run(self, request: RunRequest, emit: Emit) -> Status:
        page = self._pages.setdefault(request["page"], Page())
        output = Output(emit, request["id"], request["cell"])
        try:
            with collecting(output), captured(), readable():
                return await _run(page, request, output)
        except BaseException as error:
            # Stop can land in the kernel's own lines, just before or after the reader's.
            output.error(*errors.report(error, ""))
            return "error"


async def _run(page: Page, request: RunRequest, output: Output) -> Status:
    """Run the code, then show its figures, its value and its error, in this order."""
    filename = sources.register(request["page"], request["cell"], request["code"])
    value: str | None = None
    failure: errors.Report | None = None
    try:
        value = value_text(await page.run(request["code"], filename, request["module"]))
    except BaseException as error:
        failure = errors.report(error, filename)
    try:
        _show_open_figures()
    except BaseException as error:
        failure = failure or errors.report(error, filename)
    if value is not None:
        output.value(value)
    if failure is not None:
        output.error(*failure)
    output.flush()
    return "ok" if failure is None else "error"


def _show_open_figures() -> None:
    """Draw what the code left open, if it drew at all."""
    if "widgets.kernel.figures" in sys.modules:
        # Imported here because the module imports matplotlib, which is slow to start.
        from widgets.kernel import figures

        figures.show_open()
