"""An exported run is answered, in parts: what came is never asked again, whatever ends the work."""

import json
from collections.abc import Callable, Generator, Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbar import jsonl
from benchbar.errors import IncompleteError, InputError
from benchbar.parallel import ray_rows
from benchbar.parallel.chat_client import Server
from benchbar.parallel.ray_rows import Answer, Engine, Places
from benchbar.records import Cell
from benchbar.runs import folder, inferring
from benchbar.runs.exports import export
from benchbar.runs.exports.requests import reply_key
from benchbar.runs.folder import open_run
from benchbar.runs.inferring import find_work, infer
from benchbar.runs.offline import BatchRow, reply_of
from benchbar.runs.prices import Offer
from tests.loopback import Act, Loopback, completion

CELLS = (Cell("vllm/org/one"), Cell("vllm/org/one", temperature=1.0), Cell("vllm/org/two"))
PLANNED = 9
"""Three items in each of the cells."""

Said = Callable[[str, int], Answer]
"""From the name of a request, and how many came before it, to what is answered."""


@pytest.fixture
def run(built: Path, tmp_path: Path) -> Path:
    out = tmp_path / "run"
    export("vllm", built, out, cells=CELLS, tasks=["cite_to_text"], limit=3)
    return out


class Answering:
    """Stands for Ray: reads the requests at their places and answers them, or breaks off."""

    def __init__(self) -> None:
        self.said: Said = lambda name, _: good(name)
        self.asked: list[str] = []
        self.ways: list[object] = []
        self.closed = 0

    def __call__(self, requests: Iterable[Places], way: object) -> Generator[Answer]:
        self.ways.append(way)
        try:
            for file, starts, sizes in requests:
                for start, size in zip(starts, sizes, strict=True):
                    row = {"file": file, "start": start, "size": size}
                    name = ray_rows.as_payload(row)["name"]
                    self.asked.append(name)
                    yield self.said(name, len(self.asked) - 1)
        finally:
            self.closed += 1


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch) -> Answering:
    answering = Answering()
    monkeypatch.setattr(inferring, "answers", answering)
    return answering


def good(name: str, text: str = "any x") -> Answer:
    return Answer(name, 200, json.dumps(completion(Act(text), "one")))


def failed(name: str, status: int = 500, told: str = "broken") -> Answer:
    return Answer(name, status, json.dumps({"error": {"message": told}}))


def engine(weights: str, cell: Cell) -> Engine:
    return Engine(weights)


def parts(run: Path) -> list[Path]:
    return sorted((run / "outputs").glob("*/*"))


def rows(run: Path) -> Iterator[BatchRow]:
    for part in parts(run):
        yield from jsonl.read(part, BatchRow)


def test_all_that_is_lacking_is_asked_kept_and_graded(run: Path, ray: Answering) -> None:
    shown: list[tuple[int, int]] = []
    outcome = infer(run, engine, part_rows=2, progress=lambda *now: shown.append(now))
    assert outcome.complete
    assert (outcome.planned, outcome.asked) == (PLANNED, PLANNED)
    assert len(list(open_run(run).verdicts())) == 2 * PLANNED
    assert [way.weights for way in ray.ways] == ["org/one", "org/two"]  # type: ignore[attr-defined]
    assert shown == [(done, PLANNED) for done in range(1, PLANNED + 1)]
    names = [
        f"{cell.key}/00000{n}.jsonl" for cell in sorted(CELLS, key=lambda c: c.key) for n in (1, 2)
    ]
    assert [str(part.relative_to(run / "outputs")) for part in parts(run)] == names


def test_a_complete_run_is_left_alone(run: Path, ray: Answering) -> None:
    infer(run, engine)
    kept = [part.read_bytes() for part in parts(run)]
    outcome = infer(run, engine)
    assert (outcome.complete, outcome.asked) == (True, 0)
    assert (len(ray.asked), kept) == (PLANNED, [part.read_bytes() for part in parts(run)])


class KilledError(BaseException):
    """Nobody catches it, as nobody catches SIGKILL."""


