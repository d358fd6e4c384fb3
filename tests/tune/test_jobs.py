"""A job from start to end: nothing twice, whatever fails and whenever the command ended."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchbar import jsonl
from benchbar.errors import BenchbarError, IncompleteError, InputError
from benchbar.tune import api, jobs, record
from benchbar.tune.api import Service
from benchbar.tune.consumers import DEV, TRAIN
from benchbar.tune.plan import Plan, plan
from benchbar.tune.record import Started
from tests.tuning_server import GOOD, MODEL, TUNED, Fault, TuningServer

CREATE = "POST /fine_tuning/jobs"
UPLOAD = "POST /files"
LOOK = "GET /fine_tuning/jobs/ftjob-1"


@pytest.fixture
def server() -> Iterator[TuningServer]:
    with TuningServer() as serving:
        yield serving


class Desk:
    """Starts and follows a job, and keeps what was said and how long it waited."""

    def __init__(self, folder: Path, server: TuningServer) -> None:
        self.folder, self.server = folder, server
        self.said: list[str] = []
        self.waits: list[float] = []
        self.service = Service(server.url, self.said.append, self.waits.append)

    def plan(self, model: str = MODEL, epochs: int = 2, seed: int | None = None) -> Plan:
        return plan(
            self.folder,
            model=model,
            epochs=epochs,
            suffix=None,
            seed=seed,
            base_url=self.server.url,
        )

    def start(self, *, again: bool = False, model: str = MODEL, epochs: int = 2) -> Started:
        planned = self.plan(model, epochs)
        return jobs.start(planned, self.service, self.said.append, again=again)

    def follow(self, started: Started) -> Started:
        return jobs.follow(
            self.folder, started, self.service, self.said.append, self.waits.append, 0.25
        )

    def whole(self) -> Started:
        return self.follow(self.start())

    def counts(self) -> tuple[int, int]:
        return len(self.server.files), len(self.server.jobs)


@pytest.fixture
def desk(folder: Path, server: TuningServer) -> Desk:
    return Desk(folder, server)


def test_from_start_to_end(desk: Desk, folder: Path, server: TuningServer) -> None:
    done = desk.whole()
    assert (done.status, done.tuned, done.trained_tokens) == ("succeeded", TUNED, 123_456)
    assert server.contents["file-1"] == (folder / TRAIN).read_bytes()
    assert server.contents["file-2"] == (folder / DEV).read_bytes()
    (body,) = server.bodies
    assert body == {
        "model": MODEL,
        "training_file": "file-1",
        "validation_file": "file-2",
        "method": {"type": "supervised", "supervised": {"hyperparameters": {"n_epochs": 2}}},
        "metadata": {"benchbar": done.order.mark},
    }
    told = [line.rsplit("(", 1)[-1].rstrip(")") for line in desk.said]
    assert [state for state in told if state in GOOD] == list(dict.fromkeys(GOOD))
    assert desk.waits == [0.25] * (len(GOOD) - 1)
    assert record.read(folder).jobs == (done,)


def test_events_and_losses_are_kept(desk: Desk, folder: Path, server: TuningServer) -> None:
    done = desk.whole()
    events = jobs.events(folder, done.job)
    assert [event.id for event in events] == [e["id"] for e in server.events[done.job]]
    assert (folder / f"{done.job}.loss.csv").read_text().splitlines() == [
        "step,train_loss,valid_loss",
        "2,0.6666666666666666,1.1666666666666665",
        "3,0.5,1.0",
    ]
    assert sum("Created fine-tuning job" in line for line in desk.said) == 1


def test_what_is_no_loss_is_in_no_table(desk: Desk, folder: Path, server: TuningServer) -> None:
    started = desk.start()
    data = {"step": 1, "=cmd()loss": 1.0, "train_loss": float("nan"), "valid_loss": "2", "loss": 3}
    server._add_event(started.job, "=SUM(A1) \x1b[2J", data)
    server._add_event(started.job, "no step", {"step": "1", "train_loss": 1.0})
    desk.follow(started)
    table = (folder / f"{started.job}.loss.csv").read_text().splitlines()
    assert table[:2] == ["step,loss,train_loss,valid_loss", "1,3.0,,"]


def test_again_nothing_is_sent(desk: Desk, server: TuningServer) -> None:
    done = desk.whole()
    calls = server.calls.copy()
    assert desk.start() == done
    assert server.calls == calls


def test_an_other_job_takes_the_files_that_are_there(desk: Desk) -> None:
    desk.whole()
    other = desk.start(epochs=3)
    assert other.job == "ftjob-2"
    assert desk.counts() == (2, 2)


def test_files_that_were_removed_are_uploaded_again(desk: Desk, server: TuningServer) -> None:
    desk.whole()
    gone = server.files.pop("file-1")
    server.files["file-0"] = {**gone, "id": "file-0", "bytes": 1}
    desk.start(epochs=3)
    assert server.bodies[-1]["training_file"] == "file-3"


@pytest.mark.parametrize("lost", [record.Record(), None])
def test_a_crash_before_the_record_was_written(
    desk: Desk, folder: Path, lost: record.Record | None
) -> None:
    """What is not in the record is found at the server, by name and by mark."""
    first = desk.start()
    if lost is None:
        (folder / "openai.json").unlink()
    else:
        record.write(folder, lost)
    second = desk.start()
    assert second.job == first.job
    assert desk.counts() == (2, 1)
    assert any("was started for this before" in line for line in desk.said)


@pytest.mark.parametrize("call", [UPLOAD, CREATE])
@pytest.mark.parametrize("ending", ["answer", "before", "after"])
@pytest.mark.parametrize("times", [1, 3])
def test_no_answer_to_what_may_have_been_done(
    desk: Desk, server: TuningServer, call: str, ending: str, times: int
) -> None:
    server.faults = [Fault(call, times=times, ending=ending)]  # type: ignore[arg-type]
    assert desk.whole().status == "succeeded"
    assert desk.counts() == (2, 1)
    assert len(server.bodies) == 1


def test_a_server_without_marks_starts_nothing_twice(desk: Desk, server: TuningServer) -> None:
    server.keeps_marks = False
    server.faults = [Fault(CREATE, ending="after")]
    assert desk.whole().status == "succeeded"
    assert desk.counts() == (2, 1)


def test_the_last_try_may_be_the_one_that_was_carried_out(desk: Desk, server: TuningServer) -> None:
    server.faults = [Fault(CREATE, times=jobs.TRIES - 1), Fault(CREATE, ending="after")]
    assert desk.start().job == "ftjob-1"
    assert desk.counts() == (2, 1)


def test_a_server_that_never_starts_it(desk: Desk, server: TuningServer) -> None:
    server.faults = [Fault(CREATE, times=99)]
    with pytest.raises(IncompleteError, match="did not start the job: repeat the command"):
        desk.start()
    assert desk.counts() == (2, 0)
    server.faults = []
    assert desk.whole().status == "succeeded"
    assert desk.counts() == (2, 1)


@pytest.mark.parametrize("status", [429, 500, 502, 503])
@pytest.mark.parametrize("call", [".*files", ".*", LOOK, LOOK + "/events"])
def test_a_server_that_fails_for_a_while(
    desk: Desk, server: TuningServer, status: int, call: str
) -> None:
    server.faults = [Fault(call, times=3, status=status)]
    assert desk.whole().status == "succeeded"
    assert desk.counts() == (2, 1)
    assert not any(fault.times for fault in server.faults)


def test_dropped_connections_while_following(desk: Desk, server: TuningServer) -> None:
    started = desk.start()
    server.faults = [Fault(".*", times=4, ending="before")]
    assert desk.follow(started).status == "succeeded"


def test_it_waits_as_long_as_the_server_asks(desk: Desk, server: TuningServer) -> None:
    server.faults = [
        Fault("GET /files", status=429, headers={"retry-after": "7"}),
        Fault("GET /files", status=429, headers={"retry-after": "9999"}),
        Fault("GET /files", status=429, headers={"retry-after": "soon"}),
    ]
    desk.start()
    assert desk.waits[:2] == [7.0, api.LONGEST_WAIT_SECONDS]
    assert 8 <= desk.waits[2] <= 12
    assert sum("rate limited; trying again in" in line for line in desk.said) == 3


def test_a_server_that_stays_away_is_given_up_and_the_job_goes_on(
    desk: Desk, server: TuningServer, folder: Path
) -> None:
    started = desk.start()
    server.faults = [Fault(".*", times=99, status=503)]
    with pytest.raises(IncompleteError, match=r"ftjob-1: .*does not answer.*the job goes on"):
        desk.follow(started)
    server.faults = []
    assert desk.follow(jobs.last(folder)).status == "succeeded"


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (
            Fault(".*", status=401, message="Incorrect key sk-test-0123456789abcdef"),
            "refused the key",
        ),
        (Fault(".*", status=403), "refused the key .403.: set OPENAI_API_KEY"),
        (Fault(".*", status=429, code="insufficient_quota"), "no credit"),
        (Fault(CREATE, status=400, message="Bad n_epochs"), "refused .400.: Bad n_epochs"),
        (Fault(CREATE, status=404, message="The model does not exist"), "The model does not exist"),
        (Fault("GET .*", status=200, body=b"<html>hello</html>"), "does not speak OpenAI's"),
        (Fault(CREATE, status=200, body=b"<html>hello</html>"), "does not speak OpenAI's"),
    ],
)
def test_what_no_waiting_mends(desk: Desk, server: TuningServer, fault: Fault, said: str) -> None:
    fault.times = 99
    server.faults = [fault]
    with pytest.raises(BenchbarError, match=said) as found:
        desk.start()
    assert "0123456789" not in str(found.value)
    assert "\n" not in str(found.value)
    assert desk.waits == []


def test_a_model_that_cannot_be_tuned(desk: Desk) -> None:
    with pytest.raises(InputError, match="Model gpt-9 is not available for fine-tuning"):
        desk.start(model="gpt-9")


@pytest.mark.parametrize(
    ("states", "error"),
    [
        (("validating_files", "failed"), "Invalid file format: line 3 lacks an assistant"),
        (("queued", "running", "failed"), "The job failed due to a safety check"),
        (("queued", "running", "cancelled"), None),
    ],
)
def test_jobs_that_end_without_a_model(
    desk: Desk, server: TuningServer, states: tuple[str, ...], error: str | None
) -> None:
    server.states, server.error = states, error
    done = desk.whole()
    assert (done.status, done.tuned, done.error) == (states[-1], None, error)
    assert "--again" in jobs.ended(done)
    assert (error or "cancelled") in jobs.ended(done)
    assert desk.start() == done
    assert desk.counts() == (2, 1)
    server.states = GOOD
    assert desk.follow(desk.start(again=True)).status == "succeeded"
    assert desk.counts() == (2, 2)
    assert desk.start().job == "ftjob-2"


@pytest.mark.parametrize("state", ["paused", "a_state_of_the_future"])
def test_states_that_are_passed_through(desk: Desk, server: TuningServer, state: str) -> None:
    server.states = ("queued", state, "running", "succeeded")
    assert desk.whole().status == "succeeded"
    assert any(state in line for line in desk.said)


def test_cancelled_by_somebody_else(desk: Desk, server: TuningServer) -> None:
    looks: Counter[str] = Counter()

    def others(job: dict[str, object]) -> None:
        looks["n"] += 1
        if looks["n"] == 3:
            job["status"] = "cancelled"

    server.on_look = others
    assert desk.whole().status == "cancelled"


def test_a_job_that_vanishes(desk: Desk, server: TuningServer) -> None:
    started = desk.start()
    server.jobs.clear()
    with pytest.raises(IncompleteError, match=r"knows no such job: .*--again"):
        desk.follow(started)
    with pytest.raises(IncompleteError, match="knows no such job"):
        jobs.look(desk.folder, desk.service)
    assert desk.start(again=True).job == "ftjob-1"
    assert len(server.bodies) == 2


def test_again_is_refused_while_it_goes_on(desk: Desk) -> None:
    desk.start()
    with pytest.raises(InputError, match="ftjob-1 still goes on"):
        desk.start(again=True)


def test_cancel(desk: Desk, folder: Path, server: TuningServer) -> None:
    started = desk.start()
    assert jobs.cancel(folder, desk.service).status == "cancelled"
    assert desk.follow(started).status == "cancelled"
    with pytest.raises(InputError, match="has ended .cancelled."):
        jobs.cancel(folder, desk.service)


def test_following_goes_on_where_it_was(desk: Desk, folder: Path, server: TuningServer) -> None:
    started = desk.start()

    def stop(_: float) -> None:
        if len(server.events[started.job]) > 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        jobs.follow(folder, started, desk.service, desk.said.append, stop)
    before = len(jobs.events(folder, started.job))
    with (folder / f"{started.job}.events.jsonl").open("ab") as file:
        file.write(b'{"id": "torn')
    assert desk.follow(jobs.last(folder)).status == "succeeded"
    events = jobs.events(folder, started.job)
    assert [event.id for event in events] == [e["id"] for e in server.events[started.job]]
    assert len(events) > before > 0
    assert sum("Created fine-tuning job" in line for line in desk.said) == 1


def test_nothing_of_the_server_becomes_a_path(desk: Desk, server: TuningServer) -> None:
    started = Started(desk.plan().order, "../../etc/x", "queued")
    assert jobs._events_file(desk.folder, started.job).parent == desk.folder


def test_a_folder_is_held_by_one_command(folder: Path) -> None:
    with (
        record.held(folder),
        pytest.raises(InputError, match="another command is at work"),
        record.held(folder),
    ):
        pass
    with record.held(folder):
        pass


def test_a_damaged_record(folder: Path) -> None:
    (folder / "openai.json").write_text("{")
    with pytest.raises(InputError, match="damaged"):
        record.read(folder)


def test_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(api.KEY, raising=False)
    with pytest.raises(InputError, match="no key: set OPENAI_API_KEY"):
        Service(None, print)


def test_what_it_has_cost(desk: Desk) -> None:
    done = desk.whole()
    assert done.cost is None
    priced = Started(**{f: getattr(done, f) for f in done.__struct_fields__} | {"price": 5.0})
    assert priced.cost == pytest.approx(123_456 * 5 / 1_000_000)


def test_no_secret_is_written(desk: Desk, folder: Path) -> None:
    desk.whole()
    for path in folder.iterdir():
        assert b"0123456789abcdef" not in path.read_bytes()
    assert jsonl.digest(folder / TRAIN)
