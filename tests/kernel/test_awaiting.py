"""Stop while code awaits something."""

import asyncio

import pytest

from widgets.kernel.session import Session

FOREVER = [
    "await asyncio.sleep(1000)",
    "await asyncio.Event().wait()",
    "await asyncio.gather(asyncio.sleep(1000), asyncio.sleep(1000))",
    "async with asyncio.timeout(1000):\n    await asyncio.sleep(1000)",
    "waiting = asyncio.create_task(asyncio.sleep(1000))\nawait waiting",
]


def request(number: int, code: str) -> dict:
    return {"type": "run", "id": number, "page": "p/", "cell": "c", "code": code, "module": None}


async def interrupted(session: Session, code: str) -> list:
    """The replies to a run that is interrupted as soon as it waits."""
    replies: list = []
    run = asyncio.create_task(session.handle(request(1, code), replies.append))
    while not any(reply["type"] == "text" for reply in replies):
        await asyncio.sleep(0)
    for _ in range(5):
        await asyncio.sleep(0)
    assert session.interrupt()
    await run
    assert not session.interrupt()
    return replies


@pytest.mark.parametrize("code", FOREVER)
def test_what_is_awaited_is_stopped_and_names_are_kept(code):
    async def stopped() -> tuple[list, list]:
        session = Session()
        replies = await interrupted(session, f"import asyncio\nkept = 41\nprint('begun')\n{code}")
        more: list = []
        await session.handle(request(2, "await asyncio.sleep(0)\nkept + 1"), more.append)
        return replies, more

    replies, more = asyncio.run(stopped())
    *_, error, done = replies
    assert (error["type"], error["name"], done["status"]) == ("error", "KeyboardInterrupt", "error")
    assert error["line"] is not None
    assert error["line"] >= 4
    assert [reply.get("text") for reply in more] == ["42", None]


def test_code_may_catch_what_stops_it():
    code = (
        "import asyncio\nprint('begun')\n"
        "try:\n    await asyncio.sleep(1000)\nexcept asyncio.CancelledError:\n    print('caught')"
    )
    replies = asyncio.run(interrupted(Session(), code))
    assert replies[-1]["status"] == "ok"
    assert "caught" in [reply.get("text") for reply in replies]


def test_tasks_left_running_are_stopped_too():
    async def stopped() -> bool:
        code = "import asyncio\nleft = asyncio.create_task(asyncio.sleep(1000))\nprint('begun')\n"
        await interrupted(Session(), f"{code}await asyncio.sleep(1000)")
        return len(asyncio.all_tasks()) == 1

    assert asyncio.run(stopped())


def test_a_cancellation_of_the_codes_own_is_an_error_like_others():
    replies: list = []
    code = "import asyncio\nraise asyncio.CancelledError('mine')"
    asyncio.run(Session().handle(request(1, code), replies.append))
    assert [replies[-2]["name"], replies[-2]["message"]] == ["CancelledError", "mine"]


def test_a_run_that_waits_for_its_turn_is_not_touched():
    async def both() -> list:
        session, replies = Session(), []
        code = "import asyncio\nprint('begun')\nawait asyncio.sleep(1000)"
        first = asyncio.create_task(session.handle(request(1, code), replies.append))
        second = asyncio.create_task(session.handle(request(2, "'second'"), replies.append))
        while not replies:
            await asyncio.sleep(0)
        session.interrupt()
        await asyncio.gather(first, second)
        return replies

    replies = asyncio.run(both())
    assert [reply["status"] for reply in replies if reply["type"] == "done"] == ["error", "ok"]
