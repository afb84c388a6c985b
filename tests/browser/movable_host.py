"""A host that can be stopped and started again, and whose site can be exchanged for another."""

from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

from widgets.build.static_server import SiteHandler, site_server


class Host:
    """Serves folders below prefixes, always on the same port; notes what it was asked for."""

    def __init__(self, sites: dict[str, Path]) -> None:
        self.sites = sites
        self.asked: list[str] = []
        self._server: ThreadingHTTPServer | None = None
        self._port = 0
        self.start()

    @property
    def address(self) -> str:
        """The server's address, without a slash at its end."""
        return f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        """Answer requests."""
        handler = partial(Handler, host=self)
        self._server = site_server(Path(), self._port, handler)
        self._port = self._server.server_port
        Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """Answer none: connections are refused, and those that are open are closed."""
        if self._server:
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    def sent(self) -> list[str]:
        """What was asked for since the last time that somebody wanted to know."""
        asked, self.asked = self.asked, []
        return asked

    def file(self, address: str) -> Path:
        """The file at an address, should there be one."""
        path = urlsplit(address).path
        for prefix in sorted(self.sites, key=len, reverse=True):
            if path.startswith(prefix):
                return self.sites[prefix] / path.removeprefix(prefix)
        return Path("/none")


class Handler(SiteHandler):
    """Finds files where the host says, and keeps no connection open."""

    protocol_version = "HTTP/1.0"

    def __init__(self, *arguments: object, host: Host, **named: object) -> None:
        self._host = host
        super().__init__(*arguments, **named)

    def do_GET(self) -> None:  # noqa: N802 (the base class's name)
        """Note what is asked for, and answer."""
        self._host.asked.append(self.path)
        super().do_GET()

    def translate_path(self, path: str) -> str:
        """Only what lies below a prefix is there."""
        return f"{self._host.file(path)}{'/' if urlsplit(path).path.endswith('/') else ''}"
