from pathlib import Path

import pytest

from benchbar.errors import InputError
from benchbar.suites.data import Data


def test_documents_come_with_the_items_asked_about_them(data: Data) -> None:
    pairs = list(data.pairs(lambda item: item.split == "test" and item.task == "cite_to_text"))
    assert len(pairs) == 2 * 2 * 6
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
