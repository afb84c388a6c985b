"""The static server."""

import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from serving import serving

from widgets.build.report import Fault
from widgets.build.static_server import site_server


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    (tmp_path / "index.html").write_text("home")
    (tmp_path / "404.html").write_text("no such page")
    for name in ("a.mjs", "a.wasm", "a.woff2"):
        (tmp_path / name).write_bytes(b"")
    with serving(site_server(tmp_path, 0)) as address:
        yield address


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "text/html"),
        ("/a.mjs", "text/javascript"),
        ("/a.wasm", "application/wasm"),
        ("/a.woff2", "font/woff2"),
    ],
)
def test_types_and_caching(address: str, path: str, kind: str) -> None:
    with urllib.request.urlopen(address + path) as answer:
        assert answer.headers.get_content_type() == kind
        assert answer.headers["Cache-Control"] == "no-cache"


def test_a_missing_page_is_answered_with_the_sites_own(address: str) -> None:
    with pytest.raises(urllib.error.HTTPError) as raised:
        urllib.request.urlopen(f"{address}/nowhere/")
    with raised.value as answer:
        assert answer.code == 404
        assert answer.read() == b"no such page"


def test_a_taken_port_is_said_with_what_to_do(tmp_path: Path) -> None:
    with (
        site_server(tmp_path, 0) as server,
        pytest.raises(Fault, match=f"port {server.server_port}: .*PORT=8001 make serve"),
    ):
        site_server(tmp_path, server.server_port)
