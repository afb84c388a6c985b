"""Where a number was read, and when."""

from dataclasses import dataclass

READ = "2026-11-30"


@dataclass(frozen=True)
class Source:
    """One document that prints the numbers taken from it."""

    title: str
    url: str
    where: str
    read: str = READ
