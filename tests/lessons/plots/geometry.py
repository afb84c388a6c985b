"""Where texts stand in a drawn figure."""

from itertools import combinations

from matplotlib.text import Text


def box(text):
    """Left, bottom, right and top of a text without its leader."""
    extent = Text.get_window_extent(text)
    return extent.x0, extent.y0, extent.x1, extent.y1


def overlapping(texts):
    """Pairs of texts that share more than a point in both directions."""

    def meet(one, other):
        a, b = box(one), box(other)
        return all(a[i] + 1 < b[i + 2] and b[i] + 1 < a[i + 2] for i in (0, 1))

    return [(a.get_text(), b.get_text()) for a, b in combinations(texts, 2) if meet(a, b)]


def all_inside(figure):
    """Whether everything that is seen stands within the figure."""
    seen, size = figure.get_tightbbox(), figure.get_size_inches()
    slack = 2 / 72
    return bool((seen.min >= -slack).all() and (seen.max <= size + slack).all())
