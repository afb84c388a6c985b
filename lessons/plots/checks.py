"""What the charts ask of their input; messages say what came and must come."""

from collections.abc import Mapping, Sized

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.floating]


def numbers(name: str, values: npt.ArrayLike, *, positive: str = "") -> Array:
    """The values as a float array with one axis.

    `positive` says who needs values above 0, if anyone does.
    Raises ValueError if there are none, or one is not finite or not a number.
    """
    try:
        array = np.asarray(values, dtype=float)
    except (TypeError, ValueError):
        raise ValueError(f"{name} must hold numbers; got {values!r}") from None
    if array.ndim != 1:
        raise ValueError(f"{name} has shape {array.shape}; it must have 1 axis")
    not_empty(name, array, "value")
    wrong = ~np.isfinite(array)
    if wrong.any():
        at = int(wrong.argmax())
        raise ValueError(
            f"{name}[{at}] is {array[at]}; every value must be finite"
        )
    low = array <= 0
    if positive and low.any():
        at = int(low.argmax())
        raise ValueError(
            f"{name}[{at}] is {array[at]:g}; {positive} needs values above 0"
        )
    return array


def number(name: str, value: float, *, positive: str = "") -> float:
    """The value as a finite float; `positive` as in `numbers`."""
    try:
        result = float(value)
    except (TypeError, ValueError):
        raise ValueError(f"{name} must be a number; got {value!r}") from None
    if not np.isfinite(result):
        raise ValueError(f"{name} is {result}; it must be finite")
    if positive and result <= 0:
        raise ValueError(f"{name} is {result:g}; {positive} needs it above 0")
    return result


def amount(name: str, value: float) -> float:
    """The value as a finite float that is not below 0."""
    result = number(name, value)
    if result < 0:
        raise ValueError(f"{name} is {result:g}; it must not be below 0")
    return result


def named(name: str, values: object, of: str) -> None:
    """Raise ValueError unless `values` is a mapping that names something."""
    if not isinstance(values, Mapping):
        kind = type(values).__name__
        raise ValueError(f"{name} is a {kind}; it must map a name to each {of}")
    not_empty(name, values, of)


def not_empty(name: str, values: Sized, of: str) -> None:
    """Raise ValueError if there is nothing to draw."""
    if len(values) == 0:
        raise ValueError(f"{name} is empty; it must have at least one {of}")