@pytest.mark.parametrize("stop", [KilledError, KeyboardInterrupt])
@pytest.mark.parametrize("after", range(PLANNED))
def test_what_is_kept_is_not_asked_again(
    stop: type[BaseException], after: int, run: Path, ray: Answering
) -> None:
    def breaking(name: str, before: int) -> Answer:
        if before == after:
            raise stop
        return good(name)

    ray.said = breaking
    with pytest.raises((KilledError, IncompleteError)) as ended:
        infer(run, engine, part_rows=2)
    if stop is KeyboardInterrupt:
        assert f"{after} of {PLANNED} requests are answered" in str(ended.value)
        assert f"go on with 'benchbar infer {run}'" in str(ended.value)
    kept = {row.custom_id for row in rows(run)}
    assert len(kept) == after
    ray.said, ray.asked = lambda name, _: good(name), []
    outcome = infer(run, engine, part_rows=2)
    assert outcome.complete
    assert len(ray.asked) == PLANNED - after
    assert not kept & set(ray.asked)


def test_an_open_part_that_a_kill_lost_is_asked_again(
    run: Path, ray: Answering, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaking(name: str, before: int) -> Answer:
        if before == 5:
            monkeypatch.setattr(inferring._Parts, "_close", lambda *_: None)  # as after SIGKILL
            raise KilledError
        return good(name)

    ray.said = breaking
    with pytest.raises(KilledError):
        infer(run, engine, part_rows=2)
    kept = {row.custom_id for row in rows(run)}
    assert kept == set(ray.asked[:2]) | set(ray.asked[3:5])  # two parts of two, in two cells
    monkeypatch.undo()
    again = Answering()
    monkeypatch.setattr(inferring, "answers", again)
    assert infer(run, engine).complete
    assert len(again.asked) == PLANNED - 4


def test_what_failed_is_asked_again_and_no_reply_is_lost_by_it(run: Path, ray: Answering) -> None:
    ray.said = lambda name, before: failed(name) if before == 3 else good(name)
    outcome = infer(run, engine)
    assert (outcome.stored, outcome.failed, outcome.complete) == (PLANNED - 1, 1, False)
    again, ray.asked = ray.asked[3], []
    ray.said = lambda name, _: failed(name, told="still broken")
    assert infer(run, engine).failed == 1
    assert ray.asked == [again]
    ray.said = lambda name, _: good(name)
    assert infer(run, engine).complete


def test_a_prompt_that_is_too_long_is_not_asked_again(run: Path, ray: Answering) -> None:
    told = "ValueError: The prompt (length 9) is longer than the maximum model length of 4."
    ray.said = lambda name, before: failed(name, told=told) if before < 4 else good(name)
    outcome = infer(run, engine)
    assert outcome.complete
    assert outcome.stop_reasons == {"stop": 5, "model_length": 4}


def test_hopeless_work_ends_early(run: Path, ray: Answering, built: Path, tmp_path: Path) -> None:
    many = tmp_path / "many"
    export("vllm", built, many, cells=CELLS[:1])
    ray.said = lambda name, _: failed(name, 404, "no such model")
    with pytest.raises(IncompleteError, match=r"10 of 10 requests failed.*no such model"):
        infer(many, engine)
    assert (len(ray.asked), ray.closed) == (10, 1)
    assert sum(1 for _ in rows(many)) == 10


def test_too_many_failures_end_the_work(ray: Answering, built: Path, tmp_path: Path) -> None:
    many = tmp_path / "many"
    export("vllm", built, many, cells=CELLS[:1])
    ray.said = lambda name, before: good(name) if before % 3 else failed(name)
    with pytest.raises(IncompleteError, match="7 of 20 requests failed"):
        infer(many, engine)


def test_secrets_that_a_server_quotes_reach_no_file(
    run: Path, ray: Answering, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VLLM_API_KEY", "hidden-in-plain-sight")
    ways = iter(
        [
            failed("", 401, "Incorrect API key provided: hidden-in-plain-sight."),
            Answer("", 502, "<p>Bearer hidden-in-plain-sight</p>"),
            Answer("", 0, "ClientError: hidden-in-plain-sight"),
        ]
    )
    ray.said = lambda name, before: next(ways)._replace(name=name) if before < 3 else good(name)
    infer(run, engine)
    for path in run.rglob("*"):
        assert path.is_dir() or b"hidden-in-plain-sight" not in path.read_bytes()
    errors = [reply.error for reply in open_run(run).replies() if reply.error]
    assert errors == ["Incorrect API key provided: ***.", "<p>Bearer ***", "ClientError: ***"]


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ("", "the server's answer is not JSON"),
        ("<html>", "the server's answer is not JSON"),
        ("[1]", "not a chat completion"),
        ('{"choices": []}', "NoChoiceError"),
        ("[" * 100_000, "the server's answer is not JSON"),
        ('{"choices": ' + "9" * 400 + "}", "not a chat completion"),
    ],
)
def test_answers_that_are_none_are_failures(
    body: str, error: str, run: Path, ray: Answering
) -> None:
    ray.said = lambda name, before: good(name) if before else Answer(name, 200, body)
    outcome = infer(run, engine)
    assert (outcome.stored, outcome.failed) == (PLANNED - 1, 1)
    (told,) = (reply.error for reply in open_run(run).replies() if reply.error)
    assert error in told


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
)


