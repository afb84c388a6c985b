"""Whether Python still works after it ran out of memory; nothing else tells."""

import sys
import traceback
from typing import Final

_BYTES: Final = 1 << 24


def sing() -> None:
    """Do a little of everything a run needs. Raises, or never returns, if Python is broken."""
    block = bytearray(_BYTES)
    block[-1] = 1
    parts = [str(number) for number in range(10_000)]
    if len("".join(parts)) != 38_890 or sum(block) != 1:
        raise MemoryError
    try:
        raise ValueError(parts[-1])
    except ValueError:
        if "ValueError: 9999" not in traceback.format_exc():
            raise MemoryError from None
    if (numpy := sys.modules.get("numpy")) is not None and numpy.arange(1000.0).sum() != 499_500:
        raise MemoryError
