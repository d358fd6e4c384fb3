import json
import re
import shutil
from collections import Counter
from pathlib import Path

import pytest

from benchbar.errors import InputError
from benchbar.suites.data import Data


def test_documents_come_with_the_items_asked_about_them(data: Data) -> None:
    pairs = list(data.pairs(lambda item: item.split == "test" and item.task == "cite_to_text"))
    assert len(pairs) == 2 * 3 * 6
    for document, items in pairs:
        assert [item.document for item in items] == [document.id]
        assert items[0].gold == document.shown(document.lines[items[0].target])


def test_only_the_files_named_are_read(data: Data) -> None:
    pairs = list(data.pairs(sets=[("8k", "transcripts")]))
    assert {(item.window, item.corpus) for _, items in pairs for item in items} == {
        ("8k", "transcripts")
    }


@pytest.mark.parametrize(
    ("contents", "said"),
    [
        (None, "no items here .*benchbar build blt"),
        ("{", "damaged: .*build the items again"),
        ('{"suite": "blt"}', "damaged: .*version"),
    ],
)
def test_a_folder_without_items_is_refused(tmp_path: Path, contents: str | None, said: str) -> None:
    if contents is not None:
        (tmp_path / "manifest.json").write_text(contents)
    with pytest.raises(InputError, match=said):
        Data(tmp_path)


@pytest.mark.parametrize(
    "name",
    [
        "items/4k/synthetic/foo.jsonl",
        "items/4k/synthetic/foo.dev.jsonl",
        "items/4k/synthetic/.test.jsonl",
        "items/4k/synthetic/foo.test.json",
        "items/4k/foo.test.jsonl",
        "items/4k/nowhere/foo.test.jsonl",
        "items/../synthetic/foo.test.jsonl",
        "/etc/passwd",
    ],
)
def test_names_that_stand_for_no_test_are_refused(data: Data, tmp_path: Path, name: str) -> None:
    manifest = json.loads((data.folder / "manifest.json").read_text())
    manifest["files"][name] = {"sha256": "0" * 64, "records": 1}
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(InputError, match=f"damaged: lists '{re.escape(name)}'"):
        Data(tmp_path)


def test_a_manifest_nested_too_deeply_is_damaged(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text('{"x":' + "[" * 100_000 + "]" * 100_000 + "}")
    with pytest.raises(InputError, match="damaged"):
        Data(tmp_path)


def test_a_file_that_is_not_listed_cannot_be_verified(data: Data) -> None:
    with pytest.raises(InputError, match="not listed in manifest.json"):
        data.verify("documents/4k/nowhere.jsonl")


def test_items_in_another_order_than_their_documents_come_all_the_same(
    data: Data, tmp_path: Path
) -> None:
    made = shutil.copytree(data.folder, tmp_path / "data")
    before = list(Data(made).pairs(sets=[("4k", "transcripts")]))
    for path in (made / "items/4k/transcripts").iterdir():
        rows = path.read_bytes().splitlines(keepends=True)
        path.write_bytes(b"".join(reversed(rows)))
    after = list(Data(made).pairs(sets=[("4k", "transcripts")]))
    assert [document.id for document, _ in after] != [document.id for document, _ in before]
    assert Counter(item.id for _, items in after for item in items) == Counter(
        item.id for _, items in before for item in items
    )
    for document, items in after:
        assert {item.document for item in items} == {document.id}


def test_an_item_without_its_document_is_told(data: Data, tmp_path: Path) -> None:
    made = shutil.copytree(data.folder, tmp_path / "data")
    path = made / "documents/4k/transcripts.jsonl"
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[1:]))
    with pytest.raises(InputError, match="lacks the document '4k-transcripts-"):
        list(Data(made).pairs())
