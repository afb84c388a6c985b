"""Modules that are fetched when something first imports one of them.

The browser starts with the few modules that a first plot needs. The build writes next to them which
others there are: of the standard library in `_late_stdlib`, of NumPy and matplotlib in
`_late_packages`. Importing one of those fetches all of its kind and goes on.
"""

import hashlib
import io
import sys
import zipfile
from collections.abc import Callable, Collection, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any

STDLIB = Path("/lib/python314.zip")


class LateModules(MetaPathFinder):
    """Stands behind the ordinary finders, which know nothing of the modules not yet fetched."""

    def __init__(
        self,
        modules: Collection[str],
        sha256: str,
        fetch: Callable[[], bytes],
        place: Callable[[bytes], object],
    ) -> None:
        """`place` puts the fetched archive, which must have this hash, where finders look."""
        self.modules = frozenset(modules)
        self._sha256 = sha256
        self._fetch = fetch
        self._place = place

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The module's spec from the fetched archive; None if it is not one of these."""
        if fullname not in self.modules:
            return None
        try:
            archive = self._fetch()
        except Exception:
            raise _missing(fullname, "could not be fetched") from None
        # Python would read on from half of it, and find nothing any more.
        if hashlib.sha256(archive).hexdigest() != self._sha256:
            raise _missing(fullname, "arrived damaged")
        self._place(archive)
        sys.meta_path.remove(self)
        look_again()
        return PathFinder.find_spec(fullname, path, target)


def _missing(name: str, why: str) -> ImportError:
    return ImportError(
        f"{name!r} is in a part of Python that is fetched when it is first used, and that {why}."
        " Check the connection, then run the cell again.",
        name=name,
    )


def names() -> set[str]:
    """The modules that an import would fetch."""
    finders = (finder for finder in sys.meta_path if isinstance(finder, LateModules))
    return {name for finder in finders for name in finder.modules}


def look_again() -> None:
    """Let the ordinary finders see files that are new.

    `importlib.invalidate_caches` does this, too, but imports `importlib.metadata` for it.
    """
    for finder in list(sys.path_importer_cache.values()):
        if invalidate := getattr(finder, "invalidate_caches", None):
            invalidate()


def unpack(archive: bytes, folder: Path) -> None:
    """Put the files of a zip archive into a folder."""
    with zipfile.ZipFile(io.BytesIO(archive)) as files:
        files.extractall(folder)


def install(fetch_stdlib: Callable[[], Any], fetch_packages: Callable[[], Any]) -> None:
    """Let imports of modules not yet there fetch them.

    Each function gives an archive's bytes as a buffer object or as a JavaScript typed array: the
    whole standard library, or what NumPy's and matplotlib's folders lack.
    """
    import _late_packages  # type: ignore[import-not-found]
    import _late_stdlib  # type: ignore[import-not-found]

    packages = Path(_late_packages.__file__).parent
    for late, fetch, place in (
        (_late_stdlib, fetch_stdlib, STDLIB.write_bytes),
        (_late_packages, fetch_packages, lambda archive: unpack(archive, packages)),
    ):
        sys.meta_path.append(LateModules(late.MODULES, late.SHA256, _bytes_from(fetch), place))


def _bytes_from(fetch: Callable[[], Any]) -> Callable[[], bytes]:
    def fetch_bytes() -> bytes:
        archive = fetch()
        return bytes(archive.to_py() if hasattr(archive, "to_py") else archive)

    return fetch_bytes
