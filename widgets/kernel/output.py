"""What one run sends to the page, in the order in which the code caused it."""

import contextlib
import time
from collections.abc import Callable, Iterator
from typing import Final

from widgets.kernel.protocol import Emit, Format, StreamName
from widgets.kernel.tail import Tail

INTERVAL_S: Final = 0.05
"""Texts closer together than this go out as one message."""

HEAD: Final = 100_000
"""Characters sent as they are printed; a page with many more cannot be read or scrolled."""

TAIL: Final = 10_000
"""Characters shown of the end of what is printed beyond that."""

FIGURES: Final = 50
"""Figures that one run shows: nobody looks at more, and a page grows heavy with them."""


class Output:
    """Turns what a run does into replies; prints are gathered, everything else flushes them."""

    def __init__(
        self, emit: Emit, request_id: int, cell: str, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.cell = cell
        self._emit = emit
        self._id = request_id
        self._clock = clock
        self._stream: StreamName = "stdout"
        self._pending: list[str] = []
        self._sent_at = -INTERVAL_S
        self._room = HEAD
        self._tail = Tail(TAIL)
        self._figures = 0
        self._places = 0
        self._left_out = 0

    def write(self, stream: StreamName, text: str) -> None:
        """Add to what was printed; a line goes out at once when the last is long enough ago."""
        if len(text) > self._room:
            self._tail.add(stream, text[self._room :])
            text = text[: self._room]
        if not text:
            return
        self._room -= len(text)
        if stream != self._stream:
            self.flush()
            self._stream = stream
        self._pending.append(text)
        if "\n" in text and self._clock() - self._sent_at >= INTERVAL_S:
            self.flush()

    def flush(self) -> None:
        """Send what was printed and not yet sent."""
        text = "".join(self._pending)
        self._pending.clear()
        if text:
            self._emit({"type": "text", "id": self._id, "stream": self._stream, "text": text})
            self._sent_at = self._clock()

    def finish(self) -> None:
        """Send the end of what was printed. Only the last value and the error come after."""
        if left_out := self._left_out:
            self._left_out = 0
            figures = "1 more figure is" if left_out == 1 else f"{left_out:,} more figures are"
            self.write("stderr", f"{figures} not drawn: a cell shows up to {FIGURES}.\n")
        self.flush()
        tail, self._tail = self._tail, Tail(TAIL)
        if tail.characters:
            self._emit(
                {
                    "type": "cut",
                    "id": self._id,
                    "characters": tail.characters,
                    "lines": tail.lines,
                }
            )
        for self._stream, text in tail.texts():
            self._pending.append(text)
            self.flush()

    @property
    def is_full(self) -> bool:
        """Whether so much was printed that only its end is still kept."""
        return self._room == 0

    def value(self, text: str, note: str | None) -> None:
        """Send a value."""
        self.flush()
        self._emit({"type": "value", "id": self._id, "text": text, "note": note})

    def rich(self, kind: Format, content: str) -> None:
        """Send an object's own drawing."""
        self.flush()
        self._emit({"type": "rich", "id": self._id, "format": kind, "content": content})

    def open_figure(self) -> int | None:
        """Send the place of a new figure; return the figure's number. None if it gets no place."""
        if self._places == FIGURES:
            return None
        self.flush()
        number = self._figures
        self._figures += 1
        self._places += 1
        self._emit({"type": "figure", "id": self._id, "figure": number, "svg": None})
        return number

    def drop_figure(self) -> None:
        """Be told that a place will stay empty."""
        self._places -= 1

    def leave_figure_out(self) -> None:
        """Be told that a figure without a place was to be shown."""
        self._left_out += 1

    def fill_figure(self, number: int, svg: str) -> None:
        """Send what a figure looks like."""
        self.flush()
        self._emit({"type": "figure", "id": self._id, "figure": number, "svg": svg})

    def error(
        self, name: str, message: str, traceback: str, line: int | None, hint: str | None
    ) -> None:
        """Send why the run ended."""
        self.finish()
        self._emit(
            {
                "type": "error",
                "id": self._id,
                "name": name,
                "message": message,
                "traceback": traceback,
                "line": line,
                "hint": hint,
            }
        )


_current: Output | None = None


def current() -> Output | None:
    """The output of the run that is going on, if any."""
    return _current


@contextlib.contextmanager
def collecting(output: Output) -> Iterator[None]:
    """Make `output` the current one; runs do not overlap."""
    global _current
    _current = output
    try:
        yield
    finally:
        _current = None
