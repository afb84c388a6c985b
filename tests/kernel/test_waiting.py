"""What waits in a reader's code, with a host that answers at once."""

import asyncio
import sys
import time

import pytest


class Answers:
    """Answers from a list; then nobody is there any more."""

    def __init__(self, *answers: str) -> None:
        self.answers = list(answers)
        self.asked: list[tuple[str, bool]] = []
        self.paused: list[float] = []

    def ask(self, prompt: str, secret: bool) -> str:
        self.asked.append((prompt, secret))
        if not self.answers:
            raise EOFError
        return self.answers.pop(0)

    def pause(self, seconds: float) -> None:
        self.paused.append(seconds)


@pytest.fixture
def run_with(session):
    def run_with(host, code):
        replies: list = []
        request = {"type": "run", "id": 1, "page": "p", "cell": "c", "code": code, "module": None}
        asyncio.run(session.handle(request, replies.append, host))
        return replies

    return run_with


def text(replies) -> str:
    return "".join(reply["text"] for reply in replies if reply["type"] == "text")


def test_question_and_answer_stay_in_the_output(run_with):
    host = Answers("Ada", "4")
    replies = run_with(host, "a = input('name? ')\nb = input(1)\nprint(a, b)")
    assert host.asked == [("name? ", False), ("1", False)]
    assert text(replies) == "name? Ada\n14\nAda 4\n"


def test_what_was_printed_before_is_sent_before_the_wait(session):
    replies: list = []
    sent_by_then: list[str] = []

    class Looks(Answers):
        def ask(self, prompt: str, secret: bool) -> str:
            sent_by_then.append(text(replies))
            return ""

    code = "print('one'); print('two', end=' ')\ninput()"
    request = {"type": "run", "id": 1, "page": "p", "cell": "c", "code": code, "module": None}
    asyncio.run(session.handle(request, replies.append, Looks()))
    assert sent_by_then == ["one\ntwo "]


def test_a_secret_is_not_shown(run_with):
    host = Answers("1234")
    replies = run_with(host, "import getpass\nprint(len(getpass.getpass('PIN: ')))")
    assert host.asked == [("PIN: ", True)]
    assert text(replies) == "PIN: \n4\n"


def test_modules_ask_too(run_with, course):
    course("asks", "from getpass import getpass\ndef ask():\n    return input('? ') + getpass()\n")
    code = "from tinycourse.asks import ask\nask()"
    assert run_with(Answers("a", "b"), code)[-2]["text"] == "'ab'"


def test_standard_input_is_the_reader(run_with):
    code = "import sys\n[line for line in sys.stdin]"
    assert run_with(Answers("one", "two"), code)[-2]["text"] == r"['one\n', 'two\n']"


def test_sleep_is_the_hosts(run_with):
    host = Answers()
    run_with(host, "import time\nfrom time import sleep\ntime.sleep(3)\nsleep(0.5)")
    assert host.paused == [3.0, 0.5]


@pytest.mark.parametrize(
    ("seconds", "name"), [("-1", "ValueError"), ("'1'", "TypeError"), ("None", "TypeError")]
)
def test_sleep_takes_only_a_length_of_time(run, seconds, name):
    assert run(f"import time\ntime.sleep({seconds})", fails=True).error.name == name


def test_everything_is_as_before_after_a_run(run):
    import builtins

    before = builtins.input, time.sleep, sys.stdin, sys.modules.get("getpass")
    run("import getpass\n1 / 0", fails=True)
    assert (builtins.input, time.sleep, sys.stdin, sys.modules.get("getpass")) == before
