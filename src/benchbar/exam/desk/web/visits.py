"""Who asks: sessions by cookie, forms that only pages of this session can send, tries counted."""

import re
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from math import ceil
from threading import Lock
from typing import Annotated, NamedTuple

from fastapi import Depends, Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from benchbar.errors import BenchbarError, InputError
from benchbar.exam.desk import people
from benchbar.exam.desk.protocol import RefusedError
from benchbar.exam.desk.state import Who
from benchbar.exam.desk.store import Store

COOKIE = "desk"
MOST_TRIES = 10
"""Links that one address may try in vain in a while."""
WHILE_SECONDS = 60.0
_MOST_ADDRESSES = 10_000
_MOST_FIELDS = 1_000
_MOST_FILES = 5_000


class StrangerError(BenchbarError):
    """Nobody is in on this browser."""


class ForgedError(BenchbarError):
    """A form that no page of this session has sent."""


class TriesError(BenchbarError):
    """Too many links were tried; ``seconds`` until another may be."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"too many links were tried from here: wait {seconds} seconds")
        self.seconds = seconds


class Visitor(NamedTuple):
    """Somebody who is in, the database, and what the forms of his session carry."""

    store: Store
    who: Who
    csrf: str
    token: str


class Posted(NamedTuple):
    """A form that a page of the visitor's own session has sent."""

    visitor: Visitor
    form: FormData

    @property
    def store(self) -> Store:
        """The database."""
        return self.visitor.store

    @property
    def who(self) -> Who:
        """Who sent it."""
        return self.visitor.who

    def text(self, name: str) -> str:
        """Return a field; empty if it is not there, or a file."""
        value = self.form.get(name, "")
        return value if isinstance(value, str) else ""

    def number(self, name: str) -> int:
        """Return a whole number that a page has put into its form; 0 if it is not there.

        Raises:
            InputError: It is none.
        """
        try:
            return int(self.text(name) or 0)
        except ValueError:
            raise InputError("the form was changed on its way: open the page anew") from None

    def texts(self, name: str) -> list[str]:
        """Return all values of a field."""
        return [value for value in self.form.getlist(name) if isinstance(value, str)]


class Tries:
    """Counts links tried in vain, by the address that tries; kept in memory alone."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._turn = Lock()
        self._failed: dict[str, deque[float]] = {}

    def check(self, address: str) -> None:
        """Make sure that an address may try.

        Raises:
            TriesError: It has tried too often.
        """
        with self._turn:
            now, failed = self._clock(), self._failed.get(address, deque())
            while failed and failed[0] <= now - WHILE_SECONDS:
                failed.popleft()
            if len(failed) >= MOST_TRIES:
                raise TriesError(max(1, ceil(failed[0] + WHILE_SECONDS - now)))

    def fail(self, address: str) -> None:
        """Note a link that was tried in vain."""
        with self._turn:
            if len(self._failed) >= _MOST_ADDRESSES:
                self._failed.clear()
            self._failed.setdefault(address, deque()).append(self._clock())


def store_of(request: Request) -> Store:
    """Return the database of the application."""
    found = request.app.state.store
    assert isinstance(found, Store)  # noqa: S101
    return found


def maybe(request: Request) -> Visitor | None:
    """Return who is in on this browser, if anybody."""
    store, token = store_of(request), request.cookies.get(COOKIE, "")
    found = people.visit(store, token) if token else None
    return Visitor(store, found.who, found.csrf, token) if found else None


def visiting(request: Request) -> Visitor:
    """Return who is in on this browser.

    Raises:
        StrangerError: Nobody is.
    """
    if found := maybe(request):
        return found
    raise StrangerError("you are not in, or were away too long: come in by your link")


def leading(visitor: Annotated[Visitor, Depends(visiting)]) -> Visitor:
    """Return the lead who is in.

    Raises:
        RefusedError: It is a grader.
    """
    if visitor.who.role != "lead":
        raise RefusedError("this page is for the lead of the study")
    return visitor


async def posted(request: Request) -> AsyncIterator[Posted]:
    """Read a form, once it is known who sends it; its files are gone when it is answered.

    Raises:
        StrangerError: Nobody is in.
        ForgedError: It does not carry what forms of the session do, or comes from another site.
    """
    visitor = await run_in_threadpool(visiting, request)
    async with _form(request) as form:
        yield _own(request, visitor, form)


async def led(request: Request) -> AsyncIterator[Posted]:
    """Read a form of the lead; what a grader sends is not even read. Errors as ``posted``.

    Raises:
        RefusedError: It is a grader.
    """
    visitor = leading(await run_in_threadpool(visiting, request))
    async with _form(request) as form:
        yield _own(request, visitor, form)


def _form(request: Request) -> AbstractAsyncContextManager[FormData]:
    check_origin(request)
    _check_charset(request.headers.get("content-type", ""))
    return request.form(max_files=_MOST_FILES, max_fields=_MOST_FIELDS)


def _own(request: Request, visitor: Visitor, form: FormData) -> Posted:
    given = form.get("csrf") or request.headers.get("x-csrf", "")
    if not isinstance(given, str) or not people.same(given, visitor.csrf):
        raise ForgedError("this form was not sent by a page of yours: open the page anew")
    return Posted(visitor, form)


def _check_charset(kind: str) -> None:
    """Make sure that a form is in UTF-8: some encodings hold what no page or database can."""
    match = re.search(r"charset\s*=\s*[\"']?([^\"';\s]*)", kind, re.IGNORECASE)
    if match and match[1].lower() not in ("utf-8", "utf8"):
        raise InputError("this form is not in UTF-8: open the page anew")


def check_origin(request: Request) -> None:
    """Make sure that what is sent was not sent by a page of another site.

    Raises:
        ForgedError: The browser says that it was.
    """
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise ForgedError("this was sent by a page of another site: nothing was changed")
    origin = request.headers.get("origin")
    if origin not in (None, "null") and origin.partition("://")[2] != request.headers.get("host"):
        raise ForgedError("this was sent by a page of another site: nothing was changed")


In = Annotated[Visitor, Depends(visiting)]
Lead = Annotated[Visitor, Depends(leading)]
Sent = Annotated[Posted, Depends(posted)]
SentByLead = Annotated[Posted, Depends(led)]
