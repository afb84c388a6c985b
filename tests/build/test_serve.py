"""The watch behind `make serve`, and what it says."""

from pathlib import Path

import pytest

from widgets.build import serve
from widgets.build.report import Fault
from widgets.build.serve import changes, modification_times
from widgets.build.updates import told


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


def test_a_build_module_that_does_not_parse_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text("x = 1\ndef f(:\n")
    assert not serve.loads({broken})
    assert f"{broken}:2: invalid syntax" in capsys.readouterr().out
    broken.write_text("x = 1\n")
    assert serve.loads({broken, tmp_path / "removed.py"})


@pytest.mark.parametrize("failure", [Fault("a.md:1: fault"), RuntimeError("unforeseen")])
def test_work_that_fails_is_said_and_goes_no_further(
    capsys: pytest.CaptureFixture[str], failure: Exception
) -> None:
    def work() -> None:
        raise failure

    assert not told(work)
    assert str(failure) in capsys.readouterr().out
    heard: list[str] = []
    assert not told(work, heard.append)
    assert str(failure) in heard[0]
    assert capsys.readouterr().out == ""
    assert told(lambda: None)
