import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import inspect_ai
import pytest

from benchbar.errors import IncompleteError, InputError
from benchbar.records import Cell, Reply
from benchbar.runs import clients, engine, session, study
from benchbar.runs.study import Study
from tests.loopback import Act, Loopback, always, first

Few = Callable[..., Study]

NO_CHOICES = b'{"id": "1", "object": "chat.completion", "created": 1, "model": "good"}'
TOOL_CALL = b"""{"id": "1", "object": "chat.completion", "created": 1, "model": "good", "choices": [
{"index": 0, "finish_reason": "tool_calls", "message": {"role": "assistant", "content": null,
"tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}}]}"""


@pytest.fixture
def ask(server: Loopback, few: Few, tmp_path: Path) -> Callable[..., list[Reply]]:
    """Runs the three items against a behaviour and returns the replies."""

    def run(act: Act, **options: object) -> list[Reply]:
        server.behave = always(act)
        study.run(few(**options), tmp_path / "run")
        return study.open_run(tmp_path / "run").replies()

    return run


def test_answers_are_stored_with_their_usage(
    ask: Callable[..., list[Reply]], server: Loopback, cell: Cell
) -> None:
    replies = ask(Act("section 1"))
    assert [reply.text for reply in replies] == ["section 1"] * 3
    assert {reply.cell for reply in replies} == {cell.key}
    assert {(reply.tokens_in, reply.tokens_out) for reply in replies} == {(100, 5)}
    assert {reply.stop_reason for reply in replies} == {"stop"}
    assert server.preflights == 1
    assert set(server.asked.values()) == {1}


@pytest.mark.parametrize(
    ("act", "stop_reason", "text"),
    [
        pytest.param(Act(""), "stop", "", id="empty"),
        pytest.param(Act(None), "stop", "", id="no content"),
        pytest.param(Act(body=TOOL_CALL), "unknown", "", id="a tool instead of words"),
        pytest.param(Act("line", finish="length"), "max_tokens", "line", id="cut by length"),
        pytest.param(Act("", finish="content_filter"), "content_filter", "", id="blocked"),
    ],
)
def test_stop_reasons_are_kept(
    ask: Callable[..., list[Reply]], act: Act, stop_reason: str, text: str
) -> None:
    assert {(reply.stop_reason, reply.text) for reply in ask(act)} == {(stop_reason, text)}


def test_a_prompt_too_long_for_the_model_is_no_failure(ask: Callable[..., list[Reply]]) -> None:
    body = b'{"error": {"message": "maximum context length", "code": "context_length_exceeded"}}'
    assert {reply.stop_reason for reply in ask(Act(status=400, body=body))} == {"model_length"}


@pytest.mark.parametrize("act", [Act("yes", reasoning="hm"), Act("<think>hm</think>yes")])
def test_reasoning_is_kept_apart(ask: Callable[..., list[Reply]], act: Act) -> None:
    assert {(reply.text, reply.reasoning) for reply in ask(act)} == {("yes", "hm")}


def test_half_a_character_does_not_lose_the_reply(
    ask: Callable[..., list[Reply]], tmp_path: Path
) -> None:
    replies = ask(Act("line \ud800 3", reasoning="h\udc00m"))
    assert {(reply.text, reply.reasoning) for reply in replies} == {("line \ufffd 3", "h\ufffdm")}
    assert study.resume(tmp_path / "run").complete


def test_half_a_character_in_an_error_does_not_lose_the_run(
    ask: Callable[..., list[Reply]], server: Loopback, tmp_path: Path
) -> None:
    body = rb'{"error": {"message": "half \ud800 of it"}}'
    assert {reply.stop_reason for reply in ask(Act(status=400, body=body))} == {"failed"}
    server.behave = always(Act())
    assert study.resume(tmp_path / "run").complete


