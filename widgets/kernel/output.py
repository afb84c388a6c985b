"""What one run sends to the page, in the order in which the code caused it."""

import contextlib
import time
from collections.abc import Callable, Iterator
from typing import Final

from widgets.kernel.protocol import Emit, Format, StreamName
from widgets.kernel.tail import Tail

BURST: Final = 1000
"""So many texts in a row go out one by one, each at once. One takes about 40 µs in the browser."""

RATE: Final = 1000
"""Texts a second that go out at once for as long as the code likes; faster ones are gathered."""

HEAD: Final = 100_000
"""Characters sent as they are printed; a page with many more cannot be read or scrolled."""

TAIL: Final = 10_000
"""Characters shown of the end of what is printed beyond that."""

FIGURES: Final = 50
"""Figures that one run shows: nobody looks at more, and a page grows heavy with them."""


class Output:
    """Turns what a run does into replies; prints in quick succession are gathered."""

    def __init__(
        self, emit: Emit, request_id: int, cell: str, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.cell = cell
        self._emit = emit
        self._id = request_id
        self._clock = clock
        self._stream: StreamName = "stdout"
        self._pending: list[str] = []
        self._credit = float(BURST)
        self._credited_at = clock()
        self._room = HEAD
        self._tail = Tail(TAIL)
        self._cut = 0
        self._figures = 0
        self._places = 0
        self._left_out = 0

    def write(self, stream: StreamName, text: str) -> None:
        """Add to what was printed. It goes out at once, unless the code prints very fast."""
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
        now = self._clock()
        self._credit = min(BURST, self._credit + RATE * (now - self._credited_at))
        self._credited_at = now
        if self._credit >= 1:
            self.flush()

    def flush(self) -> None:
        """Send what was printed and not yet sent."""
        # Taken in one step: `catch_up` may come in between.
        pending, self._pending = self._pending, []
        if pending:
            self._credit -= 1
            self._emit(
                {"type": "text", "id": self._id, "stream": self._stream, "text": "".join(pending)}
            )

    def catch_up(self) -> None:
        """Send what has been gathered, and how much was left out so far: called now and then."""
        self.flush()
        self._say_cut()

    def _say_cut(self) -> None:
        if self._tail.characters == self._cut:
            return
        self._cut = self._tail.characters
        self._emit(
            {
                "type": "cut",
                "id": self._id,
                "characters": self._cut,
                "lines": self._tail.lines,
            }
        )

    def finish(self) -> None:
        """Send the end of what was printed. Only the last value and the error come after."""
        if left_out := self._left_out:
            self._left_out = 0
            figures = "1 more figure is" if left_out == 1 else f"{left_out:,} more figures are"
            self.write("stderr", f"{figures} not drawn: a cell shows up to {FIGURES}.\n")
        self._tail.begin_a_line()
        self.catch_up()
        texts = list(self._tail.texts())
        self._tail = Tail(TAIL)
        self._cut = 0
        for self._stream, text in texts:
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

    @property
    def has_figures(self) -> bool:
        """Whether any figure was given a place, also one that stayed empty."""
        return self._figures > 0

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
