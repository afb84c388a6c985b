"""What is sent when: gathered prints, order, and the limit."""

import pytest

from widgets.kernel.output import BURST, HEAD, RATE, TAIL, Output, collecting, current


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


def test_what_is_printed_goes_out_at_once(output, sent):
    for text in ("starting", "\n", "1", " "):
        output.write("stdout", text)
        assert sent[-1] == {"type": "text", "id": 3, "stream": "stdout", "text": text}


def test_what_is_printed_very_fast_is_gathered(output, sent, clock):
    numbers = 100 * BURST
    for number in range(numbers):
        output.write("stdout", f"{number % 10}")
        clock.now += 1 / (100 * RATE)
    output.flush()
    assert "".join(reply["text"] for reply in sent) == "0123456789" * (numbers // 10)
    assert 2 * BURST <= len(sent) <= 2 * BURST + 2


def test_after_a_pause_there_is_credit_again(output, sent, clock):
    for _ in range(BURST + 2):
        output.write("stdout", "x")
    assert len(sent) == BURST
    clock.now += 10 * BURST / RATE
    for _ in range(BURST + 2):
        output.write("stdout", "y")
    assert len(sent) == 2 * BURST
    assert sent[BURST]["text"] == "xxy"


def test_catching_up_sends_what_was_gathered_and_counts_what_is_left_out(output, sent):
    for _ in range(BURST + 2):
        output.write("stdout", "x")
    output.catch_up()
    assert texts(sent[BURST:]) == ["stdout: xx"]
    output.write("stdout", "y" * HEAD)
    for lines in (2, 5):
        output.write("stdout", "0123456789" * TAIL + "\n" * lines)
        output.catch_up()
        output.catch_up()
    counts = [reply for reply in sent if reply["type"] == "cut"]
    assert [count["lines"] for count in counts] == [0, 2]
    assert counts[0]["characters"] < counts[1]["characters"]
    output.finish()
    assert [reply["type"] for reply in sent[-2:]] == ["cut", "text"]
    assert sent[-2]["characters"] == 2 * 10 * TAIL + 7 + BURST + 2 - TAIL


def test_switching_streams_keeps_the_order(output, sent):
    for stream, text in [("stdout", "a"), ("stderr", "b"), ("stderr", "c"), ("stdout", "d")]:
        output.write(stream, text)
    output.flush()
    assert texts(sent) == ["stdout: a", "stderr: b", "stderr: c", "stdout: d"]


def test_everything_else_comes_after_what_was_printed_before(output, sent):
    output.write("stdout", "1")
    assert output.open_figure() == 0
    output.write("stdout", "2")
    assert output.open_figure() == 1
    output.write("stdout", "3")
    output.fill_figure(0, "<svg>")
    output.write("stdout", "4")
    output.value("v", None)
    output.write("stdout", "5")
    output.error("E", "m", "t", 1, None)
    kinds = [reply.get("text") or reply.get("svg") or reply["type"] for reply in sent]
    assert kinds == ["1", "figure", "2", "figure", "3", "<svg>", "4", "v", "5", "error"]


def test_nothing_is_sent_for_nothing(output, sent):
    output.write("stdout", "")
    output.flush()
    assert sent == []


def test_endless_text_keeps_its_beginning_and_its_end(output, sent):
    lines = "".join(f"{number:08}\n" for number in range(30_000))
    for start in range(0, len(lines), 900):
        output.write("stdout", lines[start : start + 900])
    before = len(sent)
    output.finish()
    head, tail = lines[:HEAD], lines[-TAIL:]
    assert "".join(reply["text"] for reply in sent[:before]) == head
    left_out = lines[HEAD:-TAIL]
    assert sent[before:] == [
        {"type": "cut", "id": 3, "characters": len(left_out), "lines": left_out.count("\n")},
        {"type": "text", "id": 3, "stream": "stdout", "text": tail},
    ]


def test_nothing_is_sent_while_only_the_end_is_kept(output, sent, clock):
    output.write("stdout", "x" * HEAD)
    output.flush()
    for _ in range(1000):
        output.write("stdout", "y" * 10_000 + "\n")
        clock.now += 1
    assert len(sent) == 1
    assert output.is_full
    kept = output._tail
    assert sum(len(text) for _, text in kept.texts()) == TAIL
    assert kept.characters + TAIL == 1000 * 10_001
    assert kept.lines == 999


def test_the_end_keeps_its_streams(output, sent):
    output.write("stdout", "x" * HEAD + "out")
    output.write("stderr", "e")
    output.write("stderr", "rr")
    output.write("stdout", "again")
    output.finish()
    assert texts(sent[1:]) == ["stdout: out", "stderr: err", "stdout: again"]


def test_an_error_comes_after_the_end(output, sent):
    output.write("stdout", "x" * HEAD + "end")
    output.error("E", "m", "t", 1, None)
    assert [reply.get("text", reply["type"])[:3] for reply in sent] == ["xxx", "end", "err"]


def test_one_huge_text_is_cut(output, sent):
    output.write("stderr", "a" * HEAD + "b\n" * TAIL)
    output.finish()
    assert [reply["type"] for reply in sent] == ["text", "cut", "text"]
    assert (sent[1]["characters"], sent[1]["lines"]) == (TAIL, TAIL // 2)
    assert sent[2]["text"] == "b\n" * (TAIL // 2)


def test_text_that_just_fits_is_whole(output, sent):
    output.write("stdout", "x" * HEAD)
    output.write("stdout", "y" * TAIL)
    output.finish()
    assert texts(sent) == ["stdout: " + "x" * HEAD, "stdout: " + "y" * TAIL]


def test_only_a_run_has_a_current_output(output):
    assert current() is None
    with collecting(output):
        assert current() is output
    assert current() is None
