"""Pyodide under Node, started ahead of the pages whose cells it is to run."""

import json
import os
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Self

from widgets.build import node
from widgets.build.course_files import lessons_archive
from widgets.build.packed_kernel import packed_kernel
from widgets.build.page import Block, Page
from widgets.build.report import Fault
from widgets.build.runtime import Runtime
from widgets.kernel.protocol import PageCell

# Whatever runs longer than this will not end by itself.
CELL_LIMIT_S = 60.0
# With fewer pages than this, another interpreter costs more time than it saves.
PAGES_EACH = 2


class Baker:
    """One interpreter for one job: it starts at once and waits for pages."""

    def __init__(self, runtime: Runtime, kernel: Path) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self._lessons = self._path("lessons")
        self._lessons.write_bytes(lessons_archive())
        urls = self._path("urls")
        parts = runtime.urls(f"{runtime.folder}/", str(kernel), str(self._lessons))
        urls.write_text(json.dumps(parts))
        self._process = node.Running(
            *node.script("bake", urls, self._path("result"), self._path("progress"))
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def run(self, pages: Sequence[Page]) -> list[Mapping[str, Any]]:
        """What running the pages gave, as the Node script tells it; only once."""
        self._lessons.write_bytes(lessons_archive())  # it may have changed since the start
        job = [{"page": page.key, "cells": cells(page.blocks)} for page in pages]
        self._process.tell(json.dumps(job))
        progress = self._path("progress")
        try:
            self._process.finish(alive=Heartbeat(progress))
        except Fault as fault:
            running = progress.read_text() if progress.is_file() else "before the first cell"
            raise Fault(f"{fault}\nIt was running {running}") from None
        results: list[Mapping[str, Any]] = json.loads(self._path("result").read_text())
        return results

    def stop(self) -> None:
        """End the job from another thread; `run` then raises a Fault."""
        self._process.kill()

    def close(self) -> None:
        """End the interpreter, also one that never got a job."""
        self._process.end()
        self._folder.cleanup()

    def _path(self, name: str) -> Path:
        return Path(self._folder.name, name)


class Heartbeat:
    """Tells whether a script still makes progress: it writes a file whenever it takes a step."""

    def __init__(self, file: Path, limit_s: float = CELL_LIMIT_S) -> None:
        self._file = file
        self._limit_s = limit_s
        self._last = ""
        self._since = time.monotonic()

    def __call__(self) -> bool:
        """Whether the last step was not too long ago."""
        now = time.monotonic()
        step = self._file.read_text() if self._file.is_file() else ""
        if step != self._last:
            self._last, self._since = step, now
        return now - self._since < self._limit_s


def run_pages(pages: Sequence[Page], runtime: Runtime) -> list[Mapping[str, Any]]:
    """Run the pages' blocks, each page in a namespace of its own; many pages on all processors."""
    workers = max(1, min(os.cpu_count() or 1, len(pages) // PAGES_EACH))
    kernel = packed_kernel(runtime)
    shares = [pages[start::workers] for start in range(workers)]

    def run(share: Sequence[Page]) -> list[Mapping[str, Any]]:
        with Baker(runtime, kernel) as baker:
            return baker.run(share)

    with ThreadPoolExecutor(workers) as threads:
        results = {
            page.key: result
            for share, ran in zip(shares, threads.map(run, shares), strict=True)
            for page, result in zip(share, ran, strict=True)
        }
    return [results[page.key] for page in pages]


def cells(blocks: Iterable[Block]) -> list[PageCell]:
    """The blocks as the kernel's requests name them."""
    return [
        {"cell": block.id, "code": block.code, "module": block.module, "published": None}
        for block in blocks
    ]
