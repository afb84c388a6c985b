"""A host that answers wrongly for some files: too little, too late, something else, nothing."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fnmatch import fnmatch
from functools import partial
from pathlib import Path

from serving import serving

from widgets.build.static_server import SiteHandler, site_server

HOME = b"<!doctype html><title>Home</title><p>This host answers everything with its home page."


class FaultyHost:
    """What goes wrong at present, by the pattern of a path."""

    def __init__(self) -> None:
        self.address = ""
        self.asked: list[str] = []
        self._wrong: dict[str, str] = {}
        self._mended = threading.Event()

    def spoil(self, pattern: str, how: str) -> None:
        """From now on, answer wrongly for such paths, in one of the ways of `FaultyHandler`."""
        assert hasattr(FaultyHandler, how)
        self._mended.clear()
        self._wrong[pattern] = how

    def mend(self) -> None:
        """From now on, and for whoever still waits, answer as one should."""
        self._wrong.clear()
        self._mended.set()

    def fault(self, path: str) -> str | None:
        """What goes wrong with a path."""
        self.asked.append(path)
        return next((how for one, how in self._wrong.items() if fnmatch(path, one)), None)

    def wait(self) -> None:
        """Return when all is mended."""
        self._mended.wait()


class FaultyHandler(SiteHandler):
    """The ways in which an answer can be wrong."""

    def __init__(self, *arguments: object, host: FaultyHost, **options: object) -> None:
        self._host = host
        super().__init__(*arguments, **options)

    def do_GET(self) -> None:  # noqa: N802 (the base class's name)
        """Answer, rightly or wrongly."""
        how = self._host.fault(self.path)
        answer: Callable[[], None] = getattr(self, how) if how else super().do_GET
        answer()

    def dropped(self) -> None:
        """Close the connection half-way."""
        body = self._body()
        self._begin(len(body))
        self.wfile.write(body[: len(body) // 2])
        self.close_connection = True

    def stalled(self) -> None:
        """Send half and nothing more until all is mended; then the rest."""
        body = self._body()
        self._begin(len(body))
        self.wfile.write(body[: len(body) // 2])
        self.wfile.flush()
        self._host.wait()
        self.wfile.write(body[len(body) // 2 :])

    def silent(self) -> None:
        """Say nothing at all until all is mended."""
        self._host.wait()
        super().do_GET()

    def cut_short(self) -> None:
        """Take half of the file for the whole."""
        body = self._body()
        self._begin(len(body) // 2)
        self.wfile.write(body[: len(body) // 2])

    def swapped(self) -> None:
        """Change a few bytes in the middle."""
        body = bytearray(self._body())
        middle = len(body) // 2
        body[middle : middle + 64] = bytes(64)
        self._begin(len(body))
        self.wfile.write(body)

    def missing(self) -> None:
        """The site's 404 page."""
        self.send_error(404)

    def broken(self) -> None:
        """A server's failure."""
        self.send_error(500)

    def home(self) -> None:
        """A page in the place of the file, as if nothing were wrong."""
        self._begin(len(HOME), "text/html")
        self.wfile.write(HOME)

    def untyped(self) -> None:
        """The file under the type of any file."""
        body = self._body()
        self._begin(len(body), "application/octet-stream")
        self.wfile.write(body)

    def _body(self) -> bytes:
        return Path(self.translate_path(self.path)).read_bytes()

    def _begin(self, length: int, kind: str | None = None) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind or self.guess_type(self.path))
        self.send_header("Content-Length", str(length))
        self.end_headers()


@contextmanager
def faulty_host(site: Path) -> Iterator[FaultyHost]:
    """The site on such a host, where nothing is wrong yet."""
    host = FaultyHost()
    with serving(site_server(site, 0, partial(FaultyHandler, host=host))) as address:
        host.address = f"{address}/"
        yield host
        host.mend()
