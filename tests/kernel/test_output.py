"""What is sent when: gathered prints, order, and the limit."""

import pytest

from widgets.kernel.output import HEAD, INTERVAL_S, TAIL, Output, collecting, current


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
    assert "".join(reply["text"] for reply in sent[:before]) + sent[before]["text"] == head
    left_out = lines[HEAD:-TAIL]
    assert sent[before + 1 :] == [
        {"type": "cut", "id": 3, "characters": len(left_out), "lines": left_out.count("\n")},
        {"type": "text", "id": 3, "stream": "stdout", "text": tail},
    ]


def test_nothing_is_sent_while_only_the_end_is_kept(output, sent, clock):
    output.write("stdout", "x" * HEAD)
    output.flush()
    for _ in range(1000):
        output.write("stdout", "y" * 10_000 + "\n")
        clock.now += INTERVAL_S
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
