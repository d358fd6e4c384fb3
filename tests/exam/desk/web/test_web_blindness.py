"""Before unblinding, nothing that the desk answers to anybody tells whose an essay is."""

import re
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from benchbar.exam.desk import blind, calibration, export, state, training
from benchbar.exam.desk import schema as db
from benchbar.exam.desk.protocol import RefusedError
from benchbar.exam.desk.store import Store
from benchbar.exam.desk.web import guard
from tests.exam.desk.made_study import AUTHORS, materials, question, run_round, start
from tests.exam.desk.web.visiting import (
    NAMES,
    QUESTION,
    Desk,
    Seen,
    codes,
    crawl,
    open_desk,
    stages,
)

NEEDLES = (
    *AUTHORS, "Quillfeather", "Nonesuch", "Zorblax", "Ottoline", "Vexmarch", "essay-mee",
    "essay-mpt", "intended", "example.org", "As an AI",
)  # fmt: skip
"""Of whoever wrote the essays: names, and files of the essays."""

ELSEWHERE = (
    "/favicon.ico", "/robots.txt", "/openapi.json", "/docs", "/static/", "/static/desk.css",
    "/static/nothing.css", "/essays/ABCDEFGH", "/questions/none/training", "/join/nothing",
    "/questions/mee-1/discussion?round=9", "/questions/mee-1/discussion?round=x",
    "/results/benchbar-desk-csv.zip", "/results/benchbar-desk.jsonl", "/record", "/study", "/setup",
    "/people", "/differences", "/results", "/results/report",
    *(f"/questions/mee-1{page}" for page in
      ("", "/training", "/ranks", "/scores", "/discussion", "/pile", "/next")),
)  # fmt: skip


def essays(store: Store) -> list[str]:
    with store.reading() as session:
        return list(session.scalars(select(db.Essay.id)))


def others(desk: Desk, name: str) -> list[str]:
    """Return what a grader must not read of others: their codes, their names, ids of essays."""
    who = desk.study.graders[name]
    names = [one.name for one in (*desk.study.graders.values(), desk.study.lead) if one != who]
    return [*codes(desk.store, db.Placing.person != who.id), *essays(desk.store), *names]


def found(needles: Iterable[str], seen: Collection[Seen]) -> list[tuple[str, str]]:
    """Return which needles stand in which answers; letters count alike, large or small."""
    folded = [(one.where, one.text.casefold()) for one in seen]
    return [
        (needle, where)
        for needle in map(str.casefold, needles)
        for where, text in folded
        if needle in text
    ]


def test_nothing_that_anybody_is_answered_tells_whose_an_essay_is(small: Store) -> None:
    made = materials(question(QUESTION, 15, benchmarks=2))
    study = start(small, made, graders=NAMES, models=["Moxbot-1"])
    desk = open_desk(small, study)
    met: set[str] = set()
    for stage in stages(study):
        everything = []
        if stage in ("set-up", "discussion", "live", "locked"):
            everything += [*ELSEWHERE, *(f"/essays/{one}" for one in essays(small)[:2])]
            everything += [f"/essays/{one}" for one in codes(small)[::12]]
        for name, who in desk.everyone().items():
            seen = crawl(who, everything)
            met |= {one.where for one in seen}
            assert not found(NEEDLES, seen), (stage, name)
            assert not [one for one in seen if one.status >= 500], (stage, name)
            if name != "Lena":
                # An address that was typed in is told back; all else is not.
                own = [one for one in seen if one.where not in everything]
                assert len(own) >= 5
                assert not found(others(desk, name), own), (stage, name)
    assert len(met) > 100
    assert {"/results/benchbar-desk-csv.zip", "/questions/mee-1/discussion"} <= met


def plant_in_a_header(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(guard.HEADERS, "x-served-by", "Zorblax")


def plant_in_essays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blind, "clean", lambda text, *_: (text, ()))


def plant_in_a_file_name(monkeypatch: pytest.MonkeyPatch) -> None:
    write = export.write_csv

    def more(store: Store, who: Any, folder: Path) -> list[str]:
        names = write(store, who, folder)
        (folder / "Vexmarch.csv").write_text("")
        return names

    monkeypatch.setattr(export, "write_csv", more)


def plant_in_json_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchbar.exam.desk.intake.seal", lambda source: repr(source))


def plant_in_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def placing(*_: object) -> db.Placing:
        raise RefusedError("Ottoline's essay is not before you")

    monkeypatch.setattr(state, "placing", placing)


