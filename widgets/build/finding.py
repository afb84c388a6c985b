"""Something wrong in a source file, with its place."""

from collections.abc import Iterable
from dataclasses import dataclass

from widgets.build.report import Fault


@dataclass(frozen=True, order=True)
class Finding:
    """A fault in the file `path` (from the project's root, with slashes), in a line from 1."""

    path: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.text}"


def report(findings: Iterable[Finding]) -> None:
    """Raise one Fault that lists everything found, by file and line, if there is anything."""
    if lines := [str(finding) for finding in sorted(set(findings))]:
        raise Fault("\n".join(lines))
