"""Applies-to built: only by name, half yes, its splits apart, and proved by the audit."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from benchbar.corpora import nonces, synthetic
from benchbar.errors import InputError
from benchbar.parallel.processes import Processes
from benchbar.records import Item
from benchbar.suites import chunks
from benchbar.suites.audit import audit
from benchbar.suites.build import build
from benchbar.suites.data import Data
from benchbar.suites.order import Order, built_in
from benchbar.suites.spec import suite
from tests.suites.test_audit import tampered
from tests.suites.test_build import contents

ORDER = Order(
    windows=("4k",), corpora=("synthetic",), tasks=("applies_to",),
    items=(("test", 60), ("train", 61)),
)  # fmt: skip
FILE = "items/4k/synthetic/applies_to.test.jsonl"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Data:
    folder = tmp_path_factory.mktemp("applies") / "data"
    build(ORDER, folder)
    return Data(folder)


def items(data: Data, split: str = "test") -> list[Item]:
    return list(data.items("4k", "synthetic", "applies_to", split))  # type: ignore[arg-type]


def test_half_of_any_number_are_yes_and_no_shape_tells(made: Data) -> None:
    found = [item.gold for item in items(made)]
    for even in range(0, 61, 2):
        assert Counter(found[:even])["Yes"] == even / 2
    assert len({*zip(found[::2], found[1::2], strict=True)}) == 2
    shapes = {(item.traits["width"], item.traits["depth"], item.gold) for item in items(made)}
    assert len(shapes) == 2 * len(suite("blt").window("4k").shapes)


def test_the_audit_proves_them(made: Data) -> None:
    assert audit(made.folder).problems == ()
    assert audit(made.folder).items == 121


def test_terms_are_ids_and_those_asked_about_are_of_the_splits_own_half(made: Data) -> None:
    for document, asked in made.pairs():
        for item in asked:
            term = synthetic.term(document, document.lines[item.target])
            assert term is not None
            assert term[-1].isdigit()
            assert nonces.half(term) == (item.split == "train")


def test_the_same_bytes_whoever_makes_them(
    made: Data, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chunks, "CHUNK_TOKENS", 9_000)
    build(ORDER, tmp_path / "again", spread=Processes(2))
    assert contents(tmp_path / "again") == contents(made.folder)


def test_tokens_hold_both_turns(made: Data) -> None:
    budget = made.manifest.budgets["4k"]
    assert all(int(item.traits["tokens"]) <= budget for item in items(made))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"gold": "Yes"}, "Yes is wrong: "),
        ({"gold": "No"}, "No is wrong: "),
        ({"asked": "section 1"}, "its question does not name the place of its line"),
        ({"question": "Is it?"}, "its question cannot be read"),
    ],
)
def test_what_the_audit_finds(
    made: Data, tmp_path: Path, change: dict[str, str], said: str
) -> None:
    rows = items(made)
    first = next(n for n, item in enumerate(rows) if item.gold != change.get("gold"))
    rows[first] = msgspec.structs.replace(rows[first], **change)
    problems = audit(tampered(made, tmp_path / "bad", FILE, rows)).problems
    assert problems[0].startswith(rows[first].id)
    assert said in problems[0]


def test_the_audit_counts_yes_and_no(made: Data, tmp_path: Path) -> None:
    rows = [item for item in items(made) if item.gold == "Yes" or item.id.endswith("1")]
    problems = audit(tampered(made, tmp_path / "bad", FILE, rows)).problems
    no = sum(item.gold == "No" for item in rows)
    assert f"4k synthetic applies_to.test: 30 answers are Yes and {no} are No, not half" in (
        " ".join(problems)
    )


def test_it_is_made_only_when_it_is_named(tmp_path: Path) -> None:
    assert "applies_to" not in Order(windows=("4k",)).tests("synthetic")
    both = replace(ORDER, tasks=("text_to_cite", "applies_to"))
    assert both.tests("synthetic") == ("text_to_cite", "applies_to")
    with pytest.raises(InputError, match="corpus 'code' allows none of the tasks named"):
        replace(ORDER, corpora=("code",)).check()
    with pytest.raises(InputError, match="no task 'sara': choose from text_to_cite"):
        replace(ORDER, tasks=("sara",)).check()


def test_the_corpora_that_a_test_is_made_of() -> None:
    assert built_in(()) == ("synthetic", "transcripts", "code")
    assert built_in(("applies_to",)) == ("synthetic",)
    assert built_in(("cite_to_amended", "applies_to")) == ("synthetic", "code")
    assert built_in(("nonsense",)) == ("synthetic", "transcripts", "code")


@pytest.mark.parametrize("window", suite("blt").windows)
def test_every_size_can_be_made(window: str, tmp_path: Path) -> None:
    shapes = len(suite("blt").window(window).shapes)
    order = replace(ORDER, windows=(window,), items=(("test", shapes),))
    assert build(order, tmp_path / "data").items == shapes
    assert audit(tmp_path / "data").problems == ()
