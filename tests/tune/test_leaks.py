"""The guard finds what was planted, tells it by its kind, and lets the rest pass."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, strategies
from msgspec.structs import replace

from benchbar.errors import InputError
from benchbar.records import Document, Item
from benchbar.suites.data import Data
from benchbar.tune.leaks import LEVELS, Guard, Kind, Leak, Strictness, normal
from tests.tune.planting import TEST, Pair, pairs

AMENDED = ("4k", "code", "cite_to_amended")


@pytest.fixture(scope="module")
def guard(data: Data) -> Guard:
    return Guard.over([data])


def a_test(data: Data, test: tuple[str, str, str] = TEST) -> Pair:
    return pairs(data, test, "test")[0]


def a_training_item(data: Data, test: tuple[str, str, str] = TEST) -> Pair:
    return pairs(data, test, "train")[0]


def with_words(document: Document, item: Item, words: str) -> Pair:
    """Return a training item whose line reads otherwise."""
    line = document.lines[item.target]
    shown = document.text[line.start : line.words] + words
    return document.with_line(item.target, shown), replace(item, gold=shown)


def test_what_was_built_together_passes(data: Data, guard: Guard) -> None:
    found = [
        guard.leak(item, document)
        for document, items in data.pairs(lambda item: item.split == "train")
        for item in items
    ]
    assert len(found) == sum(
        entry.records for name, entry in data.manifest.files.items() if ".train." in name
    )
    assert {leak.kind for leak in found if leak} <= {"target"}
    assert sum(leak is not None for leak in found) < len(found) / 10


def test_every_test_item_is_known(data: Data, guard: Guard) -> None:
    for document, items in data.pairs(lambda item: item.split == "test"):
        for item in items:
            assert guard.leak(item, document) == Leak(item.id, "id", item.id)
            other = guard.leak(replace(item, id="x"), document)
            assert other is not None
            assert other.kind == "document"
    assert guard.tests == sum(
        entry.records for name, entry in data.manifest.files.items() if ".test." in name
    )


def test_a_document_is_known_whatever_its_spaces(data: Data, guard: Guard) -> None:
    document, _ = a_test(data)
    _, item = a_training_item(data)
    spaced = replace(document, id="y", text=document.text.upper().replace("\n", " \n "))
    found = guard.leak(replace(item, target=0), spaced)
    assert found == Leak(item.id, "document", "y")


def test_an_amended_document_is_known_as_it_was(data: Data) -> None:
    document, item = a_test(data, AMENDED)
    assert item.unamended is not None
    guard = Guard()
    guard.learn([(document, [item])])
    otherwise = document.with_line(item.target, item.unamended.replace(" ", "  never ", 1))
    found = guard.leak(replace(item, id="x"), otherwise)
    assert found is not None
    assert found.kind == "document"
    before = document.with_line(item.target, item.unamended)
    plain = replace(item, id="x", target=0 if item.target else 1, unamended=None)
    assert guard.leak(plain, before) == Leak("x", "document", document.id)


def test_a_question_counts_with_its_answer(data: Data, guard: Guard) -> None:
    _, test = a_test(data)
    document, item = a_training_item(data)
    asked = replace(item, question=test.question, gold=test.gold)
    found = guard.leak(asked, document)
    assert found is not None
    assert (found.kind, found.shared) == ("question", f"{test.question} {test.gold}")
    assert guard.leak(replace(asked, gold="elsewhere"), document) is None


@pytest.mark.parametrize("dress", [str.upper, "“{}!!”".format, lambda s: s.replace(" ", "   ")])
def test_a_target_is_known_in_any_dress(
    data: Data, guard: Guard, dress: Callable[[str], str]
) -> None:
    theirs, test = a_test(data)
    words = theirs.words(theirs.lines[test.target])
    document, item = with_words(*a_training_item(data), dress(words))
    found = guard.leak(item, document)
    assert found is not None
    assert found.kind == "target"
    assert normal(found.shared) == normal(words)


@pytest.mark.parametrize(
    ("length", "stock", "known"), [(25, 25, False), (26, 25, True), (26, 26, False), (3, 0, True)]
)
def test_a_line_of_a_test_document_is_known_from_its_length_on(
    data: Data, length: int, stock: int, known: bool
) -> None:
    theirs, test = a_test(data)
    words = ("z" * 40)[:length]
    place = next(n for n in range(len(theirs.lines)) if n != test.target)
    line = theirs.lines[place]
    theirs = theirs.with_line(place, theirs.text[line.start : line.words] + words)
    guard = Guard("targets", stock)
    guard.learn([(theirs, [test])])
    document, item = with_words(*a_training_item(data), words)
    assert (guard.leak(item, document) is not None) == known


LINE = "The witness has never seen that ledger before."


@pytest.mark.parametrize(
    ("strict", "target", "elsewhere"),
    [("ids", None, None), ("targets", "target", None), ("lines", "target", "line")],
)
def test_levels(
    data: Data, strict: Strictness, target: Kind | None, elsewhere: Kind | None
) -> None:
    theirs, test = with_words(*a_test(data), LINE)
    guard = Guard(strict)
    guard.learn([(theirs, [test])])
    document, item = a_training_item(data)
    changed, asked = with_words(document, item, LINE)
    found = guard.leak(asked, changed)
    assert (found.kind if found else None) == target
    place = 0 if item.target else 1
    line = document.lines[place]
    beside = document.with_line(place, document.text[line.start : line.words] + LINE)
    found = guard.leak(item, beside)
    assert (found.kind if found else None) == elsewhere
    if found:
        assert found.shared == LINE


def test_levels_are_nested(data: Data) -> None:
    counts = []
    for strict in LEVELS:
        guard = Guard.over([data], strict)
        counts.append(
            {
                item.id
                for document, items in data.pairs(lambda item: item.split == "train")
                for item in items
                if guard.leak(item, document)
            }
        )
    assert counts[0] <= counts[1] <= counts[2]
    assert len(counts[0]) < len(counts[2])


def test_a_changed_test_file_is_refused(data: Data, tmp_path: Path) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(data.folder, folder)
    path = next((folder / "items").rglob("*.test.jsonl*"))
    path.write_bytes(path.read_bytes() * 2)
    with pytest.raises(InputError, match="changed since it was built"):
        Guard.over([Data(folder)])


@given(strategies.text())
def test_normal_is_settled(text: str) -> None:
    assert normal(normal(text)) == normal(text)
    assert normal(f" {text}. ") == normal(text)
