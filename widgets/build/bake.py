"""Run every page's cells once, at build, and keep what they printed and drew.

What a page's cells give depends on their code, on the modules of `lessons` they load, on the kernel
and on the runtime. A bake is found again by the hash of all of these, so an unchanged page costs
nothing and a change in `lessons` bakes anew just the pages that use it.
"""

import json
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Any

from widgets.build.archive import content_hash
from widgets.build.baker import cells, run_pages
from widgets.build.course_files import kernel_files, lesson_files
from widgets.build.page import Block, Page, body_hash
from widgets.build.paths import BAKED, cache
from widgets.build.render import counted, drawings, output_html
from widgets.build.report import Fault, step
from widgets.build.runtime import Runtime
from widgets.kernel.plan import needs
from widgets.kernel.protocol import ErrorReply, Reply

# What a reader waits for, and loads, without being asked.
SLOW_MS = 2000
FIGURE_BYTES = 150_000
# Characters quoted of an output.
SHOWN = 60
# Pages named one by one.
NAMED = 5


@dataclass(frozen=True)
class Bake:
    """What running a page gave: each block's replies, and the modules of `lessons` it loaded."""

    replies: Mapping[str, Sequence[Reply]]
    modules: Sequence[str]
    faults: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """What was wrong with how a block ran, as only running it could show."""


class BakeCache:
    """Bakes on disk.

    A page's own key leads to the list of modules it loaded last time; their sources and the page's
    key together lead to the bake.
    """

    def __init__(self, folder: Path, environment: str, modules: Mapping[str, bytes]) -> None:
        self._folder = folder
        self._environment = environment
        self._modules = modules

    def find(self, page: Page) -> Bake | None:
        """The page's bake, if one was made from exactly this."""
        loaded = self._read(self._modules_file(page))
        if loaded is None:
            return None
        found = self._read(self._bake_file(page, loaded))
        return Bake(**found) if found else None

    def key(self, page: Page) -> str | None:
        """What the page's bake depends on, as a hash; None if it was never baked."""
        loaded = self._read(self._modules_file(page))
        return None if loaded is None else self._key(page, loaded)

    def keep(self, page: Page, bake: Bake) -> None:
        """Store a page's bake."""
        self._folder.mkdir(parents=True, exist_ok=True)
        self._write(self._bake_file(page, bake.modules), asdict(bake))
        self._write(self._modules_file(page), list(bake.modules))

    def _page_key(self, page: Page) -> str:
        blocks = [(block.id, block.code, block.module) for block in page.blocks]
        return content_hash(self._environment, page.key, json.dumps(blocks))

    def _modules_file(self, page: Page) -> Path:
        return self._folder / f"{self._page_key(page)}-modules.json"

    def _bake_file(self, page: Page, loaded: Iterable[str]) -> Path:
        return self._folder / f"{self._key(page, loaded)}.json"

    def _key(self, page: Page, loaded: Iterable[str]) -> str:
        sources = [self._modules.get(name, b"") for name in loaded]
        return content_hash(self._page_key(page), *sources)

    @staticmethod
    def _read(path: Path) -> Any:
        try:
            return json.loads(path.read_text())
        except (OSError, ValueError):  # never made, or cut short: bake again
            return None

    @staticmethod
    def _write(path: Path, content: Any) -> None:
        partial = path.with_suffix(".partial")
        partial.write_text(json.dumps(content))
        partial.replace(path)


def module_sources() -> dict[str, bytes]:
    """The source of every module of `lessons`, by dotted name."""
    return {
        path.removesuffix(".py").removesuffix("/__init__").replace("/", "."): source
        for path, source in lesson_files().items()
    }


def bake_cache(runtime: Runtime) -> BakeCache:
    """The bakes made with this runtime, the kernel and `lessons` as they are now."""
    kernel = content_hash(*(part for item in sorted(kernel_files().items()) for part in item))
    script = (Path(__file__).with_name("bake.ts")).read_bytes()
    environment = content_hash(runtime.hash, kernel, script)
    return BakeCache(cache() / "bakes", environment, module_sources())


def bake_pages(pages: Sequence[Page], runtime: Runtime) -> None:
    """Write the baked form of each page with runnable blocks to `.build/baked`."""
    bakes = bake_cache(runtime)
    runnable = [page for page in pages if page.blocks]
    done = {page.key: bake for page in runnable if (bake := bakes.find(page))}
    stale = [page for page in runnable if page.key not in done]
    if stale:
        with step(f"Running the cells of {some_names(stale)}"):
            ran = run_pages(stale, runtime)
        done |= {page.key: as_bake(result) for page, result in zip(stale, ran, strict=True)}
    shutil.rmtree(BAKED, ignore_errors=True)
    BAKED.mkdir(parents=True)
    faults: list[str] = []
    for page in runnable:
        if found := page_faults(page, done[page.key]):
            faults += found
            continue
        # A page with faults is not kept: what failed to load is not in its list of modules, so
        # nothing would tell when that is mended.
        bakes.keep(page, done[page.key])
        write_baked(page, done[page.key], BAKED)
    if faults:
        raise Fault("\n".join(faults))


