import shutil
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from benchbar.errors import InputError
from benchbar.records import Cell
from benchbar.runs import plan
from benchbar.runs.plan import Study
from benchbar.suites.build import build
from benchbar.suites.data import Data
from benchbar.suites.order import Order

READER = (Cell("benchbar/reader"),)


def refusal(built: Path, cells: tuple[Cell, ...] = READER, **options: Any) -> str:
    with pytest.raises(InputError) as caught:
        plan.plan(built, cells, **options)
    return str(caught.value)


def ids(study: Study) -> list[str]:
    pairs = plan.pairs(study, Data(Path(study.data_path)))
    return sorted(item.id for _, items in pairs for item in items)


def test_a_study_holds_what_was_asked_for(built: Path) -> None:
    study = plan.plan(built, READER, tasks=("cite_to_text",), trials=2, limit=3)
    assert study.data_digest == Data(built).digest
    assert ids(study) == [f"blt-4k-synthetic-cite_to_text-test-000{n}" for n in (1, 2, 3)]
    assert plan.count_items(study, Data(built)) == 3


def test_the_limit_holds_for_each_test(built: Path) -> None:
    study = plan.plan(built, READER, limit=2)
    assert len(ids(study)) == 8 == plan.count_items(study, Data(built))


def test_splits_are_apart(built: Path) -> None:
    assert len(ids(plan.plan(built, READER, split="train"))) == 12
    assert all("-train-" in item for item in ids(plan.plan(built, READER, split="train")))


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"tasks": ("sara",)}, "--task sara: not in the test split"),
        ({"windows": ("8k",)}, "--window 8k: not in the test split"),
        ({"corpora": ("uscode",)}, "--corpus uscode: not in the test split"),
        ({"trials": 0}, "--trials 0: must be at least 1"),
        ({"limit": 0}, "--limit 0: must be at least 1"),
        ({"max_connections": 51}, "--max-connections 51: must be at most 50"),
        ({"attempt_seconds": 0}, "--attempt-seconds 0: must be at least 1"),
    ],
)
def test_names_and_numbers_are_checked(built: Path, options: dict[str, Any], told: str) -> None:
    assert told in refusal(built, **options)


@pytest.mark.parametrize(
    ("cell", "told"),
    [
        (Cell("gpt-4o"), "name it as provider/model"),
        (Cell("benchbar/other"), "choose from benchbar/reader, benchbar/sloppy"),
        (Cell("openai-api/model"), "openai-api/local/model"),
        (Cell("benchbar/reader", reasoning_effort="lots"), "--reasoning-effort lots"),
        *(
            (
                Cell("benchbar/reader", temperature=heat),
                f"--temperature {heat}: must be from 0 to 2",
            )
            for heat in (float("nan"), float("inf"), -1.0, 2.1)
        ),
        (Cell("benchbar/reader", top_p=float("nan")), "--top-p nan: must be from 0 to 1"),
        (Cell("benchbar/reader", max_tokens=0), "--max-tokens 0: must be at least 1"),
        (Cell("benchbar/reader", reasoning_tokens=-1), "--reasoning-tokens -1: must be at"),
        (Cell("benchbar/reader", seed=2**63), f"--seed {2**63}: must be from"),
        (Cell("benchbar/caf\udce9"), "benchbar/caf\ufffd: is not UTF-8"),
        (Cell("a/b", system_message="\ud800"), "\ufffd: is not UTF-8"),
        (
            Cell("a/b", base_url="localhost:8000/v1"),
            "--base-url localhost:8000/v1: must be a whole",
        ),
        (Cell("a/b", base_url="http://[::1/v1"), "must be a whole address"),
        (Cell("benchbar/reader", variant="shouted"), "no variant 'shouted'"),
        (Cell("benchbar/reader", variant="exact-twice"), "does not fit"),
    ],
)
def test_models_and_variants_are_checked(built: Path, cell: Cell, told: str) -> None:
    assert told in refusal(built, (cell,))


@pytest.mark.parametrize(
    "address",
    [
        "http://bob:hunter2@host/v1",
        "http://hunter2@host/v1",
        "https://host/v1?api_key=hunter2",
        "https://host/v1?hunter2",
        "https://host/v1#hunter2",
        "bob:hunter2@host/v1",
        "http://bob:hunter2@[::1/v1",
    ],
)
def test_secrets_in_an_address_are_refused_and_not_told(built: Path, address: str) -> None:
    told = refusal(built, (Cell("openai-api/my-box/x", base_url=address),))
    assert "put the key into the environment as MY_BOX_API_KEY" in told
    assert "hunter2" not in told


def test_a_folder_whose_name_is_no_text_is_refused(built: Path, tmp_path: Path) -> None:
    named = tmp_path / "caf\udce9"
    named.symlink_to(built)
    assert "caf\ufffd: is not UTF-8" in refusal(named)


def test_a_split_that_is_not_there_is_said(tmp_path: Path) -> None:
    build(Order(("4k",), ("synthetic",), items=(("test", 1),)), tmp_path / "data")
    told = refusal(tmp_path / "data", split="train")
    assert "has no train split, only test: choose another with --split" in told


def test_items_are_those_that_come_with_documents(built: Path) -> None:
    study = plan.plan(built, READER, limit=2)
    assert sorted(item.id for item in plan.items(study, Data(built))) == ids(study)


def test_a_model_is_not_asked_twice_alike(built: Path) -> None:
    assert "--trials" in refusal(built, READER * 2)
    assert "no model" in refusal(built, ())


def test_changed_items_are_refused_by_name(built: Path, tmp_path: Path) -> None:
    copy = tmp_path / "data"
    shutil.copytree(built, copy)
    path = copy / "items/4k/synthetic/cite_to_text.test.jsonl"
    path.write_text(path.read_text().replace("any ", "all ", 1))
    assert f"{path}: changed since it was built" in refusal(copy)
    plan.plan(copy, READER, tasks=("text_to_cite",))


def test_a_moved_run_finds_its_items_beside_it(built: Path, tmp_path: Path) -> None:
    study = plan.plan(built, READER)
    assert plan.locate(study, tmp_path / "run") == built
    gone = replace(study, data="x", data_path="/nowhere/data")
    shutil.copytree(built, tmp_path / "data")
    assert plan.locate(gone, tmp_path / "run") == tmp_path / "data"
    with pytest.raises(InputError, match="no longer at /nowhere/data"):
        plan.locate(gone, tmp_path / "elsewhere" / "run")
