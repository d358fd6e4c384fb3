"""Ray Data LLM, really started: by its HTTP stage against a server, by its vLLM stage without vLLM.

The command runs in a process of its own, as a user runs it: Ray lives as long as its process.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from benchbar import jsonl
from benchbar.errors import IncompleteError, InputError
from benchbar.parallel import ray_llm
from benchbar.parallel.chat_client import Server
from benchbar.parallel.ray_llm import engine_config, server_config
from benchbar.parallel.ray_rows import Engine, Places
from benchbar.records import Cell
from benchbar.runs.exports import export
from benchbar.runs.folder import Run, open_run
from benchbar.runs.offline import BatchRow
from benchbar.suites.data import Data
from tests.loopback import Act, Loopback
from tests.parallel import pretend_vllm, weights

KEY = "hidden-in-plain-sight"
LONGEST_SECONDS = 120
needs_torch = pytest.mark.skipif(
    find_spec("torch") is None, reason="needs the extra: make setup-local"
)

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # Ray raises them in itself

Start = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def place() -> Iterator[Path]:
    """Where Ray keeps its sockets and logs: a short name, for it becomes part of theirs."""
    folder = Path(tempfile.mkdtemp(prefix="ray"))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def start(place: Path) -> Iterator[Start]:
    """Starts a command line of benchbar; whatever still runs at the end is killed."""
    started: list[subprocess.Popen[str]] = []

    def begin(*words: str | Path, **environment: str) -> subprocess.Popen[str]:
        own = {"RAY_ADDRESS": "local", "RAY_TMPDIR": str(place), "VLLM_API_KEY": KEY}
        process = subprocess.Popen(
            [sys.executable, "-m", "benchbar", *map(str, words)],
            env=os.environ | own | environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    yield begin
    for process in started:
        process.kill()
        process.communicate()


def ended(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    out, err = process.communicate(timeout=LONGEST_SECONDS)
    return process.returncode, out, err


def kept(run: Path) -> dict[str, str]:
    """Return the prompts whose answers stand in parts, by the names of their requests."""
    prompts = {
        row["custom_id"]: row["body"]["messages"][0]["content"]
        for file in run.glob("requests/*")
        for row in map(json.loads, file.read_text().splitlines())
    }
    parts = sorted(run.glob("outputs/*/*.jsonl"))
    names = [row.custom_id for part in parts for row in jsonl.read(part, BatchRow)]
    return {name: prompts[name] for name in names}


def golds(run: Run) -> dict[str, str]:
    return {item.id: item.gold for _, items in run.pairs() for item in items}


def test_a_server_answers_a_run_over_a_kill(
    data: Data, tmp_path: Path, place: Path, start: Start
) -> None:
    run = tmp_path / "run"
    tasks = ["cite_to_text", "text_to_cite"]
    windows, corpora = ["4k"], ["synthetic"]
    cell = Cell("vllm/good")
    export("vllm", data.folder, run, cells=(cell,), tasks=tasks, windows=windows, corpora=corpora)
    right = golds(open_run(run))
    messages = {
        json.loads(line)["custom_id"].split("|")[0]: json.loads(line)["body"]["messages"][0]
        for line in (run / "requests" / f"{cell.key}.jsonl").read_text().splitlines()
    }
    answers = {messages[item]["content"]: gold for item, gold in right.items()}
    assert len(answers) == 12
    too_long, refused = list(answers)[4], list(answers)[7]

    def behave(prompt: str, before: int) -> Act:
        if prompt == too_long:
            told = f"This model's maximum context length is 9 tokens; your key is {KEY}"
            return Act(status=400, body=json.dumps({"error": {"message": told}}).encode())
        if prompt == refused:
            return Act(status=418, body=b"<h1>No</h1>")
        return Act(answers[prompt], wait_seconds=0.3)

    with Loopback(behave, key=KEY) as server:
        line = ["infer", run, "--base-url", server.url, "--max-connections", "1", "--part", "2"]
        killed = start(*line)
        until = time.monotonic() + LONGEST_SECONDS
        while not kept(run) and killed.poll() is None and time.monotonic() < until:
            time.sleep(0.02)
        killed.send_signal(signal.SIGKILL)
        killed.communicate()
        before = kept(run)
        assert 2 <= len(before) < 12, "killed in the middle"
        code, out, err = ended(start(*line, "--json"))
        assert server.asked.keys() == answers.keys()
        assert all(server.asked[prompt] == 1 for prompt in before.values())
        lost = sum(server.asked.values()) - 12
        assert lost <= 2 * ray_llm.batch_size(Server("", connections=1))

    assert code == 1, err  # since one failed
    assert "1 call failed and counts as not an answer" in err
    assert f"ask what failed again with 'benchbar infer {run}'" in err
    assert "Traceback" not in err
    assert "(raylet)" not in err
    rows = json.loads(out)
    assert sum(row["correct"] for row in rows if row["grader"] == "corrected") == 10
    replies = {reply.id: reply for reply in open_run(run).replies()}
    assert replies.keys() == right.keys()
    stops = sorted(reply.stop_reason for reply in replies.values())
    assert stops == ["failed", "model_length", *["stop"] * 10]
    for path in [*run.rglob("*"), *place.rglob("*")]:
        assert not path.is_file() or KEY.encode() not in path.read_bytes()


@needs_torch
def test_an_engine_is_set_up_and_asked_as_told(
    data: Data, tmp_path: Path, place: Path, start: Start
) -> None:
    run, model, packages = tmp_path / "run", tmp_path / "model", tmp_path / "packages"
    weights.write(model)
    packages.mkdir()
    shutil.copy(str(pretend_vllm.__file__), packages / "vllm.py")
    heats = (0.0, pretend_vllm.TOO_LONG, pretend_vllm.CUT)
    cells = tuple(Cell("vllm/any", temperature=heat, max_tokens=7, seed=3) for heat in heats)
    which: dict[str, Any] = {"tasks": ["text_to_cite"], "windows": ["4k"], "limit": 2}
    export("vllm", data.folder, run, cells=cells, corpora=["synthetic"], **which)
    flags = ["--weights", model, "--max-model-len", "4096", "--gpu-memory", "0.5"]
    options = ["--engine-option", "dtype=half", "--engine-option", "enforce_eager=true"]
    code, _, err = ended(
        start(
            *("infer", run, *flags, *options),
            PYTHONPATH=str(packages),
            RAY_OVERRIDE_RESOURCES='{"GPU": 1}',
        )
    )
    assert code == 0, err
    assert "Traceback" not in err
    by_heat = {cell.key: cell.temperature for cell in cells}
    replies = open_run(run).replies()
    stops = sorted((by_heat[reply.cell], reply.stop_reason) for reply in replies)
    assert stops == sorted(
        [(0.0, "stop"), (pretend_vllm.TOO_LONG, "model_length"), (pretend_vllm.CUT, "max_tokens")]
        * 2
    )
    told = next(json.loads(reply.text) for reply in replies if reply.stop_reason == "stop")
    assert told["prompt"].startswith("<s>[user]Section ")
    assert told["prompt"].endswith("[assistant]")
    asked = {"temperature": 0.0, "top_p": 1.0, "max_tokens": 7, "seed": 3}
    assert told["params"] == asked | {"structured_outputs": None}
    assert told["engine"] == {
        "model": str(model),
        "tensor_parallel_size": 1,
        "max_model_len": 4096,
        "gpu_memory_utilization": 0.5,
        "dtype": "half",
        "enforce_eager": True,
        "runner": "generate",
        "distributed_executor_backend": "uni",
        "enable_log_requests": False,
    }
    assert {reply.reasoning for reply in replies if reply.stop_reason == "stop"} == {"Hm."}


def test_the_engine_is_configured_by_the_flags() -> None:
    engine = Engine(
        "org/model",
        replicas=3,
        tensor_parallel=2,
        max_model_len=8192,
        gpu_memory=0.9,
        batch_size=16,
        options={"dtype": "half"},
    )
    config = engine_config(engine)
    assert config.model_source == "org/model"
    assert (config.concurrency, config.batch_size) == (3, 16)
    assert config.engine_kwargs == {
        "tensor_parallel_size": 2,
        "max_model_len": 8192,
        "gpu_memory_utilization": 0.9,
        "dtype": "half",
        "task_type": "generate",
    }
    assert config.should_continue_on_error
    stages = (config.chat_template_stage, config.tokenize_stage, config.detokenize_stage)
    assert stages == (False, False, False)
    assert config.runtime_env["env_vars"]["VLLM_NO_USAGE_STATS"] == "1"


def test_what_is_left_to_vllm_is_not_set() -> None:
    assert engine_config(Engine("m")).engine_kwargs.keys() == {"tensor_parallel_size", "task_type"}


def test_a_server_is_configured_by_the_flags() -> None:
    server = Server("http://h:1/v1", key=KEY, connections=8, per_second=5)
    config = server_config(server)
    assert config.url == "http://h:1/v1/chat/completions"
    assert (config.qps, config.concurrency, config.batch_size) == (5, 1, 32)
    assert config.session_factory is server
    assert KEY not in repr(config)


@pytest.mark.parametrize(
    ("package", "way", "told"),
    [
        ("ray", Server("http://h/v1"), "Ray is missing: pip install 'benchbar[ray]'"),
        ("ray", Engine("m"), "Ray is missing: pip install 'benchbar[ray]'"),
        ("vllm", Engine("m"), "on a machine with a GPU, pip install vllm"),
    ],
)
def test_a_missing_package_is_named(
    package: str, way: Server | Engine, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        ray_llm, "find_spec", lambda name: None if name == package else find_spec("json")
    )
    with pytest.raises(InputError, match=told.replace("[", r"\[")):
        next(ray_llm.answers([Places("f", [0], [1])], way))


@pytest.mark.parametrize(("there", "told"), [({}, "no GPU here"), ({"GPU": 1.0}, "1 GPU here")])
def test_too_few_gpus_are_told(
    there: dict[str, float], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import ray

    monkeypatch.setattr(ray, "cluster_resources", lambda: {"CPU": 2.0} | there)
    with pytest.raises(InputError, match=f"Ray finds {told}, and one copy of the model needs 2"):
        ray_llm.require_gpus(Engine("m", tensor_parallel=2))
    monkeypatch.setattr(ray, "cluster_resources", lambda: {"GPU": 2.0})
    ray_llm.require_gpus(Engine("m", tensor_parallel=2))


@needs_torch
def test_weights_that_hold_no_conversation_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    ray_llm.require_chat(Engine(str(weights.write(tmp_path / "good"))))
    mute = weights.write(tmp_path / "mute", template=None)
    for folder, told in ((mute, "chat_template is not set"), (tmp_path / "nowhere", "nowhere")):
        with pytest.raises(InputError, match=f"{told}.*name others with --weights"):
            ray_llm.require_chat(Engine(str(folder)))


ADVICE = "ray.exceptions.UserCodeException: UDF failed.\nTo change this, configure Ray."


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (f"Traceback:\n  File x\nValueError: no kernel\n\n{ADVICE}", "ValueError: no kernel"),
        (ADVICE, "ray.exceptions.UserCodeException: UDF failed."),
        ("lost", "lost"),
        ("", "RuntimeError"),
    ],
)
def test_what_breaks_in_ray_is_told_in_one_line(said: str, told: str) -> None:
    line = ray_llm.in_one_line(RuntimeError(said))
    assert isinstance(line, IncompleteError)
    assert str(line) == f"Ray broke off: {told}"


def test_our_own_errors_come_through_ray_as_themselves() -> None:
    said = f"trace\nbenchbar.errors.InputError: x: not there: mount it\n\n{ADVICE}"
    line = ray_llm.in_one_line(RuntimeError(said))
    assert isinstance(line, InputError)
    assert str(line) == "x: not there: mount it"
