"""The static server and the watch behind `make serve`."""

import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from serving import serving

from widgets.build import serve
from widgets.build.report import Fault
from widgets.build.serve import changes, modification_times, site_server


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


def test_changes_are_seen_and_made_pages_are_not_watched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = tmp_path / "docs" / "source"
    made.mkdir(parents=True)
    page = tmp_path / "docs" / "index.md"
    page.write_text("one")
    monkeypatch.setattr(serve, "ROOT", tmp_path)
    monkeypatch.setattr(serve, "SOURCE_PAGES", made)
    before = modification_times()
    assert set(before) == {page}
    (made / "module.md").write_text("made")
    for scratch in (".index.md.swp", ".#index.md", "#index.md#", "index.md~"):
        page.with_name(scratch).write_text("an editor's own")
    new = tmp_path / "docs" / "new.md"
    new.write_text("two")
    page.unlink()
    assert next(changes(before)) == {page, new}


def test_a_build_module_that_does_not_parse_keeps_the_server(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text("x = 1\ndef f(:\n")
    with serve.site_server(tmp_path, 0) as server:
        serve.restart(server, {broken})
        assert server.socket.fileno() >= 0
    assert f"{broken}:2: invalid syntax" in capsys.readouterr().out


@pytest.mark.parametrize("failure", [Fault("a.md:1: fault"), RuntimeError("unforeseen")])
def test_a_failed_rebuild_is_said_and_goes_no_further(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], failure: Exception
) -> None:
    def build() -> None:
        raise failure

    monkeypatch.setattr(serve, "build_site", build)
    serve.rebuild()
    said = capsys.readouterr().out
    assert str(failure) in said
    assert "The site is as it was" in said
