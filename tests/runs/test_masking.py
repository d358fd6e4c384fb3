"""No key that a server quotes in an error is left in a run's folder, its logs included."""

import asyncio
import json
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from inspect_ai.log import read_eval_log
from inspect_ai.model import (
    BatchConfig,
    GenerateConfig,
    ModelCall,
    ModelOutput,
    ModelUsage,
    get_model,
)

from benchbar.errors import BenchbarError
from benchbar.records import Cell
from benchbar.runs import clients, study
from benchbar.runs.masking import mask
from benchbar.runs.study import Study
from tests.batching import Batching
from tests.loopback import Act, Loopback, always, first

KEY = "sk-SECRET0123456789abcdefghijklmnop"
SAID = f"Incorrect API key provided: {KEY}\n  Authorization: Bearer {KEY}"

Few = Callable[..., Study]


def refusal(status: int, code: str | None = None) -> Act:
    """Return an error that quotes the key, in its text and beside it."""
    body = json.dumps({"error": {"message": SAID, "type": "invalid", "code": code}}).encode()
    return Act(status=status, body=body, headers={"x-request-id": KEY})


def contents(run: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a run, and those inside of its logs."""
    for path in sorted(path for path in run.rglob("*") if path.is_file()):
        if path.suffix != ".eval":
            yield path.name, path.read_bytes()
            continue
        assert read_eval_log(path).samples
        with zipfile.ZipFile(path) as packed:
            yield from ((name, packed.read(name)) for name in packed.namelist())


def assert_no_key(run: Path) -> None:
    found = list(contents(run))
    assert any(name.startswith("samples/") for name, _ in found), "the logs hold the samples"
    assert not [name for name, content in found if b"SECRET" in content]


@pytest.mark.parametrize(
    ("act", "stop_reason", "told"),
    [
        pytest.param(refusal(401), "failed", "AuthenticationError: ", id="401"),
        pytest.param(refusal(400), "failed", "BadRequestError: ", id="400"),
        pytest.param(refusal(500), "failed", "InternalServerError: ", id="500"),
        pytest.param(refusal(429), "failed", "RateLimitError: ", id="429"),
        pytest.param(
            refusal(400, "context_length_exceeded"), "model_length", "Incorrect", id="too long"
        ),
        pytest.param(refusal(400, "content_filter"), "refused", "Incorrect", id="filtered"),
        pytest.param(refusal(400, "invalid_prompt"), "refused", "Incorrect", id="refused"),
    ],
)
def test_an_error_that_quotes_the_key_leaves_none(
    server: Loopback, few: Few, tmp_path: Path, act: Act, stop_reason: str, told: str
) -> None:
    server.behave = always(act)
    study.run(few(), tmp_path / "run")
    for reply in study.open_run(tmp_path / "run").replies():
        assert (reply.stop_reason, reply.turns, reply.text) == (stop_reason, (), "")
        assert (reply.error or "").startswith(told)
        assert "***" in (reply.error or "")
    assert_no_key(tmp_path / "run")


def test_a_try_that_failed_before_one_that_did_not_leaves_none(
    server: Loopback, few: Few, tmp_path: Path
) -> None:
    server.behave = first(refusal(503), times=2)
    assert study.run(few(), tmp_path / "run").complete
    assert_no_key(tmp_path / "run")


def test_the_name_of_a_request_that_was_answered_is_left_out(
    server: Loopback, few: Few, tmp_path: Path
) -> None:
    server.behave = always(Act(headers={"x-request-id": KEY}))
    assert study.run(few(), tmp_path / "run").complete
    assert_no_key(tmp_path / "run")


def test_an_answer_that_nobody_understands_leaves_none(
    server: Loopback, few: Few, tmp_path: Path
) -> None:
    server.behave = always(Act(body=SAID.encode(), headers={"x-request-id": KEY}))
    study.run(few(limit=1), tmp_path / "run")
    assert_no_key(tmp_path / "run")


def test_a_refused_prompt_is_told_as_no_failure(server: Loopback, few: Few, tmp_path: Path) -> None:
    server.behave = always(refusal(400, "context_length_exceeded"))
    told: list[str | None] = []
    outcome = study.run(few(), tmp_path / "run", progress=lambda now: told.append(now.error))
    assert outcome.complete
    assert told == [None] * 3


def said(completion: str, **told: Any) -> ModelOutput:
    return ModelOutput.from_content("some/model", completion, **told)


USAGE = ModelUsage(input_tokens=9, output_tokens=9, total_tokens=18)


@pytest.mark.parametrize(
    ("result", "left", "error"),
    [
        pytest.param(said("line 3"), "line 3", None, id="a reply"),
        pytest.param(said(SAID, stop_reason="model_length"), "", "***", id="too long, no call"),
        pytest.param(
            (said(SAID, stop_reason="content_filter"), ModelCall(request={})),
            "",
            "***",
            id="filtered, and the call does not say that it failed",
        ),
        pytest.param(said("half a", error=SAID), "half a", "***", id="a reply with an error"),
    ],
)
def test_words_of_a_server_are_no_reply(result: Any, left: str, error: str | None) -> None:
    async def generate(*_: object, **__: object) -> Any:
        return result

    model = get_model("mockllm/model", memoize=False)
    model.api.generate = generate  # type: ignore[method-assign]
    mask(model.api)
    output, *_ = flat(asyncio.run(model.api.generate([], [], "auto", GenerateConfig())))
    assert isinstance(output, ModelOutput)
    assert output.completion == left
    assert (output.error is None) == (error is None)
    assert (error or "") in (output.error or "")
    assert "SECRET" not in output.model_dump_json()


def flat(result: Any) -> tuple[Any, ...]:
    return result if isinstance(result, tuple) else (result,)


def test_what_a_model_said_before_it_was_cut_stays() -> None:
    async def generate(*_: object, **__: object) -> Any:
        cut = said("line", stop_reason="content_filter")
        cut.usage = USAGE
        return cut

    model = get_model("mockllm/model", memoize=False)
    model.api.generate = generate  # type: ignore[method-assign]
    mask(model.api)
    output, *_ = flat(asyncio.run(model.api.generate([], [], "auto", GenerateConfig())))
    assert output.completion == "line"


def test_a_batch_that_fails_leaves_none(
    built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clients, "BATCHES", BatchConfig(size=1_000, send_delay=0.1, tick=0.05))
    monkeypatch.setenv("OPENAI_API_KEY", "another-key-0123456789")
    with Batching(answer=lambda _: {"error": {"code": 400, "message": SAID}}) as batches:
        cell = Cell("openai/gpt-4o-mini", base_url=batches.url)
        planned = study.plan(built, (cell,), tasks=("text_to_cite",), batch=True, limit=3)
        study.run(planned, tmp_path / "run")
    replies = study.open_run(tmp_path / "run").replies()
    assert [reply.stop_reason for reply in replies] == ["failed"] * 3
    assert_no_key(tmp_path / "run")


def test_without_credit_nothing_is_tried_again(server: Loopback, few: Few, tmp_path: Path) -> None:
    server.behave = always(refusal(429, "insufficient_quota"))
    seen: list[dict[str, int]] = []
    study.run(few(), tmp_path / "run", progress=lambda now: seen.append(dict(now.trouble)))
    assert set(server.asked.values()) == {1}
    assert seen[-1] == {"refused for no credit": 3}


def test_without_credit_no_run_begins(
    server: Loopback, few: Few, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "take", lambda *_: refusal(429, "insufficient_quota"))
    with pytest.raises(BenchbarError, match="no credit: the account has none left"):
        study.run(few(), tmp_path / "run")
