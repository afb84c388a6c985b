"""Long tests that went well are left out until something that they try has changed."""

import os
from pathlib import Path

from live_runs import browser_code

from widgets.build.archive import content_hash
from widgets.build.course_files import lessons_archive
from widgets.build.packed_kernel import packed_kernel
from widgets.build.paths import cache
from widgets.build.runtime import packed_runtime


class LongRun:
    """A test as it is now, with all that it tries."""

    def __init__(self, name: str, test: Path, browser_version: str) -> None:
        runtime = packed_runtime()
        course = packed_kernel(runtime).read_bytes(), lessons_archive()
        tried = runtime.hash, *course, browser_code(browser_version)
        self._mark = cache() / "long-runs" / content_hash(name, test.read_bytes(), *tried)

    def due(self) -> bool:
        """Whether it has to run: it never did as it is, or everything has been asked for."""
        return not self._mark.exists() or "FORWARD_PASS_ALL" in os.environ

    def went_well(self) -> None:
        """Remember that."""
        self._mark.parent.mkdir(parents=True, exist_ok=True)
        self._mark.touch()
