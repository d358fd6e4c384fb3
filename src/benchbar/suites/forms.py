"""Everyday requests as the items of a DATA folder: does a model still answer in other forms?

The requests are those of ``forms.toml``, or a file of the user's own in the same layout.
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec.structs import replace

from benchbar import tokens
from benchbar.errors import InputError
from benchbar.records import Document, Item, Reply
from benchbar.suites import given
from benchbar.suites.data import Manifest
from benchbar.suites.whole import making_items
from benchbar.tasks import form

OWN = Path(__file__).with_name("forms.toml")
CORPUS, USERS_CORPUS = "everyday", "everyday-own"
WINDOW = "short"
"""Stands where other items have the size of their documents."""


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One request: what it asks, in what form, one reply of that form, and what it is about."""

    name: str
    asks: str
    form: str
    example: str
    passage: str = ""


class Requests(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of a file of requests."""

    version: str
    request: tuple[Request, ...]


def build(out: Path, *, source: Path = OWN, force: bool = False) -> Manifest:
    """Make a DATA folder of requests, whole or not at all.

    Args:
        out: The folder to make.
        source: The file of requests.
        force: Replace a folder of items that exists.

    Raises:
        InputError: The file cannot be used, or ``out`` exists.
    """
    found = read(source)
    pairs = list(_pairs(found, CORPUS if source == OWN else USERS_CORPUS))
    largest = max(int(item.traits["tokens"]) for _, item in pairs)
    with making_items(out, force=force) as made:
        return given.write(
            pairs,
            made,
            suite=form.SUITE,
            version=found.version,
            options={"requests": len(pairs)},
            budgets={WINDOW: largest},
        )


def read(source: Path) -> Requests:
    """Read a file of requests, and try each form on its own example.

    Raises:
        InputError: It cannot be read, or a request in it cannot be used; names it.
    """
    try:
        table = tomllib.loads(source.read_text(encoding="utf-8"))
        found = msgspec.convert(table, Requests)
    except OSError as error:
        raise InputError(f"{source}: cannot be read ({error.strerror})") from None
    except (ValueError, RecursionError) as error:
        raise InputError(
            f"{source}: is no file of requests ({error}): it needs a version and tables "
            "[[request]] with name, asks, form and example"
        ) from None
    if not found.request:
        raise InputError(f"{source}: holds no request: add tables [[request]]")
    names: set[str] = set()
    for one in found.request:
        if one.name in names or not one.name.replace("-", "").isalnum():
            raise InputError(
                f"{source}: {one.name!r}: give each request a name of its own, of letters, figures "
                "and dashes"
            )
        names.add(one.name)
        for problem in _faults(one):
            raise InputError(f"{source}: {one.name}: {problem}")
    return found


def _faults(request: Request) -> Iterator[str]:
    document, item = _pair(request, "")
    if not request.asks.strip():
        yield "asks nothing"
    try:
        yield from form.prove(item, document)
        for verdict in form.judge(item, document, Reply(item.id, turns=(item.gold,))):
            if verdict.outcome != "correct":
                why = verdict.error or verdict.outcome
                yield f"its example has not the form {request.form!r} ({why} {verdict.answer})"
    except ValueError as error:
        yield str(error)


def _pair(request: Request, corpus: str) -> tuple[Document, Item]:
    name = f"{form.SUITE}-{request.name}"
    document = form.document_of(
        name, request.asks, request.passage.strip("\n"), source="written for this suite"
    )
    item = form.item_of(document, request.form, request.example)
    size = tokens.count(document.text)
    named = replace(item, id=name, window=WINDOW, corpus=corpus, traits={"tokens": size})
    return document, named


def _pairs(found: Requests, corpus: str) -> Iterator[tuple[Document, Item]]:
    for request in found.request:
        yield _pair(request, corpus)
