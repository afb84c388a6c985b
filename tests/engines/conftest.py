"""A reader in each engine that the machine has, and the built site on a server."""

from collections.abc import Iterator

import pytest
from serving import serving

from widgets.build.engines import find_firefox, find_webkit
from widgets.build.paths import SITE
from widgets.build.static_server import site_server


@pytest.fixture(scope="session")
def root() -> Iterator[str]:
    """The address of the built site."""
    assert (SITE / "index.html").is_file(), "build the site first: make build"
    with serving(site_server(SITE, 0)) as address:
        yield f"{address}/"


@pytest.fixture(scope="module", params=["firefox", "webkit"])
def reader(request, root) -> Iterator[object]:
    """One reader for all tests of a module, so that each engine starts Python once."""
    if request.param == "firefox":
        from firefox import in_firefox

        path = find_firefox()
        assert path, "there is no Firefox: make test-all installs one"
        opened = in_firefox(path)
    else:
        from webkit import in_webkit

        programs = find_webkit()
        if not programs:
            pytest.skip("WebKitGTK, its driver or Xvfb is not on this machine")
        opened = in_webkit(programs)
    with opened as someone:
        yield someone
