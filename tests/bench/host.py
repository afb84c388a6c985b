"""A static host in a process of its own: compresses and lets browsers keep, as public hosts do.

    python host.py FOLDER [BITS_PER_SECOND LATENCY_S]

prints its address. With a rate, all connections together get that much, and every answer waits.
"""

import gzip
import json
import sys
import threading
import time
from collections import Counter
from functools import cache
from pathlib import Path

from widgets.build.static_server import SiteHandler, site_server

COMPRESSED = (".css", ".html", ".js", ".json", ".mjs", ".svg", ".wasm", ".xml")
CHUNK_BYTES = 16_384


class Line:
    """A shared line of limited rate; `take` returns when the bytes are through."""

    def __init__(self, bits_per_s: float, latency_s: float) -> None:
        self.latency_s = latency_s
        self._bytes_per_s = bits_per_s / 8
        self._free_at = 0.0
        self._lock = threading.Lock()

    def take(self, count: int) -> None:
        with self._lock:
            start = max(self._free_at, time.monotonic())
            self._free_at = start + count / self._bytes_per_s
            until = self._free_at
        time.sleep(max(0.0, until - time.monotonic()))  # the slow line itself, for `make bench`


@cache
def content(path: Path, modified_ns: int) -> tuple[bytes, bool]:
    """A file as it is sent, and whether it is compressed."""
    body = path.read_bytes()
    if path.suffix in COMPRESSED:
        return gzip.compress(body, 6, mtime=0), True
    return body, False


class HostHandler(SiteHandler):
    """Serves files as GitHub Pages does: compressed, kept for ten minutes, then asked for again."""

    line: Line | None = None
    sent: Counter[str] = Counter()  # noqa: RUF012 (one for all connections)

    def do_GET(self) -> None:  # noqa: N802 (the base class's name)
        if self.path == "/.sent":
            self._tell_sent()
            return
        path = Path(self.translate_path(self.path))
        file = path / "index.html" if path.is_dir() else path
        if not file.is_file():
            super().do_GET()
            return
        body, compressed = content(file, file.stat().st_mtime_ns)
        if self.line:
            time.sleep(self.line.latency_s)  # a part of the slow line, too
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(file)))
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Last-Modified", self.date_time_string(int(file.stat().st_mtime)))
        if compressed:
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        self.sent[file.suffix] += len(body)
        for start in range(0, len(body), CHUNK_BYTES):
            piece = body[start : start + CHUNK_BYTES]
            if self.line:
                self.line.take(len(piece))
            self.wfile.write(piece)

    def _tell_sent(self) -> None:
        """Bytes sent since the last time, by the ends of the files' names."""
        body = json.dumps(self.sent).encode()
        self.sent.clear()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def send_header(self, keyword: str, value: str) -> None:
        super().send_header(keyword, "max-age=600" if keyword == "Cache-Control" else value)


if __name__ == "__main__":
    folder, *limits = sys.argv[1:]
    root = Path(folder)
    for file in root.rglob("*"):
        if file.is_file():
            content(file, file.stat().st_mtime_ns)  # compressed ahead of the first request
    if limits:
        HostHandler.line = Line(*map(float, limits))
    server = site_server(root, 0, HostHandler)
    print(f"http://127.0.0.1:{server.server_port}/", flush=True)
    server.serve_forever()
