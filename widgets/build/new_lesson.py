"""`course new-lesson`: a page, its module, its tests and its place, for a lesson to be written in.

What is made builds, passes and renders as it is.
"""

import datetime
import keyword
import re
from pathlib import Path

from widgets.build.paths import ROOT
from widgets.build.report import Fault

TEMPLATE = Path(__file__).with_name("lesson_template")
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
# The first page of a folder; the folder of the pages that show modules.
TAKEN = ("index", "source")
LAST_SECTION = "  - Reference:\n"


def new_lesson(folder: str, slug: str, root: Path = ROOT) -> list[Path]:
    """Make the lesson `slug` of the track in `folder`; returns the files made and changed."""
    for what, name in (("folder", folder), ("slug", slug)):
        if not NAME.fullmatch(name):
            raise Fault(f"{what}={name!r}: write it in small letters, digits and single hyphens")
        if name in TAKEN or keyword.iskeyword(name):
            raise Fault(f"{what}={name!r}: this name has a meaning already")
    package, module = folder.replace("-", "_"), slug.replace("-", "_")
    words = {
        "TITLE": title(slug),
        "TRACK": title(folder),
        "PACKAGE": package,
        "MODULE": module,
        "TODAY": datetime.date.today().isoformat(),
    }
    lesson = {
        root / "docs" / folder / f"{slug}.md": "page.md",
        root / "lessons" / package / f"{module}.py": "module.py",
        root / "tests" / "lessons" / package / f"test_{module}.py": "test.py",
    }
    if taken := [path for path in lesson if path.exists()]:
        raise Fault(f"{taken[0].relative_to(root)} is there already")
    index = root / "docs" / folder / "index.md"
    files = {path: filled(name, words) for path, name in lesson.items()}
    if not index.exists():
        files[index] = filled("index.md", words)
    if not (begin := root / "lessons" / package / "__init__.py").exists():
        files[begin] = f'"""{title(folder)}."""\n'
    settings = root / "mkdocs.yml"
    files[settings] = with_page(settings.read_text(), folder, slug)
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return list(files)


def title(name: str) -> str:
    """A hyphenated name as a title."""
    return name.replace("-", " ").capitalize()


def filled(name: str, words: dict[str, str]) -> str:
    """A file of the template with the words in their places."""
    text = (TEMPLATE / f"{name}.txt").read_text()
    for place, word in words.items():
        text = text.replace(f"@{place}@", word)
    return text


def with_page(settings: str, folder: str, slug: str) -> str:
    """`mkdocs.yml` with the lesson at the end of its track in `nav`."""
    line = f"      - {folder}/{slug}.md\n"
    before, after = split_after_track(settings, folder)
    if before:
        return f"{before}{line}{after}"
    section = f"  - {title(folder)}:\n      - {folder}/index.md\n{line}"
    head, last, tail = settings.partition(LAST_SECTION)
    if not last:
        raise Fault(
            f"mkdocs.yml has no section {LAST_SECTION.strip()} in nav to put the track before"
        )
    return f"{head}{section}{last}{tail}"


def split_after_track(settings: str, folder: str) -> tuple[str, str]:
    """`mkdocs.yml` cut after the last page of a folder; nothing before it if there is none."""
    lines = settings.splitlines(keepends=True)
    pages = [
        number
        for number, line in enumerate(lines, 1)
        if re.fullmatch(rf"\s+- {re.escape(folder)}/\S+\.md\s*", line)
    ]
    cut = pages[-1] if pages else 0
    return "".join(lines[:cut]), "".join(lines[cut:])
