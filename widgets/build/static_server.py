"""A static server for a built site, as any host would serve it."""

import http.server
import sys
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Any

from widgets.build.report import Fault


class SiteHandler(http.server.SimpleHTTPRequestHandler):
    """Serves a static site as any host would, and lets the browser ask again each time."""

    protocol_version = "HTTP/1.1"
    extensions_map: dict[str, str] = {  # noqa: RUF012 (the base class has it so)
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".woff2": "font/woff2",
        ".whl": "application/zip",
    }

    def end_headers(self) -> None:
        """Keep nothing without asking: files change while one works on them."""
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer a missing page with the site's own 404 page."""
        page = Path(self.directory, "404.html")
        if code != HTTPStatus.NOT_FOUND or not page.is_file():
            super().send_error(code, message, explain)
            return
        body = page.read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(
        self,
        format: str,  # noqa: A002 (the base class's name)
        *arguments: Any,
    ) -> None:
        """Say nothing of single requests."""


class SiteServer(http.server.ThreadingHTTPServer):
    """Takes as many connections at once as a few tabs open; the standard's five made them wait."""

    request_queue_size = 128

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that leaves in the middle of an answer is nothing to report."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


def site_server(
    site: Path, port: int, handler: Callable[..., SiteHandler] = SiteHandler
) -> http.server.ThreadingHTTPServer:
    """A server on the loopback address; port 0 takes any free one."""
    try:
        return SiteServer(("127.0.0.1", port), partial(handler, directory=str(site)))
    except OSError as failure:
        reason = f"port {port}: {failure.strerror}"
        raise Fault(f"{reason}. Choose another: PORT=8001 make serve") from None