@given(
    status=st.sampled_from([0, 200, 400, 500]),
    body=st.text(st.characters(categories=["L", "Cs", "P", "Cc"])) | anything.map(json.dumps),
)
def test_any_answer_is_one_row_that_reads_back_as_the_same_reply(status: int, body: str) -> None:
    row, line = inferring._row(Answer("a|b|1", status, body))
    written = bytes(line)
    assert b"\n" not in written
    read = msgspec.json.decode(written, type=BatchRow)
    assert reply_of(("a", "b", 1), read, Offer()) == reply_of(("a", "b", 1), row, Offer())


def test_two_at_a_time_do_not_work_in_one_folder(run: Path, ray: Answering) -> None:
    with folder.locked(run / "outputs"), pytest.raises(InputError, match="working in this folder"):
        infer(run, engine)
    assert ray.asked == []


def test_a_run_of_another_make_is_refused(built: Path, tmp_path: Path, ray: Answering) -> None:
    out = tmp_path / "run"
    export("openai-batch", built, out, cells=(Cell("openai/gpt-4o"),))
    with pytest.raises(
        InputError, match="a service's batches: make the run with 'benchbar export .* --format vllm"
    ):
        infer(out, engine)
    with pytest.raises(InputError, match="no exported run here: make one with 'benchbar export"):
        infer(tmp_path / "nowhere", engine)
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize("line", ["not JSON", '{"custom_id": "a|b|1"}', "{}"])
def test_requests_that_are_not_the_runs_are_refused(line: str, run: Path, ray: Answering) -> None:
    requests = run / "requests" / f"{CELLS[0].key}.jsonl"
    requests.write_text(requests.read_text() + line + "\n")
    with pytest.raises(InputError, match=r"jsonl:4: no request of this run: export it again"):
        infer(run, engine)
    assert ray.asked == []


def test_what_would_be_asked_is_known_before(run: Path, ray: Answering) -> None:
    work = find_work(run)
    assert len(work) == PLANNED
    first = work.first()
    assert first is not None
    assert reply_key(first.custom_id) == (
        "blt-4k-synthetic-cite_to_text-test-0001",
        CELLS[0].key,
        1,
    )
    assert work.tokens_in > PLANNED * 100
    infer(run, engine)
    assert (len(find_work(run)), find_work(run).tokens_in, find_work(run).first()) == (0, 0, None)


def test_a_server_is_looked_for_before_anything_starts(run: Path, ray: Answering) -> None:
    with pytest.raises(InputError, match="start the server, or correct --base-url"):
        infer(run, lambda *_: Server("http://127.0.0.1:9/v1"))

    def wants_a_key(*_: Any) -> Any:
        return 401, "no"

    with pytest.MonkeyPatch.context() as patch, Loopback() as loopback:
        patch.setattr(Server, "look", wants_a_key)
        with pytest.raises(InputError, match=r"refuses the key \(401\): .* VLLM_API_KEY"):
            infer(run, lambda *_: Server(loopback.url))
    assert ray.asked == []


def test_what_failed_is_not_called_answered(built: Path, tmp_path: Path, ray: Answering) -> None:
    run = tmp_path / "run"
    export("vllm", built, run, cells=CELLS[:1], tasks=["cite_to_text"])
    ray.said = lambda name, _: failed(name)
    with pytest.raises(IncompleteError, match=r"; 0 of 12 requests are answered and kept: go on"):
        infer(run, engine)
    ray.said = lambda name, _: failed(name, 401, "bad key")
    told = "; 0 of 12 requests are answered and kept: put a key that it takes into VLLM_API_KEY"
    with pytest.raises(IncompleteError, match=told):
        infer(run, engine)


def test_parts_are_written_before_the_stream_is_closed(
    run: Path, ray: Answering, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[int] = []

    def ending(requests: Iterable[Places], way: object) -> Generator[Answer]:
        try:
            yield from ray(requests, way)
        finally:
            kept.append(len(list(rows(run))))

    def stop(done: int, _: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(inferring, "answers", ending)
    with pytest.raises(IncompleteError, match=f"stopped; 2 of {PLANNED} requests"):
        infer(run, engine, part_rows=100, progress=stop)
    assert kept == [2]
