"""The course's own Python, as the browser gets it: `lessons` and what of `widgets` runs there."""

from pathlib import Path

from widgets.build.archive import named, tar_gz_bytes
from widgets.build.paths import ROOT


def kernel_files(root: Path = ROOT) -> dict[str, bytes]:
    """The part of `widgets` that runs in the reader's interpreter, by path."""
    paths = [root / "widgets" / "__init__.py", *(root / "widgets" / "kernel").rglob("*.py")]
    return dict(named(path, root) for path in paths)


def lesson_files(root: Path = ROOT) -> dict[str, bytes]:
    """The reference implementations, by path."""
    return dict(named(path, root) for path in (root / "lessons").rglob("*.py"))


def lessons_archive() -> bytes:
    """The reference implementations as the browser gets them."""
    return tar_gz_bytes(lesson_files())
