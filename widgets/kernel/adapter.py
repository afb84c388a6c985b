"""The one place where Python and JavaScript meet: the worker calls these functions.

Messages cross as JSON. So `null` is None and None is `null` (Pyodide's own conversions tell null,
undefined and None apart), and text with half a surrogate pair passes.

The worker gives `handle(request, emit, host)` a host that waits for the reader's code:

    host.ask(id, prompt, secret): Promise<string>   posts the `input` reply itself
    host.pause(seconds): Promise<void>

Both reject when the run is interrupted. No host (the build): `input` finds nobody, sleep is real.
When a question is answered, prompt and answer come as an ordinary text reply: the page takes its
own question away.

Code can wait for such a promise only where JavaScript's Promise Integration is there (tried with
Pyodide 314 in Node: a plain call of `handle` and `handle.callPromising` both will do).
"""

import json
import tempfile
from pathlib import Path
from typing import Any, Final

from js import JSON  # type: ignore[import-not-found, unused-ignore]
from pyodide.ffi import (  # type: ignore[import-not-found, unused-ignore]
    JsException,
    can_run_sync,
    run_sync,
)

from widgets.kernel import canary as bird
from widgets.kernel import garbage, late_descriptions, output, style
from widgets.kernel.interrupts import Interrupts
from widgets.kernel.protocol import Reply
from widgets.kernel.session import Session
from widgets.kernel.waiting import Host, Nobody

_SLICE_S: Final = 0.02
"""How long a wait that nothing can end goes on before it looks for an interrupt."""
_JUMPS: Final = 1000

garbage.install()
late_descriptions.install()
style.install(Path(tempfile.gettempdir()))
_session = Session()


def _catch_up() -> None:
    if (run := output.current()) is not None:
        run.catch_up()


_interrupts = Interrupts(on_alarm=_catch_up)
_interrupts.install()


async def handle(request: Any, emit: Any, host: Any = None) -> None:
    """Answer a request, a JavaScript object, by calling `emit` with one object for each reply."""
    done = False

    def send(reply: Reply) -> None:
        nonlocal done
        emit(JSON.parse(json.dumps(reply)))
        done = reply["type"] == "done"

    message = json.loads(JSON.stringify(request))
    if message["type"] == "run":
        _interrupts.begin()
    waits: Host = _Worker(host, message["id"]) if host else Nobody()
    try:
        await _session.handle(message, send, waits)
    except KeyboardInterrupt:  # Stop came when the run was over
        if not done:
            send({"type": "done", "id": message["id"], "status": "ok"})


def interrupt() -> bool:
    """To be called at Stop while Python waits: whether there was code that awaits something."""
    return _session.interrupt()


def canary() -> None:
    """To be called after a MemoryError: raises if Python is no longer sound."""
    bird.sing()


class _Worker:
    """Waits with the help of the worker, for one request."""

    def __init__(self, host: Any, request_id: int) -> None:
        self._host = host
        self._id = request_id

    def ask(self, prompt: str, secret: bool) -> str:
        """The reader's line. Raises RuntimeError where this browser cannot wait for it."""
        if not can_run_sync():
            raise RuntimeError(
                "this browser cannot wait for an answer in the middle of a cell:"
                " give the variable its value in the code instead"
            )
        return str(_awaited(self._host.ask(self._id, prompt, secret)))

    def pause(self, seconds: float) -> None:
        """Return when the time is over."""
        if can_run_sync():
            _awaited(self._host.pause(seconds))
            return
        while seconds > 0:
            Nobody().pause(min(seconds, _SLICE_S))
            # Pyodide looks for an interrupt once in so many jumps; `checkInterrupt` prints, too.
            for _ in range(_JUMPS):
                pass
            seconds -= _SLICE_S


def _awaited(promise: Any) -> Any:
    """The promise's value. Raises KeyboardInterrupt if it is rejected."""
    resolved, value = run_sync(_settled(promise))
    if not resolved:
        raise KeyboardInterrupt
    return value


async def _settled(promise: Any) -> tuple[bool, Any]:
    """Whether the promise was kept, and its value: `run_sync` prints what it is thrown."""
    try:
        return True, await promise
    except JsException:
        return False, None