@pytest.mark.parametrize(
    ("plant", "where"),
    [
        (plant_in_a_header, "/static/desk.css"),
        (plant_in_essays, "/questions/mee-1/training"),
        (plant_in_a_file_name, "/results/benchbar-desk-csv.zip"),
        (plant_in_json_lines, "/results/benchbar-desk.jsonl"),
        (plant_in_an_error, "/essays/ABCDEFGH"),
    ],
)
def test_a_name_that_stood_anywhere_would_be_found(
    plant: Callable[[pytest.MonkeyPatch], None],
    where: str,
    small: Store,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plant(monkeypatch)
    desk = open_desk(small)
    assert where in {place for _, place in found(NEEDLES, crawl(desk.lead, ELSEWHERE))}


def test_what_another_must_not_read_would_be_found(
    small: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = open_desk(small)
    run_round(desk.study, QUESTION)
    clean = crawl(desk.graders["Adalind"])
    assert not found(others(desk, "Adalind"), clean)
    monkeypatch.setattr(
        state, "told", lambda row: state.Who(row.id, row.role, row.kind, row.name, row.name)
    )
    told = crawl(desk.graders["Adalind"])
    assert ("benedikta", "/questions/mee-1/discussion") in found(others(desk, "Adalind"), told)


def page_of(desk: Desk, name: str, code: str) -> str:
    """Return the page of an essay without the essay, its code and its place."""
    text = desk.graders[name].get(f"/essays/{code}").text
    text = re.sub(r'<div class="text essay-text">.*?</article>', "", text, flags=re.DOTALL)
    text = re.sub(r'<a rel="(?:prev|next)" href="/essays/\w+">.*?</a>\n?', "", text)
    return re.sub(r"\d+ of \d+, \d+ done", "", text.replace(code, ""))


def test_pages_of_a_pile_are_the_same_whatever_an_essay_is_there_for(small: Store) -> None:
    desk = open_desk(small)
    for stage in stages(desk.study):
        if stage == "third readers":
            break
    uses = set()
    for name, who in desk.study.graders.items():
        with small.reading() as session:
            rows = session.execute(
                select(db.Placing.use, db.Placing.code).where(
                    db.Placing.person == who.id,
                    db.Placing.round == 0,
                    db.Placing.code.not_in(select(db.Mark.code)),
                )
            ).all()
        uses |= {use for use, _ in rows}
        assert len({page_of(desk, name, code) for _, code in rows}) <= 1
    assert "third" in uses
    marked = dict(placed(small, desk.study.graders["Adalind"].id))
    assert {"live", "second", "drift"} <= set(marked)
    pages = {re.sub(r'value="[^"]*"| checked|Marked: \d', "", page_of(desk, "Adalind", code))
             for code in marked.values()}  # fmt: skip
    assert len(pages) == 1
    rows = re.findall(
        r"<li>(.*?)</li>", desk.graders["Adalind"].get(f"/questions/{QUESTION}/pile").text
    )
    assert len({re.sub(r"[A-Z0-9]{8}|<b>\d</b>", "", row) for row in rows}) <= 2


def placed(store: Store, person: int) -> list[tuple[str, str]]:
    """Return the uses and codes of what a grader has marked in his pile."""
    with store.reading() as session:
        rows = session.execute(
            select(db.Placing.use, db.Placing.code)
            .join(db.Mark, db.Mark.code == db.Placing.code)
            .where(db.Placing.person == person, db.Placing.round == 0)
        )
        return [(use, code) for use, code in rows]


def test_no_order_before_graders_is_that_of_another_or_of_the_files(small: Store) -> None:
    desk = open_desk(small)
    for name, who in desk.study.graders.items():
        training.done(small, who, QUESTION)
        assert desk.graders[name].get(f"/questions/{QUESTION}/ranks").status_code == 403
    ids = [who.id for who in desk.study.graders.values()]
    calibration.open_round(small, desk.study.lead, QUESTION, ids)
    shown = []
    for one in desk.graders.values():
        page = one.get(f"/questions/{QUESTION}/ranks").text
        shown.append([int(n) for n in re.findall(r"of essay mee-1 (\d+)", page)])
        assert len(shown[-1]) == 6
    assert sorted(shown[0]) == sorted(shown[1]) == sorted(shown[2])
    assert len({tuple(one) for one in (*shown, sorted(shown[0]))}) == 4
