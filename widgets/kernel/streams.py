"""`sys.stdout` and `sys.stderr` as a reader's code sees them."""

import contextlib
import io
import sys
from collections.abc import Iterator

from widgets.kernel import output, sources
from widgets.kernel.protocol import StreamName


class Stream(io.TextIOBase):
    """A text stream that writes to the current run, whichever that is.

    One object serves all runs: a logging handler made by one cell still writes where the next
    cell's output appears. What is written between runs goes to the interpreter's own stream.
    """

    def __init__(self, name: StreamName) -> None:
        self._name: StreamName = name

    @property
    def name(self) -> str:
        """What tracebacks and loggers call it."""
        return f"<{self._name}>"

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """The page takes any text; this is what code that asks should hear."""
        return "utf-8"

    @property
    def errors(self) -> str:  # type: ignore[override]
        """How text that cannot be encoded would be treated."""
        return "strict"

    def writable(self) -> bool:
        """Whether this is a stream to write to."""
        return True

    def write(self, text: str, /) -> int:
        """Take a text; return its length. Raises TypeError for anything but a str."""
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        run = output.current()
        if run is not None:
            run.write(self._name, sources.readable(text))
        elif (outside := getattr(sys, f"__{self._name}__")) is not None:
            outside.write(text)
        return len(text)

    def flush(self) -> None:
        """Send everything written so far to the page."""
        run = output.current()
        if run is not None:
            run.flush()

    def close(self) -> None:
        """Only flush: the stream outlives any code that closes it."""
        self.flush()


_stdout = Stream("stdout")
_stderr = Stream("stderr")


@contextlib.contextmanager
def captured() -> Iterator[None]:
    """Send what is printed to the current run."""
    with contextlib.redirect_stdout(_stdout), contextlib.redirect_stderr(_stderr):
        yield
