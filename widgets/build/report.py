"""What the build tells the person who runs it: steps with their times, and faults."""

import time
from collections.abc import Iterator
from contextlib import contextmanager


class Fault(Exception):
    """Something the person at the keyboard can put right; its text says what and where."""


def say(text: str) -> None:
    """Print a line at once, also into a pipe, and in one piece, whichever thread says it."""
    print(f"{text}\n", end="", flush=True)


@contextmanager
def step(name: str) -> Iterator[None]:
    """Name a piece of work when it begins and give its time when it ends."""
    say(f"{name} …")
    started = time.perf_counter()
    yield
    say(f"  {time.perf_counter() - started:.1f} s")
