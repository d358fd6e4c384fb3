"""Training rows: whole, without leaks, the same bytes every time, and told truly."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from benchbar import jsonl, tokens
from benchbar.errors import InputError
from benchbar.suites.build import build
from benchbar.suites.data import Data
from benchbar.suites.order import Order
from benchbar.tasks import TASKS
from benchbar.tune import manifest as manifests
from benchbar.tune.consumers import CONSUMERS, DEV, TRAIN
from benchbar.tune.export import LEFT_OUT, Wanted, export
from benchbar.tune.leaks import Leak
from benchbar.tune.manifest import JOBS, LOCK, Manifest
from benchbar.tune.recipe import Recipe
from tests.tune.planting import TEST, Plant, pairs


def rows(path: Path) -> list[tuple[str, str]]:
    """Return prompts and answers of a file of messages."""
    found = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
    return [(row["messages"][0]["content"], row["messages"][1]["content"]) for row in found]


def tuned(data: Data, out: Path, **options: object) -> Manifest:
    recipe = options.pop("chosen", Recipe())
    assert isinstance(recipe, Recipe)
    return export(data.folder, out, form="openai", chosen=recipe, **options)  # type: ignore[arg-type]


def test_the_recipe_of_the_paper(data: Data, tmp_path: Path) -> None:
    made = tuned(data, tmp_path / "out")
    train, dev = rows(tmp_path / "out" / TRAIN), rows(tmp_path / "out" / DEV)
    truth = {
        TASKS[item.task].turns(item, document, "default")[0]: item
        for document, items in data.pairs(lambda item: item.split == "train")
        for item in items
    }
    assert not set(train) & set(dev)
    for prompt, answer in train + dev:
        assert truth[prompt].gold == answer
    for test in made.tests:
        assert test.items == 9
        assert (test.train, test.dev) == {0: (8, 1), 1: (7, 1)}[test.left_out]
    assert made.files[TRAIN].rows == len(train) == sum(test.train for test in made.tests)
    assert made.files[DEV].rows == len(dev) == sum(test.dev for test in made.tests)
    tests = [truth[prompt].task for prompt, _ in train]
    assert tests != sorted(tests)
    assert tests[:20] != tests[20:40]


def test_tokens_are_those_of_the_rows(data: Data, tmp_path: Path) -> None:
    made = tuned(data, tmp_path / "out", wanted=Wanted(style="sentence"))
    for name, file in made.files.items():
        found = rows(tmp_path / "out" / name)
        sizes = [tokens.count(prompt) + tokens.count(answer) for prompt, answer in found]
        assert file.tokens == sum(sizes)
        assert file.longest == max(sizes)
        assert file.tokens_answers == sum(tokens.count(answer) for _, answer in found)
        assert file.sha256 == jsonl.digest(tmp_path / "out" / name)
        ids = [
            item.id
            for document, items in data.pairs(lambda item: item.split == "train")
            for item in items
            if (TASKS[item.task].turns(item, document, "default")[0])
            == found[sizes.index(max(sizes))][0]
        ]
        assert file.longest_id in ids


def test_the_same_bytes_every_time(data: Data, tmp_path: Path) -> None:
    for out in ("one", "two"):
        tuned(data, tmp_path / out, chosen=Recipe(seed=3, mix={"text_to_cite": 1.5}))
    names = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert names == sorted(path.name for path in (tmp_path / "two").iterdir())
    for name in names:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    assert not [name for name in names if name.startswith(".")]


def test_another_seed_gives_another_order(data: Data, tmp_path: Path) -> None:
    for seed in (0, 1):
        tuned(data, tmp_path / str(seed), chosen=Recipe(seed=seed))
    assert rows(tmp_path / "0" / TRAIN) != rows(tmp_path / "1" / TRAIN)


def test_only_what_is_chosen(data: Data, tmp_path: Path) -> None:
    wanted = Wanted(windows=("8k",), corpora=("code",), tasks=("cite_to_text", "text_to_cite"))
    made = tuned(data, tmp_path / "out", wanted=wanted)
    assert {(t.window, t.corpus, t.task) for t in made.tests} == {
        ("8k", "code", "cite_to_text"),
        ("8k", "code", "text_to_cite"),
    }
    assert made.guard.checked == 18
    assert made.guard.test_items == sum(
        entry.records for name, entry in data.manifest.files.items() if ".test." in name
    )


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        (Wanted(windows=("5k",)), "--window 5k: not in the training split"),
        (
            Wanted(corpora=("uscode",)),
            "--corpus uscode: not in .* which has synthetic, transcripts",
        ),
        (Wanted(tasks=("sara",)), "--task sara: not in"),
        (
            Wanted(corpora=("transcripts",), tasks=("cite_to_defined",)),
            "no training items are left",
        ),
    ],
)
def test_what_is_not_there(data: Data, tmp_path: Path, wanted: Wanted, said: str) -> None:
    with pytest.raises(InputError, match=said):
        tuned(data, tmp_path / "out", wanted=wanted)
    assert not (tmp_path / "out").exists()


def test_weights_repeat_rows_only_where_there_are_no_more(data: Data, tmp_path: Path) -> None:
    mix = {"transcripts/cite_to_text": 2.0, "code/cite_to_text": 0.0}
    made = tuned(data, tmp_path / "out", chosen=Recipe(mix=mix))
    counts = {(t.corpus, t.task): (t.train, t.dev) for t in made.tests if t.window == "4k"}
    plain = tuned(data, tmp_path / "plain")
    usual = {(t.corpus, t.task): t.train for t in plain.tests if t.window == "4k"}
    assert counts["transcripts", "cite_to_text"][0] == 2 * usual["transcripts", "cite_to_text"]
    assert ("code", "cite_to_text") not in counts
    assert counts["synthetic", "cite_to_text"][0] == 8
    assert made.mix == mix


def test_a_planted_id_refuses_all(data: Data, plant: Plant, tmp_path: Path) -> None:
    _, test = pairs(data, TEST, "test")[0]
    document, item = pairs(data, TEST, "train")[0]
    planted = plant([(document, replace(item, id=test.id))])
    with pytest.raises(InputError, match=rf"leak: 1 of 10 .* among 6 .*{test.id} having the id of"):
        tuned(planted, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_planted_document_refuses_all_or_is_left_out(
    data: Data, plant: Plant, tmp_path: Path
) -> None:
    both = pairs(data, TEST, "test")[:2]
    planted = plant(
        (document, replace(item, id=f"planted-{n}", split="train"))
        for n, (document, item) in enumerate(both)
    )
    with pytest.raises(
        InputError, match=r"leak: 2 of 11 .*planted-\d showing the document of a test item.*--leave"
    ):
        tuned(planted, tmp_path / "out")
    made = tuned(planted, tmp_path / "out", wanted=Wanted(leave_out=True))
    assert made.guard.left_out["document"] == 2
    left = list(jsonl.read(tmp_path / "out" / LEFT_OUT, Leak))
    assert {leak.id for leak in left if leak.kind == "document"} == {"planted-0", "planted-1"}
    theirs = {document.text for document, _ in pairs(data, TEST, "test")}
    for prompt, _ in rows(tmp_path / "out" / TRAIN) + rows(tmp_path / "out" / DEV):
        assert not any(text in prompt for text in theirs)


def test_a_planted_target_is_left_out(data: Data, plant: Plant, tmp_path: Path) -> None:
    theirs, test = pairs(data, TEST, "test")[0]
    words = theirs.words(theirs.lines[test.target])
    document, item = pairs(data, TEST, "train")[0]
    line = document.lines[item.target]
    shown = document.text[line.start : line.words] + words
    other = replace(document.with_line(item.target, shown), id="planted-document")
    planted = plant([(other, replace(item, id="planted", document=other.id, gold=shown))])
    made = tuned(planted, tmp_path / "out")
    left = list(jsonl.read(tmp_path / "out" / LEFT_OUT, Leak))
    assert Leak("planted", "target", words) in left
    assert made.guard.left_out["target"] == len(left)
    assert (made.guard.checked, made.guard.test_items) == (10, 6)
    assert shown not in [answer for _, answer in rows(tmp_path / "out" / TRAIN)]


def test_against_other_items(data: Data, tmp_path: Path) -> None:
    other = tmp_path / "other"
    build(Order(("4k",), corpora=("synthetic",), items=(("test", 2), ("train", 9)), seed=8), other)
    made = tuned(Data(other), tmp_path / "both", against=[data.folder])
    assert made.guard.test_items == 8 + 132
    assert made.guard.against == (Data(other).digest, data.digest)


def test_against_the_test_split_of_the_same_sections(
    data: Data, plant: Plant, tmp_path: Path
) -> None:
    """Items for training alone, whose documents another folder asks about in its test split."""
    document, item = pairs(data, TEST, "test")[0]
    planted = plant([(document, replace(item, id="planted", split="train"))])
    folder = planted.folder
    for path in folder.rglob("*.test.jsonl"):
        path.write_bytes(b"")
    text = (folder / "manifest.json").read_text()
    files = {k: v for k, v in json.loads(text)["files"].items() if ".test." not in k}
    (folder / "manifest.json").write_text(json.dumps({**json.loads(text), "files": files}))
    assert tuned(Data(folder), tmp_path / "alone").guard.test_items == 0
    with pytest.raises(InputError, match="planted showing the document of a test item"):
        tuned(Data(folder), tmp_path / "out", against=[data.folder])


def test_a_folder_of_jobs_is_not_replaced(data: Data, tmp_path: Path) -> None:
    out = tmp_path / "out"
    tuned(data, out)
    with pytest.raises(InputError, match="--force"):
        tuned(data, out)
    tuned(data, out, force=True)
    (out / JOBS).write_text("{}")
    with pytest.raises(InputError, match="keeps the record of a job"):
        tuned(data, out, force=True)


def test_a_data_folder_is_never_replaced(data: Data, tmp_path: Path) -> None:
    target = tmp_path / "data"
    build(Order(windows=("4k",), corpora=("synthetic",), items=(("test", 2),), seed=8), target)
    with pytest.raises(InputError, match="is not a folder of training rows"):
        tuned(data, target, force=True)
    assert Data(target).manifest.items


def test_rows_are_no_items(data: Data, tmp_path: Path) -> None:
    tuned(data, tmp_path / "out")
    with pytest.raises(InputError, match="has training rows: name the folder of items"):
        export(tmp_path / "out", tmp_path / "other", form="trl", chosen=Recipe())


def test_without_a_training_split(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    build(Order(windows=("4k",), corpora=("synthetic",), items=(("test", 2),), seed=8), folder)
    with pytest.raises(InputError, match="has no training split: build items with"):
        tuned(Data(folder), tmp_path / "out")


def test_a_task_that_teaches_nothing(data: Data, plant: Plant, tmp_path: Path) -> None:
    document, item = pairs(data, TEST, "train")[0]
    planted = plant([(document, replace(item, id="planted", gold=""))])
    with pytest.raises(InputError, match="planted: cite_to_text has no right answer"):
        tuned(planted, tmp_path / "out")
    assert not list(tmp_path.glob(".out*"))


def test_progress_goes_to_its_end(data: Data, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    made = tuned(data, tmp_path / "out", progress=lambda done, of: told.append((done, of)))
    assert told[-1] == (made.guard.checked, made.guard.checked)
    assert told == sorted(told)


def test_the_manifest_is_read_back_and_finds_its_data(data: Data, tmp_path: Path) -> None:
    made = tuned(data, tmp_path / "out")
    assert manifests.read(tmp_path / "out") == made
    assert manifests.find_data(data.folder.parent / "rows", made.data_digest) == data.folder
    assert manifests.find_data(tmp_path / "out", made.data_digest) is None
    with pytest.raises(InputError, match="no training rows here"):
        manifests.read(tmp_path)
    with pytest.raises(InputError, match="not that of a folder of training rows"):
        manifests.read(data.folder)


@pytest.mark.parametrize("form", CONSUMERS)
def test_rows_are_replaced_by_force_but_nothing_else_is(
    form: str, data: Data, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    wanted = Wanted(corpora=("transcripts",), strict="lines")
    export(data.folder, out, form=form, chosen=Recipe(per_test=1), wanted=wanted)
    (out / LOCK).touch()
    export(data.folder, out, form=form, chosen=Recipe(per_test=2), wanted=wanted, force=True)
    (out / "x").mkdir()
    (out / "x/mine.txt").write_text("mine")
    with pytest.raises(InputError, match=r"out holds x/mine\.txt, which this command"):
        export(data.folder, out, form=form, chosen=Recipe(per_test=1), force=True)
    assert (out / "x/mine.txt").read_text() == "mine"
    assert manifests.read(out).per_test == 2