def some_names(pages: Sequence[Page]) -> str:
    """The pages by name if they are few."""
    if len(pages) <= NAMED:
        return ", ".join(page.path.stem for page in pages)
    return counted(len(pages), "page")


def as_bake(result: Mapping[str, Any]) -> Bake:
    """A page's result as the Node script wrote it."""
    return Bake(
        replies={cell["cell"]: cell["replies"] for cell in result["cells"]},
        modules=result["modules"],
        faults={cell["cell"]: list(run_faults(cell)) for cell in result["cells"]},
    )


def run_faults(cell: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with how a block ran, twice."""
    if cell["milliseconds"] > SLOW_MS:
        seconds = cell["milliseconds"] / 1000
        yield f"takes {seconds:.1f} s, and a cell has {SLOW_MS / 1000:.0f} s"
    for first, second in zip_longest(merged(cell["replies"]), merged(cell["again"])):
        if first != second:
            yield (
                "gives other output when it is run again (an unseeded random number, a time, an"
                f" address?): {short(first)}, then {short(second)}"
            )
            return


def merged(replies: Iterable[Reply]) -> list[Reply]:
    """The replies with texts that follow each other put together: how they are cut is chance."""
    result: list[Reply] = []
    for reply in replies:
        before = result[-1] if result else None
        if (
            before
            and before["type"] == "text"
            and reply["type"] == "text"
            and before["stream"] == reply["stream"]
        ):
            result[-1] = {**before, "text": before["text"] + reply["text"]}
        else:
            result.append(reply)
    return result


def short(reply: Reply | None) -> str:
    """A reply's text, or what it is."""
    if reply is None:
        return "nothing"
    text = str(reply.get("text") or reply.get("message") or f"another {reply['type']}")
    return repr(text if len(text) <= SHOWN else f"{text[:SHOWN]}…")


def page_faults(page: Page, bake: Bake) -> list[str]:
    """What must not happen when a page's cells run."""
    return [
        f"{page.file}:{block.line}: {block.id}: {fault}"
        for block in page.blocks
        for fault in all_faults(block, bake)
    ]


def all_faults(block: Block, bake: Bake) -> list[str]:
    """What is wrong with how a block ran and what it gave."""
    return [*block_faults(block, bake.replies[block.id]), *bake.faults.get(block.id, ())]


def block_faults(block: Block, replies: Sequence[Reply]) -> list[str]:
    """What is wrong with how a block ran."""
    faults = []
    errors: list[ErrorReply] = [reply for reply in replies if reply["type"] == "error"]
    raised = errors[-1]["name"] if errors else None
    if raised != block.raises:
        if errors and block.raises is None:
            faults.append(f"the cell fails:\n{errors[-1]['traceback']}")
        else:
            faults.append(f"must raise {block.raises}, and raises {raised or 'nothing'}")
    for reply in replies:
        if reply["type"] == "rich" and reply["format"] != "svg":
            faults.append(f"shows {reply['format']}, and a page takes svg only")
    drawn = drawings(replies)
    for number, svg in drawn.items():
        if len(svg.encode()) > FIGURE_BYTES:
            kilobytes = len(svg.encode()) / 1000
            faults.append(
                f"figure {number + 1} weighs {kilobytes:.0f} kB,"
                f" and a figure has {FIGURE_BYTES / 1000:.0f} kB"
            )
    figures = len(drawn)
    if figures != len(block.alt):
        faults.append(
            f"draws {counted(figures, 'figure')} and has"
            f" {counted(len(block.alt), 'text alternative')}:"
            ' alt="…", several told apart by " | "'
        )
    return faults


def write_baked(page: Page, bake: Bake, folder: Path) -> None:
    """Write what the Markdown formatter needs of a page, under the hash of the page's body."""
    outputs = {block.id: output_html(bake.replies[block.id], block.alt) for block in page.blocks}
    write_outputs(page, outputs, folder)


def write_outputs(page: Page, outputs: Mapping[str, str], folder: Path) -> None:
    """Write a page's baked form with these outputs, as HTML, of its blocks."""
    needed = needs(cells(page.blocks))
    content = {
        "page": page.key,
        "sources": page.meta.get("sources", []),
        "blocks": {
            block.id: {
                "code": block.code,
                "module": block.module,
                "line": block.line,
                "alt": block.alt,
                "needs": needed[block.id],
                "output": outputs[block.id],
            }
            for block in page.blocks
        },
    }
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{body_hash(page.body)}.json").write_text(json.dumps(content))
