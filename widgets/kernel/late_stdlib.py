"""The rest of the standard library, fetched when something first imports a part of it.

The browser starts with the few modules that a first plot needs. `_late_stdlib`, written next to
them by the build, names all others; importing one of those fetches the full archive and goes on.
"""

import hashlib
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
        self,
        modules: Collection[str],
        sha256: str,
        fetch: Callable[[], bytes],
        archive: Path = ARCHIVE,
    ) -> None:
        self._modules = modules
        self._sha256 = sha256
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
        except Exception:
            raise _missing(fullname, "could not be fetched") from None
        # Python would read on from half of it, and find nothing any more.
        if hashlib.sha256(archive).hexdigest() != self._sha256:
            raise _missing(fullname, "arrived damaged")
        self._archive.write_bytes(archive)
        sys.meta_path.remove(self)
        importlib.invalidate_caches()
        return PathFinder.find_spec(fullname, path, target)


def _missing(name: str, why: str) -> ImportError:
    return ImportError(
        f"{name!r} is in the part of Python's standard library that is fetched when it is first"
        f" used, and that {why}. Check the connection, then run the cell again.",
        name=name,
    )


def install(fetch: Callable[[], Any]) -> None:
    """Let imports of modules not yet there fetch the full library.

    `fetch` gives the archive's bytes as a buffer object or as a JavaScript typed array.
    """
    from _late_stdlib import MODULES, SHA256  # type: ignore[import-not-found]

    def fetch_bytes() -> bytes:
        archive = fetch()
        return bytes(archive.to_py() if hasattr(archive, "to_py") else archive)

    sys.meta_path.append(LateStdlib(MODULES, SHA256, fetch_bytes))
