"""Whether a model was asked what it had learnt, and whether both runs belong together."""

import json
from pathlib import Path

import msgspec
import pytest

from benchbar.errors import InputError
from benchbar.runs import plan
from benchbar.suites.data import Data
from benchbar.tune import record
from benchbar.tune.local_settings import Settings
from benchbar.tune.record import Order, Record, Started
from benchbar.tune.report import report
from benchbar.tune.report_learnt import UNKNOWN
from tests.tune import made_tuning as made
from tests.tune.made_tuning import BASE, TUNED, right_if, run_of


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return made.data_of(tmp_path / "data", made.pages(12))


def rows(folder: Path, prompts: list[str], *, form: str = "messages") -> Path:
    """A folder of rows about some prompts, as for OpenAI or as for TRL."""
    folder.mkdir(parents=True)
    with (folder / "train.jsonl").open("w") as file:
        for prompt in prompts:
            asked, told = {"role": "user", "content": prompt}, {"role": "assistant", "content": "x"}
            row = {"messages": [asked, told]}
            if form == "prompt":
                row = {"prompt": [asked], "completion": [told]}
            file.write(json.dumps(row) + "\n")
    return folder


def prompts(data: Path, count: int) -> list[str]:
    pairs = [(document, items[0]) for document, items in Data(data).pairs()][:count]
    return [plan.turns(item, document, "default")[0] for document, item in pairs]


def pair(tmp_path: Path, data: Path, tuned: str = TUNED, **settings: object) -> tuple[Path, Path]:
    base = run_of(tmp_path / "b", data, BASE, right_if(bool))
    return base, run_of(tmp_path / "t", data, tuned, right_if(bool), settings=settings)


def test_it_is_said_where_nothing_is_known(tmp_path: Path, data: Path) -> None:
    assert report([pair(tmp_path, data)]).notes == (UNKNOWN,)


@pytest.mark.parametrize("form", ["messages", "prompt"])
def test_what_was_learnt_is_refused(form: str, tmp_path: Path, data: Path) -> None:
    runs = pair(tmp_path, data)
    learnt = rows(tmp_path / "rows", [*prompts(data, 2), "Another page"], form=form)
    with pytest.raises(InputError, match="t: asks 2 questions of 12 that the model learnt"):
        report([runs], rows=learnt)
    clean = rows(tmp_path / "clean", ["Another page"], form=form)
    assert report([runs], rows=clean).notes == ()


def test_rows_that_are_not_there(tmp_path: Path, data: Path) -> None:
    with pytest.raises(InputError, match="no training rows here"):
        report([pair(tmp_path, data)], rows=tmp_path)
    bad = rows(tmp_path / "bad", [])
    (bad / "train.jsonl").write_text("not json\n")
    with pytest.raises(InputError, match=r"train\.jsonl:1"):
        report([(tmp_path / "b", tmp_path / "t")], rows=bad)


def test_the_job_beside_the_run_tells_rows_and_base(tmp_path: Path, data: Path) -> None:
    runs = pair(tmp_path, data)
    folder = rows(tmp_path / "of-openai", ["Another page"])
    order = Order("", None, "gpt-other", 2, None, None, None)
    job = Started(order, "job-1", "succeeded", tuned=TUNED.partition("/")[2])
    record.write(folder, Record(jobs=(job,)))
    (note,) = report([runs]).notes
    assert (
        note == f"{TUNED} was tuned from openai/gpt-other, but the run before tuning asked {BASE}."
    )
    with (folder / "train.jsonl").open("a") as file:
        asked = {"role": "user", "content": prompts(data, 1)[0]}
        file.write(json.dumps({"messages": [asked]}) + "\n")
    with pytest.raises(InputError, match="asks 1 question of 12"):
        report([runs])


def test_the_folder_of_a_local_model_tells_rows_and_base(
    tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    adapter = tmp_path / "adapter"
    rows(adapter / "rows", ["Another page"], form="prompt")
    settings = Settings(base=BASE, rows={})
    (adapter / "settings.json").write_bytes(msgspec.json.encode(settings))
    runs = pair(tmp_path, data, f"benchbar/local/{adapter}")
    assert report([runs]).notes == ()
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    beside = run_of(tmp_path / "u", data, "benchbar/local/adapter", right_if(bool))
    assert report([(runs[0], beside)]).notes == ()
    more = {"prompt": [{"role": "user", "content": prompts(data, 1)[0]}]}
    (adapter / "rows" / "more.jsonl").write_text(json.dumps(more) + "\n")
    with pytest.raises(InputError, match="asks 1 question of 12"):
        report([runs])


@pytest.mark.parametrize("kept", ["tiny", "{}/tiny", "benchbar/local/tiny"])
@pytest.mark.parametrize("asked", ["benchbar/local/tiny", "benchbar/local/{}/tiny"])
def test_a_base_has_several_names(
    kept: str, asked: str, tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    rows(tmp_path / "tuned" / "rows", ["Another page"], form="prompt")

    def notes(base: str) -> tuple[str, ...]:
        settings = msgspec.json.encode(Settings(base=base, rows={}))
        (tmp_path / "tuned" / "settings.json").write_bytes(settings)
        return report([(tmp_path / "b", tmp_path / "t")]).notes

    run_of(tmp_path / "b", data, asked.format(tmp_path), right_if(bool))
    run_of(tmp_path / "t", data, "benchbar/local/tuned", right_if(bool))
    assert notes(kept.format(tmp_path)) == ()
    (note,) = notes("other")
    assert "was tuned from other, but the run before tuning asked" in note


def test_other_settings_are_said(tmp_path: Path, data: Path) -> None:
    runs = pair(tmp_path, data, temperature=0.7, system_message="Be brief.")
    (note,) = report([runs], rows=rows(tmp_path / "rows", ["Another page"])).notes
    assert "differ in more than tuning: temperature, system message" in note


def test_a_damaged_record_next_door_stops_nothing(tmp_path: Path, data: Path) -> None:
    runs = pair(tmp_path, data)
    folder = rows(tmp_path / "a-neighbour", ["Another page"])
    (folder / "openai.json").write_text("{")
    assert report([runs]).notes == (UNKNOWN,)
    with pytest.raises(InputError, match=r"a-neighbour/openai\.json: damaged"):
        report([runs], rows=folder)


@pytest.mark.parametrize("text", ["", '{"x": 1}\n', '{"messages": []}\n'])
def test_rows_without_a_prompt_check_nothing(tmp_path: Path, data: Path, text: str) -> None:
    folder = rows(tmp_path / "rows", [])
    (folder / "train.jsonl").write_text(text)
    with pytest.raises(InputError, match="no training rows there: train.jsonl has no prompt"):
        report([pair(tmp_path, data)], rows=folder)
