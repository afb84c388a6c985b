"""A second version of a built site: other words in a lesson, and another script."""

import os
import re
import shutil
from pathlib import Path

from lesson import CORE_ATTENTION

from widgets.build.offline import WORKER, write_offline
from widgets.build.page import read_pages

WORDS = "In other words than before."
NAME = "page.NEWNAME2.js"


def write_next_version(site: Path, into: Path) -> None:
    """Write it to a folder that shares what does not change, and lacks what is no longer named."""
    shutil.copytree(site, into, copy_function=os.link)
    [old] = (into / "assets/course").glob("page.*.js")
    code = old.read_text()
    old.unlink()
    old.with_name(NAME).write_text(f"{code}\ndocument.documentElement.dataset.version = '2';\n")
    for path in into.rglob("*.html"):
        replace(path, re.escape(old.name), NAME)
    replace(into / CORE_ATTENTION / "index.html", r'(?<=<p class="fp-summary">)[^<]*', WORDS)
    (into / WORKER).unlink()
    write_offline(into, read_pages())


def replace(path: Path, pattern: str, text: str) -> None:
    """Change one of the files, not the one that it shares its content with."""
    changed = re.sub(pattern, lambda _: text, path.read_text())
    path.unlink()
    path.write_text(changed)
