"""Objects that draw themselves: `_repr_html_` and its kin, as notebooks know them."""

from typing import Final, NamedTuple

from widgets.kernel.protocol import Format

_METHODS: Final[dict[str, Format]] = {
    "_repr_html_": "html",
    "_repr_svg_": "svg",
    "_repr_markdown_": "markdown",
}
"""The best comes first."""

_LIMIT: Final = 1_000_000
"""Characters that a page can take."""


class Rich(NamedTuple):
    """An object's own drawing, as its code made it: not yet safe."""

    format: Format
    content: str


def rich(value: object) -> Rich | None:
    """What the first of the object's methods that works gives; None if there is none."""
    for name, kind in _METHODS.items():
        # Asked of the class, as Python asks for special methods: some objects have any attribute.
        method = getattr(type(value), name, None)
        if callable(method):
            try:
                content = method(value)
            except Exception:  # the repr is shown instead
                continue
            if isinstance(content, str) and 0 < len(content) <= _LIMIT:
                return Rich(kind, content)
    return None
