"""One reader's session: answers requests and keeps what each page has defined."""

import asyncio
import contextlib
import sys

from widgets.kernel import answers, errors, garbage, sources, style
from widgets.kernel.awaiting import Awaited
from widgets.kernel.display import Shown, presented, show, show_kept_figure
from widgets.kernel.output import Output, collecting
from widgets.kernel.page import Page
from widgets.kernel.plan import needs
from widgets.kernel.protocol import Emit, Request, RunRequest, Status
from widgets.kernel.streams import captured
from widgets.kernel.waiting import Host, Nobody, installed
from widgets.kernel.warnings_text import readable


class Session:
    """Runs cells one at a time, in the order in which they were asked for."""

    def __init__(self) -> None:
        self._pages: dict[str, Page] = {}
        self._turn = asyncio.Lock()
        self._awaited = Awaited()

    async def handle(self, request: Request, emit: Emit, host: Host | None = None) -> None:
        """Answer a request: any number of replies with its id, then exactly one `done`.

        `host` waits for the code of a run.
        """
        status: Status = "ok"
        output: Output | None = None
        if request["type"] == "cells":
            self._page(request).knows(request["cells"])
        elif request["type"] == "plan":
            self._page(request).knows(request["cells"])
            emit({"type": "plan", "id": request["id"], "needs": needs(request["cells"])})
        elif request["type"] == "forget":
            async with self._turn:
                self._pages.pop(request["page"], None)
        elif request["type"] == "run":
            output = Output(emit, request["id"], request["cell"])
            with self._awaited.answering():
                async with self._turn:
                    status = await self._run(request, output, host or Nobody())
        else:
            # A reader who is typing is not told that this failed: there is just no reply.
            with contextlib.suppress(Exception):
                answers.answer(request, self._page(request), emit)
        emit({"type": "done", "id": request["id"], "status": status})
        if output:
            garbage.after_run(drew=output.has_figures)

    def interrupt(self) -> bool:
        """Stop the run that goes on where it awaits something; whether there is one."""
        return self._awaited.interrupt()

    async def _run(self, request: RunRequest, output: Output, host: Host) -> Status:
        page = self._page(request)
        page.begins(request["cell"])
        try:
            with (
                collecting(output),
                captured(),
                readable(),
                installed(host),
                style.of_page(page.style),
            ):
                return await self._finished(page, request, output)
        except BaseException as error:
            # Stop can land in the kernel's own lines, just before or after the reader's.
            output.error(*errors.report(error, ""))
            return "error"

    def _page(self, request: Request) -> Page:
        return self._pages.setdefault(request["page"], Page())

    async def _finished(self, page: Page, request: RunRequest, output: Output) -> Status:
        """Run the code, then show its figures, its value and its error, in this order."""
        filename = sources.register(request["page"], request["cell"], request["code"])
        last: Shown | None = None
        failure: errors.Report | None = None
        try:
            with self._awaited.running():
                value = await page.run(request["code"], filename, request["module"])
            last = presented(value)
            show_kept_figure(value)
            del value
        except BaseException as error:
            failure = errors.report(error, filename, page.elsewhere())
        try:
            _show_open_figures()
        except BaseException as error:
            failure = failure or errors.report(error, filename)
        output.finish()
        if last is not None:
            show(output, last)
        if failure is not None:
            output.error(*failure)
        output.flush()
        return "ok" if failure is None else "error"


def _show_open_figures() -> None:
    """Draw what the code left open, if it drew at all, with whichever backend."""
    pyplot = getattr(sys.modules.get("matplotlib._pylab_helpers"), "Gcf", None)
    if getattr(pyplot, "figs", None):
        # Imported here because the module imports matplotlib, which is slow to start.
        from widgets.kernel import figures

        figures.show_open()
