"""Bakes are found by content, and what a page's cells must not do is said with file and line."""

from pathlib import Path

import pytest

from widgets.build.bake import FIGURE_BYTES, Bake, BakeCache, block_faults, run_faults
from widgets.build.baker import Heartbeat
from widgets.build.page import Block, Page
from widgets.kernel.protocol import Reply

OK: Reply = {"type": "done", "id": 1, "status": "ok"}
ERROR: Reply = {
    "type": "error",
    "id": 1,
    "name": "ValueError",
    "message": "no",
    "traceback": "Traceback …",
    "line": 1,
    "hint": None,
}
HTML: Reply = {"type": "rich", "id": 1, "format": "html", "content": "<b>x</b>"}
PLACE: Reply = {"type": "figure", "id": 1, "figure": 0, "svg": None}
DRAWN: Reply = {"type": "figure", "id": 1, "figure": 0, "svg": "<svg/>"}


HEAVY: Reply = {"type": "figure", "id": 1, "figure": 0, "svg": "x" * (FIGURE_BYTES + 1)}


def text(*parts: str) -> list[Reply]:
    return [{"type": "text", "id": 1, "stream": "stdout", "text": part} for part in parts]


def block(**changes: object) -> Block:
    fields = {"id": "a", "code": "1", "module": None, "alt": (), "raises": None, "line": 3}
    return Block(**{**fields, **changes})


def page(code: str = "1", name: str = "track/topic.md") -> Page:
    return Page(Path(name), {}, f"text {code}", (block(code=code),))


BAKE = Bake(replies={"a": [OK]}, modules=["lessons", "lessons.b"])
MODULES = {"lessons": b"", "lessons.b": b"x = 1", "lessons.c": b""}


@pytest.fixture
def bakes(tmp_path: Path) -> BakeCache:
    cache = BakeCache(tmp_path, "environment", MODULES)
    cache.keep(page(), BAKE)
    return cache


def test_an_unchanged_page_is_found(bakes: BakeCache) -> None:
    assert bakes.find(page()) == BAKE


def test_prose_does_not_count(bakes: BakeCache) -> None:
    assert bakes.find(Page(page().path, {}, "other prose", page().blocks)) == BAKE


def test_changed_code_is_baked_again(bakes: BakeCache) -> None:
    assert bakes.find(page("2")) is None


def test_another_page_with_the_same_code_is_baked_itself(bakes: BakeCache) -> None:
    assert bakes.find(page(name="track/other.md")) is None


@pytest.mark.parametrize(
    ("modules", "environment", "found"),
    [
        ({**MODULES, "lessons.b": b"x = 2"}, "environment", False),
        ({**MODULES, "lessons.c": b"y = 2"}, "environment", True),
        ({"lessons": b""}, "environment", False),
        (MODULES, "another runtime or kernel", False),
    ],
)
def test_a_change_counts_where_the_page_uses_it(
    tmp_path: Path, bakes: BakeCache, modules: dict[str, bytes], environment: str, found: bool
) -> None:
    later = BakeCache(tmp_path, environment, modules)
    assert (later.find(page()) == BAKE) is found


def test_a_file_cut_short_is_baked_again(tmp_path: Path, bakes: BakeCache) -> None:
    for path in tmp_path.glob("*.json"):
        path.write_text(path.read_text()[:-3])
    assert bakes.find(page()) is None


@pytest.mark.parametrize(
    ("changes", "replies", "words"),
    [
        ({}, [ERROR], "the cell fails:\nTraceback …"),
        ({"raises": "TypeError"}, [ERROR], "must raise TypeError, and raises ValueError"),
        ({"raises": "ValueError"}, [OK], "must raise ValueError, and raises nothing"),
        ({}, [PLACE, DRAWN], "draws 1 figure and has 0 text alternatives"),
        ({"alt": ("one", "two")}, [PLACE, DRAWN], "draws 1 figure and has 2 text"),
        ({}, [HTML], "shows html"),
        ({"alt": ("one",)}, [PLACE, HEAVY], "figure 1 weighs 150 kB, and a figure has 150 kB"),
    ],
)
def test_what_a_cell_must_not_do(
    changes: dict[str, object], replies: list[Reply], words: str
) -> None:
    [fault] = block_faults(block(**changes), replies)
    assert words in fault


@pytest.mark.parametrize(
    ("replies", "again", "milliseconds", "words"),
    [
        ([*text("ab", "c"), OK], [*text("a", "bc"), OK], 2000, None),
        ([OK], [OK], 2001, "takes 2.0 s, and a cell has 2 s"),
        (text("0.123"), text("0.456"), 5, "run again (an unseeded"),
        (text("0.123"), text("0.456"), 5, "address?): '0.123', then '0.456'"),
        (text("one"), [], 5, "'one', then nothing"),
        ([PLACE, DRAWN], [PLACE, HEAVY], 5, "'another figure', then 'another figure'"),
    ],
)
def test_what_only_running_shows(
    replies: list[Reply], again: list[Reply], milliseconds: float, words: str | None
) -> None:
    cell = {"replies": replies, "again": again, "milliseconds": milliseconds}
    faults = list(run_faults(cell))
    assert len(faults) == (words is not None)
    assert not words or words in faults[0]


@pytest.mark.parametrize(
    ("changes", "replies"),
    [
        ({}, [OK]),
        ({"raises": "ValueError"}, [ERROR]),
        ({"alt": ("one",)}, [PLACE, DRAWN]),
        ({}, [PLACE]),
    ],
)
def test_what_a_cell_may_do(changes: dict[str, object], replies: list[Reply]) -> None:
    assert block_faults(block(**changes), replies) == []


def test_a_script_that_takes_no_step_is_not_alive(tmp_path: Path) -> None:
    progress = tmp_path / "progress"
    alive = Heartbeat(progress, limit_s=0)
    assert not alive()
    alive = Heartbeat(progress, limit_s=1_000)
    assert alive()
    progress.write_text("page: cell")
    assert alive()
