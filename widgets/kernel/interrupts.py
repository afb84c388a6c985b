"""Stop as Python meets it: a signal that ends the reader's code, but not where that does harm.

C code that is interrupted while it imports what it needs says that the import failed. And NumPy's
cannot be loaded a second time.
"""

import signal
import sys
from collections.abc import Callable
from types import FrameType
from typing import Final

_ONCE: Final = "numpy"
"""The package whose import must go through."""
_LOADER: Final = ("<frozen importlib._bootstrap_external>", "ExtensionFileLoader.")
"""What is on the stack while a library's C code begins: its file, and how its names begin."""


class Interrupts:
    """Raises KeyboardInterrupt at Stop, or as soon as it does no harm."""

    def __init__(self, on_alarm: Callable[[], None]) -> None:
        """`on_alarm` is called now and then while a run goes on."""
        self._on_alarm = on_alarm
        self._waiting = False

    def install(self) -> None:
        """Take the signals that the worker's interrupt poll raises."""
        signal.signal(signal.SIGINT, self._stop)
        signal.signal(signal.SIGALRM, self._alarm)

    def begin(self) -> None:
        """Forget what came too late for an earlier run."""
        self._waiting = False

    def _stop(self, _: int, frame: FrameType | None) -> None:
        self._waiting = True
        self._interrupt(frame)

    def _alarm(self, _: int, frame: FrameType | None) -> None:
        self._on_alarm()
        if self._waiting:
            self._interrupt(frame)

    def _interrupt(self, frame: FrameType | None) -> None:
        if not _is_being_imported(_ONCE) and not _loads_c_code(frame):
            self._waiting = False
            raise KeyboardInterrupt


def _is_being_imported(package: str) -> bool:
    spec = getattr(sys.modules.get(package), "__spec__", None)
    return getattr(spec, "_initializing", False)


def _loads_c_code(frame: FrameType | None) -> bool:
    file, prefix = _LOADER
    while frame is not None:
        if frame.f_code.co_filename == file and frame.f_code.co_qualname.startswith(prefix):
            return True
        frame = frame.f_back
    return False