@pytest.mark.parametrize(
    ("act", "error"),
    [
        pytest.param(Act(status=500, body=b"{}"), "InternalServerError: ", id="broken server"),
        pytest.param(Act(body=b"{not json"), "JSONDecodeError: ", id="malformed"),
        pytest.param(Act(body=b'"hello"'), "OpenAIResponseError: ", id="no completion"),
        pytest.param(Act(status=400, body=b"{}"), "BadRequestError: ", id="refused request"),
        pytest.param(
            Act(choices=False), "NoChoiceError: the server gave no choice", id="empty choices"
        ),
        pytest.param(
            Act(body=NO_CHOICES), "NoChoiceError: the server gave no choice", id="no choices"
        ),
    ],
)
def test_a_call_that_fails_is_a_failed_reply(
    ask: Callable[..., list[Reply]], server: Loopback, act: Act, error: str
) -> None:
    replies = ask(act)
    assert {(reply.stop_reason, reply.turns) for reply in replies} == {("failed", ())}
    assert all((reply.error or "").startswith(error) for reply in replies)
    assert set(server.asked.values()) <= {1, clients.RETRIES + 1}


def test_a_slow_server_is_given_up(ask: Callable[..., list[Reply]], server: Loopback) -> None:
    replies = ask(Act(wait_seconds=3), attempt_seconds=1, limit=1)
    assert [reply.stop_reason for reply in replies] == ["failed"]
    assert replies[0].error == "AttemptTimeoutError: attempt_timeout '1' exceeded."
    assert sum(server.asked.values()) == 2


@pytest.mark.parametrize("status", [429, 500, 503])
def test_what_passes_is_tried_again(
    server: Loopback, few: Few, tmp_path: Path, status: int
) -> None:
    server.behave = first(Act(status=status, body=b"{}"), times=2)
    outcome = study.run(few(), tmp_path / "run")
    assert (outcome.stored, outcome.failed) == (3, 0)
    assert set(server.asked.values()) == {3}


def test_the_server_says_how_long_to_wait(server: Loopback, few: Few, tmp_path: Path) -> None:
    server.behave = first(Act(status=429, headers={"Retry-After": "1"}, body=b"{}"))
    started = time.monotonic()
    assert study.run(few(limit=1), tmp_path / "run").complete
    assert time.monotonic() - started >= 1


def test_one_failure_stops_no_other(server: Loopback, few: Few, tmp_path: Path) -> None:
    study_ = few()
    out = tmp_path / "run"
    study.run(study_, tmp_path / "first")
    unlucky = next(iter(server.asked))
    server.behave = lambda prompt, _: Act(status=400, body=b"{}") if prompt == unlucky else Act()
    outcome = study.run(study_, out)
    assert (outcome.stored, outcome.failed, outcome.complete) == (2, 1, False)
    server.behave = always(Act())
    before = server.asked.copy()
    outcome = study.resume(out)
    assert (outcome.asked, outcome.stored, outcome.failed) == (1, 3, 0)
    assert server.asked - before == {unlucky: 1}


def test_settings_reach_the_server(
    server: Loopback, built: Path, cell: Cell, tmp_path: Path
) -> None:
    told = Cell(
        cell.model,
        base_url=cell.base_url,
        temperature=0.5,
        system_message="Be brief.",
        max_tokens=7,
        seed=3,
        top_p=0.9,
    )
    study.run(study.plan(built, (told,), limit=1, tasks=("text_to_cite",)), tmp_path / "run")
    (body,) = server.bodies
    assert body["messages"][0] == {"role": "system", "content": "Be brief."}
    assert (body["temperature"], body["seed"], body["top_p"]) == (0.5, 3, 0.9)
    assert body["max_tokens"] == 7


