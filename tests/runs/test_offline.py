import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchbar.errors import InputError
from benchbar.records import Cell, Reply
from benchbar.runs import study
from benchbar.runs.exports import export
from benchbar.runs.exports.requests import custom_id
from benchbar.runs.folder import open_run
from benchbar.runs.offline import import_batch
from benchbar.suites.data import Data
from tests.loopback import Loopback
from tests.runs.exports.batch_forms import answered, expired, refused, vllm_failed

CELL = Cell("openai/gpt-4o")
Rows = Callable[..., Path]


@pytest.fixture
def run(built: Path, tmp_path: Path) -> Path:
    """A run of one test of three items whose replies are still to come."""
    out = tmp_path / "run"
    export("openai-batch", built, out, cells=(CELL,), tasks=["cite_to_text"], limit=3, trials=2)
    return out


@pytest.fixture
def rows(tmp_path: Path) -> Rows:
    def write(*made: Any, name: str = "output.jsonl") -> Path:
        path = tmp_path / name
        path.write_text("".join(json.dumps(row) + "\n" for row in made))
        return path

    return write


def name(n: int, trial: int = 1, cell: Cell = CELL) -> str:
    return custom_id(f"blt-4k-synthetic-cite_to_text-test-{n:04d}", cell.key, trial)


def golds(run: Path) -> dict[str, str]:
    opened = open_run(run)
    return {item.id: item.gold for _, items in opened.pairs() for item in items}


def stored(run: Path) -> dict[tuple[str, int], Reply]:
    return {(reply.id[-4:], reply.trial): reply for reply in open_run(run).replies()}


def test_replies_come_back_and_are_graded(run: Path, rows: Rows) -> None:
    right = golds(run)
    made = [
        answered(custom_id(item, CELL.key, trial), gold if trial == 1 else "no such line")
        for item, gold in right.items()
        for trial in (1, 2)
    ]
    outcome = import_batch(run, [rows(*reversed(made))])
    assert outcome.complete
    assert (outcome.planned, outcome.asked, outcome.missing) == (6, 6, 0)
    verdicts = list(open_run(run).verdicts())
    assert len(verdicts) == 12
    assert all((verdict.outcome == "correct") == (verdict.trial == 1) for verdict in verdicts)
    reply = stored(run)["0001", 1]
    assert (reply.tokens_in, reply.tokens_out, reply.tokens_reasoning) == (100, 7, 2)
    assert reply.cell == CELL.key


@pytest.mark.parametrize(
    ("row", "stop", "text"),
    [
        (answered(name(1), "any x", finish="length"), "max_tokens", "any x"),
        (answered(name(1), "", finish="content_filter"), "content_filter", ""),
        (answered(name(1), None, refusal="I cannot."), "refused", "I cannot."),
        (answered(name(1), [{"type": "text", "text": "any x"}]), "stop", "any x"),  # type: ignore[arg-type]
        (answered(name(1), "any x", finish="abort"), "unknown", "any x"),
        (answered(name(1), "any x", annotations=[], audio=None), "stop", "any x"),
        (refused(name(1), "context_length_exceeded", "too long"), "model_length", ""),
        (vllm_failed(name(1), "This model's maximum context length is 9."), "model_length", ""),
        (refused(name(1), "content_filter", "policy"), "content_filter", ""),
    ],
)
def test_stop_reasons_are_kept(
    row: dict[str, Any], stop: str, text: str, run: Path, rows: Rows
) -> None:
    import_batch(run, [rows(row)])
    reply = stored(run)["0001", 1]
    assert (reply.stop_reason, reply.text) == (stop, text)


def test_reasoning_is_kept_apart(run: Path, rows: Rows) -> None:
    made = rows(
        answered(name(1), "any x", reasoning_content="Hm."), answered(name(2), "", reasoning="So.")
    )
    import_batch(run, [made])
    assert [stored(run)[n, 1].reasoning for n in ("0001", "0002")] == ["Hm.", "So."]


@pytest.mark.parametrize(
    ("row", "told"),
    [
        (expired(name(1)), "batch_expired: This request was not executed in time."),
        (refused(name(1), None, "Bad\nrequest"), "Bad"),
        (
            refused(name(1), "rate_limit", "slow down, sk-abcdefghijklmnop1234", 429),
            "slow down, ***",
        ),
        (vllm_failed(name(1), "no such model"), "400: no such model"),
        ({"custom_id": name(1), "response": {"status_code": 500, "body": None}}, "status 500"),
        ({"custom_id": name(1), "error": "broken"}, "broken"),
        ({"custom_id": name(1), "response": {"body": {"choices": 3}}}, "not a chat completion"),
    ],
)
def test_errors_become_failed_replies(
    row: dict[str, Any], told: str, run: Path, rows: Rows
) -> None:
    outcome = import_batch(run, [rows(row)])
    assert (outcome.failed, outcome.missing) == (1, 5)
    reply = stored(run)["0001", 1]
    assert reply.stop_reason == "failed"
    assert told in str(reply.error)


@pytest.mark.parametrize("choices", [[], None])
def test_no_choices_are_a_failure(run: Path, rows: Rows, choices: list[Any] | None) -> None:
    row = answered(name(1), "x")
    del row["response"]["body"]["choices"]
    if choices is not None:
        row["response"]["body"]["choices"] = choices
    outcome = import_batch(run, [rows(row)])
    assert (outcome.stored, outcome.failed) == (0, 1)
    reply = stored(run)["0001", 1]
    assert (reply.stop_reason, reply.turns) == ("failed", ())
    assert reply.error == "NoChoiceError: the server gave no choice"


