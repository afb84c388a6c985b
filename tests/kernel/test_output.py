"""What is sent when: gathered prints, order, and the limit."""

import pytest

from widgets.kernel.output import CUT, INTERVAL_S, LIMIT, Output, collecting, current


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def sent() -> list:
    return []


@pytest.fixture
def output(sent, clock) -> Output:
    return Output(sent.append, 3, "cell", clock)


def texts(sent) -> list[str]:
    return [f"{reply['stream']}: {reply['text']}" for reply in sent]


def test_a_first_line_goes_out_at_once(output, sent):
    output.write("stdout", "starting")
    output.write("stdout", "\n")
    assert sent == [{"type": "text", "id": 3, "stream": "stdout", "text": "starting\n"}]


def test_lines_close_together_are_one_message(output, sent, clock):
    for number in range(1000):
        output.write("stdout", f"{number}\n")
        clock.now += INTERVAL_S / 100
    output.flush()
    assert "".join(reply["text"] for reply in sent) == "".join(f"{n}\n" for n in range(1000))
    assert len(sent) <= 12


def test_a_line_after_a_pause_takes_along_what_waited(output, sent, clock):
    for text in ("one\n", "two\n"):
        output.write("stdout", text)
    clock.now += 2 * INTERVAL_S
    output.write("stdout", "three\n")
    assert texts(sent) == ["stdout: one\n", "stdout: two\nthree\n"]


def test_switching_streams_keeps_the_order(output, sent):
    for stream, text in [("stdout", "a"), ("stderr", "b"), ("stderr", "c"), ("stdout", "d")]:
        output.write(stream, text)
    output.flush()
    assert texts(sent) == ["stdout: a", "stderr: bc", "stdout: d"]


def test_everything_else_comes_after_what_was_printed_before(output, sent):
    output.write("stdout", "1")
    assert output.open_figure() == 0
    output.write("stdout", "2")
    assert output.open_figure() == 1
    output.write("stdout", "3")
    output.fill_figure(0, "<svg>")
    output.write("stdout", "4")
    output.value("v")
    output.write("stdout", "5")
    output.error("E", "m", "t", 1)
    kinds = [reply.get("text") or reply.get("svg") or reply["type"] for reply in sent]
    assert kinds == ["1", "figure", "2", "figure", "3", "<svg>", "4", "v", "5", "error"]


def test_nothing_is_sent_for_nothing(output, sent):
    output.write("stdout", "")
    output.flush()
    assert sent == []


def test_endless_text_is_cut_once(output, sent):
    for _ in range(5):
        output.write("stdout", "x" * (LIMIT // 2))
    output.write("stderr", "y")
    output.flush()
    text = "".join(reply["text"] for reply in sent)
    assert text == "x" * LIMIT + CUT


def test_text_that_just_fits_is_whole(output, sent):
    output.write("stdout", "x" * LIMIT)
    output.flush()
    assert sent[0]["text"] == "x" * LIMIT


def test_only_a_run_has_a_current_output(output):
    assert current() is None
    with collecting(output):
        assert current() is output
    assert current() is None
