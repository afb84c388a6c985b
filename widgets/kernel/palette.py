"""The named colours of figures, each for a light and for a dark page.

Matplotlib draws with the light values; `svg.clean` turns exactly these into `var(--fp-<role>)`, so
they are values nobody types by chance (the surface is not quite white for that reason). The series
were searched for distance from each other as seen with normal vision, protanopia, deuteranopia and
tritanopia (Machado, Oliveira & Fernandes 2009), hence their spread in lightness.
"""

from typing import Final, NamedTuple


class Colour(NamedTuple):
    """One role's colour on a light and on a dark page, as `#rrggbb`."""

    light: str
    dark: str


BACKGROUND: Final = Colour("#ffffff", "#1a1d23")

TEXT: Final = {
    "ink": Colour("#1c2330", "#e6e9ee"),
    "muted": Colour("#5b6675", "#a3adba"),
}
SERIES: Final = {
    "blue": Colour("#1d4f8b", "#4f8ad0"),
    "orange": Colour("#c68300", "#eda23a"),
    "green": Colour("#057838", "#a3ee8e"),
    "purple": Colour("#b267dc", "#c9a4ff"),
    "red": Colour("#7a0630", "#e5545c"),
    "teal": Colour("#399693", "#6fcabf"),
}
SERIES_TEXT: Final = {
    "orange": Colour("#a66500", "#eda23a"),
    "purple": Colour("#9e53c7", "#c9a4ff"),
    "teal": Colour("#1e817f", "#6fcabf"),
}
"""For what is written in a series' colour where that is too pale for so thin a thing as text."""

ROLES: Final = {
    **TEXT,
    "grid": Colour("#d9dde3", "#3a4049"),
    "surface": Colour("#fefefe", "#1a1d23"),
    **SERIES,
    **{f"{series}-text": colour for series, colour in SERIES_TEXT.items()},
}

BITMAP: Final = {
    "ink": "#777c86",
    "muted": "#747f8d",
    "grid": "#8a8f96",
    "blue": "#457ec2",
    "orange": "#c68300",
    "green": "#259049",
    "purple": "#b267dc",
    "red": "#d84a56",
    "teal": "#399693",
}
"""A bitmap cannot follow the page: between a role's two colours, the one best seen on either page.

The surface has none: as the ground of a legend it is right under these.
"""
