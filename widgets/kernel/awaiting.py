"""Stop for code that awaits: nothing runs then to read an interrupt, so tasks are cancelled."""

import asyncio
import contextlib
from collections.abc import Iterator


class Awaited:
    """The task of the run that goes on, with all tasks that its code has made."""

    def __init__(self) -> None:
        self._run: asyncio.Task[object] | None = None
        self._answering: set[asyncio.Task[object]] = set()
        self._before: set[asyncio.Task[object]] = set()
        self._interrupted = False

    @contextlib.contextmanager
    def answering(self) -> Iterator[None]:
        """The current task answers a request: it is none of the code's own."""
        task = asyncio.current_task()
        assert task is not None
        self._answering.add(task)
        try:
            yield
        finally:
            self._answering.remove(task)

    @contextlib.contextmanager
    def running(self) -> Iterator[None]:
        """The current task runs the reader's code; raises KeyboardInterrupt if interrupted."""
        self._run, self._interrupted = asyncio.current_task(), False
        self._before = asyncio.all_tasks()
        try:
            yield
        except asyncio.CancelledError as cancelled:
            if not self._interrupted:
                raise
            raise KeyboardInterrupt().with_traceback(cancelled.__traceback__) from None
        finally:
            if self._interrupted and self._run is not None:
                self._run.uncancel()
            self._run = None

    def interrupt(self) -> bool:
        """Cancel what the reader's code awaits; whether there was any."""
        if self._run is None:
            return False
        self._interrupted = True
        made = asyncio.all_tasks(self._run.get_loop()) - self._before - self._answering
        for task in made | {self._run}:
            task.cancel()
        return True
