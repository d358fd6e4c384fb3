"""``benchbar essays report`` and ``essays protocol --db`` as a user calls them."""

import csv
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchbar.exam.desk import people
from benchbar.exam.desk.store import Store, open_store
from benchbar.exam.essays.protocol import form_lines
from benchbar.exam.questions import PRACTICE_LABEL, practice
from benchbar.records import Cell
from tests.cli.calling import Benchbar, refused
from tests.exam.desk import made_study
from tests.exam.desk.made_study import AUTHORS, Clock
from tests.exam.desk.report.made_report import finished
from tests.exam.made_exam import make_exam

PERSON, MODEL, _ = AUTHORS


@pytest.fixture
def benchbar(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Benchbar:
    monkeypatch.setenv("COLUMNS", "80")
    return Benchbar(capsys)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "desk.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    found = open_store(path, now=Clock())
    yield found
    found.close()


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_a_page_and_its_summary(benchbar: Benchbar, store: Store, path: Path) -> None:
    finished(store)
    out = path.parent / "page"
    ended = benchbar("essays", "report", "--db", path, "--out", out, "--mbe", "150")
    assert ended.code == 0
    assert "22 essays on 2 questions were graded by 3 people and 1 model, blind" in ended.out
    assert ended.err == f"page: {out}/index.html\n"
    assert {one["author"] for one in rows(out / "tables/totals.csv")} == set(AUTHORS)
    refused(benchbar("essays", "report", "--db", path, "--out", out), "exists")
    ended = benchbar("essays", "report", "--db", path, "--out", out, "--force", "--numbers")
    assert ended.code == 0
    assert "Ada" not in (out / "index.html").read_text()
    assert not (out / "tables/totals.csv").exists()


def test_scores_of_one_author_one_place_one_population(
    benchbar: Benchbar, store: Store, path: Path
) -> None:
    finished(store)
    ended = benchbar(
        "essays", "report", "--db", path, "--json", "--mbe", f"{PERSON}=150", "--mbe", "Nobody=120",
        "--jurisdiction", "Texas", "--population", "first-time",
    )  # fmt: skip
    assert ended.code == 0
    assert ended.err == "no essays by 'Nobody', of whom a score of the multiple choice is given\n"
    found = {one["author"]["author"]: one for one in json.loads(ended.out)["outcomes"]}
    assert {one["mbe"]["value"] for one in found[PERSON]["wholes"]} == {150}
    assert found[MODEL]["wholes"] == []
    places = [at for one in found[PERSON]["scaled"] for at in one["positions"]]
    assert {at["population"] for at in places} == {"first-time takers"}


def test_authors_by_number_are_on_no_page_table_or_line(
    benchbar: Benchbar, store: Store, path: Path
) -> None:
    finished(store)
    out = path.parent / "page"
    ended = benchbar(
        "essays", "report", "--db", path, "--out", out, "--json", "--authors-by-number",
        "--mbe", f"{PERSON}=150", "--mbe", "Nobody=120",
    )  # fmt: skip
    assert ended.code == 0
    assert ended.err.startswith("no essays by 'Nobody'")
    files = [one.read_text() for one in out.rglob("*") if one.is_file()]
    for told in (ended.out, ended.err, *files):
        assert not any(author in told for author in AUTHORS if author != MODEL)
    authors = {one["author"] for one in rows(out / "tables/authors.csv")}
    assert authors == {MODEL, "Author 1", "Author 2"}
    assert len({one["author"] for one in rows(out / "tables/totals.csv")}) == 1


def test_scores_of_a_run(benchbar: Benchbar, store: Store, path: Path, tmp_path: Path) -> None:
    finished(store)
    run = make_exam(tmp_path / "exam", cells=[Cell(MODEL, "ranked", 0.0)])
    ended = benchbar("essays", "report", "--db", path, "--json", "--mbe-run", run)
    found = {one["author"]["author"]: one for one in json.loads(ended.out)["outcomes"]}
    assert len({one["mbe"]["origin"] for one in found[MODEL]["wholes"]}) == 3
    assert found[PERSON]["wholes"] == []
    practised = make_exam(
        tmp_path / "practice", practice()[:20], cells=[Cell(MODEL, "ranked", 0.0)]
    )
    ended = benchbar("essays", "report", "--db", path, "--json", "--mbe-run", practised)
    told = json.loads(ended.out)
    assert not any(one["wholes"] for one in told["outcomes"])
    assert PRACTICE_LABEL in told["notes"][0]


def test_before_unblinding_no_author_is_printed(
    benchbar: Benchbar, store: Store, path: Path
) -> None:
    finished(store, unblind=False)
    out = path.parent / "page"
    ended = benchbar("essays", "report", "--db", path, "--out", out, "--json", "--mbe", "150")
    assert ended.code == 0
    told = ended.out + ended.err + (out / "index.html").read_text()
    assert not any(author in told for author in AUTHORS)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "name the desk's database, --db WHERE, and --out"),
        (("--db", "nowhere.db", "--out", "page"), "there is no database of the desk here"),
        (("--db", "sqlite:///nowhere.db", "--out", "page"), "there is no database of the desk"),
        (("--db", "x.db", "--out", "p", "--mbe", "1", "--mbe-run", "r"), "two sources of one"),
        (("--db", "x.db", "--out", "p", "--mbe", "high"), "write a score, or AUTHOR=SCORE"),
        (("--db", "x.db", "--out", "p", "--mbe", "500"), "the MBE score is 500"),
        (("--db", "x.db", "--out", "p", "--mbe", "150", "--mbe", "160"), "two scores of all"),
        (("--db", "x.db", "--out", "p", "--jurisdiction", "Atlantis"), "known are Alabama"),
    ],
)
def test_mistakes_are_told_in_a_line(
    words: tuple[str, ...], said: str, benchbar: Benchbar, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    refused(benchbar("essays", "report", *words), said)
    assert list(tmp_path.iterdir()) == []


def test_a_study_that_is_not_locked_has_no_page(
    benchbar: Benchbar, store: Store, path: Path
) -> None:
    out = path.parent / "page"
    refused(benchbar("essays", "report", "--db", path, "--out", out), "nobody leads this study yet")
    made_study.start(store)
    ended = benchbar("essays", "report", "--db", path, "--out", out)
    assert ended.code == 1
    assert ended.err == "benchbar: lock the study first: until then marks may change\n"
    assert not out.exists()


def test_the_checklist_of_a_study_at_any_time(
    benchbar: Benchbar, store: Store, path: Path, tmp_path: Path
) -> None:
    made_study.start(store)
    ended = benchbar("essays", "protocol", "--db", path)
    assert ended.code == 0
    assert "as described in the study's own database" in ended.out
    assert "2 of 2 questions with guidelines" in ended.out
    form = tmp_path / "form.md"
    form.write_text("\n".join(form_lines()).replace("outside graders: unknown",
                                                    "outside graders: [yes, hired]"))  # fmt: skip
    told = json.loads(benchbar("essays", "protocol", form, "--db", path, "--json").out)
    met = {one["check"]: (one["met"], one["note"]) for one in told["checks"]}
    assert met["outside graders"][0] == "yes"
    assert met["rubric"][0] == "yes"
    refused(benchbar("essays", "protocol", "--db", path, "--example", "katz"), "give a FORM")
    assert people.at_hand(store).name == "Lena"
