"""The whole build beside a server that works: a process that may be ended at any time."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from widgets.build.paths import BUILD, ROOT
from widgets.build.report import Fault

NEXT = BUILD / "next-site"


class WholeBuild:
    """A build into `NEXT`, begun at once."""

    def __init__(self) -> None:
        # A process group of its own: ending it ends the Node processes below it, too.
        self._process = subprocess.Popen(
            [sys.executable, "-m", "widgets.build", "build", "--into", str(NEXT)],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            process_group=0,
        )

    def finish(self) -> None:
        """Wait for its end; raises a Fault with what it said if it failed."""
        said, _ = self._process.communicate()
        if self._process.returncode:
            raise Fault(said.partition("error: ")[2].strip() or said)

    def end(self) -> None:
        """End it if it still runs."""
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)


def page_contents(site: Path) -> dict[str, bytes]:
    """The HTML of every page of a site, by its path on the server."""
    return {
        f"/{path.relative_to(site).as_posix().removesuffix('index.html')}": path.read_bytes()
        for path in site.rglob("index.html")
    }
