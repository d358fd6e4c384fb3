"""Before unblinding nothing that anybody reads tells whose an essay is; afterwards it does."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import event, select

from benchbar.errors import BenchbarError
from benchbar.exam.desk import (
    backup,
    blind,
    closing,
    export,
    intake,
    live,
    marking,
    people,
    reading,
    results,
    training,
    watching,
)
from benchbar.exam.desk import schema as db
from benchbar.exam.desk.state import Who
from benchbar.exam.desk.store import Store
from tests.exam.desk.made_study import AUTHORS, OPTIONS, Study, grade, materials, run_round, start

NEEDLES = (
    *AUTHORS, "Quillfeather", "Nonesuch", "Zorblax", "Ottoline", "Vexmarch", "essay-mee",
    "essay-mpt", "intended", "example.org", "As an AI",
)  # fmt: skip


def seen(study: Study, who: Who, folder: Path) -> Iterator[tuple[str, str]]:
    """Yield all that a person can read now, each with where; what is refused, by its words."""
    store = study.store
    for act in (
        reading.study, reading.desks, reading.thirds, watching.progress, watching.differences,
        watching.record, people.everyone, results.of, intake.origins,
    ):  # fmt: skip
        yield told(act.__module__ + "." + act.__name__, act, store, who)
    yield told("csv", _files, export.write_csv, store, who, folder / f"csv-{who.id}")
    yield told("json", _files, export.write_json, store, who, folder / f"json-{who.id}.jsonl")
    for name in ("mee-1", "mpt-1"):
        for about in (
            training.read, reading.round_of, reading.pile, reading.discussion, watching.drift,
        ):  # fmt: skip
            yield told(about.__name__, about, store, who, name)
        yield told("agreement", watching.agreement, store, who, name, 1)
    for code in _codes(store, who):
        yield told("paper", reading.paper, store, who, code)
        yield told("mark", marking.mark, store, who, code, 9.0)


def told(name: str, act: Callable[..., object], *arguments: object) -> tuple[str, str]:
    """Return what an act tells, and where; if it is refused, the words of that."""
    try:
        return name, repr(act(*arguments))
    except BenchbarError as error:
        return f"refusal of {name}", str(error)


def _codes(store: Store, who: Who) -> list[str]:
    with store.reading() as session:
        return list(session.scalars(select(db.Placing.code).where(db.Placing.person == who.id)))


def _files(write: Callable[..., object], store: Store, who: Who, path: Path) -> str:
    write(store, who, path)
    files = sorted(path.iterdir()) if path.is_dir() else [path]
    return "\n".join(f"{file.name}\n{file.read_text('utf-8')}" for file in files)


def graded(store: Store) -> Study:
    """Return a study of which all is graded but nothing locked."""
    study = start(store, models=["Mo"])
    for name in ("mee-1", "mpt-1"):
        run_round(study, name)
        live.deal(store, study.lead, name)
        for n, who in enumerate(study.graders.values()):
            grade(study, who, name, above=float(n))
    for one in watching.differences(store, study.lead):
        live.send_to_third(store, study.lead, one.essay, study.lead.id, "far apart")
    for row in reading.thirds(store, study.lead):
        marking.mark(store, study.lead, row.code, 3.0)
    return study


def test_nothing_tells_whose_an_essay_is_before_unblinding(store: Store, tmp_path: Path) -> None:
    study = graded(store)
    opened: list[str] = []

    def watch(_: object, __: object, statement: str, *___: object) -> None:
        if "FROM origin" in statement and "count(" not in statement:
            opened.append(statement)

    event.listen(store.engine, "before_cursor_execute", watch)
    read = 0
    for part in ("open", "locked"):
        for who in (study.lead, study.graders["Ada"], study.graders["Mo"]):
            for where, text in seen(study, who, tmp_path / part):
                found = [needle for needle in NEEDLES if needle.casefold() in text.casefold()]
                assert not found, f"{who.role}: {where}: {found}"
                read += len(text)
        if part == "open":
            closing.lock(store, study.lead)
    assert read > 100_000
    assert len(opened) == 2, "only the dump of each part passes the closed envelopes on"
    closing.unblind(store, study.lead)
    opened_at = dict(seen(study, study.lead, tmp_path / "unblinded"))
    for author in AUTHORS:
        for where in ("benchbar.exam.desk.intake.origins", "benchbar.exam.desk.results.of", "csv"):
            assert author in opened_at[where]


def test_the_files_of_the_database_and_of_its_backup_show_no_name(
    small: Store, tmp_path: Path
) -> None:
    graded(small)
    backup.backup(small, tmp_path / "backup.db")
    held = b"".join(path.read_bytes() for path in tmp_path.glob("*.db*"))
    assert b"A goat ate the hat" in held
    for needle in NEEDLES:
        assert needle.encode() not in held


def test_one_grader_reads_nothing_of_another(store: Store) -> None:
    study = graded(store)
    ada, ben = study.graders["Ada"], study.graders["Ben"]
    codes = {
        who.id: {row.code for row in reading.pile(store, who, "mee-1")}
        | {row.code for row in reading.round_of(store, who, "mee-1").rows}
        for who in (ada, ben)
    }
    assert not codes[ada.id] & codes[ben.id]
    for code in codes[ben.id]:
        for call in (
            partial(reading.paper, store, ada, code),
            partial(marking.mark, store, ada, code, 3.0, replaces=1, why="x"),
            partial(marking.save_draft, store, ada, code, {}),
        ):
            with pytest.raises(BenchbarError, match="no essay of this code before you"):
                call()
    for act in (watching.progress, watching.differences, watching.record, people.everyone):
        with pytest.raises(BenchbarError, match="only a lead"):
            act(store, ada)


def test_graders_know_each_other_by_label_for_a_models_name_may_be_an_authors(
    store: Store,
) -> None:
    study = graded(store)
    told = repr(reading.discussion(store, study.graders["Ada"], "mee-1"))
    for who in study.graders.values():
        assert repr(who.name) not in told
        assert repr(who.label) in told
    own = reading.discussion(store, study.graders["Ada"], "mee-1").decisions
    assert list(own) == [study.graders["Ada"].label]
    assert set(reading.discussion(store, study.lead, "mee-1").decisions) == set(study.graders)


def test_checks_are_not_told_apart_from_the_pile(store: Store) -> None:
    study = graded(store)
    ada = study.graders["Ada"]
    papers = [reading.paper(store, ada, row.code) for row in reading.pile(store, ada, "mee-1")]
    first = {
        reading.paper(store, ada, row.code).text
        for row in reading.round_of(store, ada, "mee-1").rows
    }
    again = [paper for paper in papers if paper.text in first]
    others = [paper for paper in papers if paper.text not in first]
    assert again
    assert others
    for paper in papers:
        assert (paper.stage, paper.question, paper.refusal) == ("pile", "mee-1", "")
        assert len(paper.code) == len(papers[0].code)
    assert "drift" not in repr(papers)
    assert "third" not in repr(papers)


def test_removals_are_told_whole_to_whoever_brings_the_essays_and_by_counts_on_record(
    small: Store,
) -> None:
    lead = people.enter(small, people.lead_link(small, "Lena")).who
    taken = intake.take_in(small, lead, materials(), OPTIONS)
    assert taken.essays == 36
    assert {len(essays) for essays in taken.removed.values()} == {20, 16}
    one = taken.removed["mee-1"]["essay-mee-1-03"]
    assert ("e-mail", "goat3@example.org") in one
    assert {each.kind for each in one} >= {"line about the writer", "disclaimer", "name"}
    assert watching.removed(small, lead)["e-mail"] == 36
    assert "example.org" not in repr(watching.record(small, lead))


@given(st.text(), st.dictionaries(st.text(), st.text()))
def test_an_envelope_gives_back_what_was_put_in(name: str, fields: dict[str, str]) -> None:
    source = intake.Source(name, fields, (blind.Removed("name", name),))
    assert intake.unseal(intake.seal(source)) == source
