"""The client behind Ray's HTTP stage: whatever a server does becomes an answer."""

import asyncio
import json
import threading
from collections.abc import Iterator

import pytest

from benchbar.parallel.chat_client import NO_ANSWER, RETRIES, Server
from tests.loopback import Act, Loopback, always, first

KEY = "sk-never-to-be-seen"


@pytest.fixture
def loopback() -> Iterator[Loopback]:
    with Loopback() as server:
        yield server


def server_at(loopback: Loopback, **settings: object) -> Server:
    return Server(loopback.url, first_wait_seconds=0.01, **settings)  # type: ignore[arg-type]


def ask(server: Server, *prompts: str) -> list[tuple[int, str]]:
    """Ask as Ray's stage does: all calls are begun, then each is waited for."""

    async def work() -> list[tuple[int, str]]:
        async with server() as client:
            begun = [client.post(server.url, headers={}, data=json.dumps(body(p))) for p in prompts]
            told = []
            for call in begun:
                async with await call as response:
                    assert response.status == 200  # what the stage itself would try again
                    said = await response.json()
                    told.append((said["status"], said["body"]))
            return told

    return asyncio.run(work())


def body(prompt: str) -> str:
    return json.dumps({"model": "good", "messages": [{"role": "user", "content": prompt}]})


def test_answers_come_as_the_server_gave_them(loopback: Loopback) -> None:
    (one, two) = ask(server_at(loopback), "one", "two")
    assert one[0] == two[0] == 200
    assert json.loads(one[1])["choices"][0]["message"]["content"] == "line 3"
    assert {said["messages"][0]["content"] for said in loopback.bodies} == {"one", "two"}


@pytest.mark.parametrize(
    ("act", "told"),
    [
        (Act(status=400, body=b'{"error": {"message": "too long"}}'), (400, "too long")),
        (Act(status=404, body=b"<html>no</html>"), (404, "<html>")),
        (
            Act(status=307, headers={"Location": "http://127.0.0.1:9/"}, body=b"there"),
            (307, "there"),
        ),
        (Act(body=b""), (200, "")),
        (Act(body=b"[1, 2"), (200, "[1, 2")),
        (Act(body=b"\xff\xfe"), (200, "\ufffd")),
    ],
)
def test_what_no_retry_mends_is_an_answer_at_once(
    act: Act, told: tuple[int, str], loopback: Loopback
) -> None:
    loopback.behave = always(act)
    ((status, said),) = ask(server_at(loopback), "one")
    assert (status, told[1] in said) == (told[0], True)
    assert loopback.asked["one"] == 1


@pytest.mark.parametrize("status", [429, 500, 503])
def test_what_may_pass_is_tried_again(status: int, loopback: Loopback) -> None:
    loopback.behave = first(Act(status=status, body=b"later"), times=2)
    ((came, _),) = ask(server_at(loopback), "one")
    assert (came, loopback.asked["one"]) == (200, 3)


def test_what_does_not_pass_ends_with_what_was_said_last(loopback: Loopback) -> None:
    loopback.behave = always(Act(status=503, body=b"never"))
    assert ask(server_at(loopback), "one") == [(503, "never")]
    assert loopback.asked["one"] == 1 + RETRIES


def test_a_server_that_says_how_long_to_wait_is_waited_for(loopback: Loopback) -> None:
    loopback.behave = first(Act(status=429, headers={"Retry-After": "0"}, body=b""))
    patient = Server(loopback.url, first_wait_seconds=10_000)
    assert [status for status, _ in ask(patient, "one")] == [200]


@pytest.mark.parametrize("told", ["nan", "-1", "soon", "inf"])
def test_nonsense_of_how_long_to_wait_is_passed_over(told: str, loopback: Loopback) -> None:
    loopback.behave = first(Act(status=429, headers={"Retry-After": told}, body=b""))
    assert [status for status, _ in ask(server_at(loopback), "one")] == [200]


def test_a_lost_connection_is_an_answer(loopback: Loopback) -> None:
    loopback.hang_up = True
    ((status, said),) = ask(server_at(loopback), "one")
    assert status == NO_ANSWER
    assert "ServerDisconnectedError" in said


def test_a_slow_server_is_given_up(loopback: Loopback) -> None:
    loopback.behave = always(Act(wait_seconds=0.5))
    ((status, said),) = ask(server_at(loopback, attempt_seconds=0.05), "one")
    assert (status, said) == (NO_ANSWER, "TimeoutError: no answer in 0.05 s")
    assert loopback.asked["one"] <= 3  # not as often as one that answers that it cannot


def test_calls_are_open_together(loopback: Loopback) -> None:
    together = threading.Barrier(3, timeout=30)

    def behave(prompt: str, before: int) -> Act:
        together.wait()
        return Act()

    loopback.behave = behave
    told = ask(server_at(loopback, connections=3), *"abcdef")
    assert [status for status, _ in told] == [200] * 6


def test_no_more_calls_are_open_than_allowed(loopback: Loopback) -> None:
    done: list[int] = []

    def behave(prompt: str, before: int) -> Act:
        done.append(loopback.answered.total())
        return Act()

    loopback.behave = behave
    ask(server_at(loopback, connections=1), *"abcd")
    assert done == [0, 1, 2, 3]


def test_the_key_is_sent_and_not_shown(loopback: Loopback) -> None:
    loopback.key = KEY
    server = server_at(loopback, key=KEY)
    assert ask(server, "one")[0][0] == 200
    assert KEY not in repr(server)
    assert ask(server_at(loopback), "one")[0][0] == 401


def test_a_look_tells_whether_somebody_is_there(loopback: Loopback) -> None:
    status, _ = server_at(loopback).look()
    assert status not in (NO_ANSWER, 401, 403)
    status, said = Server("http://127.0.0.1:9/v1").look()
    assert status == NO_ANSWER
    assert "ClientConnectorError" in said


@pytest.mark.parametrize("address", ["http://h/v1", "http://h/v1/"])
def test_chats_are_below_the_address(address: str) -> None:
    assert Server(address).url == "http://h/v1/chat/completions"
