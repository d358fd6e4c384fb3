"""The end of a study: differences settled, lock, unblind, report, and everything to take away."""

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from benchbar.errors import InputError
from benchbar.exam.desk import closing, export, live, people, reading, watching
from benchbar.exam.desk.report import findings, study_page
from benchbar.exam.desk.web.drawn import page
from benchbar.exam.desk.web.front import go
from benchbar.exam.desk.web.visits import Lead, SentByLead

router = APIRouter()


@router.get("/differences")
def differences(request: Request, visitor: Lead) -> Response:
    """List essays whose readers are too far apart, and what the lead has to settle."""
    everyone = people.everyone(visitor.store, visitor.who)
    return page(
        request,
        "differences",
        visitor,
        here="/differences",
        study=reading.study(visitor.store, visitor.who),
        apart=watching.differences(visitor.store, visitor.who),
        thirds=reading.thirds(visitor.store, visitor.who),
        readers=[one for one in everyone if one.kind == "human"],
    )


@router.post("/differences/{essay}")
def settle(essay: str, posted: SentByLead) -> Response:
    """Give an essay to a third reader."""
    person = posted.number("person")
    code = live.send_to_third(posted.store, posted.who, essay, person, posted.text("why"))
    return go(f"/essays/{code}" if person == posted.who.id else "/differences?done=third")


@router.get("/record")
def record(request: Request, visitor: Lead) -> Response:
    """List all that happened."""
    rows = watching.record(visitor.store, visitor.who)
    return page(request, "record", visitor, here="/record", rows=rows)


@router.get("/results")
def results(request: Request, visitor: Lead) -> Response:
    """Show what can be done at the end, and what cannot yet."""
    study = reading.study(visitor.store, visitor.who)
    progress = watching.progress(visitor.store, visitor.who)
    unread = sum(one.track.pile - one.track.read for each in progress for one in each.graders)
    return page(
        request,
        "closing",
        visitor,
        here="/results",
        study=study,
        unread=unread,
        undealt=sum(one.undealt for one in progress),
        apart=len(watching.differences(visitor.store, visitor.who)) if study.begun else 0,
    )


@router.post("/results/lock")
def lock(posted: SentByLead) -> Response:
    """Let nothing be marked or changed any more."""
    early = posted.text("early") == "yes"
    if early and not posted.text("why").strip():
        raise InputError("say why the study is locked before everything is marked")
    closing.lock(posted.store, posted.who, posted.text("why"), early=early)
    return go("/results?done=locked")


@router.post("/results/unblind")
def unblind(posted: SentByLead) -> Response:
    """Open the envelopes."""
    closing.unblind(posted.store, posted.who, posted.text("why"))
    return go("/results?done=unblinded")


@router.get("/results/report")
def report(visitor: Lead) -> Response:
    """Show what came of the study, on a page that stands for itself."""
    found = findings.gather(visitor.store, visitor.who)
    text = study_page.html(found, back="/results")
    return HTMLResponse(text, headers={"content-security-policy": study_page.policy()})


@router.get("/results/benchbar-desk-csv.zip")
def as_csv(visitor: Lead) -> Response:
    """Give every table as CSV, in a ZIP file."""
    with TemporaryDirectory() as scratch:
        folder = Path(scratch) / "benchbar-desk"
        export.write_csv(visitor.store, visitor.who, folder)
        made = shutil.make_archive(str(folder), "zip", scratch, folder.name)
        return Response(Path(made).read_bytes(), media_type="application/zip")


@router.get("/results/benchbar-desk.jsonl")
def as_json(visitor: Lead) -> Response:
    """Give every table as JSON Lines; 'benchbar desk restore' reads it."""
    with TemporaryDirectory() as scratch:
        path = Path(scratch) / "desk.jsonl"
        export.write_json(visitor.store, visitor.who, path)
        return Response(path.read_bytes(), media_type="application/x-ndjson")
