"""OpenAI's Batch API: a run with files of requests, none larger than may be uploaded.

Limits as documented by OpenAI: 50,000 requests and 200 MB a file, one model a file. Services that
imitate the interface take the same files.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from benchbar.errors import InputError
from benchbar.records import Cell
from benchbar.runs.exports.requests import Request, requests
from benchbar.runs.plan import Study
from benchbar.suites.data import Data

MOST_REQUESTS = 50_000
MOST_BYTES = 200_000_000


def write(studies: Sequence[Study], data: Data, folder: Path) -> None:
    """Write each cell's requests to ``requests/<cell>.001.jsonl`` and, if too many, on."""
    (study,) = studies
    (folder / "requests").mkdir()
    for cell in study.cells:
        asked = requests(study, data, cell, model=_served(cell), limit_name="max_completion_tokens")
        for number, rows in enumerate(split(asked), 1):
            with (folder / "requests" / f"{cell.key}.{number:03d}.jsonl").open("wb") as file:
                file.writelines(rows)


def split(asked: Iterable[Request]) -> Iterator[Iterator[bytes]]:
    """Yield the rows of each file, one row in memory at a time; each is to be read to its end."""
    rows = map(_encode, asked)
    waiting = next(rows, None)

    def fill() -> Iterator[bytes]:
        nonlocal waiting
        count = size = 0
        while waiting is not None:
            size += len(waiting)
            if count == MOST_REQUESTS or (count and size > MOST_BYTES):
                return
            yield waiting
            count += 1
            waiting = next(rows, None)

    while waiting is not None:
        yield fill()


def _encode(request: Request) -> bytes:
    return msgspec.json.encode(request) + b"\n"


def _served(cell: Cell) -> str:
    """Return the model's name without the provider, and service, by which Inspect finds it."""
    provider, _, name = cell.model.partition("/")
    if provider == "benchbar":
        raise InputError(f"--model {cell.model}: is built in: ask it with 'benchbar run'")
    return name.partition("/")[2] if provider == "openai-api" else name
