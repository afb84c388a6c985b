"""A page that ran well is run again when anything it depends on has changed, or by turn."""

from dataclasses import replace

import pytest
from live_runs import Memory, runnable_pages

KEY = "architecture/core-attention"


@pytest.fixture
def memory(site, tmp_path, monkeypatch):
    """Makes memories in one empty folder, at a commit at which it is not the page's turn."""
    monkeypatch.delenv("FORWARD_PASS_ALL", raising=False)
    page = runnable_pages()[KEY]

    def make(version="1", of=site):
        made = Memory(of, version)
        made.folder = tmp_path / "runs"
        made.commit = next(str(n) for n in range(100) if not made.by_turn(page, str(n)))
        return made

    return make


def test_what_ran_well_is_not_due_until_something_changes(memory, site, tmp_path) -> None:
    page = runnable_pages()[KEY]
    assert memory().due(page)
    memory().keep(page)
    assert not memory().due(page)
    assert memory(version="2").due(page)
    assert memory().due(replace(page, blocks=page.blocks[1:]))
    html = tmp_path / "site" / KEY / "index.html"
    html.parent.mkdir(parents=True)
    html.write_text((site / KEY / "index.html").read_text().replace("page.", "other."))
    assert not memory(of=tmp_path / "site").due(page)
    html.write_text(html.read_text() + "<p>More.</p>")
    assert memory(of=tmp_path / "site").due(page)


def test_a_tenth_is_due_by_turn_and_all_when_asked(memory, monkeypatch) -> None:
    page = runnable_pages()[KEY]
    remembered = memory()
    remembered.keep(page)
    turns = [remembered.by_turn(page, str(commit)) for commit in range(1000)]
    assert 60 < sum(turns) < 140
    monkeypatch.setenv("FORWARD_PASS_ALL", "1")
    assert remembered.due(page)
