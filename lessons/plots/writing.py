"""Numbers as they are read, and texts that know how much room they take."""

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path

SIZE = 10.0  # points; 9 CSS pixels where the figure is 350 wide
LINE = 1.25 * SIZE  # from one line of text to the next
Floats = npt.NDArray[np.floating]
MINUS = "\N{MINUS SIGN}"

_PREFIXES = {1e18: "E", 1e15: "P", 1e12: "T", 1e9: "G", 1e6: "M"}
_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def plain(value: float, digits: int = 6) -> str:
    """A number for a tick: 0.25, 1,024, 1.05M, 10⁻⁵."""
    size = abs(value)
    if size >= 1e21 or 0 < size < 1e-3:
        mantissa, exponent = f"{value:.{min(digits, 3) - 1}e}".split("e")
        mantissa = f"{float(mantissa):g}×".removeprefix("1×")
        power = str(int(exponent)).translate(_SUPERSCRIPT)
        return f"{mantissa}10{power}".replace("-", MINUS)
    scale, prefix = _prefix(size)
    places = max(digits, len(f"{size:.0f}") if size < 1e6 else 0)
    return f"{value / scale:,.{places}g}{prefix}".replace("-", MINUS)


def brief(value: float) -> str:
    """A number for a label, to three digits; a whole part stays whole."""
    return plain(
        float(f"{value:.3g}") if abs(value) < 1000 else round(value), 3
    )


def with_unit(value: float, unit: str) -> str:
    """A number to three digits with a decimal prefix: 3.35 TB/s."""
    scale, prefix = _prefix(abs(value))
    if scale == 1 and abs(value) >= 1e3:
        scale, prefix = 1e3, "k"
    return f"{value / scale:.3g} {prefix}{unit}"


def _prefix(size: float) -> tuple[float, str]:
    for scale, prefix in _PREFIXES.items():
        if size >= scale:
            return scale, prefix
    return 1.0, ""


def width(text: str, size: float = SIZE, weight: str = "normal") -> float:
    """How wide the text is in points: its widest line."""
    return max(
        sum(_advance(letter, weight) * size for letter in line)
        for line in text.split("\n")
    )


@lru_cache(maxsize=1024)
def _advance(letter: str, weight: str) -> float:
    """How far a letter moves what follows it, in font sizes."""
    font = FontProperties(size=100, weight=weight)
    measure = text_to_path.get_text_width_height_descent
    pair, both = (
        measure(text, font, False)[0] for text in ("xx", f"x{letter}x")
    )
    return float(both - pair) / 100


def height(text: str) -> float:
    """How high the text is in points."""
    return LINE * (text.count("\n") + 1)


def wrapped(
    text: str, room: float, size: float = SIZE, weight: str = "normal"
) -> str:
    """The text in lines no wider than `room` points; a longer word is cut."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if width(longer, size, weight) <= room:
            lines[-1] = longer
            continue
        if lines[-1]:
            lines.append("")
        for letter in word:
            if width(lines[-1] + letter, size, weight) > room and lines[-1]:
                lines.append("")
            lines[-1] += letter
    return "\n".join(lines)


def balanced(text: str, room: float, size: float, weight: str) -> str:
    """The text in as few lines as `wrapped` needs, of about equal length."""
    lines = wrapped(text, room, size, weight).count("\n") + 1
    narrow = width(text, size, weight) / lines
    while narrow < room:
        tried = wrapped(text, narrow, size, weight)
        if tried.count("\n") < lines:
            return tried
        narrow += size
    return wrapped(text, room, size, weight)


def spread(
    wanted: Sequence[float] | Floats,
    sizes: Sequence[float],
    low: float,
    high: float,
) -> Floats:
    """Centres as near to those wanted as can be, so that nothing overlaps.

    `sizes` are the lengths of the things around their centres, all in one
    unit. All stay within `low` to `high` if they fit there; if not, they
    begin at `low`.
    """
    order = np.argsort(wanted, kind="stable")
    lengths = np.asarray(sizes, float)[order]
    offsets = np.cumsum(lengths) - lengths / 2
    starts = np.asarray(wanted, float)[order] - offsets
    # Neighbours that would overlap form a block, around their wishes' mean.
    blocks: list[tuple[float, int]] = []
    for start in starts:
        mean, count = float(start), 1
        while blocks and blocks[-1][0] > mean:
            before, many = blocks.pop()
            mean = (before * many + mean * count) / (many + count)
            count += many
        blocks.append((mean, count))
    flat = np.repeat(*map(np.array, zip(*blocks, strict=True)))
    flat = np.maximum(np.minimum(flat, high - lengths.sum()), low)
    centres = np.empty(len(order))
    centres[order] = flat + offsets
    return centres


def log_ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Round numbers from `low` to `high` for a log axis, at most `most`."""
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    for digits in ((1,), (1, 3), (1, 2, 5), range(1, 10)):
        ticks = [d * 10.0**e for e in range(first, last + 1) for d in digits]
        inside = [tick for tick in ticks if low <= tick <= high]
        if len(inside) >= 3:
            return inside[:: math.ceil(len(inside) / most)]
    step = 10 ** math.floor(math.log10((high - low) / 2))
    rounded = step * np.arange(math.ceil(low / step), high // step + 1)
    return [float(x) for x in rounded[:: math.ceil(len(rounded) / most)]]
