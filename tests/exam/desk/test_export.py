"""Out and back in: nothing is lost, no cell is a formula, and a desk goes on after a restore."""

import csv
import threading
from pathlib import Path

import msgspec
import psycopg
import pytest
from sqlalchemy import select, text

from benchbar.errors import InputError
from benchbar.exam.desk import backup, export, live, marking, people, reading, results
from benchbar.exam.desk import schema as db
from benchbar.exam.desk.protocol import RefusedError
from benchbar.exam.desk.store import Store, open_store
from tests.exam.desk.made_study import Study, finish, grade, run_round, start


def rows_of(store: Store) -> list[object]:
    with store.reading() as session:
        return [msgspec.to_builtins(row) for row in export.dump(session)]


def unfinished(store: Store) -> Study:
    study = start(store)
    run_round(study, "mee-1")
    live.deal(store, study.lead, "mee-1")
    code = reading.next_code(store, study.graders["Ada"], "mee-1")
    assert code
    marking.mark(store, study.graders["Ada"], code, 3.0, {}, "=1+1")
    later = reading.next_code(store, study.graders["Ada"], "mee-1")
    assert later
    marking.save_draft(store, study.graders["Ada"], later, {"score": 2})
    return study


def test_csv_files_hold_all_and_no_formula(store: Store, tmp_path: Path) -> None:
    study = start(store, models=["Mo"])
    finish(study)
    names = export.write_csv(store, study.lead, tmp_path / "out")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == sorted(names)
    assert "origins.csv" in names
    with (tmp_path / "out" / "marks.csv").open(encoding="utf-8", newline="") as file:
        marks = list(csv.DictReader(file))
    with store.reading() as session:
        held = session.scalars(select(db.Mark)).all()
    assert len(marks) == len(held)
    assert {"'=SUM(A1)"} == {row["comment"] for row in marks if row["use"] == "calibration"}
    assert {row["counts"] for row in marks} == {"yes", "replaced"}
    assert {row["kind"] for row in marks} == {"human", "model"}
    with pytest.raises(InputError, match="force"):
        export.write_csv(store, study.lead, tmp_path / "out")
    export.write_csv(store, study.lead, tmp_path / "out", force=True)


def test_only_a_lead_exports(small: Store, tmp_path: Path) -> None:
    study = start(small)
    for write in (export.write_csv, export.write_json):
        with pytest.raises(RefusedError, match="only a lead"):
            write(small, study.graders["Ada"], tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("into", ["sqlite", "postgresql"])
def test_a_dump_restores_into_either_database_and_the_study_goes_on(
    store: Store, into: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    study = unfinished(store)
    export.write_json(store, study.lead, tmp_path / "desk.jsonl")
    other = str(tmp_path / "other.db")
    if into == "postgresql":
        other = other_database(request)
    again = backup.restore(tmp_path / "desk.jsonl", other)
    assert rows_of(again) == rows_of(store)
    lead = people.enter(again, people.lead_link(again)).who
    assert lead == study.lead
    assert people.add(again, lead, "Dan").id not in {who.id for who in study.graders.values()}
    ada = study.graders["Ada"]
    draft = [row for row in reading.pile(again, ada, "mee-1") if row.begun]
    assert len(draft) == 1
    assert grade(Study(again, lead, study.graders), ada, "mee-1") > 0
    again.close()
    with pytest.raises(InputError, match="in use already"):
        backup.restore(tmp_path / "desk.jsonl", other)


def other_database(request: pytest.FixtureRequest) -> str:
    server = str(request.getfixturevalue("server"))
    with psycopg.connect(server % "postgres", autocommit=True) as connection:
        connection.execute("DROP DATABASE IF EXISTS restored")
        connection.execute("CREATE DATABASE restored")
    return server % "restored"


def test_a_finished_study_restores_to_the_same_results(small: Store, tmp_path: Path) -> None:
    study = start(small, models=["Mo"])
    finish(study)
    export.write_json(small, study.lead, tmp_path / "desk.jsonl")
    again = backup.restore(tmp_path / "desk.jsonl", tmp_path / "other.db")
    assert results.of(again, study.lead) == results.of(small, study.lead)
    again.close()


def test_a_dump_that_is_damaged_leaves_nothing(small: Store, tmp_path: Path) -> None:
    study = unfinished(small)
    path = tmp_path / "desk.jsonl"
    export.write_json(small, study.lead, path)
    lines = path.read_text("utf-8").splitlines(keepends=True)
    damaged = {
        "it was cut off": lines[:-1],
        "is no row": [*lines[:-1], '{"table": "mark", "row": {"score": 6}}\n'],
        "do not fit together": [lines[0], *lines[-1:], *lines[1:-1]],
        "not a valid|is no row": [lines[0], "{\n"],
        "is no dump": lines[1:],
        "of version 9": [lines[0].replace('"version":1', '"version":9'), *lines[1:]],
        "is no dump of a desk": [],
    }
    for why, rows in damaged.items():
        path.write_text("".join(rows), encoding="utf-8")
        with pytest.raises(InputError, match=why):
            backup.restore(path, tmp_path / "other.db")
        other = open_store(tmp_path / "other.db")
        with other.reading() as session:
            assert session.scalar(select(db.Person.id)) is None
        other.close()


def test_a_backup_while_others_mark_is_whole(store: Store, where: str, tmp_path: Path) -> None:
    study = unfinished(store)
    graders = list(study.graders.values())
    others = [threading.Thread(target=grade, args=(study, who, "mee-1")) for who in graders]
    for one in others:
        one.start()
    path = tmp_path / "backup"
    backup.backup(store, path)
    for one in others:
        one.join()
    if store.engine.dialect.name == "sqlite":
        again = open_store(path)
        with again.reading() as session:
            assert session.execute(text("PRAGMA integrity_check")).scalar() == "ok"
    else:
        again = backup.restore(path, tmp_path / "restored.db")
    with again.reading() as session, store.reading() as now:
        old = {(one.code, one.number) for one in session.scalars(select(db.Mark))}
        new = {(one.code, one.number) for one in now.scalars(select(db.Mark))}
    assert old <= new
    assert old
    again.close()
    with pytest.raises(InputError, match="there already"):
        backup.backup(store, path)
    assert [one.name for one in tmp_path.glob(".backup*")] == []
    with pytest.raises(InputError, match="choose another name"):
        backup.backup(store, path / "below")
