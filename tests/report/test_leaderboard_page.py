"""The files of a leaderboard: self-contained, whole, and deaf to what a model is called."""

import csv
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest

from benchbar.errors import InputError
from benchbar.records import Cell
from benchbar.report import leaderboard_page
from benchbar.report.leaderboard import boards
from tests.report.test_leaderboard import made, made_cell, named

EVIL = 'x/"><script>alert(1)</script>\u202e=cmd'


class Cells(HTMLParser):
    """Collects the tags of a page and the text of its table rows."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.rows: list[str] = []
        self.text = ""
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [value for name, value in attrs if name in ("href", "src") and value]
        if tag == "tr":
            self.rows.append("")

    def handle_data(self, data: str) -> None:
        self.text += data
        if self.rows:
            self.rows[-1] += f"{data} "


def written(out: Path) -> Cells:
    files = {
        "a": made(named("good", (95, 96)), named("torn", (10, 10), missing=4)),
        "b": made(made_cell((50, 52), cell=Cell(model=EVIL)), name="b"),
        "c": made(made_cell((49, 50), cell=Cell(model="openai/m", seed=3)), name="c"),
    }
    found = boards(files, "corrected")
    page = leaderboard_page.write(out, found, files, "corrected")
    assert page == out / "index.html"
    return Cells(page)


def test_the_page_shows_ranks_means_and_tests(tmp_path: Path) -> None:
    page = written(tmp_path / "lb")
    rows = [" ".join(row.split()) for row in page.rows]
    good = next(row for row in rows if "good" in row)
    assert good.startswith("1 good 95.5 [")
    assert "95 [89, 98]" in good
    assert next(row for row in rows if "openai/m" in row).startswith("2–3 openai/m")
    assert any(row.startswith("– torn (4 of 200 replies are missing)") for row in rows)
    assert rows.index(good) < next(n for n, row in enumerate(rows) if "torn" in row)
    for said in ("corrected grader", "blt, version 1", "d" * 64, "0123456789", "Not ranked"):
        assert said in page.text
    assert page.links == ["#main", "leaderboard.csv"]


def test_hostile_names_are_only_text(tmp_path: Path) -> None:
    page = written(tmp_path / "lb")
    source = (tmp_path / "lb" / "index.html").read_text(encoding="utf-8")
    assert "<script>alert" not in source
    assert "&lt;script&gt;alert(1)" in source
    assert "\u202e" not in source
    assert "‹U+202E›=cmd" in page.text
    assert page.tags.count("script") <= 1


def test_the_table_holds_every_figure(tmp_path: Path) -> None:
    written(tmp_path / "lb")
    with (tmp_path / "lb" / "leaderboard.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 4 * 4
    assert [row["measure"] for row in rows[:4]] == [
        "mean of tests", "mean of items", "transcripts text_to_cite", "transcripts cite_to_text",
    ]  # fmt: skip
    for row in rows:
        assert float(row["low"]) <= float(row["accuracy"]) <= float(row["high"])
    assert rows[0]["rank_best"] == rows[0]["rank_worst"] == "1"
    assert rows[-1]["rank_best"] == ""
    assert rows[-1]["not_ranked_because"] == "4 of 200 replies are missing"


def test_json_holds_the_same(tmp_path: Path) -> None:
    files = {"a": made(named("good", (95, 96)), named("torn", (10, 10), missing=4))}
    told = msgspec.to_builtins(leaderboard_page.as_json(boards(files, "corrected")))
    (board,) = told
    assert board["window"] == "4k"
    (good,) = board["ranked"]
    assert (good["best_rank"], good["worst_rank"]) == (1, 1)
    assert good["mean_of_tests"]["value"] == 0.955
    assert good["tests"][0]["task"] == "text_to_cite"
    assert board["not_ranked"][0]["because"] == "4 of 200 replies are missing"


def test_only_a_leaderboard_is_replaced(tmp_path: Path) -> None:
    written(tmp_path / "lb")
    with pytest.raises(InputError, match="--force"):
        written(tmp_path / "lb")
    files = {"a": made(named("good", (95, 96)))}
    found = boards(files, "corrected")
    leaderboard_page.write(tmp_path / "lb", found, files, "corrected", force=True)
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis" / "chapter.txt").write_text("years of work", encoding="utf-8")
    with pytest.raises(InputError, match="not a leaderboard"):
        leaderboard_page.write(tmp_path / "thesis", found, files, "corrected", force=True)
