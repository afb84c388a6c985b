"""The end of a text that is too long to be shown whole, in bounded memory."""

from collections import deque
from collections.abc import Iterator
from itertools import groupby

from widgets.kernel.protocol import StreamName


class Tail:
    """Keeps the last `size` characters of what is added, and counts what it drops."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._parts: deque[tuple[StreamName, str]] = deque()
        self._length = 0
        self._mid_line = False
        self.characters = 0
        """How many characters were dropped."""
        self.lines = 0
        """How many line ends were among them."""

    def add(self, stream: StreamName, text: str) -> None:
        """Add to the end."""
        self._parts.append((stream, text))
        self._length += len(text)
        while self._length > self._size:
            self._drop(self._length - self._size)

    def begin_a_line(self) -> None:
        """Drop the rest of a line that was begun in what is dropped, if that is not all."""
        rest = 0
        for _, text in self._parts if self._mid_line else ():
            end = text.find("\n") + 1
            rest += end or len(text)
            if end:
                break
        else:
            return
        while rest > 0:
            before = self.characters
            self._drop(rest)
            rest -= self.characters - before

    def _drop(self, excess: int) -> None:
        """Drop up to `excess` characters, of the first part only."""
        stream, text = self._parts.popleft()
        if kept := text[excess:]:
            self._parts.appendleft((stream, kept))
        dropped = len(text) - len(kept)
        self._length -= dropped
        self.characters += dropped
        self.lines += text.count("\n", 0, dropped)
        self._mid_line = not text.endswith("\n", 0, dropped)

    def texts(self) -> Iterator[tuple[StreamName, str]]:
        """What is kept: one text for each time that the stream changes."""
        for stream, parts in groupby(self._parts, key=lambda part: part[0]):
            yield stream, "".join(text for _, text in parts)
