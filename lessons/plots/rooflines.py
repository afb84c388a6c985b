"""What bandwidth and compute allow, and where some work stands under it."""

import math
from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes

from lessons.plots import checks, frame, writing
from lessons.plots.checks import Array
from lessons.plots.curves import set_limits
from lessons.plots.writing import LINE

Box = tuple[float, float, float, float]  # left, bottom, right, top
PLACES = (  # of a name around its point, the best first
    (1, 0), (1, -1), (0.5, -1), (0, -1), (-0.5, -1), (-0.8, -1), (-1, -1),
    (-1, 0), (1, 1), (0, 1), (-1, 1),
)  # fmt: skip


def roofline(
    points: Mapping[str, float | tuple[float, float]],
    *,
    bandwidth: float,
    peak: float,
    title: str = "",
    xlabel: str = "arithmetic intensity, FLOP per byte",
    ylabel: str = "FLOP/s",
) -> None:
    """Points under the roof that bandwidth and compute set, with its ridge.

    `points` are, by name, an intensity in FLOP per byte and the FLOP/s reached;
    a number alone is an intensity whose work reaches the roof.
    `bandwidth` is in bytes per second, `peak` in FLOP/s.
    Raises ValueError where a number is not above 0 and finite, or there is no
    point.
    """
    width = checks.number("bandwidth", bandwidth, positive="a roof")
    compute = checks.number("peak", peak, positive="a roof")
    checks.named("points", points, "point")
    at = {
        name: _point(f"points[{name!r}]", point, width, compute)
        for name, point in points.items()
    }
    ridge = compute / width
    x = np.array([ridge, *(point[0] for point in at.values())])
    y = np.array([point[1] for point in at.values()])
    low, high = x.min() / 3, max(x.max() * 3, ridge * 8)
    figure, ax = frame.new(frame.figure_height() + 20)
    top = frame.put_title(figure, title)
    set_limits(ax, "x", low, high, True, 0.0)
    floor = min(y.min() / 8, low * width)
    set_limits(ax, "y", floor, max(compute, y.max()) * 2.5, True, 0.0)
    frame.label(ax, xlabel, ylabel)
    ax.grid(axis="y")
    frame.fit(figure, ax, top + 2)
    roof = [low, ridge, high], [low * width, compute, compute]
    muted = frame.muted()
    ax.plot(*roof, color=muted)
    ax.plot(
        [ridge] * 2, [ax.get_ylim()[0], compute], ":", linewidth=1, color=muted
    )
    _name_roof(ax, width, compute, low, high)
    _name_points(ax, at, width, compute)


def _point(
    name: str, point: float | tuple[float, float], width: float, compute: float
) -> tuple[float, float]:
    if np.ndim(point) == 0:
        x = checks.number(name, point, positive="a log axis")  # type: ignore[arg-type]
        return x, min(x * width, compute)
    pair = checks.numbers(name, point, positive="a log axis")
    if len(pair) != 2:
        raise ValueError(
            f"{name} has {len(pair)} numbers; it must have 2, FLOP per byte "
            "and FLOP/s"
        )
    return float(pair[0]), float(pair[1])


def _name_roof(
    ax: Axes, width: float, compute: float, low: float, high: float
) -> None:
    ridge, muted = compute / width, frame.muted()
    text = writing.with_unit(compute, "FLOP/s")
    style = {"color": muted, "va": "bottom"}
    frame.write(ax, text, (high, compute), (0, 4), ha="right", **style)
    place = ridge, ax.get_ylim()[0]
    shift, align = (
        ((4, 4), "left") if _room_right(ax, ridge) else ((-4, 4), "right")
    )
    frame.write(ax, _ridge_text(ridge), place, shift, ha=align, **style)
    ends = [(low, low * width), (ridge, compute)]
    (x0, y0), (x1, y1) = ax.transData.transform(ends)
    angle = math.atan2(y1 - y0, x1 - x0)
    middle = math.sqrt(low * ridge)
    frame.write(
        ax, writing.with_unit(width, "B/s"), (middle, middle * width),
        (-5 * math.sin(angle), 5 * math.cos(angle)), ha="center",
        rotation=math.degrees(angle), rotation_mode="anchor", **style,
    )  # fmt: skip


