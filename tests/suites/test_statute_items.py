from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from benchbar import tokens
from benchbar.corpora import statutes as shelves
from benchbar.corpora import store
from benchbar.errors import IncompleteError
from benchbar.parallel.processes import Processes
from benchbar.suites.audit import audit
from benchbar.suites.build import build
from benchbar.suites.data import Data
from benchbar.suites.order import Order
from benchbar.tasks import TASKS
from tests.corpora.small_statutes import section

ORDER = Order(windows=("4k",), corpora=("ferries",), items=(("test", 12), ("train", 30)), seed=3)


@pytest.fixture
def ferries(home: Path) -> None:
    path = store.statutes_file("ferries")
    path.parent.mkdir(parents=True)
    shelves.write(path, (section(str(n), rows=4 + n % 30) for n in range(1, 101)))
    corpus = store.Corpus("ferries", "statute", ())
    (path.parent / "corpus.json").write_bytes(msgspec.json.encode(corpus))


@pytest.mark.usefixtures("ferries")
def test_all_five_tests_are_made_and_proved(tmp_path: Path) -> None:
    manifest = build(ORDER, tmp_path / "data")
    assert manifest.items == 5 * (12 + 30)
    assert audit(tmp_path / "data").problems == ()


@pytest.mark.usefixtures("ferries")
def test_any_number_of_workers_makes_the_same_bytes(tmp_path: Path) -> None:
    one = build(ORDER, tmp_path / "one")
    assert build(ORDER, tmp_path / "two", spread=Processes(2)) == one


@pytest.mark.usefixtures("ferries")
def test_amended_text_shares_documents_and_targets_but_for_the_change(tmp_path: Path) -> None:
    build(ORDER, tmp_path / "data")
    data = Data(tmp_path / "data")
    plain = list(data.items("4k", "ferries", "cite_to_text", "test"))
    amended = list(data.items("4k", "ferries", "cite_to_amended", "test"))
    assert [(item.document, item.target, item.gold) for item in plain] == [
        (item.document, item.target, item.unamended) for item in amended
    ]
    assert data.manifest.files["documents/4k/ferries.jsonl"].records == 4 * (12 + 30)
    shown = {item.id: document for document, items in data.pairs() for item in items}
    for before, after in zip(plain, amended, strict=True):
        old, new = shown[before.id], shown[after.id]
        assert new.text == old.with_line(before.target, after.gold).text
        assert new.text != old.text
        (turn,) = TASKS["cite_to_amended"].turns(after, new, "default")
        assert tokens.count(turn) == after.traits["tokens"]
        assert after.gold in turn


@pytest.mark.usefixtures("ferries")
def test_amended_text_alone_brings_its_own_documents(tmp_path: Path) -> None:
    build(replace(ORDER, tasks=("cite_to_amended",)), tmp_path / "alone")
    build(ORDER, tmp_path / "all")
    alone, whole = (
        {item.id: document.text for document, items in Data(tmp_path / name).pairs(
            lambda item: item.task == "cite_to_amended") for item in items}
        for name in ("alone", "all")
    )  # fmt: skip
    assert alone == whole


@pytest.mark.usefixtures("ferries")
def test_splits_have_no_section_in_common_and_no_target_is_asked_twice(tmp_path: Path) -> None:
    build(ORDER, tmp_path / "data")
    sections: dict[str, set[str]] = {"test": set(), "train": set()}
    for document, items in Data(tmp_path / "data").pairs():
        for line in document.lines:
            if line.cite != "flush":
                sections[items[0].split].add(line.cite.split("(")[0])
    assert sections["test"]
    assert not sections["test"] & sections["train"]
    for task in ("text_to_cite", "cite_to_text"):
        asked = Data(tmp_path / "data").items("4k", "ferries", task, "train")
        origins = [item.traits["origin"] for item in asked]
        assert len(set(origins)) == len(origins) == 30


@pytest.mark.usefixtures("ferries")
def test_a_store_with_too_few_definitions_says_so(tmp_path: Path) -> None:
    order = replace(ORDER, items=(("test", 60),))
    with pytest.raises(IncompleteError, match=r"4k ferries defined_to_cite\.test: \d+ of 60"):
        build(order, tmp_path / "data")
    assert build(order, tmp_path / "data", allow_short=True).items < 300


@pytest.mark.usefixtures("ferries")
def test_a_test_that_nothing_can_be_made_of_is_short_not_silent(tmp_path: Path) -> None:
    path = store.statutes_file("ferries")
    bare = [
        msgspec.structs.replace(one, lines=tuple(line for line in one.lines if not line.terms))
        for one in (section(str(n), rows=9) for n in range(1, 101))
    ]
    shelves.write(path, bare)
    with pytest.raises(IncompleteError, match=r"defined_to_cite\.test: 0 of 12"):
        build(ORDER, tmp_path / "data")
    manifest = build(ORDER, tmp_path / "data", allow_short=True)
    assert not any("defined" in name for name in manifest.files)
