from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import msgspec
import pytest

from benchbar import jsonl
from benchbar.corpora.outline import add_documents
from benchbar.parallel.processes import Processes
from benchbar.records import Document, Item
from benchbar.suites.audit import audit
from benchbar.suites.build import build
from benchbar.suites.data import Data, FileEntry
from benchbar.suites.order import Order

Change = Callable[[Item], Item]


def tampered(data: Data, out: Path, name: str, records: list[Item] | list[Document]) -> Path:
    """Copy a DATA folder with one file exchanged, its hash in the manifest too."""
    copytree(data.folder, out)
    jsonl.write(out / name, records)
    entry = FileEntry(jsonl.digest(out / name), len(records))
    files = {**data.manifest.files, name: entry}
    manifest = msgspec.structs.replace(data.manifest, files=files)
    (out / "manifest.json").write_bytes(msgspec.json.encode(manifest))
    return out


def test_what_is_built_has_no_problems(data: Data) -> None:
    found = audit(data.folder)
    assert found.problems == ()
    assert found.items == data.manifest.items
    assert audit(data.folder, spread=Processes(2), parts=3) == found


TERMS = "anchor berth cable davit fender gunwale hawser jib keel lugger mast oar".split()
DEED = "\n\n".join(
    ["1. Terms", "1.1 In this deed the following words have these meanings:"]
    + [f'"{term.title()}" means the {term} that the harbour keeps.' for term in TERMS]
    + ["2. Duties", "2.1 The clerk keeps the book.", "2.2 The pilot keeps the keys."]
)


def test_definitions_in_a_list_have_the_cite_of_their_section(tmp_path: Path) -> None:
    (tmp_path / "deed.txt").write_text(DEED, encoding="utf-8")
    add_documents([tmp_path / "deed.txt"], "deed")
    order = Order(windows=("4k",), corpora=("deed",), tasks=("defined_to_cite",))
    build(order, tmp_path / "data", allow_short=True)
    items = list(Data(tmp_path / "data").items("4k", "deed", "defined_to_cite", "test"))
    assert {item.gold for item in items} == {"section 1.1"}
    assert audit(tmp_path / "data").problems == ()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda item: msgspec.structs.replace(item, gold="section 1(a)"), "its gold is not that"),
        (lambda item: msgspec.structs.replace(item, target=0), "may not be asked about"),
        (lambda item: msgspec.structs.replace(item, question="Where?"), "its question"),
        (
            lambda item: msgspec.structs.replace(item, traits={**item.traits, "tokens": 12}),
            "not 12",
        ),
    ],
)
def test_a_wrong_item_is_named(data: Data, tmp_path: Path, change: Change, said: str) -> None:
    name = "items/4k/synthetic/text_to_cite.test.jsonl"
    items = list(data.items("4k", "synthetic", "text_to_cite", "test"))
    items[1] = change(items[1])
    found = audit(tampered(data, tmp_path / "data", name, items))
    assert any(items[1].id in problem and said in problem for problem in found.problems)


def test_a_prompt_over_its_budget_is_named(data: Data, tmp_path: Path) -> None:
    copytree(data.folder, tmp_path / "data")
    manifest = msgspec.structs.replace(data.manifest, budgets={"4k": 1000, "8k": 6200})
    (tmp_path / "data/manifest.json").write_bytes(msgspec.json.encode(manifest))
    problems = audit(tmp_path / "data").problems
    assert any("tokens are over the budget of 1000" in problem for problem in problems)


def test_an_item_in_both_splits_is_a_leak(data: Data, tmp_path: Path) -> None:
    name = "items/4k/synthetic/text_to_cite.train.jsonl"
    test = list(data.items("4k", "synthetic", "text_to_cite", "test"))
    train = list(data.items("4k", "synthetic", "text_to_cite", "train"))
    train[0] = msgspec.structs.replace(test[0], id=train[0].id, split="train")
    problems = audit(tampered(data, tmp_path / "data", name, train)).problems
    assert any("1 prompts stand in both splits" in problem for problem in problems)
    assert any("is asked about in both splits" in problem for problem in problems)


def test_an_id_used_twice_is_named(data: Data, tmp_path: Path) -> None:
    name = "items/4k/synthetic/text_to_cite.test.jsonl"
    items = list(data.items("4k", "synthetic", "text_to_cite", "test"))
    items[1] = msgspec.structs.replace(items[1], id=items[0].id)
    problems = audit(tampered(data, tmp_path / "data", name, items)).problems
    assert any("2 items have this id" in problem for problem in problems)


