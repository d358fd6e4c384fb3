"""A tiny random model, trained end to end by the command; needs the extra ``local``."""

import json
import math
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from benchbar.cli import main
from benchbar.runs import smollm2
from benchbar.suites.build import build
from benchbar.suites.items import Options
from benchbar.suites.order import Order
from benchbar.tune import local_curve
from benchbar.tune.local_steps import IGNORED, Tokens, together
from tests.tune import tiny

pytestmark = [
    pytest.mark.skipif(find_spec("trl") is None, reason="needs the extra: make setup-local"),
    pytest.mark.filterwarnings("ignore"),
]

QUICK = ("--steps", "6", "--every", "2", "--dev", "2", "--batch", "2", "--rate", "0.01")


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pages of four lines, so that a model whose tokens are letters can read them quickly."""
    folder = tmp_path_factory.mktemp("pages") / "data"
    order = Order(
        windows=("4k",),
        corpora=("transcripts",),
        tasks=("cite_to_text",),
        items=(("test", 3), ("train", 20)),
        options=Options(lines_per_page=4, pages=1),
    )
    build(order, folder)
    return folder


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny.save(tmp_path_factory.mktemp("models") / "tiny")


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    yield
    smollm2.load.cache_clear()


def call(*arguments: object) -> int:
    with pytest.raises(SystemExit) as ended:
        main([str(argument) for argument in arguments])
    assert isinstance(ended.value.code, int)
    return ended.value.code


def weights(folder: Path) -> dict[str, Any]:
    from safetensors.torch import load_file

    return dict(load_file(folder / "model.safetensors"))


def alike(one: Path, other: Path) -> bool:
    mine, theirs = weights(one), weights(other)
    return all(bool((value == theirs[name]).all()) for name, value in mine.items())


def test_items_in_a_model_out_that_can_be_asked(
    pages: Path,
    base: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from huggingface_hub.utils import _telemetry

    sent: list[object] = []
    monkeypatch.setattr(
        "huggingface_hub.utils._telemetry._send_telemetry_in_thread",
        lambda **told: sent.append(told),
    )
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", False)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_DISABLE_TELEMETRY", False)
    out = tmp_path / "tuned"
    options = ("--questions", 2, "--ask", 1, "--json", *QUICK)
    assert call("tune", "local", "--base", base, "--data", pages, "--out", out, *options) == 0
    told = capsys.readouterr()
    points = json.loads(told.out)
    assert f"--model benchbar/local/{out}" in told.err
    _telemetry._TELEMETRY_QUEUE.join()
    assert sent == []
    assert [point["step"] for point in points if point["dev_loss"] is not None] == [2, 4, 6]
    assert points[-1]["dev_loss"] < points[0]["dev_loss"]
    assert points[-1]["rows"] == 12
    assert all(point["asked"] == 1 for point in points if point["dev_loss"] is not None)
    assert [point.step for point in local_curve.read(out / local_curve.NAME)] == [2, 4, 6]
    assert not (out / "checkpoints").exists()
    assert sorted(path.name for path in (out / "adapter").iterdir()) == [
        "adapter_config.json",
        "adapter_model.safetensors",
    ]
    assert json.loads((out / "config.json").read_text())["use_cache"]
    assert not alike(out, base)

    run = tmp_path / "run"
    asked = ("run", pages, "--model", f"benchbar/local/{out}", "--max-tokens", 3, "--out", run)
    assert call(*asked, "--json") == 0
    graded = json.loads(capsys.readouterr().out)
    assert [(row["grader"], row["n"]) for row in graded] == [("corrected", 3), ("published", 3)]


def test_the_merged_model_says_what_the_adapter_says(
    pages: Path, base: Path, tmp_path: Path
) -> None:
    import torch
    from peft import PeftModel

    out = tmp_path / "tuned"
    call("tune", "local", "--base", base, "--data", pages, "--out", out, *QUICK)
    merged = smollm2.load(out)
    apart = PeftModel.from_pretrained(smollm2.load(base).model, out / "adapter")
    read = torch.arange(40)[None]
    with torch.inference_mode():
        torch.testing.assert_close(apart(read).logits, merged.model(read).logits)


def test_the_same_seed_gives_the_same_model(pages: Path, base: Path, tmp_path: Path) -> None:
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        out = tmp_path / name
        told = ("--base", base, "--data", pages, "--out", out, "--seed", seed)
        assert call("tune", "local", *told, *QUICK) == 0
    assert alike(tmp_path / "a", tmp_path / "b")
    assert not alike(tmp_path / "a", tmp_path / "c")


def test_a_killed_training_goes_on_to_the_same_model(
    pages: Path, base: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = ("--base", base, "--data", pages, *QUICK[2:], "--steps", 40)
    whole, out = tmp_path / "whole", tmp_path / "killed"
    assert call("tune", "local", *told, "--out", whole) == 0
    command = [
        sys.executable,
        "-m",
        "benchbar",
        "tune",
        "local",
        *map(str, told),
        "--out",
        str(out),
    ]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    checkpoint = out / "checkpoints" / "checkpoint-4" / "trainer_state.json"
    while process.poll() is None and not checkpoint.exists():
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert not (out / "config.json").exists()
    before = local_curve.read(out / local_curve.NAME)
    capsys.readouterr()

    assert call("tune", "local", "--resume", out) == 0
    first = capsys.readouterr().err.split("step ")[1]
    assert int(first.split(",")[0]) > 4
    assert alike(whole, out)
    after = local_curve.read(out / local_curve.NAME)
    assert [p.dev_loss for p in after] == [
        p.dev_loss for p in local_curve.read(whole / local_curve.NAME)
    ]
    assert [p.rows for p in after[: len(before)]] == [p.rows for p in before]
    assert [p.cpu_seconds for p in after] == sorted(p.cpu_seconds for p in after)

    assert call("tune", "local", "--resume", out) == 0
    assert "is done" in capsys.readouterr().err


def test_rows_of_an_export_are_learnt(pages: Path, base: Path, tmp_path: Path) -> None:
    rows, out = tmp_path / "rows", tmp_path / "tuned"
    assert call("tune", "export", pages, "--format", "trl", "--out", rows) == 0
    assert call("tune", "local", "--base", base, "--data", rows, "--out", out, *QUICK) == 0
    assert (out / "config.json").is_file()


def test_it_stops_when_it_no_longer_helps(
    pages: Path, base: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With a rate that ruins the model, the best of its states is kept."""
    out = tmp_path / "tuned"
    told = ("--base", base, "--data", pages, "--out", out, "--steps", 60, "--every", 1)
    options = ("--dev", 2, "--batch", 2, "--rate", 1, "--patience", 3, "--json")
    assert call("tune", "local", *told, *options) == 0
    points = json.loads(capsys.readouterr().out)
    assert len(points) < 60
    losses = [math.inf if p["dev_loss"] is None else p["dev_loss"] for p in points]
    assert min(losses[:-3]) <= min(losses[-3:])
    assert all(value.isfinite().all() for value in weights(out).values())


