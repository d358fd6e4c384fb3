"""Rows to learn: those of an export, and further questions about the same pages."""

import json
from pathlib import Path

import pytest

from benchbar.corpora import nonces, synthetic
from benchbar.errors import InputError
from benchbar.suites.data import Data
from benchbar.tasks import TASKS
from benchbar.tasks.base import Rules
from benchbar.tune import local_rows
from benchbar.tune.consumers import DEV, TRAIN
from benchbar.tune.export import export
from benchbar.tune.leaks import Guard
from benchbar.tune.local import Source
from benchbar.tune.local_rows import MORE
from benchbar.tune.recipe import Recipe


@pytest.fixture
def rows(data: Data, tmp_path: Path) -> Path:
    export(data.folder, tmp_path / "rows", form="trl", chosen=Recipe())
    return tmp_path / "rows"


def test_an_export_is_read_as_it_was_written(data: Data, rows: Path) -> None:
    prompts = {
        TASKS[item.task].turns(item, document, "default")[0]: item.gold
        for document, items in data.pairs(lambda item: item.split == "train")
        for item in items
    }
    train, dev = local_rows.read(rows, TRAIN), local_rows.read(rows, DEV)
    assert len(train) > len(dev) > 0
    assert all(prompts[prompt] == answer for prompt, answer in train + dev)
    assert local_rows.read(rows, MORE) == []
    assert list(local_rows.check(rows)) == [TRAIN, DEV]


def test_more_questions_are_about_the_pages_that_are_learnt(data: Data, rows: Path) -> None:
    count = local_rows.write_more(data, [], rows, each=lambda _: 3, style="plain", seed=0)
    more = local_rows.read(rows, MORE)
    assert count.total() == len(more) == len(set(more)) > 100
    assert MORE in local_rows.check(rows)
    asked = {prompt for name in (TRAIN, DEV) for prompt, _ in local_rows.read(rows, name)}
    assert not asked & {prompt for prompt, _ in more}
    right = {}
    guard = Guard.over([data])
    for document, items in data.pairs(lambda item: item.split == "train"):
        for item in items:
            task = TASKS[item.task]
            if item.unamended is not None or task.turns(item, document, "default")[0] not in {
                prompt for prompt, _ in local_rows.read(rows, TRAIN)
            }:
                continue
            for place, line in enumerate(document.lines):
                other = task.ask(document, place, Rules())
                if other is None or guard.leak(other, document):
                    continue
                if document.source == synthetic.SOURCE:
                    term = synthetic.term(document, line)
                    if term is None or nonces.half(term) == 0:
                        continue
                right[task.turns(other, document, "default")[0]] = other.gold
    assert all(right[prompt] == answer for prompt, answer in more)


def test_the_same_seed_asks_the_same(data: Data, rows: Path) -> None:
    def written(seed: int, each: int = 2) -> bytes:
        local_rows.write_more(data, [], rows, each=lambda _: each, style="sentence", seed=seed)
        return (rows / MORE).read_bytes()

    assert written(1) == written(1)
    assert written(1) != written(2)
    assert set(written(1).splitlines()) < set(written(1, each=3).splitlines())


def test_a_test_of_more_weight_is_asked_more_about_each_page(data: Data, rows: Path) -> None:
    def counts(**mix: float) -> tuple[int, int]:
        """Return how many further questions are for a text by its citation, and how many not."""
        source = Source(Recipe(mix=mix), questions=2)
        local_rows.write_more(
            data, [], rows, each=lambda test: source.about(test) - 1, style="plain", seed=0
        )
        asked = [prompt.rpartition("\n")[2] for prompt, _ in local_rows.read(rows, MORE)]
        texts = sum(question.startswith("What is the exact text of just") for question in asked)
        return texts, len(asked) - texts

    texts, others = counts()
    assert texts
    assert others
    assert counts(cite_to_text=0.5) == (texts, others)
    more, as_before = counts(cite_to_text=2)
    assert as_before == others
    assert 2 * texts < more <= 3 * texts


def test_weights_below_one_leave_pages_out_and_others_repeat_none() -> None:
    source = Source(Recipe(mix={"cite_to_text": 3, "text_to_cite": 0.5}), questions=4)
    assert source.pages.mix == {"cite_to_text": 1, "text_to_cite": 0.5}
    assert source.about(("4k", "transcripts", "cite_to_text")) == 12
    assert source.about(("4k", "transcripts", "text_to_cite")) == 4
    assert source.asks_more
    assert not Source().asks_more
    assert Source(Recipe(mix={"cite_to_text": 2})).asks_more


def test_rows_for_another_program_are_refused(data: Data, tmp_path: Path) -> None:
    export(data.folder, tmp_path / "rows", form="openai", chosen=Recipe())
    with pytest.raises(InputError, match="its rows are for openai: write them with .*trl'"):
        local_rows.check(tmp_path / "rows")


@pytest.mark.parametrize("name", [TRAIN, DEV])
def test_rows_that_were_changed_are_refused(rows: Path, name: str) -> None:
    with (rows / name).open("a") as file:
        file.write("{}\n")
    with pytest.raises(InputError, match=f"{name}: missing or changed since it was exported"):
        local_rows.check(rows)
    (rows / name).unlink()
    with pytest.raises(InputError, match="missing or changed"):
        local_rows.check(rows)


@pytest.mark.parametrize("turns", [[], ["user", "user"], ["system"], ["assistant"]])
def test_a_row_of_several_turns_is_refused(tmp_path: Path, turns: list[str]) -> None:
    prompt = [{"role": role, "content": "x"} for role in turns]
    row = {"prompt": prompt, "completion": [{"role": "assistant", "content": "y"}]}
    (tmp_path / TRAIN).write_text(json.dumps(row) + "\n")
    with pytest.raises(InputError, match=r"train\.jsonl:1: not one question of the user"):
        local_rows.read(tmp_path, TRAIN)