def _ridge_text(ridge: float) -> str:
    return f"ridge {writing.brief(ridge)} FLOP/B"


def _room_right(ax: Axes, ridge: float) -> bool:
    """Whether the ridge's name fits between the ridge and the right end."""
    right = ax.bbox.x1 - ax.transData.transform((ridge, 1))[0]
    unit = frame.size_of(ax)[0] / ax.bbox.width
    return bool(right * unit >= writing.width(_ridge_text(ridge)) + 6)


def _name_points(
    ax: Axes,
    points: Mapping[str, tuple[float, float]],
    width: float,
    compute: float,
) -> None:
    """Names beside their points, clear of the roof and of one another."""
    room = frame.size_of(ax)
    unit = room[0] / ax.bbox.width
    corner = ax.bbox.x0, ax.bbox.y0
    places = (ax.transData.transform(list(points.values())) - corner) * unit
    dots = [(x - 4, y - 4, x + 4, y + 4) for x, y in places]
    taken = [*dots, *_roof_boxes(ax, width, compute)]
    across = ax.transData.transform((compute / width, 1))[0]
    ridge = float((across - corner[0]) * unit)
    names = list(points)
    for index in np.argsort(-places[:, 1], kind="stable"):  # high ones: no room
        name, (x, y) = names[index], places[index]
        color = frame.color(int(index))
        ax.plot(*points[name], "o", color=color, markersize=7)
        text = writing.wrapped(name, 110)
        size = writing.width(text), writing.height(text)
        cx, cy = _free_place((x, y), size, np.array(taken), ridge, room)
        half = size[0] / 2, size[1] / 2
        taken.append((cx - half[0], cy - half[1], cx + half[0], cy + half[1]))
        gaps = abs(cx - x) - half[0], abs(cy - y) - half[1]
        line = {"arrowstyle": "-", "color": color, "linewidth": 0.8}
        frame.write(
            ax, text, points[name], (cx - x, cy - y), ha="center", va="center",
            color=color, arrowprops=line if max(gaps) > 16 else None,
        )  # fmt: skip


def _roof_boxes(ax: Axes, width: float, compute: float) -> list[Box]:
    """What the roof, all above it and the ridge's name cover, in points."""
    wide, high = frame.size_of(ax)
    to_axes = (ax.transData + ax.transAxes.inverted()).transform
    xs = np.geomspace(*ax.get_xlim(), 40)
    roof = to_axes(np.stack([xs, np.minimum(xs * width, compute)], axis=1))
    step = wide / 80
    boxes = [
        (x * wide - step, y * high - 3, x * wide + step, high) for x, y in roof
    ]
    ridge = float(to_axes((compute / width, compute))[0]) * wide
    text = writing.width(_ridge_text(compute / width)) + 6
    left = ridge if _room_right(ax, compute / width) else ridge - text
    return [*boxes, (left, 0, left + text, LINE + 6)]


def _free_place(
    at: tuple[float, float],
    size: tuple[float, float],
    taken: Array,
    ridge: float,
    room: tuple[float, float],
) -> tuple[float, float]:
    """Where to centre a text of this size: near the point, meeting little."""
    away = np.repeat(np.arange(0, 120, 6.0), len(PLACES))
    right, up = np.tile(np.array(PLACES), (20, 1)).T
    half = np.array(size) / 2
    x = at[0] + right * (half[0] + np.where(abs(right) == 1, 8 + away, 0))
    y = at[1] + up * (half[1] + 6 + away)
    low, high = (
        np.stack([x, y]) - half[:, None],
        np.stack([x, y]) + half[:, None],
    )
    meets = (
        (low[0] < taken[:, 2, None]) & (high[0] > taken[:, 0, None])
        & (low[1] < taken[:, 3, None]) & (high[1] > taken[:, 1, None])
    ).sum(axis=0)  # fmt: skip
    outside = (low < 0).any(axis=0) | (high > np.array([room]).T).any(axis=0)
    crosses = (low[0] < ridge) & (high[0] > ridge)
    rank = np.arange(len(x)) % len(PLACES)
    cost = 9 * meets + 99 * outside + 0.2 * crosses + 0.15 * rank + away / 20
    best = int(np.argmin(cost))  # the first of equals
    return float(x[best]), float(y[best])
