"""The worker that keeps the course for reading offline, with the list of the site's files.

`offline.js` lies at the site's root, which is what it may answer for. It is written last: the list
in it names every file by size and content, so it changes with each of them, and browsers take it
for a new version. List and script are one file, which no host can serve in two versions at once.
"""

import base64
import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import unescape
from pathlib import Path
from typing import Any

from mkdocs.config import load_config

from widgets.build.archive import content_hash
from widgets.build.check.navigation import nav_paths
from widgets.build.page import Page, page_key
from widgets.build.paths import BROWSER, ROOT

WORKER = "offline.js"
OFFLINE_PAGE = "offline.html"
# As the worker cuts them: enough to tell files apart, and half as long.
HASH_BYTES = 16
# What no page loads: sources of scripts, what only hosts read, and search in other languages.
LEFT_OUT = re.compile(r".*\.(map|gz|txt)|assets/javascripts/lunr/.*|404\.html|offline\.js")
# What search and moving between pages load besides.
SEARCH = re.compile(r"search/search_index\.json|sitemap\.xml|assets/javascripts/workers/.*\.js")
RUN = re.compile(r"assets/runtime/.*|assets/course/.*\.(js|bin)")
LOADED = re.compile(r'<(?:script|link rel="(?:stylesheet|icon)")[^>]* (?:src|href)="([^"]+)"')
IMPORTED = re.compile(r'(?:from|import) ?"\./([^"]+)"')
TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)


def write_offline(site: Path, pages: Sequence[Page], root: Path = ROOT) -> None:
    """Write the worker into a site in which everything else is in its place."""
    config = load_config(str(root / "mkdocs.yml"))
    files = listed_files(site)
    description = {
        "files": files,
        "titles": titles(site, files, config["site_name"]),
        "first": first_files(site, files),
        "run": [path for path in files if RUN.fullmatch(path)],
        "tracks": track_files(files, config["nav"] or [], pages),
    }
    text = json.dumps(description, ensure_ascii=False, separators=(",", ":"))
    version = json.dumps({"version": content_hash(text)})
    worker = (BROWSER / "offline-worker.js").read_text()
    listed = f"{version[:-1]},{text[1:]}"
    (site / WORKER).write_text(f"const SITE_FILES={listed};\n{worker}")


def listed_files(site: Path) -> dict[str, tuple[int, str]]:
    """Size and the hash's beginning of each file that a page may load, by its path."""
    files = {}
    for path in sorted(site.rglob("*")):
        name = path.relative_to(site).as_posix()
        if path.is_file() and not LEFT_OUT.fullmatch(name):
            content = path.read_bytes()
            digest = hashlib.sha256(content).digest()[:HASH_BYTES]
            files[name] = len(content), base64.b64encode(digest).decode()
    return files


def titles(site: Path, files: Iterable[str], site_name: str) -> dict[str, str]:
    """The titles of the pages, without the site's own that follows them."""
    found = {}
    for name in files:
        if name.endswith("index.html") and (title := TITLE.search((site / name).read_text())):
            found[name] = unescape(title[1]).strip().removesuffix(f" - {site_name}")
    return found


def first_files(site: Path, files: Iterable[str]) -> list[str]:
    """What every page loads by itself: scripts with what they import, styles, search."""
    home = (site / "index.html").read_text()
    found = dict.fromkeys([OFFLINE_PAGE, *LOADED.findall(home)])
    scripts = [path for path in found if path.endswith(".js")]
    for path in scripts:
        for name in IMPORTED.findall((site / path).read_text()):
            beside = str(Path(path).with_name(name))
            if beside not in found:
                found[beside] = None
                scripts.append(beside)
    return [path for path in files if path in found or SEARCH.fullmatch(path)]


def track_files(
    files: Iterable[str], nav: Sequence[Any], pages: Sequence[Page]
) -> dict[str, list[str]]:
    """What belongs to each track: its pages, what lies beside them, the sources that they show."""
    by_path = {page.path.as_posix(): page for page in pages}
    tracks = {}
    for index, names in sections(nav):
        own = [by_path[name] for name in names]
        modules = {block.module for page in own for block in page.blocks if block.module}
        sources = {f"source/{module.replace('.', '/')}/" for module in modules}
        folders = (*(f"{page.key}/" for page in own), *sources)
        tracks[f"{page_key(Path(index))}/"] = [name for name in files if name.startswith(folders)]
    return tracks


def sections(nav: Sequence[Any]) -> Iterator[tuple[str, list[str]]]:
    """The sections of `nav` that have a page of their own: that page, and all of the section."""
    entries: Iterable[Mapping[str, Any]] = (entry for entry in nav if isinstance(entry, dict))
    for entry in entries:
        for inside in entry.values():
            names = list(nav_paths([inside] if isinstance(inside, str) else inside))
            if len(names) > 1 and names[0].endswith("/index.md"):
                yield names[0], names
