"""``benchbar tune openai`` as a user calls it, against a server on this machine."""

import json
import shlex
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchbar.suites.data import Data
from benchbar.tune import api
from benchbar.tune.export import export
from benchbar.tune.recipe import Recipe
from tests.cli.calling import Benchbar, Ended, refused
from tests.tuning_server import MODEL, TUNED, Fault, TuningServer


@pytest.fixture(scope="module")
def exported(data: Data, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("exported") / "rows"
    export(data.folder, out, form="openai", chosen=Recipe())
    return out


@pytest.fixture
def folder(exported: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(api.KEY, "sk-test-0123456789abcdef")
    monkeypatch.setattr(api, "FIRST_WAIT_SECONDS", 0.0)
    shutil.copytree(exported, tmp_path / "rows")
    return tmp_path / "rows"


@pytest.fixture
def server() -> Iterator[TuningServer]:
    with TuningServer() as serving:
        yield serving


class Tune:
    """Calls the command at the server on this machine."""

    def __init__(self, benchbar: Benchbar, folder: Path, server: TuningServer) -> None:
        self._benchbar, self.folder, self.server = benchbar, folder, server

    def __call__(self, *words: str | Path) -> Ended:
        return self._benchbar("tune", "openai", self.folder, "--poll-seconds", "0", *words)

    def start(self, *words: str) -> Ended:
        return self("--model", MODEL, "--base-url", self.server.url, *words)

    def made(self) -> tuple[int, int]:
        return len(self.server.files), len(self.server.jobs)


@pytest.fixture
def tune(capsys: pytest.CaptureFixture[str], folder: Path, server: TuningServer) -> Tune:
    return Tune(Benchbar(capsys), folder, server)


def test_from_start_to_end(tune: Tune, data: Data, tmp_path: Path) -> None:
    shutil.copytree(data.folder, tmp_path / "items")
    done = tune.start()
    assert done.code == 0
    assert dict(line.split(maxsplit=1) for line in done.out.splitlines()) == {
        "job": "ftjob-1",
        "status": "succeeded",
        "base": MODEL,
        "tuned": TUNED,
        "tokens": "123,456 trained on",
        "cost": "unknown",
    }
    assert "training loss" in done.err
    assert (
        f"next: benchbar run {tmp_path / 'items'} --model openai-api/openai/{TUNED} "
        f"--base-url {tune.server.url} --out run-rows"
    ) in done.err


def test_the_next_command_can_be_copied(tune: Tune, data: Data, tmp_path: Path) -> None:
    place = tmp_path / "the firm's own"
    place.mkdir()
    shutil.copytree(data.folder, place / "my items")
    tune.folder = Path(shutil.move(tune.folder, place / "my rows"))
    done = tune.start()
    (told,) = (line for line in done.err.splitlines() if line.startswith("next: "))
    words = shlex.split(told.removeprefix("next: "))
    assert words[:3] == ["benchbar", "run", str(place / "my items")]
    assert words[-2:] == ["--out", "run-my rows"]


def test_the_bill(tune: Tune, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('["openai/*"]\ntrain = 10.0\ndate = "2026-11"\n')
    done = tune.start("--prices", str(own), "--json")
    found = json.loads(done.out)
    assert found["cost"] == pytest.approx(1.23456)
    assert (found["tuned"], found["status"], found["error"]) == (TUNED, "succeeded", None)
    assert "2026-11" in tune().out


def test_dry_run_sends_nothing(tune: Tune, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(api.KEY)
    done = tune("--model", MODEL, "--dry-run", "--json")
    assert done.code == 0
    found = json.loads(done.out)
    assert found["rows"].keys() == {"train.jsonl", "dev.jsonl"}
    assert 0 < found["cost_low"] < found["cost_high"]
    assert found["cost_low"] == pytest.approx(found["tokens"] * 5 / 1e6)
    assert not tune.server.calls
    assert not (tune.folder / "openai.json").exists()


def test_start_and_come_back(tune: Tune) -> None:
    done = tune.start("--no-follow")
    assert done.code == 0
    assert "status   validating_files" in done.out
    asked = tune("--status")
    assert "status   queued" in asked.out
    followed = tune()
    assert (followed.code, "status   succeeded" in followed.out) == (0, True)
    assert tune.made() == (2, 1)
    again = tune.start()
    assert (again.code, "was started for this before (succeeded)" in again.err) == (0, True)
    assert tune.made() == (2, 1)
    assert tune.start("--again").code == 0
    assert tune.made() == (2, 2)


def test_ctrl_c_leaves_the_job_alone(tune: Tune, monkeypatch: pytest.MonkeyPatch) -> None:
    def press(_: float) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(time, "sleep", press)
        stopped = tune.start()
    assert stopped.code == 1
    assert "the job goes on: follow it with 'benchbar tune openai" in stopped.err
    assert tune().code == 0
    assert tune.made() == (2, 1)


def test_cancel_and_failure_end_in_1(tune: Tune) -> None:
    tune.start("--no-follow")
    assert "status   cancelled" in tune("--cancel").out
    done = tune()
    assert done.code == 1
    assert "status   cancelled" in done.out
    assert done.err.endswith("benchbar: ftjob-1: cancelled; start another one with --again\n")
    tune.server.states, tune.server.error = ("queued", "failed"), "bad\x1b[2Jfile"
    failed = tune.start("--again")
    assert failed.code == 1
    assert "bad" in failed.err
    assert "when that is mended, start another one with --again" in failed.err
    assert "\x1b" not in failed.err + failed.out


def test_list(tune: Tune, capsys: pytest.CaptureFixture[str]) -> None:
    benchbar = Benchbar(capsys)
    empty = benchbar("tune", "openai", "--list", "--base-url", tune.server.url)
    assert (empty.code, empty.out) == (0, "")
    tune.start()
    done = benchbar("tune", "openai", "--list", "--base-url", tune.server.url)
    assert done.out.split() == [
        "ftjob-1", "2023-11-14", "22:13", "succeeded", MODEL, TUNED, "benchbar"
    ]  # fmt: skip
    told = benchbar("tune", "openai", "--list", "--base-url", tune.server.url, "--json")
    assert json.loads(told.out)[0]["tuned"] == TUNED


def test_a_key_that_is_refused_is_not_shown(tune: Tune) -> None:
    tune.server.key = "another"
    done = tune.start()
    assert done.code == 2
    assert "refused the key (401): set OPENAI_API_KEY" in done.err
    assert "0123456789" not in done.err


def test_an_outage_is_waited_out(tune: Tune) -> None:
    tune.server.faults = [Fault(".*", times=3, status=500), Fault(".*", times=2, status=429)]
    done = tune.start()
    assert done.code == 0
    assert done.err.count("trying again in 0 s") == 5


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--status"], "no job was started for these rows"),
        (["--cancel"], "no job was started for these rows"),
        ([], "no job was started for these rows"),
        (["--dry-run"], "name the one to be tuned with --model"),
        (["--model", "anthropic/x"], "is not OpenAI's"),
        (["--model", MODEL, "--budget", "0"], "training may cost"),
        (["--model", MODEL, "--budget", "nan"], "'--budget': it is nan"),
        (["--model", MODEL, "--budget", "inf"], "'--budget': it is inf"),
        (["--model", MODEL, "--budget", "-1"], "'--budget': -1.0 is not in the range"),
        (["--poll-seconds", "1e300"], "'--poll-seconds': 1e+300 is not in the range"),
        (["--model", MODEL, "--suffix", "x" * 65], "must have 1 to 64 characters"),
        (["--model", MODEL, "--base-url", "ftp://x"], "--base-url ftp://x: must be a whole"),
        (["--list", "--base-url", "ftp://x"], "--base-url ftp://x: must be a whole address"),
        (["--list", "--base-url", "http://me:pass@x"], "without user, password"),
        (["--status", "--cancel"], "--status and --cancel: one thing at a time"),
        (["--list", "--cancel"], "--cancel and --list: one thing at a time"),
        (["--list", "--status"], "--status and --list: one thing at a time"),
        (["--cancel", "--dry-run"], "--cancel and --dry-run: one thing at a time"),
        (["--status", "--model", MODEL, "--again"], "--status and --model and --again: one thing"),
        (
            ["--model", MODEL, "--base-url", "http://localhost:1/v1", "--budget", "10"],
            "the prices that are known are OpenAI's own, and not of http://localhost:1/v1: give",
        ),
    ],
)
def test_refusals(tune: Tune, words: list[str], said: str) -> None:
    refused(tune(*words), said)


def test_an_address_in_the_environment_is_looked_at_too(
    tune: Tune, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(api.ADDRESS, "ftp://x")
    refused(tune("--list"), "OPENAI_BASE_URL ftp://x: must be a whole address")


def test_refusals_without_rows(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    benchbar = Benchbar(capsys)
    refused(benchbar("tune", "openai"), "no DIR")
    refused(benchbar("tune", "openai", tmp_path / "nowhere", "--model", "x"), "no training rows")
    refused(benchbar("tune", "openai", tmp_path / "nowhere"), "no job was started")


def test_no_server(tune: Tune) -> None:
    done = tune("--model", MODEL, "--base-url", "http://127.0.0.1:9/v1")
    assert done.code == 2
    assert "no server answers at http://127.0.0.1:9/v1" in done.err.splitlines()[-1]
    assert "trying again" not in done.err


def test_without_a_key(tune: Tune, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(api.KEY)
    done = tune("--model", MODEL)
    assert done.code == 2
    assert done.err.splitlines()[-1] == "benchbar: no key: set OPENAI_API_KEY"
