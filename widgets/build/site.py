"""From checked pages to `site/`: every stage of the build in its order."""

import gzip
import json
import os
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

from widgets.build import node
from widgets.build.archive import content_hash
from widgets.build.bake import bake_pages
from widgets.build.bibliography import write_bibliography
from widgets.build.check.course import checked_pages
from widgets.build.course_files import lessons_archive
from widgets.build.finding import Finding, report
from widgets.build.html_pages import ASSETS, name_by_content, write_all
from widgets.build.offline import write_offline
from widgets.build.packed_kernel import packed_kernel
from widgets.build.page import Page
from widgets.build.palette_css import write_palette_css
from widgets.build.paths import BROWSER, BUILD, ROOT, SITE
from widgets.build.policy import policy, with_policy
from widgets.build.report import say, step
from widgets.build.runtime import Runtime, packed_runtime
from widgets.build.source_pages import write_source_pages

# The value of the header `Content-Security-Policy`, for servers that send it.
POLICY = "content-security-policy.txt"
# Whether browsers keep Python's memory for a quicker next visit. Pyodide does not document how that
# is done; a snapshot that does not fit is dropped, and Python starts from its files.
SNAPSHOTS = True
# What lies beside scripts and styles for the build's own use.
NOT_LOADED = ("manifest.json", "offline-worker.js", "palette.css", "runtime.json")
# Of HTML, compressed: half a second at 1.6 Mbit/s, the slow end of a phone's connection.
PAGE_BYTES = 100_000


def build_site(destination: Path = SITE) -> None:
    """Build everything that is not up to date and put the finished site at `destination`."""
    pages = checked_pages()
    runtime = packed_runtime()
    bake_pages(pages, runtime)
    write_source_pages(pages)
    write_bibliography(pages)
    course = course_archives(runtime)
    entries = build_browser_code(runtime, course)
    staging = BUILD / "site"
    with step(f"Building {len(pages)} pages"):
        write_all(staging)
        report(weight_findings(pages, staging))
        for path in BROWSER.iterdir():
            if path.name not in NOT_LOADED:
                copy_into(staging / ASSETS, path)
        for name, archive in course.values():
            (staging / ASSETS / name).write_bytes(archive)
        shutil.copytree(runtime.folder, staging / runtime_path(runtime))
        finish_pages(staging, entries)
        write_offline(staging, pages)
    put_in_place(staging, destination)
    size = sum(path.stat().st_size for path in destination.rglob("*") if path.is_file())
    say(f"Built {os.path.relpath(destination, ROOT)}/: {size / 1e6:.1f} MB")


def finish_pages(site: Path, entries: dict[str, str]) -> None:
    """Let every page name its files by content and carry the policy; servers get it as a file."""
    pages = {
        path: name_by_content(path.read_text(), entries) for path in sorted(site.rglob("*.html"))
    }
    header = policy(pages.values())
    for path, html in pages.items():
        path.write_text(with_policy(html, header))
    (site / POLICY).write_text(f"{header}\n")


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


def course_archives(runtime: Runtime) -> dict[str, tuple[str, bytes]]:
    """The course's own Python: by part, the file's name, which changes with its content, and it."""
    archives = {"kernel": packed_kernel(runtime).read_bytes(), "lessons": lessons_archive()}
    return {part: (f"{part}.{content_hash(each)}.bin", each) for part, each in archives.items()}


def build_browser_code(runtime: Runtime, course: dict[str, tuple[str, bytes]]) -> dict[str, str]:
    """Compile scripts and styles; returns the hashed file name of each entry."""
    write_palette_css()
    places = {part: f"{ASSETS}/{name}" for part, (name, _) in course.items()}
    urls = runtime.urls(f"{runtime_path(runtime)}/", **places)
    size = runtime.download_bytes() + sum(len(archive) for _, archive in course.values())
    settings = BROWSER / "runtime.json"
    settings.write_text(json.dumps({**urls, "downloadBytes": size, "snapshots": SNAPSHOTS}))
    node.run("node", "widgets/browser/build.mjs", "site", "--runtime", settings)
    return browser_code()


def browser_code() -> dict[str, str]:
    """The hashed file name of each entry, as last built."""
    entries: dict[str, str] = json.loads((BROWSER / "manifest.json").read_text())
    return entries


def copy_into(folder: Path, path: Path) -> None:
    """Copy a file or a folder into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    if path.is_dir():
        shutil.copytree(path, folder / path.name, dirs_exist_ok=True)
    else:
        shutil.copyfile(path, folder / path.name)


def put_in_place(staging: Path, destination: Path) -> None:
    """Replace the site in one move, so that nobody is served half of it."""
    old = BUILD / "site-old"
    shutil.rmtree(old, ignore_errors=True)
    if destination.exists():
        destination.rename(old)
    staging.rename(destination)
    shutil.rmtree(old, ignore_errors=True)
