"""Tidy CSV files: what spreadsheets do to them, and what is said of it."""

import csv
from pathlib import Path

import pytest

from benchbar.errors import InputError
from benchbar.stats import tidy


def test_columns(tmp_path: Path) -> None:
    path = tmp_path / "answers.csv"
    path.write_bytes(
        '\ufeffquestion,reply, correct\r\nq1,"a, ""b""\nc",1\r\nq2, x ,0\r\n,,\r\n'.encode()
    )
    assert tidy.read(path) == {
        "question": ["q1", "q2"],
        "reply": ['a, "b"\nc', "x"],
        "correct": ["1", "0"],
    }


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "first row must name"),
        (b"a,b\n", "no row below"),
        (b"a;b\n1;2\n", "separated by semicolons"),
        (b"a\tb\n1\t2\n", "separated by tabs"),
        (b"sep=,\na,b\n1,2\n", "take it out"),
        (b"a,,c\n1,2,3\n", "column 2 has no name"),
        (b"a,b,a\n1,2,3\n", "two columns are named 'a'"),
        (b"a,b\n1,2\n1\n", "row 3 has 1 cells, but there are 2 columns"),
        (b"a,b\n1,2\n1,2,3\n", "row 3 has 3 cells"),
        (b"a,b\n1,2\n\n,\n1,2\n", "row 3 is empty"),
        (b'a,b\n1,"2\n', "not a CSV file"),
        ("a,b\n1,é\n".encode("latin-1"), "line 2 is not UTF-8"),
        ("a,b\n1,2\n".encode("utf-16"), "not UTF-8 text"),
        (b"PK\x03\x04rest", "Excel workbook"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "answers.csv"
    path.write_bytes(content)
    with pytest.raises(InputError, match="answers.csv") as refused:
        tidy.read(path)
    assert said in str(refused.value)


def test_a_long_reply_is_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "answers.csv"
    path.write_text(f"a,b\n{'x' * 200_000},1\n", encoding="utf-8")
    before = csv.field_size_limit()
    assert len(tidy.read(path)["a"][0]) == 200_000
    assert csv.field_size_limit() == before