def test_minutes_end_it(
    pages: Path, base: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "tuned"
    told = ("--base", base, "--data", pages, "--out", out, "--minutes", 0.02, "--json")
    assert call("tune", "local", *told, "--dev", 0) == 0
    points = json.loads(capsys.readouterr().out)
    assert points[-1]["cpu_seconds"] >= 1.2
    assert points[-1]["rate"] == pytest.approx(0.0, abs=3e-4)


def test_rows_learnt_together_are_learnt_as_if_alone(base: Path) -> None:
    """The loss of a step is that of its rows one by one, weighted by their tokens."""
    import torch

    from benchbar.tune import local_training

    model = smollm2.load(base).model
    page = tuple(range(10, 40))
    rows = [
        Tokens((*page, 50, 51), (60, 61, 1)),
        Tokens((*page, 52), (62, 1)),
        Tokens((*page, 50, 53, 54), (63, 64, 65, 1)),
    ]
    other = Tokens((70, 71, 72), (73, 1))

    def loss(*packs: list[Tokens]) -> tuple[float, int]:
        batch = local_training.collate([local_training.columns(together(packs))])
        labels = batch.pop("labels")
        with torch.inference_mode():
            logits = model(**batch).logits
        per_token = torch.nn.functional.cross_entropy(
            logits[0, :-1], labels[0, 1:], ignore_index=IGNORED, reduction="sum"
        )
        return float(per_token), int((labels != IGNORED).sum())

    together_loss, together_count = loss(rows, [other])
    alone = [loss([row]) for row in [*rows, other]]
    assert together_count == sum(count for _, count in alone)
    assert together_loss == pytest.approx(sum(value for value, _ in alone), rel=1e-4)


def test_a_training_that_diverges_makes_no_model(
    pages: Path, base: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wild = ("--rate", 10, "--alpha", 65536, "--rank", 1, "--batch", 2, "--steps", 20)
    for name, options in (("a", ("--dev", 2, "--every", 1)), ("b", ("--dev", 0))):
        out = tmp_path / name
        told = ("--base", base, "--data", pages, "--out", out)
        assert call("tune", "local", *told, *wild, *options) == 1
        *_, line = capsys.readouterr().err.splitlines()
        assert line.startswith("benchbar: training has diverged: after step ")
        assert "a lower --rate" in line
        assert "after step 20 " not in line, "it should stop at once, and not at the end"
        assert not (out / "config.json").exists()
        assert not (out / "adapter").exists()


def test_weights_that_are_no_numbers_are_not_kept(
    pages: Path,
    base: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The last step ruins the adapter, and no loss is measured after it."""
    import torch

    def ruin(self: Any, closure: Any = None) -> None:
        for group in self.param_groups:
            for weight in group["params"]:
                weight.data.fill_(math.nan)

    monkeypatch.setattr(torch.optim.AdamW, "step", ruin)
    out = tmp_path / "out"
    told = ("--base", base, "--data", pages, "--out", out, "--steps", 1, "--dev", 0)
    assert call("tune", "local", *told) == 1
    assert "training has diverged: after step 1" in capsys.readouterr().err
    assert not (out / "config.json").exists()


def test_after_a_full_disk_it_goes_on_to_the_same_model(
    pages: Path,
    base: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import torch

    save = torch.save

    def fail_at_four(value: object, path: str, *rest: object, **named: object) -> None:
        if "checkpoint-4" not in str(path):
            save(value, path, *rest, **named)
            return
        Path(path).write_bytes(b"half")
        raise RuntimeError("[enforce fail at inline_container.cc:664] . unexpected pos 64 vs 0")

    told = ("--base", base, "--data", pages, *QUICK)
    whole, out = tmp_path / "whole", tmp_path / "my model"
    assert call("tune", "local", *told, "--out", whole) == 0
    monkeypatch.setattr(torch, "save", fail_at_four)
    capsys.readouterr()
    assert call("tune", "local", *told, "--out", out) == 1
    *_, line = capsys.readouterr().err.splitlines()
    assert line == (
        f"benchbar: {out}: the disk is full: free some space, then: "
        f"benchbar tune local --resume '{out}'"
    )
    assert (out / "checkpoints" / "checkpoint-4").is_dir()
    monkeypatch.undo()
    assert call("tune", "local", "--resume", out) == 0
    assert "\nstep 4, " in capsys.readouterr().err
    assert alike(whole, out)


def test_a_full_disk_at_the_end(
    pages: Path,
    base: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from transformers import PreTrainedTokenizerFast

    def fail(*_: object, **__: object) -> None:
        raise Exception("No space left on device (os error 28)")

    out = tmp_path / "out"
    with monkeypatch.context() as full:
        full.setattr(PreTrainedTokenizerFast, "save_pretrained", fail)
        told = ("--base", base, "--data", pages, "--out", out, "--steps", 2, "--dev", 0)
        assert call("tune", "local", *told) == 1
    assert "the disk is full" in capsys.readouterr().err
    assert not (out / ".merged").exists()
    assert not (out / "config.json").exists()
    assert call("tune", "local", "--resume", out) == 0
    assert (out / "config.json").is_file()


def test_the_adapter_names_its_layers_in_order(pages: Path, base: Path, tmp_path: Path) -> None:
    modules = "v_proj,q_proj,up_proj,o_proj,k_proj,gate_proj,down_proj"
    told = ("--base", base, "--data", pages, "--out", tmp_path / "out", "--modules", modules)
    assert call("tune", "local", *told, "--steps", 1, "--dev", 0) == 0
    kept = json.loads((tmp_path / "out" / "adapter" / "adapter_config.json").read_text())
    assert kept["target_modules"] == sorted(modules.split(","))


LINEAR = "down_proj, gate_proj, k_proj, o_proj, q_proj, up_proj, v_proj"


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (
            ("--modules", "q_proj,c_attn"),
            f"--modules c_attn: the base has no such layers; it has {LINEAR}\n",
        ),
        (("--modules", "mlp"), "--modules mlp: the base has no such layers"),
        (("--modules", "lm_head"), "--modules lm_head: the base has no such layers"),
        ((), "rows are longer than the 64 tokens that the base can read"),
    ],
)
def test_a_base_that_does_not_fit(
    pages: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    options: tuple[str, ...],
    told: str,
) -> None:
    base = tiny.save(tmp_path / "base", context=64)
    old = tmp_path / "old"
    old.mkdir()
    for name in ("settings.json", "config.json"):
        (old / name).write_text("old")
    for out in (tmp_path / "out", old):
        call_told = ("--base", base, "--data", pages, "--out", out, "--force", *options)
        assert call("tune", "local", *call_told) == 2
        assert told in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
    assert [path.read_text() for path in old.iterdir()] == ["old", "old"]


def test_a_base_that_cannot_be_asked_in_turns(
    pages: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    base = tiny.save(tmp_path / "base", template=None)
    assert call("tune", "local", "--base", base, "--data", pages, "--out", tmp_path / "out") == 2
    assert "has no chat template" in capsys.readouterr().err


def test_damaged_weights(pages: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    base = tiny.save(tmp_path / "base")
    (base / "model.safetensors").write_bytes(b"something else")
    assert call("tune", "local", "--base", base, "--data", pages, "--out", tmp_path / "out") == 2
    assert "cannot be loaded as a model" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_a_damaged_chat_template(
    pages: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    base = tiny.save(tmp_path / "base", template="{% if")
    assert call("tune", "local", "--base", base, "--data", pages, "--out", tmp_path / "out") == 2
    assert "the chat template of the base is damaged: " in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
