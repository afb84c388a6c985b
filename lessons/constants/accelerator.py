"""What is known of one accelerator, in operations, bytes and seconds."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from lessons.constants.source import Source


@dataclass(frozen=True)
class Link:
    """How a chip reaches others of its kind: bandwidth in one direction.

    `bytes_per_s` is the sum over all of the chip's links, `to_one_peer` what
    of it two chips share; None where that was not read.
    """

    name: str
    bytes_per_s: float
    source: Source
    to_one_peer_bytes_per_s: float | None = None


@dataclass(frozen=True)
class Reported:
    """How much memory a chip's driver reports: its GB may be a GiB or less."""

    memory_bytes: float
    source: Source


@dataclass(frozen=True, kw_only=True)
class Accelerator:
    """One device as its vendor sells it; what was not read is absent.

    `dense_flops_per_s` holds the peak of each number format without
    sparsity, a multiply-add counted as two; "int8" counts integer
    operations. 16- and 8-bit floats accumulate in 32 bits. Memory is what
    the sheet says, `reported` what the driver does. Bandwidth is that of the
    chip's memory, reads and writes together.
    """

    name: str
    dense_flops_per_s: Mapping[str, float] = field(hash=False)
    peak_source: Source
    memory_bytes: float
    bandwidth_bytes_per_s: float
    memory_source: Source
    reported: Reported | None = None
    link: Link | None = None

    def __post_init__(self) -> None:
        peaks = MappingProxyType(dict(self.dense_flops_per_s))
        object.__setattr__(self, "dense_flops_per_s", peaks)

    def flops_per_byte(self, number_format: str) -> float:
        """Operations at peak in the time the memory delivers one byte."""
        peak = self.dense_flops_per_s[number_format]
        return peak / self.bandwidth_bytes_per_s
