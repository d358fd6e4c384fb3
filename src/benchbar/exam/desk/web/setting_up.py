"""The lead sets a study up, in five steps: materials, blinding, options, graders, calibration."""

from collections.abc import Mapping
from importlib.resources import as_file, files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.datastructures import UploadFile

from benchbar.errors import InputError
from benchbar.exam.desk import intake, people, reading, watching
from benchbar.exam.desk.options import Options
from benchbar.exam.desk.web import uploads
from benchbar.exam.desk.web.drawn import page
from benchbar.exam.desk.web.front import go
from benchbar.exam.desk.web.visits import Lead, Posted, SentByLead, Visitor
from benchbar.exam.essays import materials

router = APIRouter(prefix="/setup")

_MOST_PROBLEMS = 50

FIELDS: tuple[tuple[str, str, str], ...] = (
    ("step", "Steps of scores", "1 or 0.5. Official graders give whole points."),
    ("calibration_essays", "Essays in a calibration round", "Official calibration takes about 30."),
    ("spearman", "Least rank correlation", "With the other graders, from -1 to 1."),
    ("kappa", "Least quadratic weighted kappa", "With the other graders, from -1 to 1."),
    ("bias", "Most bias", "Points above or below the others in the mean."),
    ("adjacent", "Least share within a point", "Of the essays, from 0 to 1."),
    ("drift_every", "Essays between drift checks", "Then one of calibration stands in the pile."),
    ("drift", "Most drift", "Points that scores of these may move in the mean."),
    ("second_readers", "Share read twice", "Of the essays, from 0 to 1."),
    (
        "difference",
        "Largest difference",
        "Readers further apart are settled by a third, in points.",
    ),
)
"""The options, what they are called, and what they mean."""


@router.get("")
def setup(request: Request, visitor: Lead) -> Response:
    """Show the five steps, and how far the study is with them."""
    return _page(request, visitor)


@router.post("/materials")
def upload(request: Request, posted: SentByLead) -> Response:
    """Take in what a browser sends: a folder, or a ZIP file of one."""
    sent = [one for one in posted.form.getlist("files") if isinstance(one, UploadFile)]
    with TemporaryDirectory() as scratch:
        folder = Path(scratch) / "study"
        folder.mkdir()
        try:
            return _take_in(request, posted, uploads.unpack(sent, folder), folder)
        except InputError as error:
            return _page(request, posted.visitor, problems=[str(error)], status=422)


@router.post("/example")
def example(request: Request, posted: SentByLead) -> Response:
    """Take in the invented example study."""
    with as_file(files("benchbar.exam.essays") / "example_study") as folder:
        return _take_in(request, posted, folder, folder)


@router.post("/options")
def options(request: Request, posted: SentByLead) -> Response:
    """Change the options."""
    typed = {name: posted.text(name).strip().replace(",", ".") for name, _, _ in FIELDS}
    try:
        intake.set_options(posted.store, posted.who, _chosen(typed), posted.text("why"))
    except InputError as error:
        return _page(request, posted.visitor, problems=[str(error)], typed=typed, status=422)
    return go("/setup?done=options#options")


def _take_in(request: Request, posted: Posted, folder: Path, root: Path) -> Response:
    """Take a study in; files are named as they were sent, without where they lie for a moment."""
    found, problems = materials.look(folder)
    if found is None or problems:
        told = [one.replace(f"{root}/", "") for one in problems]
        return _page(request, posted.visitor, problems=told, status=422)
    intake.take_in(posted.store, posted.who, found)
    return go("/setup?done=materials#blinding")


def _page(
    request: Request,
    visitor: Visitor,
    *,
    problems: list[str] | None = None,
    typed: dict[str, str] | None = None,
    status: int = 200,
) -> Response:
    study = reading.study(visitor.store, visitor.who)
    told = msgspec.to_builtins(study.options)
    values: dict[str, Any] = typed or {name: f"{value:g}" for name, value in told.items()}
    found = problems or []
    return page(
        request,
        "setup",
        visitor,
        status=status,
        study=study,
        fields=FIELDS,
        values=values,
        problems=found[:_MOST_PROBLEMS],
        more=max(0, len(found) - _MOST_PROBLEMS),
        removed=watching.removed(visitor.store, visitor.who),
        progress=watching.progress(visitor.store, visitor.who),
        graders=[
            one for one in people.everyone(visitor.store, visitor.who) if one.role == "grader"
        ],
    )


def _chosen(typed: Mapping[str, str]) -> Options:
    """Return options as they were typed.

    Raises:
        InputError: One is no number, or not a whole one where that is wanted; names it.
    """
    values: dict[str, float] = {}
    for name, title, _ in FIELDS:
        whole = isinstance(getattr(Options(), name), int)
        try:
            values[name] = int(typed[name]) if whole else float(typed[name])
        except ValueError:
            kind = "whole number" if whole else "number"
            raise InputError(f"{title}: {typed[name][:20]!r} is no {kind}") from None
    return msgspec.convert(values, Options)
