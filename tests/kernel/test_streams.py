"""`sys.stdout` and `sys.stderr` during and after a run."""

import sys


def test_both_streams_arrive_in_order(run):
    result = run("import sys\nprint('a')\nprint('b', file=sys.stderr)\nprint('c')")
    assert result.outline == ["stdout", "stderr", "stdout", "done"]
    assert result.text() == "a\nc\n"
    assert result.text("stderr") == "b\n"


def test_flush_sends_at_once(run):
    code = "for n in range(3): print(n, end='', flush=True)"
    assert [reply["text"] for reply in run(code).of("text")] == ["0", "1", "2"]


def test_streams_describe_themselves(run):
    code = """
import io, sys
for stream in (sys.stdout, sys.stderr):
    print(stream.isatty(), stream.writable(), stream.readable(), stream.encoding, stream.errors,
          stream.name, isinstance(stream, io.TextIOBase))
"""
    line = "False True False utf-8 strict <{}> True\n"
    assert run(code).text() == line.format("stdout") + line.format("stderr")


def test_only_str_can_be_written(run):
    result = run("import sys\nsys.stdout.write(b'bytes')", fails=True)
    assert result.error.name == "TypeError"
    assert result.error.message == "write() argument must be str, not bytes"


def test_streams_are_restored_after_an_error(run):
    before = sys.stdout, sys.stderr
    run("1 / 0", fails=True)
    run("import sys\nsys.stdout = None\nsys.stderr = None")
    assert (sys.stdout, sys.stderr) == before
    assert run("print('still here')").text() == "still here\n"


def test_nobody_answers_input(run):
    before = sys.stdin
    result = run("name = input('name? ')", fails=True)
    assert result.text() == "name? "
    assert (result.error.name, result.error.line) == ("EOFError", 1)
    assert sys.stdin is before


def test_closing_does_no_harm(run):
    assert run("import sys\nsys.stdout.close()\nprint('open')").text() == "open\n"


def test_a_stream_kept_by_one_cell_writes_into_the_next_ones_output(run):
    run("import sys\nkept = sys.stderr")
    assert run("print('later', file=kept)").text("stderr") == "later\n"


def test_what_is_written_between_runs_belongs_to_no_run(run, capsys, monkeypatch):
    run("import sys, builtins\nbuiltins.kept_stream = sys.stdout")
    import builtins

    monkeypatch.setattr(sys, "__stdout__", sys.stdout)
    print("outside", file=builtins.kept_stream)
    builtins.kept_stream.flush()
    del builtins.kept_stream
    assert capsys.readouterr().out == "outside\n"
    assert run("print('inside')").text() == "inside\n"


def test_text_that_is_no_valid_unicode_passes(run):
    assert run(r"print('\ud800')").text() == "\ud800\n"
