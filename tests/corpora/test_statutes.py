from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbar import tokens
from benchbar.corpora import statutes
from benchbar.corpora.statutes import Statutes
from benchbar.corpora.uslm_lines import Row, document
from benchbar.errors import InputError
from benchbar.records import Document


def ferry(n: int, words: str = "A ferry shall be moored.") -> Document:
    """A section with a definition, a leaf and flush text."""
    return document(
        [
            Row(0, f"section {n}", f"§ {n}.", "Ferries.", "", leaf=False),
            Row(0, f"section {n}(a)", "(a)", "", 'The term "oar" means—', leaf=False),
            Row(1, f"section {n}(a)(1)", "(1)", "", words, leaf=True),
            Row(0, "flush", "", "", 'The term "pier" means a dock.', leaf=False),
            Row(0, f"section {n}(b)", "(b)", "", 'The term "oar" means “a pole”.', leaf=True),
        ],
        name=f"/us/usc/t91/s{n}@usc91.xml:{n}",
        title="91",
        section=str(n),
        source=f"usc91.xml:{n}",
    )


def test_sections_come_back_as_they_were(tmp_path: Path) -> None:
    sections = [ferry(n, f"Ferry {n} — “{'x ' * n}”") for n in range(1, 2_300)]
    statutes.write(tmp_path / "sections.parquet", iter(sections))
    stored = Statutes(tmp_path / "sections.parquet")
    assert len(stored) == len(sections)
    assert [stored.document(row) for row in (2_298, 0, 999, 1_000)] == [
        sections[row] for row in (2_298, 0, 999, 1_000)
    ]
    assert list(stored.documents()) == sections


def test_columns_hold_what_is_needed_to_choose(tmp_path: Path) -> None:
    sections = [ferry(7), ferry(12, "One more.")]
    statutes.write(tmp_path / "sections.parquet", sections)
    stored = Statutes(tmp_path / "sections.parquet")
    assert stored.titles == ["91", "91"]
    assert stored.sections == ["7", "12"]
    assert stored.tokens.dtype == "int32"
    assert stored.tokens.tolist() == [tokens.count(one.text + "\n\n") for one in sections]
    assert stored.leaves.tolist() == [2, 2]
    assert list(stored.terms()) == [("pier",), ("pier",)]


@given(words=st.lists(st.text(st.characters(codec="utf-8")).map(str.split), max_size=5))
def test_any_text_is_kept(words: list[list[str]], tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("store") / "sections.parquet"
    sections = [ferry(n, " ".join(some)) for n, some in enumerate(words)]
    statutes.write(path, sections)
    assert list(Statutes(path).documents()) == sections


def test_sections_packed_apart_are_stored_alike(tmp_path: Path) -> None:
    sections = [ferry(n) for n in range(30)]
    statutes.write(tmp_path / "one.parquet", sections)
    batches = [statutes.pack(sections[:7]), statutes.pack([]), statutes.pack(sections[7:])]
    statutes.write_packed(tmp_path / "two.parquet", batches)
    assert list(Statutes(tmp_path / "two.parquet").documents()) == sections
    assert (tmp_path / "one.parquet").read_bytes() == (tmp_path / "two.parquet").read_bytes()


@pytest.mark.parametrize("row", [-1, 1])
def test_a_row_that_is_not_there_is_an_index_error(tmp_path: Path, row: int) -> None:
    statutes.write(tmp_path / "sections.parquet", [ferry(1)])
    with pytest.raises(IndexError):
        Statutes(tmp_path / "sections.parquet").document(row)


def test_a_failure_while_writing_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "sections.parquet"
    statutes.write(path, [ferry(1)])
    before = path.read_bytes()

    def failing() -> Iterator[Document]:
        yield ferry(2)
        raise InputError("bad.xml: broken")

    with pytest.raises(InputError, match="broken"):
        statutes.write(path, failing())
    assert path.read_bytes() == before
    assert [found.name for found in tmp_path.iterdir()] == ["sections.parquet"]


@pytest.mark.parametrize("contents", [None, b"", b"PAR1 no table", b"\x00" * 5_000])
def test_a_damaged_store_is_named(tmp_path: Path, contents: bytes | None) -> None:
    path = tmp_path / "sections.parquet"
    if contents is not None:
        path.write_bytes(contents)
    with pytest.raises(InputError, match=r"sections\.parquet: damaged or missing"):
        Statutes(path)


def test_a_torn_store_is_named(tmp_path: Path) -> None:
    path = tmp_path / "sections.parquet"
    statutes.write(path, [ferry(n) for n in range(50)])
    path.write_bytes(path.read_bytes()[:-200])
    with pytest.raises(InputError, match="damaged or missing"):
        Statutes(path)
