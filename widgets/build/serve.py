"""`make serve`: the built site on a server, and the watch over its sources."""

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from functools import partial
from http.server import HTTPServer
from pathlib import Path

from widgets.build.live import Announcer, LiveHandler
from widgets.build.paths import ROOT, SITE, SOURCE_PAGES
from widgets.build.report import say
from widgets.build.site import build_site
from widgets.build.static_server import site_server
from widgets.build.updates import Updates, told

WATCHED = ("docs", "lessons", "widgets", "mkdocs.yml", "package.json")
POLL_S = 0.15

Times = dict[Path, int]


def serve(port: int) -> None:
    """Build, serve, and follow every change until interrupted."""
    announcer = Announcer()
    server = site_server(SITE, port, partial(LiveHandler, announcer=announcer))
    before = modification_times()
    if SITE.is_dir():
        told(build_site)
    else:
        build_site()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    say(f"Serving http://127.0.0.1:{server.server_port}/ — Ctrl-C stops")
    updates = Updates(SITE, announcer)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ends what runs beside, too
    try:
        for changed in changes(before):
            say(f"\n{', '.join(sorted(str(path.relative_to(ROOT)) for path in changed))} changed")
            updates.stop()
            if any(path.suffix == ".py" and ROOT / "widgets" in path.parents for path in changed):
                if loads(changed):
                    restart(server, updates)
            else:
                updates.take(changed)
    except KeyboardInterrupt:
        say("")
    finally:
        updates.close()


def loads(modules: set[Path]) -> bool:
    """Whether the build's changed modules parse; says what does not."""
    try:
        for path in modules:
            if path.suffix == ".py" and path.is_file():
                compile(path.read_bytes(), str(path), "exec")
    except SyntaxError as error:
        say(f"error: {error.filename}:{error.lineno}: {error.msg}")
        return False
    return True


def restart(server: HTTPServer, updates: Updates) -> None:
    """Begin anew, with the build's modules as they are now."""
    port = str(server.server_port)
    server.server_close()
    updates.close()
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
