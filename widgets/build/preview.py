"""Changed pages in the site that is served, at once; what they printed and drew may follow.

Only `make serve` uses it. The rest of the site waits for the whole build.
"""

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

from widgets.build.bake import (
    Bake,
    all_faults,
    as_bake,
    bake_cache,
    page_faults,
    write_baked,
    write_outputs,
)
from widgets.build.baker import Baker, cells
from widgets.build.bibliography import source_findings
from widgets.build.check.formulas import formula_findings
from widgets.build.check.links import link_findings
from widgets.build.finding import Finding, report
from widgets.build.html_pages import SinglePages, name_by_content
from widgets.build.packed_kernel import packed_kernel
from widgets.build.page import Block, Page, parse_pages, read_page
from widgets.build.paths import BUILD, DOCS, ROOT, SITE
from widgets.build.policy import with_policy
from widgets.build.render import output_html
from widgets.build.report import Fault
from widgets.build.runtime import packed_runtime
from widgets.build.site import POLICY, browser_code
from widgets.build.symbols import name_of
from widgets.kernel.plan import needs

# A change that concerns more pages is one for the whole build.
AT_ONCE = 3
BAKES = BUILD / "preview-baked"
PENDING = '<p class="fp-pending"><em>The build is running this cell.</em></p>'


class Preview:
    """The pages of the site at `site` as last shown, and all that is needed to show them anew."""

    def __init__(self, site: Path) -> None:
        self._site = site
        pages, _ = parse_pages(DOCS, ROOT)
        self._pages = {page.path: page for page in pages}
        self._writer = SinglePages(BAKES, BUILD / "preview")
        self._runtime = packed_runtime()
        self._kernel = packed_kernel(self._runtime)
        self._bakes = bake_cache(self._runtime)
        self._baker = Baker(self._runtime, self._kernel)
        self._running: Baker | None = None
        self.site_is_new()

    def site_is_new(self) -> None:
        """Take notice of a whole build: scripts and styles may have other names."""
        self._entries = browser_code()
        self._policy = (SITE / POLICY).read_text().strip()

    def concerned(self, changed: set[Path]) -> list[Path]:
        """The pages that show what these files hold; none if the whole site may depend on them."""
        found: set[Path] = set()
        for file in changed:
            if not file.is_file():
                return []
            if file.suffix == ".md" and file.is_relative_to(DOCS):
                showing = {file.relative_to(DOCS)} & self._pages.keys()
            else:
                showing = self._showing(file)
            if not showing:
                return []
            found |= showing
        return sorted(found) if len(found) <= AT_ONCE else []

    def show(self, names: Sequence[Path]) -> list[Page]:
        """Write the pages; returns those with cells that have to run yet.

        Raises a Fault that lists what is wrong with them, and leaves the site as it was.
        """
        pages = self._read(names)
        bakes = bake_cache(self._runtime)
        stale = []
        for page in pages:
            if bake := bakes.find(page):
                write_baked(page, bake, BAKES)
            else:
                write_outputs(page, self._outputs_so_far(page), BAKES)
                stale.append(page)
            self._write(page)
        self._pages |= {page.path: page for page in pages}
        if not stale:
            self._bakes = bakes
        return stale

    def run(self, pages: Sequence[Page]) -> None:
        """Run the pages' cells and write the pages with what came of it; raises a Fault."""
        bakes = bake_cache(self._runtime)
        self._running = self._baker
        self._baker = Baker(self._runtime, self._kernel)
        try:
            with self._running as baker:
                results = baker.run(pages)
        finally:
            self._running = None
        faults: list[str] = []
        for page, result in zip(pages, results, strict=True):
            bake = as_bake(result)
            if found := page_faults(page, bake):
                faults += found
                write_outputs(page, outputs_or_faults(page, bake), BAKES)
            else:
                bakes.keep(page, bake)
                write_baked(page, bake, BAKES)
            self._write(page)
        self._bakes = bakes
        if faults:
            raise Fault("\n".join(faults))

    def stop(self) -> None:
        """End `run` from another thread; the interpreter that waits goes on waiting."""
        if running := self._running:
            running.stop()

    def close(self) -> None:
        """End the interpreter that waits."""
        self._baker.close()

    def _showing(self, file: Path) -> set[Path]:
        """The pages with reference code from this module of `lessons`."""
        module = name_of(file, ROOT)
        return {
            path
            for path, page in self._pages.items()
            if any(block.module == module for block in page.blocks)
        }

    def _read(self, names: Sequence[Path]) -> list[Page]:
        pages, findings = [], []
        for name in names:
            page, found = read_page(DOCS / name, name, ROOT)
            pages.append(page)
            findings += [Finding(page.file, line, text) for line, text in found]
        everything = list((self._pages | {page.path: page for page in pages}).values())
        findings += link_findings(everything, DOCS, pages)
        findings += formula_findings(pages)
        report([*findings, *source_findings(everything)])
        return pages

    def _outputs_so_far(self, page: Page) -> Mapping[str, str]:
        """What the cells gave last time, where neither they nor what they need have changed."""
        before = self._pages[page.path]
        bake = self._bakes.find(before)
        old = {block.id: block for block in before.blocks}
        new = {block.id: block for block in page.blocks}
        needed_before, needed = needs(cells(before.blocks)), needs(cells(page.blocks))

        def same(name: str) -> bool:
            return name in old and what_runs(old[name]) == what_runs(new[name])

        def stands(name: str) -> bool:
            return (
                same(name) and needed[name] == needed_before[name] and all(map(same, needed[name]))
            )

        return {
            block.id: output_html(bake.replies[block.id], block.alt)
            if bake and stands(block.id)
            else PENDING
            for block in page.blocks
        }

    def _write(self, page: Page) -> None:
        """Put a page's HTML in its place, whole."""
        made = self._writer.write(page.path)
        html = with_policy(name_by_content(made.read_text(), self._entries), self._policy)
        target = self._site / page.key / "index.html"
        target.parent.mkdir(parents=True, exist_ok=True)
        made.write_text(html)
        made.replace(target)


def outputs_or_faults(page: Page, bake: Bake) -> dict[str, str]:
    """The HTML of each block's output, or of what is wrong with it."""
    shown = {}
    for block in page.blocks:
        faults = all_faults(block, bake)
        shown[block.id] = (
            f'<pre class="fp-text">{escape(chr(10).join(faults))}</pre>'
            if faults
            else output_html(bake.replies[block.id], block.alt)
        )
    return shown


def what_runs(block: Block) -> tuple[str, str | None]:
    """What a block's output depends on, of the block itself."""
    return block.code, block.module