def test_a_tool_in_place_of_words_is_a_reply(run: Path, rows: Rows) -> None:
    call = {"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    import_batch(run, [rows(answered(name(1), None, finish="tool_calls", tool_calls=[call]))])
    reply = stored(run)["0001", 1]
    assert (reply.stop_reason, reply.turns) == ("unknown", ("",))


def test_what_a_reply_cost_comes_from_its_usage(run: Path, rows: Rows) -> None:
    offer = open_run(run).study.offers[CELL.key]
    some, none = answered(name(1), "x"), answered(name(2), "x")
    some["response"]["body"]["usage"]["prompt_tokens_details"] = {"cached_tokens": 40}
    del none["response"]["body"]["usage"]
    import_batch(run, [rows(some, none)])
    replies = stored(run)
    assert replies["0001", 1].cost == offer.cost(60, 7, cached=40)
    assert replies["0001", 1].cost
    assert replies["0002", 1].cost is None


def test_the_last_of_several_counts_but_no_failure_hides_a_reply(run: Path, rows: Rows) -> None:
    path = rows(
        answered(name(1), "one"), answered(name(1), "two"), expired(name(1)), expired(name(2))
    )
    import_batch(run, [path])
    assert stored(run)["0001", 1].text == "two"
    import_batch(run, [rows(expired(name(1)), answered(name(2), "late"))])
    assert stored(run)["0001", 1].text == "two"
    assert stored(run)["0002", 1].text == "late"


def test_the_same_file_twice_changes_nothing(run: Path, rows: Rows) -> None:
    path = rows(answered(name(1), "one"), expired(name(2)))
    first = import_batch(run, [path])
    before = (run / "replies.jsonl").read_bytes()
    again = import_batch(run, [path])
    assert (run / "replies.jsonl").read_bytes() == before
    assert (again.stored, again.failed, again.asked) == (first.stored, first.failed, 0)


@pytest.mark.parametrize(
    ("row", "told"),
    [
        (answered("someone-elses", "x"), "asked no request 'someone-elses'"),
        (answered(name(4), "x"), "asked no request"),
        (answered(name(1, trial=3), "x"), "asked no request"),
        (answered(name(1, cell=Cell("openai/other")), "x"), "asked no request"),
        ({"custom_id": name(1), "method": "POST", "url": "/", "body": {}}, "is a request, not a"),
        ({"id": "batch_req_1"}, "missing required field `custom_id`"),
    ],
)
def test_other_rows_are_refused_and_nothing_is_stored(
    row: dict[str, Any], told: str, run: Path, rows: Rows
) -> None:
    path = rows(answered(name(1), "x"), row)
    with pytest.raises(InputError) as caught:
        import_batch(run, [path])
    assert f"{path}:2: " in str(caught.value)
    assert told in str(caught.value)
    assert not (run / "replies.jsonl").exists()


def test_half_a_character_does_not_lose_the_batch(run: Path, rows: Rows) -> None:
    import_batch(run, [rows(answered(name(1), "line \ud800 3"))])
    assert stored(run)["0001", 1].text == "line \ufffd 3"


def test_output_and_error_files_together(run: Path, rows: Rows) -> None:
    good = rows(answered(name(1), "x"), answered(name(2), "x"))
    bad = rows(expired(name(3)), name="errors.jsonl")
    outcome = import_batch(run, [good, bad])
    assert (outcome.stored, outcome.failed, outcome.missing) == (2, 1, 3)


def test_resume_asks_what_failed_and_what_never_came(
    built: Path, tmp_path: Path, rows: Rows, server: Loopback, cell: Cell
) -> None:
    out = tmp_path / "run"
    export("vllm", built, out, cells=(cell,), tasks=["cite_to_text"], limit=3)
    import_batch(out, [rows(answered(name(1, cell=cell), "x"), expired(name(2, cell=cell)))])
    outcome = study.resume(out)
    assert (outcome.asked, outcome.complete) == (2, True)
    opened = open_run(out)
    asked = {f"{document.text}\n\n{item.question}" for document, items in opened.pairs()
             for item in items if item.id[-4:] in ("0002", "0003")}  # fmt: skip
    assert set(server.asked) == asked


@given(
    st.lists(st.tuples(st.integers(1, 3), st.sampled_from(["a", "b", None])), max_size=12),
    st.data(),
)
@settings(max_examples=25, deadline=None)
def test_what_counts_does_not_hang_on_how_rows_are_split_over_files(
    built: Path,
    tmp_path_factory: pytest.TempPathFactory,
    came: list[tuple[int, str | None]],
    draw: st.DataObject,
) -> None:
    cut = draw.draw(st.integers(0, len(came)))
    folder = tmp_path_factory.mktemp("split")
    made = [answered(name(n), text) if text else expired(name(n)) for n, text in came]
    for part, some in (("whole", made), ("first", made[:cut]), ("second", made[cut:])):
        (folder / part).write_text("".join(json.dumps(row) + "\n" for row in some))
    results = []
    for run, files in (("one", ["whole"]), ("two", ["first", "second"])):
        export("openai-batch", built, folder / run, cells=(CELL,), tasks=["cite_to_text"], limit=3)
        for file in files:
            import_batch(folder / run, [folder / file])
        results.append(stored(folder / run))
    assert results[0] == results[1]


def test_data_is_no_run(built: Path, rows: Rows) -> None:
    with pytest.raises(InputError, match="run.json"):
        import_batch(Data(built).folder, [rows(answered(name(1), "x"))])
