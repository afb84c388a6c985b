"""A lesson is read, run, edited and stopped in every engine as in Chromium."""

import pytest

LESSON = "architecture/core-attention/"
BLOCK = "by_hand"
# Both drivers use what is deprecated, and Marionette leaves sockets to the garbage collector.
pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]


@pytest.fixture(scope="module")
def lesson(reader, root):
    """The lesson, opened once."""
    reader.open(root + LESSON, BLOCK)
    return reader


def test_what_was_published_is_there_and_run_gives_it_again(lesson) -> None:
    published = lesson.text(".fp-output")
    assert "2.152 5.848" in published
    assert lesson.all(".fp-output .fp-figure svg path")
    lesson.run()
    assert lesson.text(".fp-output") == published


def test_an_edit_changes_the_output(lesson) -> None:
    lesson.edit("kept = 41", "print(kept + 1)")
    lesson.run()
    assert lesson.text(".fp-output") == "42\n"


def test_stop_ends_what_does_not_end_and_keeps_the_names(lesson) -> None:
    lesson.edit("kept = 41", "print('begun', flush=True)", "while True: pass")
    lesson.press("run")
    lesson.wait(lambda: lesson.text(".fp-text") == "begun\n")
    lesson.press("stop")
    lesson.wait(lambda: lesson.state == "stopped")
    assert lesson.text("[role=status]") == "Stopped on line 3; names are kept"
    lesson.edit("print(kept)")
    lesson.run()
    assert lesson.text(".fp-output") == "41\n"


def test_one_long_call_ends_by_a_restart_that_says_so(lesson) -> None:
    lesson.edit("print('begun', flush=True)", "sum(range(10**12))")
    lesson.press("run")
    lesson.wait(lambda: lesson.text(".fp-text") == "begun\n")
    lesson.press("stop")
    lesson.wait(lambda: lesson.state == "stopped")
    assert lesson.text("[role=status]") == "Stopped by a restart; names are gone"
    lesson.edit("print('again')")
    lesson.run()
    assert lesson.text(".fp-output") == "again\n"


def test_an_error_is_shown_with_its_line(lesson) -> None:
    lesson.edit("first = 1", "first / 0")
    lesson.run("error")
    assert lesson.text(".fp-message") == "ZeroDivisionError: division by zero"
    assert 'cell "by_hand", line 2' in lesson.text(".fp-traceback")
