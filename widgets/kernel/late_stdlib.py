"""The rest of the standard library, fetched when something first imports a part of it.

The browser starts with the few modules that a first plot needs. `_late_stdlib`, written next to
them by the build, names all others; importing one of those fetches the full archive and goes on.
"""

import importlib
import sys
from collections.abc import Callable, Collection, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any

ARCHIVE = Path("/lib/python314.zip")


class LateStdlib(MetaPathFinder):
    """Stands behind the ordinary finders, which know nothing of the modules not yet fetched."""

    def __init__(
        self, modules: Collection[str], fetch: Callable[[], bytes], archive: Path = ARCHIVE
    ) -> None:
        self._modules = modules
        self._fetch = fetch
        self._archive = archive

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The module's spec from the full archive; None if it is not a part of the library."""
        if fullname not in self._modules:
            return None
        try:
            archive = self._fetch()
        except Exception as failure:
            raise ImportError(
                f"{fullname!r} is in the part of Python's standard library that is fetched when"
                f" it is first used, and that could not be fetched now: {failure}",
                name=fullname,
            ) from None
        self._archive.write_bytes(archive)
        sys.meta_path.remove(self)
        importlib.invalidate_caches()
        return PathFinder.find_spec(fullname, path, target)


def install(fetch: Callable[[], Any]) -> None:
    """Let imports of modules not yet there fetch the full library.

    `fetch` gives the archive's bytes as a buffer object or as a JavaScript typed array.
    """
    from _late_stdlib import MODULES  # type: ignore[import-not-found]

    def fetch_bytes() -> bytes:
        archive = fetch()
        return bytes(archive.to_py() if hasattr(archive, "to_py") else archive)

    sys.meta_path.append(LateStdlib(MODULES, fetch_bytes))
