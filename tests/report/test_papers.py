"""Tables for papers: every figure with its interval, and no name that becomes a command."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbar.records import Cell
from benchbar.report import papers, results
from benchbar.scoring.version import graders
from tests.report.made_files import write_files
from tests.report.made_run import make_run
from tests.report.test_results import lose

EVIL = r"x/\input{/etc/passwd}_100% & $y$ #1 ^~ [2pt] --`` |<b>*a*" + "\u202e\n`c`"


def tables(tmp_path: Path, run: Path) -> tuple[str, str]:
    out = write_files(tmp_path / "out", run)
    return (
        (out / "tables" / "accuracy.md").read_text(encoding="utf-8"),
        (out / "tables" / "accuracy.tex").read_text(encoding="utf-8"),
    )


def test_markdown_has_a_row_a_model_and_grader(run: Path, tmp_path: Path) -> None:
    plain, _ = tables(tmp_path, run)
    rows = [line for line in plain.splitlines() if line.startswith("|")]
    assert len(rows) == 2 + 4 + 4
    assert {row.count("|") for row in rows} == {2 + 6 + 2 + 1}
    assert "Mean of tests | Mean of items |" in rows[0]
    assert "Invented transcripts: text to cite" in rows[0]
    assert rows[2].startswith("| benchbar/reader | corrected | 100 [91, 100] |")
    assert "| 100.0 [98.4, 100.0] |" in rows[2]
    assert rows[6].startswith(
        "| GPT-4 | as published (BLT, arXiv 2311.09693, Table 2) | 82 [73, 88] |"
    )
    assert rows[6].endswith("| – |")


def test_the_caption_says_what_made_the_figures(run: Path, tmp_path: Path) -> None:
    for text in tables(tmp_path, run):
        for said in (
            "n = 40 graded replies a test", "(Wilson)", "suite blt 1, seed 7", graders(),
            "The mean of tests counts each test alike, the mean of items each reply",
            "the paper gives no intervals",
        ):  # fmt: skip
            assert said in text
        assert "Incomplete" not in text


def test_what_is_missing_is_said(run: Path, tmp_path: Path) -> None:
    lose(run, 3)
    for text in tables(tmp_path, run):
        assert "Incomplete: 3 planned replies are missing or failed." in text


def test_latex_is_balanced_and_every_row_has_its_cells(run: Path, tmp_path: Path) -> None:
    _, tex = tables(tmp_path, run)
    columns = re.search(r"\\begin\{tabular\}\{(.*?)\}", tex)
    assert columns
    assert columns[1] == "ll" + "r" * 8
    body = tex.split("\\toprule")[1].split("\\bottomrule")[0]
    rows = [line for line in body.splitlines() if "&" in line]
    assert len(rows) == 2 + 2 * 8
    for row in rows[1:]:
        assert row.count("&") == 9
    for name in ("table*", "tabular"):
        assert tex.count(f"\\begin{{{name}}}") == tex.count(f"\\end{{{name}}}") == 1
    assert "{\\tiny [91, 100]}" in tex
    assert "\\midrule\nGPT-4 & as published (BLT, arXiv 2311.09693, Table 2) & 82 &" in tex


def test_hostile_names_are_only_text(tmp_path: Path) -> None:
    (tmp_path / "made").mkdir()
    run = make_run(tmp_path / "made", per_test=2, cells=(Cell(model=EVIL),))
    plain, tex = tables(tmp_path, run)
    row = next(line for line in plain.splitlines() if "passwd" in line)
    assert row.startswith(
        r"| x/\\input\{/etc/passwd\}\_100% & \$y\$ \#1 ^\~ \[2pt\] --\`\` \|\<b\>\*a\*"
        r"‹U+202E› \`c\` |"
    )
    assert (
        r"x/\textbackslash{}input\{/etc/passwd\}\_100\% \& \$y\$ \#1 \textasciicircum{}"
        r"\textasciitilde{} {[}2pt{]} -{}-`{}` \textbar{}\textless{}b\textgreater{}*a*"
        r"\guilsinglleft{}U+202E\guilsinglright{} `c` & corrected"
    ) in tex


@given(st.text(st.characters(codec="utf-8")))
def test_no_text_becomes_latex(text: str) -> None:
    told = papers._tex(text)
    known = (
        "textbackslash|textasciicircum|textasciitilde|textless|textgreater|textbar|textquotedbl|"
        "guilsinglleft|guilsinglright"
    )
    bare = re.sub(rf"\\({known})\{{\}}|\\[{{}}$&#%_]|\{{[\[\]]\}}|\{{\}}", "", told)
    assert not set(bare) & set("\\{}$&#%_^~[]\n")
    assert "--" not in told


@given(st.text(st.characters(codec="utf-8")))
def test_no_text_leaves_its_cell_in_markdown(text: str) -> None:
    told = papers._plain(text)
    assert "\n" not in told
    bare = re.sub(r"\\[\\`*_{}\[\]<>#|~!$]", "", told)
    assert not set(bare) & set("\\|`*_<>[]#")


def test_sizes_have_a_table_each(run: Path, tmp_path: Path) -> None:
    found = results.read(write_files(tmp_path / "out", run))
    assert [table.window for table in papers.by_size(found)] == ["4k"]
    (table,) = papers.by_size(found)
    assert [len(columns) for _, columns in table.groups] == [2, 4]
    assert {line.source for line in table.published} == {
        "BLT, arXiv 2311.09693, Table 2", "BLT, arXiv 2311.09693, Table 3",
    }  # fmt: skip
    with pytest.raises(AttributeError):
        table.window = "8k"  # type: ignore[misc]
