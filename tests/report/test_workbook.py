"""The workbook, read back: numbers as numbers, text to the letter, never a formula."""

import gc
import zipfile
from collections.abc import Iterable
from pathlib import Path

import openpyxl  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchbar.report.columns import MEANINGS, Cells, Column, Table
from benchbar.report.workbook import LONGEST, workbook

TABLE = Table(
    "replies",
    "For tests.",
    (
        Column("text", "What was said.", width=20),
        Column("n", "How many.", "whole"),
        Column("share", "How often.", "share"),
        Column("off", "How far.", "offset"),
    ),
)


def made(path: Path, rows: Iterable[Cells], **options: int) -> openpyxl.Workbook:
    with workbook(path, (TABLE, MEANINGS), **options) as book:
        for row in rows:
            book.add(TABLE, row)
    return openpyxl.load_workbook(path)


def texts(path: Path, said: Iterable[str]) -> list[str | None]:
    book = made(path, [(text, 1, 0.5, None) for text in said])
    return [row[0] for row in book["Replies"].iter_rows(min_row=2, values_only=True)]


def test_numbers_are_numbers_and_shares_show_as_percent(tmp_path: Path) -> None:
    sheet = made(tmp_path / "t.xlsx", [("a", 1234, 0.875, -3), ("b", 0, 1.0, "1:-3")])["Replies"]
    assert [cell.value for cell in sheet[2]] == ["a", 1234, 0.875, -3]
    assert [cell.data_type for cell in sheet[2]] == ["s", "n", "n", "n"]
    assert [cell.number_format for cell in sheet[2]] == ["General", "#,##0", "0.0%", "0"]
    assert [cell.value for cell in sheet[3]] == ["b", 0, 1, "1:-3"]


def test_the_header_stays_and_rows_can_be_chosen(tmp_path: Path) -> None:
    sheet = made(tmp_path / "t.xlsx", [("a", 1, 0.5, None)] * 3)["Replies"]
    assert [cell.value for cell in sheet[1]] == ["text", "n", "share", "off"]
    assert sheet.freeze_panes == "A2"
    assert sheet.auto_filter.ref == "A1:D4"
    assert sheet.column_dimensions["A"].width == pytest.approx(20, abs=1)
    assert sheet["D2"].value is None


def test_each_column_is_explained(tmp_path: Path) -> None:
    said = list(made(tmp_path / "t.xlsx", [])["Columns"].iter_rows(values_only=True))
    assert ("replies", "share", "How often.") in said
    assert ("columns", "meaning", "What it means.") in said


@pytest.mark.parametrize(
    "text",
    [
        '=HYPERLINK("http://evil.example","click")',
        "=cmd|' /C calc'!A0",
        "+1+1",
        "-- A. I did not say that.",
        "@SUM(1)",
        "{=1+1}",
        "\tindented",
        "  two spaces ",
        "http://evil.example/",
        "mailto:a@b.example",
        "12345",
        "1e5",
        "TRUE",
        "#REF!",
        "safe \u202egnp.exe\u2066 text",
        "two\nlines",
        "</t></is></c><c><f>1+1</f></c>",
        "𝒳" * 16_383,
        "x" * LONGEST,
    ],
)
def test_text_stays_text_to_the_letter(tmp_path: Path, text: str) -> None:
    path = tmp_path / "t.xlsx"
    sheet = made(path, [(text, 1, 0.5, None)])["Replies"]
    assert sheet["A2"].value == text
    assert sheet["A2"].data_type == "s"
    assert sheet["A2"].quotePrefix
    assert sheet["A2"].hyperlink is None
    with zipfile.ZipFile(path) as packed:
        assert all(b"<f>" not in packed.read(name) for name in packed.namelist())
        assert not any("Target" in str(packed.read(name)) and b"evil" in packed.read(name)
                       for name in packed.namelist() if name.endswith(".rels"))  # fmt: skip


def test_what_excel_would_decode_is_escaped(tmp_path: Path) -> None:
    # Excel shows _x005F_ as an underscore; openpyxl leaves it.
    assert texts(tmp_path / "t.xlsx", ["_x0041_"]) == ["_x005F_x0041_"]


def test_what_xml_cannot_hold_is_shown_as_on_pages(tmp_path: Path) -> None:
    said = ["null\x00 bell\x07 esc\x1b[2J", "a\rb", "a\r\nb", "half \ud83d", "non\uffff"]
    assert texts(tmp_path / "t.xlsx", said) == [
        "null‹U+0000› bell‹U+0007› esc‹U+001B›[2J", "a‹U+000D›b", "a\nb", "half ‹U+D83D›",
        "non‹U+FFFF›",
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["=x" * 5_000_000, "𝒳" * 16_384, "\x00" * 6_000])
def test_what_is_too_long_is_cut_and_said(tmp_path: Path, text: str) -> None:
    book = made(tmp_path / "t.xlsx", [(text, 1, 0.5, None)])
    cell = book["Replies"]["A2"].value
    assert len(cell.encode("utf-16-le")) <= 2 * LONGEST
    assert f"of {len(text):,} characters]" in cell
    notes = [row[2] for row in book["Columns"].iter_rows(values_only=True)]
    assert any("cut here with a note at their end: 1. They are whole in replies.parquet" in note
               for note in notes)  # fmt: skip


def test_more_rows_than_a_sheet_holds_go_on_in_the_next(tmp_path: Path) -> None:
    rows = [(f"row {n}", n, 0.5, None) for n in range(40)]
    book = made(tmp_path / "t.xlsx", rows, most_rows=20)
    assert book.sheetnames == ["Replies", "Columns", "Replies (2)", "Replies (3)"]
    found = [
        [row[1] for row in book[name].iter_rows(min_row=2, values_only=True)]
        for name in ("Replies", "Replies (2)", "Replies (3)")
    ]
    assert found == [[*range(19)], [*range(19, 38)], [38, 39]]
    assert book["Replies (3)"]["A1"].value == "text"
    assert book["Replies"].auto_filter.ref == "A1:D20"
    assert book["Replies (3)"].auto_filter.ref == "A1:D3"
    notes = [row[2] for row in book["Columns"].iter_rows(values_only=True)]
    assert any("replies goes on, 3 sheets in all" in note for note in notes)


def test_the_same_rows_are_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one.xlsx", "two.xlsx"):
        made(tmp_path / name, [("a", 1, 0.5, 2)])
    assert (tmp_path / "one.xlsx").read_bytes() == (tmp_path / "two.xlsx").read_bytes()


def test_nothing_else_is_left(tmp_path: Path) -> None:
    made(tmp_path / "t.xlsx", [("a", 1, 0.5, 2)])
    assert [path.name for path in tmp_path.iterdir()] == ["t.xlsx"]


@pytest.mark.filterwarnings("ignore::ResourceWarning")  # XlsxWriter leaves its files open
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_full_disk_is_an_error_of_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("xlsxwriter.workbook.ZipFile", full)
    with pytest.raises(OSError, match="No space left"):
        made(tmp_path / "t.xlsx", [("a", 1, 0.5, 2)])
    gc.collect()


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(st.characters(codec="utf-8"), max_size=40), min_size=1, max_size=5))
def test_any_text_comes_back_but_for_what_is_shown(
    tmp_path_factory: pytest.TempPathFactory, said: list[str]
) -> None:
    allowed = [
        "".join(c for c in text if c in "\t\n" or (ord(c) >= 32 and c not in "\ufffe\uffff"))
        for text in said
    ]
    found = texts(tmp_path_factory.mktemp("law") / "t.xlsx", allowed)
    assert [text or "" for text in found] == allowed
