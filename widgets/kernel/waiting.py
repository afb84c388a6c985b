"""What waits in a reader's code, `input`, `getpass` and `sleep`, handed to whoever can wait.

In the browser that is the worker: it lets messages in meanwhile, so an answer arrives and Stop ends
the wait. Anywhere else nobody answers, and sleep is the ordinary one.
"""

import builtins
import contextlib
import io
import math
import sys
import time
from collections.abc import Iterator
from types import ModuleType
from typing import Any, Final, Protocol, SupportsIndex

from widgets.kernel import output

NOBODY: Final = "there is nobody here to answer"


class Host(Protocol):
    """Who waits. Both raise KeyboardInterrupt when Stop ends the wait."""

    def ask(self, prompt: str, secret: bool) -> str:
        """The reader's line; EOFError where nobody answers."""

    def pause(self, seconds: float) -> None:
        """Return when the time is over."""


_sleep = time.sleep


class Nobody:
    """No reader: the build, and tests."""

    def ask(self, prompt: str, secret: bool) -> str:
        """Raise EOFError."""
        raise EOFError(NOBODY)

    def pause(self, seconds: float) -> None:
        """Sleep."""
        _sleep(seconds)


_host: Host = Nobody()


@contextlib.contextmanager
def installed(host: Host) -> Iterator[None]:
    """Let `host` wait for the code that runs meanwhile, and for all that it imports."""
    global _host
    before = _host, builtins.input, time.sleep, sys.stdin, sys.modules.get("getpass")
    _host, builtins.input, time.sleep, sys.stdin = host, input_line, sleep, _Stdin()
    sys.modules["getpass"] = _getpass
    try:
        yield
    finally:
        _host, builtins.input, time.sleep, sys.stdin, getpass = before
        if getpass is None:
            del sys.modules["getpass"]
        else:
            sys.modules["getpass"] = getpass


def input_line(prompt: object = "", /) -> str:
    """Ask the reader for a line of text; return it without its line break."""
    return _asked(str(prompt), secret=False)


def secret_line(prompt: str = "Password: ", stream: object = None, **_: object) -> str:
    """Ask the reader for a line that is not shown while it is typed."""
    return _asked(prompt, secret=True)


def sleep(seconds: float | SupportsIndex, /) -> None:
    """Wait for so many seconds."""
    length = math.ldexp(seconds, 0)  # as a float, and no str as float() would take
    if length < 0:
        raise ValueError("sleep length must be non-negative")
    _flush()
    _host.pause(length)


def _asked(prompt: str, secret: bool) -> str:
    """The answer; the question and what the reader typed stay in the output, as in a terminal."""
    _flush()
    typed = ""
    try:
        answer = _host.ask(prompt, secret)
        typed = "\n" if secret else f"{answer}\n"
    finally:
        if (run := output.current()) is not None:
            run.write("stdout", prompt + typed)
    return answer


def _flush() -> None:
    if (run := output.current()) is not None:
        run.flush()


class _Stdin(io.TextIOBase):
    """`sys.stdin` for code that reads it itself: every line is asked for."""

    def readable(self) -> bool:
        return True

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        try:
            return _asked("", secret=False) + "\n"
        except EOFError:
            return ""

    def read(self, size: int | None = -1, /) -> str:
        return self.readline()


def _named(function: Any, name: str) -> Any:
    """Let the function be known as what it stands for."""
    function.__name__ = function.__qualname__ = name
    return function


_named(input_line, "input")
_getpass: Final = ModuleType("getpass", "Ask for a secret; stands for the module of this name.")
vars(_getpass).update(
    getpass=_named(secret_line, "getpass"),
    getuser=lambda: "reader",
    GetPassWarning=type("GetPassWarning", (UserWarning,), {}),
)
