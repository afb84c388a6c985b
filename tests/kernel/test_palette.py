"""The palette against what eyes need: contrast with the page, and series apart from each other."""

from itertools import combinations

import numpy as np
import pytest

from widgets.kernel.palette import BACKGROUND, BITMAP, ROLES, SERIES, SERIES_TEXT, TEXT

# Machado, Oliveira & Fernandes 2009, severity 1, on linear RGB.
VISION = {
    "normal": np.eye(3),
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritanopia": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}
# Ottosson 2020, OKLab.
TO_CONES = [
    [0.4122214708, 0.5363325363, 0.0514459929],
    [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005],
]
TO_LAB = [
    [0.2104542553, 0.7936177850, -0.0040720468],
    [1.9779984951, -2.4285922050, 0.4505937099],
    [0.0259040371, 0.7827717662, -0.8086757660],
]


def linear(colour: str) -> np.ndarray:
    channels = np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)]) / 255
    return np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)


def contrast(one: str, other: str) -> float:
    dim, bright = sorted(linear(colour) @ [0.2126, 0.7152, 0.0722] for colour in (one, other))
    return float((bright + 0.05) / (dim + 0.05))


def distance(one: str, other: str, vision: str) -> float:
    seen = [np.clip(VISION[vision] @ linear(colour), 0, 1) for colour in (one, other)]
    first, second = (TO_LAB @ np.cbrt(TO_CONES @ rgb) for rgb in seen)
    return 100 * float(np.linalg.norm(first - second))


def test_contrast_is_that_of_wcag():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("role", [*TEXT, *SERIES])
def test_text_can_be_read(role: str, scheme: str):
    colour = (TEXT | SERIES | SERIES_TEXT)[role]
    assert contrast(getattr(colour, scheme), getattr(BACKGROUND, scheme)) >= 4.5


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("role", SERIES)
def test_series_can_be_seen(role: str, scheme: str):
    assert contrast(getattr(SERIES[role], scheme), getattr(BACKGROUND, scheme)) >= 3


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_grid_stays_behind(scheme: str):
    assert 1.2 < contrast(getattr(ROLES["grid"], scheme), getattr(BACKGROUND, scheme)) < 2


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("vision", VISION)
def test_series_can_be_told_apart(vision: str, scheme: str):
    """A distance of 2 is just visible between large patches (OKLab, times 100)."""
    colours = [getattr(colour, scheme) for colour in SERIES.values()]
    nearest = min(distance(one, other, vision) for one, other in combinations(colours, 2))
    assert nearest >= (7 if vision == "tritanopia" else 9)


def test_drawing_colours_are_nobodys_choice():
    light = [colour.light for colour in ROLES.values()]
    assert len(set(light)) == len(light)
    assert not {"#000000", "#ffffff"} & set(light)
    assert all(colour == colour.lower() and len(colour) == 7 for colour in light)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("role", [*TEXT, *SERIES])
def test_colours_of_bitmaps_can_be_seen_on_either_page(role: str, scheme: str):
    assert contrast(BITMAP[role], getattr(BACKGROUND, scheme)) >= 3