def test_a_line_that_is_no_slice_is_named(data: Data, tmp_path: Path) -> None:
    name = "documents/4k/synthetic.jsonl"
    documents = list(data.documents("4k", "synthetic"))
    first = documents[0]
    longer = msgspec.structs.replace(first.lines[-1], end=len(first.text) + 1)
    documents[0] = msgspec.structs.replace(first, lines=(*first.lines[:-1], longer))
    problems = audit(tampered(data, tmp_path / "data", name, documents)).problems
    assert f"{first.id}: its lines are not slices of its text" in problems


def test_a_changed_byte_is_named_with_its_file(data: Data, tmp_path: Path) -> None:
    copytree(data.folder, tmp_path / "data")
    path = tmp_path / "data/items/4k/synthetic/text_to_cite.test.jsonl"
    path.write_bytes(path.read_bytes().replace(b"What is the exact", b"What is the best", 1))
    (problem,) = audit(tmp_path / "data").problems
    assert "text_to_cite.test.jsonl: changed since it was built" in problem


def test_a_lost_file_is_named(data: Data, tmp_path: Path) -> None:
    copytree(data.folder, tmp_path / "data")
    (tmp_path / "data/documents/4k/transcripts.jsonl").unlink()
    (problem,) = audit(tmp_path / "data").problems
    assert "documents/4k/transcripts.jsonl: no such file" in problem


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda item: msgspec.structs.replace(item, target=-1), "has no line -1"),
        (lambda item: msgspec.structs.replace(item, target=99_999), "has no line 99999"),
        (lambda item: msgspec.structs.replace(item, task="haiku"), "no task 'haiku'"),
        (lambda item: msgspec.structs.replace(item, id="../../evil"), "does not start with blt-4k"),
        (lambda item: msgspec.structs.replace(item, gold="banana"), "gold is not that"),
    ],
)
def test_an_item_that_is_none_is_named_and_nothing_breaks(
    data: Data, tmp_path: Path, change: Change, said: str
) -> None:
    name = "items/4k/synthetic/text_to_cite.test.jsonl"
    items = list(data.items("4k", "synthetic", "text_to_cite", "test"))
    items[1] = change(items[1])
    found = audit(tampered(data, tmp_path / "data", name, items))
    assert any(said in problem for problem in found.problems)


def test_a_cite_that_is_none_and_a_document_without_lines_are_named(
    data: Data, tmp_path: Path
) -> None:
    name = "documents/4k/synthetic.jsonl"
    documents = list(data.documents("4k", "synthetic"))
    first, second = documents[:2]
    cited = [msgspec.structs.replace(line, cite="banana") for line in first.lines]
    documents[0] = msgspec.structs.replace(first, lines=tuple(cited))
    documents[1] = msgspec.structs.replace(second, lines=())
    problems = audit(tampered(data, tmp_path / "data", name, documents)).problems
    assert any("'banana' is no cite" in problem for problem in problems)
    assert any("its document has no line" in problem for problem in problems)


def test_a_manifest_that_says_too_little_is_named(data: Data, tmp_path: Path) -> None:
    copytree(data.folder, tmp_path / "data")
    manifest = msgspec.structs.replace(data.manifest, budgets={}, options={})
    (tmp_path / "data/manifest.json").write_bytes(msgspec.json.encode(manifest))
    problems = audit(tmp_path / "data").problems
    assert any("the manifest knows no window '4k'" in problem for problem in problems)


def test_stray_files_and_wrong_counts_are_named(data: Data, tmp_path: Path) -> None:
    copytree(data.folder, tmp_path / "data")
    (tmp_path / "data/items/notes.txt").write_text("mine")
    name = next(name for name in data.manifest.files if name.startswith("items/"))
    entry = msgspec.structs.replace(data.manifest.files[name], records=77)
    files = {**data.manifest.files, name: entry}
    manifest = msgspec.structs.replace(data.manifest, files=files)
    (tmp_path / "data/manifest.json").write_bytes(msgspec.json.encode(manifest))
    problems = audit(tmp_path / "data").problems
    assert any("notes.txt: not of these items" in problem for problem in problems)
    assert any("unlike what manifest.json says" in problem for problem in problems)
