"""The application: its pages, what stands before them, and what is said when something is wrong."""

from collections.abc import Collection, Mapping
from importlib.resources import files
from pathlib import Path
from urllib.parse import urlsplit

from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from fastapi.telemetry import TelemetryConfig
from starlette.exceptions import HTTPException

from benchbar.errors import BenchbarError, IncompleteError, InputError
from benchbar.exam.desk.protocol import RefusedError
from benchbar.exam.desk.store import Store
from benchbar.exam.desk.web import (
    ending,
    front,
    grading,
    leading,
    marking_pages,
    ranking,
    setting_up,
    team,
)
from benchbar.exam.desk.web.drawn import page
from benchbar.exam.desk.web.guard import HEADERS, LOOPBACK, Guard
from benchbar.exam.desk.web.visits import (
    ForgedError,
    StrangerError,
    Tries,
    TriesError,
    maybe,
)

PARTS = (front, grading, ranking, marking_pages, setting_up, team, leading, ending)
colours = APIRouter()
UPLOADS = ("/setup/materials",)

_SILENT: TelemetryConfig = {
    "tracing": False,
    "metrics": False,
    "logs": False,
    "auto_configure": False,
}
"""No measurement of requests leaves the program, whatever the environment asks for."""

_STATUS: tuple[tuple[type[BenchbarError], int, str], ...] = (
    (StrangerError, 401, "You are not in"),
    (ForgedError, 403, "Nothing was changed"),
    (TriesError, 429, "Too many tries"),
    (RefusedError, 403, "Not now"),
    (InputError, 422, "That cannot be taken"),
    (IncompleteError, 503, "The database does not answer"),
)
"""What each error is to a browser: its status, and how the page is headed."""


def make(store: Store, *, hosts: Collection[str] = LOOPBACK, address: str = "") -> FastAPI:
    """Return the application on a database.

    Args:
        store: The database, open.
        hosts: Names under which it may be asked for; any if empty.
        address: Where browsers find it, for links that are handed on; as asked for if empty.
    """
    app = FastAPI(
        title="Bench & Bar",
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        telemetry=_SILENT,
    )
    app.state.store = store
    app.state.tries = Tries()
    app.state.address = address
    app.include_router(colours)
    for part in PARTS:
        app.include_router(part.router)
    app.mount("/static", StaticFiles(directory=_folder("benchbar.exam.desk.web") / "static"))
    app.add_middleware(Guard, hosts=hosts, uploads=UPLOADS)
    for error, _, _ in _STATUS:
        app.add_exception_handler(error, _told)
    app.add_exception_handler(HTTPException, _missing)
    app.add_exception_handler(Exception, _failed)
    app.add_exception_handler(RequestValidationError, _malformed)
    return app


@colours.get("/static/figures.css")
def figures() -> FileResponse:
    """The colours of all pages of this program, and of figures in them."""
    return FileResponse(_folder("benchbar.report") / "templates" / "figures.css")


def _folder(package: str) -> Path:
    return Path(str(files(package)))


def _told(request: Request, error: Exception) -> Response:
    status, title = next((code, head) for kind, code, head in _STATUS if isinstance(error, kind))
    headers = {"retry-after": str(error.seconds)} if isinstance(error, TriesError) else None
    return _problem(request, status, title, str(error), headers)


def _missing(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101
    if error.status_code == 404:
        return _problem(request, 404, "Nothing here", "There is no page of this address.")
    return _problem(request, error.status_code, "That cannot be taken", str(error.detail))


def _malformed(request: Request, _: Exception) -> Response:
    return _problem(request, 422, "That cannot be taken", "The address or the form is not one.")


def _failed(request: Request, _: Exception) -> Response:
    words = "That went wrong, by a fault of the program. What was confirmed before is kept."
    return _problem(request, 500, "A fault", words, HEADERS)


def _problem(
    request: Request, status: int, title: str, words: str, headers: Mapping[str, str] | None = None
) -> Response:
    """Say what is wrong: as JSON to a script of a page, else as a page."""
    said = words[:1].upper() + words[1:]
    if "application/json" in request.headers.get("accept", ""):
        return JSONResponse({"problem": said}, status, headers)
    visitor = maybe(request) if status < 500 else None
    back = urlsplit(request.headers.get("referer", "")).path if request.method == "POST" else ""
    found = page(request, "problem", visitor, status=status, title=title, words=said, back=back)
    found.headers.update(headers or {})
    return found
