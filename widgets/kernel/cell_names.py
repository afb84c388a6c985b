"""The names of one cell among those of its page, where the reader may have edited it."""

from dataclasses import replace

from widgets.kernel.names import Names, names_in
from widgets.kernel.protocol import PageCell


def names_of(cell: PageCell) -> Names:
    """What the cell reads, binds and changes; the result is shared: do not change it.

    An edited cell counts as binding what its published code bound, too: cells that rely on it are
    to be told of the edit, not to fail for reasons of their own. One that does not parse counts as
    it was published.
    """
    own = names_in(cell["code"])
    if cell["published"] is None:
        return own
    published = names_in(cell["published"])
    if own.parsed:
        return replace(own, binds=own.binds | published.binds)
    return published


def lost_names(cell: PageCell) -> set[str]:
    """What the cell as published binds and the cell as it now stands does not."""
    if cell["published"] is None:
        return set()
    return names_in(cell["published"]).binds - names_in(cell["code"]).binds
