"""Firefox, by Marionette: it is built in, so that no driver beside it is needed."""

from collections.abc import Iterator
from contextlib import contextmanager

from marionette_driver.marionette import Marionette
from reader import Reader


@contextmanager
def in_firefox(path: str) -> Iterator[Reader]:
    """A reader in a new Firefox."""
    client = Marionette(bin=path, port=0, headless=True, gecko_log="-")
    client.start_session()
    try:
        yield Reader(client, client.navigate)
    finally:
        client.cleanup()
