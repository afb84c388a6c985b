"""A static server for the built site, and the watch that rebuilds it when a source changes."""

import http.server
import os
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Any

from widgets.build.paths import ROOT, SITE, SOURCE_PAGES
from widgets.build.report import Fault, say
from widgets.build.site import build_site

WATCHED = ("docs", "lessons", "widgets", "mkdocs.yml", "package.json")
POLL_S = 0.3

Times = dict[Path, int]


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
    site: Path, port: int, handler: type[SiteHandler] = SiteHandler
) -> http.server.ThreadingHTTPServer:
    """A server on the loopback address; port 0 takes any free one."""
    try:
        return SiteServer(("127.0.0.1", port), partial(handler, directory=str(site)))
    except OSError as failure:
        reason = f"port {port}: {failure.strerror}"
        raise Fault(f"{reason}. Choose another: PORT=8001 make serve") from None


def serve(port: int) -> None:
    """Build, serve, and rebuild on every change until interrupted."""
    server = site_server(SITE, port)
    before = modification_times()
    if SITE.is_dir():
        rebuild()
    else:
        build_site()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    say(f"Serving http://127.0.0.1:{server.server_port}/ — Ctrl-C stops")
    try:
        for changed in changes(before):
            say(f"\n{', '.join(sorted(str(path.relative_to(ROOT)) for path in changed))} changed")
            if any(path.suffix == ".py" and ROOT / "widgets" in path.parents for path in changed):
                restart(server, changed)
            else:
                rebuild()
    except KeyboardInterrupt:
        say("")


def rebuild() -> None:
    """Build; whatever fails is said and leaves the site as it was."""
    try:
        build_site()
    except Fault as fault:
        say(f"error: {fault}\nThe site is as it was before the change.")
    except Exception:  # a file may be half-written; the next change builds again
        say(f"{traceback.format_exc()}\nThe site is as it was before the change.")


def restart(server: http.server.ThreadingHTTPServer, changed: set[Path]) -> None:
    """Begin anew with the build's changed modules, unless they could not even be loaded."""
    try:
        for path in changed:
            if path.suffix == ".py" and path.is_file():
                compile(path.read_bytes(), str(path), "exec")
    except SyntaxError as error:
        say(f"error: {error.filename}:{error.lineno}: {error.msg}")
        return
    port = str(server.server_port)
    server.server_close()
    os.execv(sys.executable, [sys.executable, "-m", "widgets.build", "serve", "--port", port])


def changes(before: Times) -> Iterator[set[Path]]:
    """Whenever sources have changed since the last look: which."""
    while True:
        now = modification_times()
        if changed := {path for path, _ in before.items() ^ now.items()}:
            yield changed
        else:
            time.sleep(POLL_S)
        before = now


def modification_times() -> Times:
    """When each source file was last written, in nanoseconds."""
    return {path: path.stat().st_mtime_ns for path in watched_files()}


def watched_files() -> Iterator[Path]:
    """Every file that the site is built from."""
    for top in (ROOT / name for name in WATCHED):
        for path in [top] if top.is_file() else top.rglob("*"):
            made = "__pycache__" in path.parts or SOURCE_PAGES in path.parents
            # What editors write beside a file while it is open.
            scratch = path.name.startswith((".", "#")) or path.name.endswith("~")
            if path.is_file() and not (made or scratch):
                yield path
