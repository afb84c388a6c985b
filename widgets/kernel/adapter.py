"""The one place where Python and JavaScript meet: the worker calls `handle`.

Messages cross as JSON. So `null` is None and None is `null` (Pyodide's own conversions tell null,
undefined and None apart), and text with half a surrogate pair passes.
"""

import json
import tempfile
from pathlib import Path
from typing import Any

from js import JSON  # type: ignore[import-not-found, unused-ignore]

from widgets.kernel import style
from widgets.kernel.protocol import Reply
from widgets.kernel.session import Session

style.install(Path(tempfile.gettempdir()))
_session = Session()


async def handle(request: Any, emit: Any) -> None:
    """Answer a request, a JavaScript object, by calling `emit` with one object for each reply."""

    def send(reply: Reply) -> None:
        emit(JSON.parse(json.dumps(reply)))

    await _session.handle(json.loads(JSON.stringify(request)), send)
