"""Circles of objects that nothing else holds are found after a figure was drawn."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from widgets.kernel import garbage


class Circle:
    """Holds itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def usual() -> Iterator[None]:
    thresholds = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*thresholds)


def test_each_collection_finds_what_was_made_since_the_first() -> None:
    garbage.collect()
    circle = weakref.ref(Circle())
    assert circle() is not None
    garbage.collect()
    assert circle() is None


def test_only_what_is_there_after_the_first_figure_stays_for_good() -> None:
    garbage.collect()
    frozen = gc.get_freeze_count()
    kept = Circle()
    garbage.collect()
    assert gc.get_freeze_count() <= frozen
    circle = weakref.ref(kept)
    del kept
    garbage.collect()
    assert circle() is None


def test_python_looks_less_often_and_hardly_before_the_first_run_has_loaded_libraries() -> None:
    usual = 2000
    gc.set_threshold(usual)
    garbage.install()
    at_first = gc.get_threshold()[0]
    garbage.after_run(drew=False)
    assert at_first > gc.get_threshold()[0] > usual


def test_a_run_that_drew_leaves_no_garbage() -> None:
    for drew in (False, True):
        circle = weakref.ref(Circle())
        garbage.after_run(drew=drew)
        assert (circle() is None) == drew
