from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from inspect_ai import Task
from inspect_ai._util.error import PrerequisiteError

from benchbar.runs.inspect_blt import blt
from benchbar.suites.build import build
from benchbar.suites.data import Data
from benchbar.suites.order import Order
from benchbar.suites.spec import suite


def ids(task: Task) -> list[str]:
    return [str(sample.id) for sample in task.dataset]


def test_items_are_built_where_none_are_given(tmp_path: Path) -> None:
    task = blt(corpus="synthetic", task="cite_to_text", limit=2)
    assert ids(task) == [
        "blt-4k-synthetic-cite_to_text-test-0001",
        "blt-4k-synthetic-cite_to_text-test-0002",
    ]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("corpus", "test"),
    [
        (corpus, test)
        for corpus in ("synthetic", "transcripts", "code")
        for test in (*suite("blt").tests[corpus], *suite("blt").named.get(corpus, ()))
    ],
)
def test_every_test_of_every_built_in_corpus_can_be_asked(corpus: str, test: str) -> None:
    task = blt(window="8k", corpus=corpus, task=test, limit=1)
    (sample,) = task.dataset
    assert sample.id == f"blt-8k-{corpus}-{test}-test-0001"
    assert sample.metadata is not None
    assert sample.metadata["part"] == f"8k {corpus} {test}"


def test_several_are_given_as_lists() -> None:
    tests, corpora = ["text_to_cite", "cite_to_text"], ["synthetic", "code"]
    task = blt(window=["4k", "8k"], corpus=corpora, task=tests, limit=1)
    assert ids(task) == [
        f"blt-{window}-{corpus}-{test}-test-0001"
        for window in ("4k", "8k")
        for corpus in corpora
        for test in tests
    ]


def test_items_built_and_given_are_the_same(tmp_path: Path) -> None:
    order = Order(("4k",), items=(("test", 100), ("train", 5)), seed=3)
    build(order, tmp_path / "data")
    chosen: dict[str, Any] = {"corpus": "code", "task": "cite_to_amended"}
    made = {sample.id: sample.input for sample in blt(seed=3, **chosen).dataset}
    given = {
        sample.id: sample.input for sample in blt(data=str(tmp_path / "data"), **chosen).dataset
    }
    other = {sample.id: sample.input for sample in blt(seed=4, **chosen).dataset}
    assert len(made) == 100
    assert made == given
    assert made.keys() == other.keys()
    assert made != other


def test_the_train_split_and_its_size() -> None:
    task = blt(split="train", corpus="transcripts", task="text_to_cite")
    assert len(task.dataset) == suite("blt").train_items
    assert task.metadata is not None
    assert task.metadata["split"] == "train"


def test_items_of_one_size_need_no_flag(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    order = Order(("8k",), ("synthetic",), ("cite_to_text",), (("test", 2),))
    build(order, one)
    build(replace(order, windows=("8k", "16k")), two)
    assert len(blt(data=str(one)).dataset) == 2
    with pytest.raises(PrerequisiteError, match="-T window=..., one of 8k, 16k"):
        blt(data=str(two))


def test_the_log_can_say_which_items_were_asked(data: Data) -> None:
    task = blt(data=str(data.folder), variant="question-first", limit=1)
    assert task.version == data.manifest.version
    assert task.metadata == {
        "suite": "blt",
        "suite_version": data.manifest.version,
        "suite_seed": 7,
        "data_digest": data.digest,
        "split": "test",
        "variant": "question-first",
    }


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"window": "9k"}, "9k"),
        ({"task": "cite_to_tax"}, "cite_to_tax"),
        ({"corpus": 2020}, "2020"),
        ({"data": "/nowhere"}, "no items here"),
        ({"split": "dev"}, "choose test or train"),
        ({"variant": "backwards"}, "backwards"),
        ({"limit": 0}, "--limit"),
        ({"limit": "x"}, "-T limit=x: must be a whole number"),
        ({"limit": True}, "must be a whole number"),
        ({"seed": 0.5}, "-T seed=0.5: must be a whole number"),
    ],
)
def test_what_is_wrong_is_told_in_inspects_way(options: dict[str, Any], told: str) -> None:
    with pytest.raises(PrerequisiteError, match=told):
        blt(**{"corpus": "synthetic", "task": "cite_to_text", **options})


def test_a_folder_has_its_own_seed(data: Data) -> None:
    with pytest.raises(PrerequisiteError, match="-T seed=1: the items of .* have their own"):
        blt(data=str(data.folder), seed=1)