class TestPreflight:
    """Each fault ends before any item is asked, in one line that says what to change."""

    def fail(self, few: Few, tmp_path: Path, server: Loopback) -> str:
        with pytest.raises(InputError) as caught:
            study.run(few(), tmp_path / "run")
        assert not (tmp_path / "run").exists()
        assert not server.asked
        return str(caught.value)

    def test_bad_key(
        self, server: Loopback, few: Few, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("LOCAL_API_KEY", "a-very-secret-word")
        server.key = "another"
        told = self.fail(few, tmp_path, server)
        assert told == (
            "openai-api/local/good: the server refused the key (401): set LOCAL_API_KEY"
        )

    def test_unknown_model(self, server: Loopback, built: Path, tmp_path: Path) -> None:
        told = self.fail(
            lambda: study.plan(built, (Cell("openai-api/local/bad", base_url=server.url),)),
            tmp_path,
            server,
        )
        assert "openai-api/local/bad: the server knows no such model" in told

    def test_unreachable(self, server: Loopback, built: Path, tmp_path: Path) -> None:
        nobody = "http://127.0.0.1:9/v1"
        told = self.fail(
            lambda: study.plan(built, (Cell("openai-api/local/good", base_url=nobody),)),
            tmp_path,
            server,
        )
        assert f"no server answers at {nobody}: start it or correct --base-url" in told

    def test_a_server_that_hangs_is_given_up(
        self, server: Loopback, few: Few, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(engine, "PREFLIGHT_SECONDS", 1)
        monkeypatch.setattr(server, "take", lambda *_: Act(wait_seconds=3))
        said: list[str] = []
        with pytest.raises(InputError, match="did not answer in time"):
            study.run(few(), tmp_path / "run", say=said.append)
        assert said == ["asking openai-api/local/good for one word, to see that it answers ..."]

    @pytest.mark.parametrize(
        ("act", "told"),
        [
            (Act(body=b"\xff\xfe\xd8"), "does not speak the interface of OpenAI"),
            (Act(body=b"<html>"), "does not speak the interface of OpenAI"),
            (Act(body=b'"hello"'), "does not speak the interface of OpenAI"),
            (Act(body=b"[" * 100_000 + b"]" * 100_000), "does not speak the interface of OpenAI"),
            (Act(status=500, body=b"oops"), "the server failed (500): see the server's own log"),
        ],
        ids=["bytes", "page", "text", "deep", "failure"],
    )
    def test_what_is_no_such_server_is_told(
        self,
        server: Loopback,
        few: Few,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        act: Act,
        told: str,
    ) -> None:
        monkeypatch.setattr(server, "take", lambda *_: act)
        message = self.fail(few, tmp_path, server)
        assert told in message
        assert "\n" not in message

    def test_a_complete_run_is_resumed_in_silence(self, few: Few, tmp_path: Path) -> None:
        said: list[str] = []
        study.run(few(), tmp_path / "run", say=said.append)
        study.resume(tmp_path / "run", say=said.append)
        assert len(said) == 1

    @pytest.mark.parametrize(
        ("model", "told"),
        [
            ("openai/gpt-4o", "openai/gpt-4o: no key: set OPENAI_API_KEY"),
            ("openai-api/acme/x", "openai-api/acme/x: no key: set ACME_API_KEY"),
            ("nonsense/x", "nonsense/x: Inspect AI has no provider 'nonsense'"),
            ("mistral/x", "mistral/x: the package for provider 'mistral' is missing"),
        ],
    )
    def test_what_is_missing_is_named(
        self,
        server: Loopback,
        built: Path,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        model: str,
        told: str,
    ) -> None:
        monkeypatch.delenv("OPENAI_API_KEY", raising=False)
        message = self.fail(lambda: study.plan(built, (Cell(model),)), tmp_path, server)
        assert message.startswith(told)

    def test_a_server_that_only_imitates(
        self, server: Loopback, built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("OPENAI_API_KEY", "a-very-secret-word")
        told = self.fail(
            lambda: study.plan(built, (Cell("openai/other", base_url=server.url),)),
            tmp_path,
            server,
        )
        assert "use openai-api/local/other" in told


def test_a_local_server_needs_no_key(server: Loopback, few: Few, tmp_path: Path) -> None:
    assert "LOCAL_API_KEY" not in os.environ
    assert study.run(few(), tmp_path / "run").complete


def test_the_users_key_is_sent_and_never_told(
    server: Loopback, few: Few, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOCAL_API_KEY", "a-very-secret-word")
    server.key = "a-very-secret-word"
    body = b'{"error": {"message": "the key a-very-secret-word is over its limit"}}'
    server.behave = always(Act(status=400, body=body))
    study.run(few(), tmp_path / "run")
    (out,) = {reply.error for reply in study.open_run(tmp_path / "run").replies()}
    assert out is not None
    assert "the key *** is over its limit" in out
    assert "a-very-secret-word" not in (tmp_path / "run" / "replies.jsonl").read_text()


def test_a_run_whose_calls_fail_stops(server: Loopback, few: Few, tmp_path: Path) -> None:
    server.behave = always(Act(status=400, body=b'{"error": {"message": "out of order"}}'))
    with pytest.raises(IncompleteError, match="10 of 10 calls failed.*out of order.*--resume"):
        study.run(few(limit=None, tasks=()), tmp_path / "run")
    assert sum(server.asked.values()) <= 10 + 2 * 10
    server.behave = always(Act())
    assert study.resume(tmp_path / "run").complete


def test_a_run_with_too_many_failures_stops(server: Loopback, few: Few, tmp_path: Path) -> None:
    server.behave = lambda prompt, _: (
        Act() if len(server.asked) % 2 else Act(status=400, body=b"{}")
    )
    with pytest.raises(IncompleteError, match="of 2[0-9] calls failed"):
        study.run(few(limit=None, tasks=(), max_connections=1), tmp_path / "run")


def test_no_more_calls_are_open_than_allowed(server: Loopback, few: Few, tmp_path: Path) -> None:
    lock, open_calls, most = threading.Lock(), 0, 0

    def behave(prompt: str, before: int) -> Act:
        nonlocal open_calls, most
        with lock:
            open_calls += 1
            most = max(most, open_calls)
        time.sleep(0.02)
        with lock:
            open_calls -= 1
        return Act() if before else Act(status=429, body=b"{}")

    server.behave = behave
    assert study.run(few(limit=12, max_connections=4), tmp_path / "run").complete
    assert 1 <= most <= 4


def test_no_client_is_imported_that_is_not_asked(built: Path, tmp_path: Path) -> None:
    code = f"""
import sys
from pathlib import Path
from benchbar.records import Cell
from benchbar.runs import study
study.run(study.plan(Path({str(built)!r}), (Cell("benchbar/reader"),), limit=1), Path("run"))
assert "inspect_ai" in sys.modules
assert not {{"anthropic", "openai"}} & set(sys.modules), "imported for nobody"
"""
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True, timeout=120)


@pytest.mark.parametrize("early", [True, False], ids=["at the beginning", "at the end"])
def test_ctrl_c_is_heeded_though_inspect_forgets_it(
    server: Loopback, few: Few, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, early: bool
) -> None:
    asks = inspect_ai.eval

    def press() -> None:
        before = signal.signal(signal.SIGINT, lambda *_: None)
        signal.raise_signal(signal.SIGINT)
        signal.signal(signal.SIGINT, before)

    def forgetful(*given: object, **named: object) -> object:
        if early:
            press()
        logs = asks(*given, **named)  # type: ignore[arg-type]
        if not early:
            press()
        return logs

    monkeypatch.setattr(engine, "inspect_eval", forgetful)
    monkeypatch.setattr(session, "CHUNK_CALLS", 2)
    with pytest.raises(IncompleteError, match=rf": stopped; {0 if early else 2} of 3 replies are"):
        study.run(few(max_connections=1), tmp_path / "run")
    assert server.asked.total() == (0 if early else 2)
