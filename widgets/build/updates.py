"""What follows a change of the course's sources while it is served.

A changed page is shown at once, then with what its cells gave, and in the end the whole site is
built anew. Another change ends what still follows the last.
"""

import threading
import time
import traceback
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from widgets.build.live import Announcer
from widgets.build.page import Page, page_key
from widgets.build.preview import Preview
from widgets.build.report import Fault, say
from widgets.build.site import put_in_place
from widgets.build.whole_build import NEXT, WholeBuild, page_contents

# The whole build waits so long: the browser shows the page first, and another change may come.
QUIET_S = 1.0


class Updates:
    """Keeps the site at `site` up to date; the slow part works in a thread that can be stopped."""

    def __init__(self, site: Path, announcer: Announcer) -> None:
        self._site = site
        self._announcer = announcer
        self._preview: Preview | None = None
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        """Held where work is begun or stopped."""
        self._stopped = threading.Event()
        self._stop_work: Callable[[], None] = lambda: None
        told(self._prepare)

    def take(self, changed: set[Path]) -> None:
        """Show what concerns few pages now, and begin with what follows."""
        began = time.perf_counter()
        preview = self._preview
        names = preview.concerned(changed) if preview else []
        self._stopped.clear()
        stale: list[Page] = []
        if preview and names:
            if not self._told(lambda: stale.extend(preview.show(names))):
                return
            self._announce(names)
            say(f"Shown after {time.perf_counter() - began:.1f} s")
        self._thread = threading.Thread(target=self._follow, args=(stale, bool(names)))
        self._thread.start()

    def stop(self) -> None:
        """End what still follows the last change."""
        with self._lock:
            self._stopped.set()
            self._stop_work()
        if self._thread:
            self._thread.join()
            self._thread = None

    def close(self) -> None:
        """End everything."""
        self.stop()
        if self._preview:
            self._preview.close()

    def _prepare(self) -> None:
        if self._preview:
            self._preview.close()
        self._preview = None
        self._preview = Preview(self._site)

    def _follow(self, stale: Sequence[Page], shown: bool) -> None:
        """What takes longer: the cells of shown pages, then the whole site."""
        preview = self._preview
        if preview and stale and not self._finish(lambda: self._run(preview, stale), preview.stop):
            return
        if self._stopped.wait(QUIET_S):
            return
        whole = WholeBuild()
        if not self._finish(whole.finish, whole.end):
            return
        before = page_contents(self._site)
        put_in_place(NEXT, self._site)
        after = page_contents(self._site)
        self._announcer.announce(path for path in after if after[path] != before.get(path))
        say("The whole site is new")
        if preview and shown:
            preview.site_is_new()
        else:
            told(self._prepare)

    def _run(self, preview: Preview, stale: Sequence[Page]) -> None:
        """Run the cells of shown pages; what they gave is on the pages then, or their fault."""
        try:
            preview.run(stale)
        finally:
            if not self._stopped.is_set():
                self._announce(page.path for page in stale)

    def _finish(self, work: Callable[[], None], stop: Callable[[], None]) -> bool:
        """Work until it is done; `stop` ends it from another thread. Whether it came to its end."""
        with self._lock:
            if self._stopped.is_set():
                stop()
                return False
            self._stop_work = stop
        done = self._told(work)
        with self._lock:
            self._stop_work = lambda: None
            return done and not self._stopped.is_set()

    def _told(self, work: Callable[[], None]) -> bool:
        """Work; what fails is said here and on open pages, unless it was stopped."""

        def complain(failure: str) -> None:
            if not self._stopped.is_set():
                say(failure)
                self._announcer.complain(failure.removeprefix("error: "))

        return told(work, complain)

    def _announce(self, names: Iterable[Path]) -> None:
        self._announcer.announce(f"/{page_key(name)}/".replace("//", "/") for name in names)


def told(work: Callable[[], None], complain: Callable[[str], None] = say) -> bool:
    """Work; what fails is said. Whether nothing failed."""
    try:
        work()
    except Fault as fault:
        complain(f"error: {fault}")
    except Exception:  # a file may be half-written; the next change builds again
        complain(traceback.format_exc())
    else:
        return True
    return False
