"""The files of the tables, read back: the same rows in each, typed, hostile text harmless."""

import csv
import json
import re
from pathlib import Path
from typing import Any

import openpyxl  # type: ignore[import-untyped]
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.parquet as pq  # type: ignore[import-untyped]
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbar import jsonl
from benchbar.records import Reply, Verdict
from benchbar.report import columns, sheets
from benchbar.report.html import write_report
from benchbar.scoring.version import graders
from benchbar.suites.data import Data
from tests.report.made_files import say, write_files
from tests.report.made_run import SLOPPY, make_run, regrade, seal

SAID = [
    '=HYPERLINK("http://evil.example")',
    "-- A. I never said so.",
    "@SUM(1)",
    "\tindented",
    "null\x00byte",
    "safe \u202egnp.exe\u2066",
    'quoted "twice", and\na line',
    "＝1+1",
]


def rows_of(path: Path) -> list[dict[str, Any]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    (tmp_path / "made").mkdir()
    run = make_run(tmp_path / "made", per_test=5, cells=(SLOPPY,))
    say(run, SAID)
    return run


def test_each_table_says_what_it_holds() -> None:
    names = [table.name for table in columns.WORKBOOK]
    assert len(set(names)) == len(names)
    for table in columns.WORKBOOK:
        assert len(set(table.header)) == len(table.header)
        assert all(column.meaning.endswith(".") for column in table.columns)


def test_every_format_holds_the_same_rows(run: Path, tmp_path: Path) -> None:
    out = write_files(tmp_path / "out", run)
    book = openpyxl.load_workbook(out / "tables.xlsx")
    for name, rows in (("accuracy", 24), ("means", 8), ("errors", None), ("verdicts", 960)):
        table = pq.read_table(out / "tables" / f"{name}.parquet")
        plain = rows_of(out / "tables" / f"{name}.csv")
        sheet = book[name.capitalize()]
        assert rows in (None, table.num_rows)
        assert table.num_rows == len(plain) == sheet.max_row - 1 > 0
        header = [cell.value for cell in sheet[1]]
        assert header == table.column_names == list(plain[0])
        for number in (0, table.num_rows - 1):
            kept = [table[column][number].as_py() for column in header]
            cells = [cell.value for cell in sheet[number + 2]]
            assert list(map(told, cells)) == list(map(told, kept))
            assert list(map(told, plain[number].values())) == list(map(told, kept))


def told(cell: object) -> object:
    """A cell as a number if it is one, to the digits that every format keeps."""
    try:
        return round(float(str(cell)), 14)
    except ValueError:
        return cell or None


def test_parquet_is_typed(run: Path, tmp_path: Path) -> None:
    out = write_files(tmp_path / "out", run)
    accuracy = pq.read_schema(out / "tables" / "accuracy.parquet")
    assert accuracy.field("n").type == pa.int64()
    assert accuracy.field("low").type == pa.float64()
    assert accuracy.field("model").type == pa.string()
    table = pq.read_table(out / "tables" / "verdicts.parquet")
    assert table.schema.field("trial").type == pa.int64()
    assert {"1:-3", "-1", None} <= set(table["relative_error"].to_pylist())


def test_text_is_to_the_letter_but_in_csv(hostile: Path, tmp_path: Path) -> None:
    out = write_files(tmp_path / "out", hostile)
    kept = pq.read_table(out / "tables" / "verdicts.parquet")["answer"].to_pylist()
    assert kept[: len(SAID)] == SAID
    lines = (out / "tables" / "verdicts.jsonl").read_text(encoding="utf-8").split("\n")
    assert [json.loads(line)["answer"] for line in lines[: len(SAID)]] == SAID
    guarded = [row["answer"] for row in rows_of(out / "tables" / "verdicts.csv")][: len(SAID)]
    assert guarded == [
        '\'=HYPERLINK("http://evil.example")', "'-- A. I never said so.", "'@SUM(1)",
        "'\tindented", "null‹U+0000›byte", "safe ‹U+202E›gnp.exe‹U+2066›",
        'quoted "twice", and\na line', "'＝1+1",
    ]  # fmt: skip
    sheet = openpyxl.load_workbook(out / "tables.xlsx")["Verdicts"]
    answers = [row[12].value for row in sheet.iter_rows(min_row=2, max_row=len(SAID) + 1)]
    assert answers == [text.replace("\x00", "‹U+0000›") for text in SAID]
    assert all(cell.data_type != "f" for row in sheet.iter_rows() for cell in row)


@pytest.mark.parametrize(
    ("text", "harmless"),
    [
        ("=1+1", "'=1+1"),
        ("  =1+1", "'  =1+1"),
        ("\r=1+1", "‹U+000D›=1+1"),
        ("\r\n=1+1", "'\n'=1+1"),
        ("section 1(a); =1+1", "section 1(a);' =1+1"),
        ("a\n-- b\tc\t@d", "a\n'-- b\tc\t'@d"),
        ("\ufeff=1", "‹U+FEFF›=1"),
        ("12 of page 3; see 1-2", "12 of page 3; see 1-2"),
        ("", ""),
    ],
)
def test_no_place_of_a_cell_opens_a_formula(text: str, harmless: str) -> None:
    assert sheets.guarded(text) == harmless


@given(st.text("=+-@;\t\n\r\"', ax", max_size=30))
def test_however_it_is_split_no_part_is_a_formula(text: str) -> None:
    for part in re.split(r"[;\t\n\r]", str(sheets.guarded(text))):
        assert not part.lstrip(" ").startswith(("=", "+", "-", "@"))


def test_raw_csv_is_to_the_letter(hostile: Path, tmp_path: Path) -> None:
    out = write_files(tmp_path / "out", hostile, raw=True)
    raw = [row["answer"] for row in rows_of(out / "tables" / "verdicts.csv")]
    assert raw[: len(SAID)] == SAID


def test_half_characters_stand_as_they_were_stored(hostile: Path, tmp_path: Path) -> None:
    path = hostile / "verdicts.jsonl"
    path.write_bytes(path.read_bytes().replace(b"null\\u0000byte", b"half \\ud83d"))
    seal(hostile)
    out = write_files(tmp_path / "out", hostile)
    assert "half \ufffd" in pq.read_table(out / "tables/verdicts.parquet")["answer"].to_pylist()
    assert "half \ufffd" in [row["answer"] for row in rows_of(out / "tables/verdicts.csv")]
    assert "half \ufffd" in (out / "tables/verdicts.jsonl").read_text(encoding="utf-8")


def test_a_huge_answer_is_whole_but_in_the_workbook(hostile: Path, tmp_path: Path) -> None:
    huge = "=A1 " * 2_500_000
    say(hostile, [huge, huge, "after"])
    out = write_files(tmp_path / "out", hostile)
    kept = pq.read_table(out / "tables/verdicts.parquet")["answer"].to_pylist()
    assert kept[:3] == [huge, huge, "after"]
    sheet = openpyxl.load_workbook(out / "tables.xlsx")["Verdicts"]
    assert sheet["M2"].value == f"{huge[:32_000]} [cut here: 32,000 of 10,000,000 characters]"
    assert sheet["M4"].value == "after"


def test_rows_waiting_for_parquet_are_bounded(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sheets, "_ROWS_AT_ONCE", 100)
    out = write_files(tmp_path / "out", run)
    found = pq.ParquetFile(out / "tables/verdicts.parquet").metadata
    assert [found.row_group(n).num_rows for n in range(found.num_row_groups)] == [100] * 9 + [60]


def test_names_of_folders_need_not_be_text(tmp_path: Path) -> None:
    odd = tmp_path / "a\udcff"
    odd.mkdir()
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        make_run(tmp_path / name, per_test=2, cells=(SLOPPY,))
    (tmp_path / "a" / "run").rename(odd / "run")
    out = write_files(tmp_path / "out", odd / "run", tmp_path / "b" / "run")
    models = set(pq.read_table(out / "tables/accuracy.parquet")["model"].to_pylist())
    assert models == {"benchbar/sloppy (a\ufffd/run)", "benchbar/sloppy (b/run)"}
    assert json.loads((out / "results.json").read_bytes())["runs"][0]["name"] == "a\ufffd/run"


def test_the_same_runs_are_the_same_bytes(run: Path, tmp_path: Path) -> None:
    one, two = (write_files(tmp_path / name, run) for name in ("one", "two"))
    files = [path for path in one.rglob("*") if path.is_file()]
    assert len(files) == 13
    for path in files:
        assert path.read_bytes() == (two / path.relative_to(one)).read_bytes()


def test_the_workbook_says_what_it_takes_to_repeat_the_run(run: Path, tmp_path: Path) -> None:
    out = write_files(tmp_path / "out", run)
    sheet = openpyxl.load_workbook(out / "tables.xlsx")["Settings"]
    said = list(sheet.iter_rows(min_row=2, values_only=True))
    found = {(model, what): value for _, model, what, value in said}
    assert found["", "suite"] == "blt, version 1"
    assert found["", "data digest"] == Data(run.parent / "data").digest
    assert found["", "graders"] == graders()
    assert found["", "options of the items"] == "lines per page: 25"
    assert found["benchbar/sloppy", "seed"] == "7"
    assert found["benchbar/reader", "seed"] == "provider's default"
    assert found["benchbar/reader", "replies"] == "240 planned, 0 missing, 0 failed"
    assert "benchbar build blt --window 4k" in found["", "command 1"]
    assert str(tmp_path) not in str(said)


def test_missing_replies_have_a_table(run: Path, tmp_path: Path) -> None:
    assert not (write_files(tmp_path / "whole", run) / "tables" / "missing.csv").exists()
    gone, *kept = jsonl.read(run / "replies.jsonl", Reply)
    jsonl.write(run / "replies.jsonl", kept)
    same = {"id": gone.id, "cell": gone.cell, "trial": gone.trial}
    verdicts = jsonl.read(run / "verdicts.jsonl", Verdict)
    regrade(run, [one for one in verdicts if any(getattr(one, n) != v for n, v in same.items())])
    out = write_files(tmp_path / "out", run)
    (row,) = pq.read_table(out / "tables" / "missing.parquet").to_pylist()
    assert row == {**same, "model": row["model"], "why": "missing"}
    assert "missing" in {
        name.lower() for name in openpyxl.load_workbook(out / "tables.xlsx").sheetnames
    }


def test_tables_hold_every_number_and_every_verdict(run: Path, tmp_path: Path) -> None:
    out = tmp_path / "report"
    write_report([run], out)
    with (out / "tables" / "accuracy.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 24
    for row in rows:
        outcomes = ("correct", "wrong", "not_an_answer")
        assert int(row["n"]) == sum(int(row[outcome]) for outcome in outcomes)
        assert float(row["low"]) <= float(row["accuracy"]) <= float(row["high"])
    with (out / "tables" / "verdicts.csv").open(encoding="utf-8", newline="") as file:
        assert len(list(csv.DictReader(file))) == 960


@pytest.mark.parametrize("raw", [False, True])
def test_formulas_are_disarmed_unless_asked_for(run: Path, tmp_path: Path, raw: bool) -> None:
    out = tmp_path / "report"
    write_report([run], out, raw_csv=raw)
    with (out / "tables" / "verdicts.csv").open(encoding="utf-8", newline="") as file:
        cells = [cell for row in csv.reader(file) for cell in row]
    armed = [cell for cell in cells if cell[:1] in "=+-@\t\r" and cell and not number(cell)]
    assert ("=cmd|' /C calc'!A0" in armed) is raw
    assert raw or not armed
    assert ("'=cmd|' /C calc'!A0" in cells) is not raw


def test_control_characters_are_shown_in_tables(run: Path, tmp_path: Path) -> None:
    write_report([run], tmp_path / "report")
    table = (tmp_path / "report" / "tables" / "verdicts.csv").read_text(encoding="utf-8")
    assert "null‹U+0000› escape‹U+001B›[2J bell‹U+0007›" in table
    assert not {"\u202e", "\u2066", "\x00", "\x1b", "\x07"} & set(table)


def number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True
