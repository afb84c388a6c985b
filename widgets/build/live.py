"""The server of `make serve`: the built site, whose open pages reload when they are made anew."""

import json
import threading
import uuid
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from widgets.build.offline import WORKER
from widgets.build.paths import NODE_SCRIPTS
from widgets.build.static_server import SiteHandler

OWN = "/.course/"
# With how much has been announced before the page was read: it asks for what follows.
SCRIPT = f'<script src="{OWN}live.js?{{}}"></script>'
# A connection whose page has gone is noticed when something is written to it.
SIGN_OF_LIFE_S = 15.0


class Event(NamedTuple):
    """What an open page is told."""

    name: str
    data: str


class Announcer:
    """Tells everyone who listens which pages are new, or why none is."""

    def __init__(self) -> None:
        self.server = uuid.uuid4().hex
        self._news: list[Event] = []
        self.standing: Event | None = None
        """What could not be built and has not been since."""
        self._changed = threading.Condition()

    def announce(self, addresses: Iterable[str]) -> None:
        """These pages, by their paths on the server, are new; what was wrong is mended."""
        self.standing = None
        self._tell(Event("pages", json.dumps(sorted(addresses))))

    def complain(self, fault: str) -> None:
        """What was saved last could not be built."""
        self.standing = Event("fault", json.dumps(fault))
        self._tell(self.standing)

    def _tell(self, event: Event) -> None:
        with self._changed:
            self._news.append(event)
            self._changed.notify_all()

    def count(self) -> int:
        """How many announcements there have been."""
        with self._changed:
            return len(self._news)

    def after(self, heard: int, timeout_s: float) -> list[Event]:
        """Those that follow the first `heard`, waiting for one."""
        with self._changed:
            self._changed.wait_for(lambda: len(self._news) > heard, timeout_s)
            return self._news[heard:]


class LiveHandler(SiteHandler):
    """Adds to each page the script that reloads it."""

    def __init__(self, *arguments: Any, announcer: Announcer, **named: Any) -> None:
        self._announcer = announcer
        super().__init__(*arguments, **named)

    def do_GET(self) -> None:  # noqa: N802 (the base class's name)
        """A page with the script, a script, the stream of news, or a file.

        Here no offline worker keeps pages: they change while one works on them.
        """
        file = self._page()
        path, _, heard = self.path.partition("?")
        if path == f"{OWN}changes":
            self._tell(int(self.headers.get("Last-Event-ID", heard)))
        elif path == f"{OWN}live.js":
            self._send((NODE_SCRIPTS / "live.js").read_bytes(), "text/javascript")
        elif path == f"/{WORKER}":
            self._send((NODE_SCRIPTS / "no-worker.js").read_bytes(), "text/javascript")
        elif file.is_file():
            script = SCRIPT.format(self._announcer.count())
            html = file.read_text().replace("</body>", f"{script}</body>")
            self._send(html.encode(), "text/html; charset=utf-8")
        else:
            super().do_GET()

    def _page(self) -> Path:
        """The HTML file that is asked for, should there be one."""
        path = Path(self.translate_path(self.path))
        asked = self.path.partition("?")[0]
        return path / "index.html" if asked.endswith("/") else path.with_suffix(".html")

    def _send(self, content: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def _tell(self, heard: int) -> None:
        """Write the news after the first `heard` as server-sent events until the page has gone."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self._event(Event("server", self._announcer.server), heard)
        if standing := self._announcer.standing:
            self._event(standing, heard)
        while True:
            news = self._announcer.after(heard, SIGN_OF_LIFE_S)
            for event in news:
                heard += 1
                self._event(event, heard)
            if not news:
                self._event(Event("quiet", ""), heard)

    def _event(self, event: Event, heard: int) -> None:
        self.wfile.write(f"id: {heard}\nevent: {event.name}\ndata: {event.data}\n\n".encode())
        self.wfile.flush()
