"""From checked pages to `site/`: every stage of the build in its order."""

import gzip
import json
import logging
import re
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

from mkdocs.commands.build import build as mkdocs_build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort, ConfigurationError
from pymdownx.superfences import SuperFencesException

from widgets.build import node
from widgets.build.archive import content_hash
from widgets.build.bake import bake_pages
from widgets.build.bibliography import write_bibliography
from widgets.build.check.course import checked_pages
from widgets.build.course_archive import course_archive
from widgets.build.finding import Finding, report
from widgets.build.maths import FormulaError
from widgets.build.page import Page
from widgets.build.palette_css import write_palette_css
from widgets.build.paths import BROWSER, BUILD, ROOT, SITE
from widgets.build.report import Fault, say, step
from widgets.build.runtime import Runtime, packed_runtime
from widgets.build.source_pages import write_source_pages

ASSETS = "assets/course"
# Of HTML, compressed: half a second at 1.6 Mbit/s, the slow end of a phone's connection.
PAGE_BYTES = 100_000
# Only a site with a published address of its own can name one as canonical.
LOCAL_CANONICAL = re.compile(r'<link rel="canonical" href="http://127\.0\.0\.1[^>]*>')


def build_site(destination: Path = SITE) -> None:
    """Build everything that is not up to date and put the finished site at `destination`."""
    pages = checked_pages()
    runtime = packed_runtime()
    bake_pages(pages, runtime)
    write_source_pages(pages)
    write_bibliography(pages)
    archive = course_archive()
    archive_name = f"lessons.{content_hash(archive)}.zip"
    entries = build_browser_code(runtime, archive_name)
    staging = BUILD / "site"
    with step(f"Building {len(pages)} pages"):
        run_mkdocs(staging)
        report(weight_findings(pages, staging))
        for path in BROWSER.iterdir():
            if path.name not in ("manifest.json", "palette.css", "runtime.json"):
                copy_into(staging / ASSETS, path)
        (staging / ASSETS / archive_name).write_bytes(archive)
        shutil.copytree(runtime.folder, staging / runtime_path(runtime))
        name_by_content(staging, entries)
    put_in_place(staging, destination)
    size = sum(path.stat().st_size for path in destination.rglob("*") if path.is_file())
    say(f"Built {destination.relative_to(ROOT)}/: {size / 1e6:.1f} MB")


def weight_findings(pages: Iterable[Page], site: Path) -> Iterator[Finding]:
    """Pages that a reader would wait for."""
    for page in pages:
        size = len(gzip.compress((site / page.key / "index.html").read_bytes()))
        if size > PAGE_BYTES:
            text = f"the page weighs {size / 1000:.0f} kB compressed, and a page has"
            yield Finding(page.file, 1, f"{text} {PAGE_BYTES / 1000:.0f} kB")


def runtime_path(runtime: Runtime) -> str:
    """The runtime's folder within the site: its name changes with its content."""
    return f"assets/runtime/{runtime.hash}"


def build_browser_code(runtime: Runtime, archive_name: str) -> dict[str, str]:
    """Compile scripts and styles; returns the hashed file name of each entry."""
    write_palette_css()
    description = runtime.urls(f"{runtime_path(runtime)}/", f"{ASSETS}/{archive_name}")
    settings = BROWSER / "runtime.json"
    settings.write_text(json.dumps({**description, "downloadBytes": runtime.download_bytes()}))
    node.run("node", "widgets/browser/build.mjs", "site", "--runtime", settings)
    entries: dict[str, str] = json.loads((BROWSER / "manifest.json").read_text())
    return entries


class Warnings(logging.Handler):
    """Keeps what MkDocs warns of, to say it in one piece."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a warning's text."""
        self.texts.append(record.getMessage())


def run_mkdocs(destination: Path) -> None:
    """MkDocs in this process, strictly: any warning is a Fault."""
    warnings = Warnings()
    logger = logging.getLogger("mkdocs")
    logger.addHandler(warnings)
    try:
        config = load_config(str(ROOT / "mkdocs.yml"), site_dir=str(destination), strict=True)
        config.plugins.on_startup(command="build", dirty=False)
        mkdocs_build(config)
        config.plugins.on_shutdown()
    except (Abort, ConfigurationError, SuperFencesException, FormulaError) as failure:
        raise Fault("\n".join(warnings.texts) or str(failure)) from None
    finally:
        logger.removeHandler(warnings)


def copy_into(folder: Path, path: Path) -> None:
    """Copy a file or a folder into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    if path.is_dir():
        shutil.copytree(path, folder / path.name, dirs_exist_ok=True)
    else:
        shutil.copyfile(path, folder / path.name)


def name_by_content(site: Path, entries: dict[str, str]) -> None:
    """Let every page refer to scripts and styles by the names that carry their hashes."""
    plain = re.compile(rf"{ASSETS}/(before-material\.js|page\.js|page\.css)")
    names = {"before-material.js": "before-material", "page.js": "page", "page.css": "css"}
    for path in site.rglob("*.html"):
        html = path.read_text()
        html = plain.sub(lambda found: f"{ASSETS}/{entries[names[found[1]]]}", html)
        path.write_text(LOCAL_CANONICAL.sub("", html))


def put_in_place(staging: Path, destination: Path) -> None:
    """Replace the site in one move, so that nobody is served half of it."""
    old = BUILD / "site-old"
    shutil.rmtree(old, ignore_errors=True)
    if destination.exists():
        destination.rename(old)
    staging.rename(destination)
    shutil.rmtree(old, ignore_errors=True)
