"""Positions in a text as a browser counts them, in UTF-16 units, and as Python counts them."""


def index(text: str, units: int) -> int:
    """The character at which `units` UTF-16 units of the text end, its length at most."""
    for position, character in enumerate(text):
        if units <= 0:
            return position
        units -= _width(character)
    return len(text)


def units(text: str, index: int) -> int:
    """How many UTF-16 units the first `index` characters take."""
    return sum(map(_width, text[:index]))


def _width(character: str) -> int:
    return 2 if ord(character) > 0xFFFF else 1
