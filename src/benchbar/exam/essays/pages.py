"""A page of essay materials: fields and text, from Markdown, JSON or DOCX.

Markdown has its fields as YAML between lines of ``---``; a DOCX has them as ``name: value`` lines
before anything else, and its headings are those of its styles; JSON is an object of the fields,
with the text, in Markdown, as ``text``.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec

from benchbar.corpora import docx_text
from benchbar.errors import InputError
from benchbar.exam.spreadsheets import decoded
from benchbar.jsonl import storable

LARGEST = 20_000_000
"""Bytes of a file; an essay has some thousand, a rubric some ten thousand."""
MOST_VALUES = 20_000
"""Of the fields of a page, lists in lists counted out: a few lines of YAML can name billions."""

_FIELD = re.compile(r"([A-Za-z][\w -]{0,40}?)\s*:\s*(.*)")
_MARK = "---"


@dataclass(frozen=True, slots=True)
class Page:
    """What a file holds.

    Attributes:
        path: Of the file.
        fields: By name, in small letters; values as YAML or JSON has them.
        text: Markdown, without white space at its ends.
        row: The row of the file at which the text begins, from 1.
    """

    path: Path
    fields: Mapping[str, Any]
    text: str
    row: int = 1

    def problem(self, what: str, row: int | None = None) -> InputError:
        """Return what is wrong with it as an error that names file and row."""
        where = str(self.path) if row is None else f"{self.path}:{row}"
        return InputError(f"{where}: {what}")


def read(path: Path) -> Page:
    """Read a file.

    Raises:
        InputError: It cannot be read as what its name says; names file and row.
    """
    try:
        if path.stat().st_size > LARGEST:
            raise InputError(f"{path}: over {LARGEST // 1_000_000} MB: no page of an essay study")
        data = path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None
    suffix = path.suffix.casefold()
    if suffix not in READERS:
        raise InputError(f"{path}: is none of {', '.join(READERS)}: save it as one of these")
    page = READERS[suffix](path, data)
    if not all(isinstance(name, str) for name in page.fields):
        raise page.problem("the names of its fields must be words")
    if not _countable(page.fields):
        raise page.problem(f"its fields hold more than {MOST_VALUES:,} values: write fewer")
    return replace(page, fields=_storable(page.fields))


def _countable(fields: Mapping[str, Any]) -> bool:
    """Say whether fields hold no more than they may; a list may hold itself."""
    waiting: list[Any] = [fields]
    for _ in range(MOST_VALUES):
        if not waiting:
            return True
        value = waiting.pop()
        if isinstance(value, Mapping):
            waiting += value.values()
        elif isinstance(value, list | tuple | set):
            waiting += value
    return False


def _storable(value: Any) -> Any:  # noqa: ANN401
    """Return a value as JSON can keep it: no half characters, no number beyond 64 bits."""
    if isinstance(value, Mapping):
        return {_storable(name): _storable(one) for name, one in value.items()}
    if isinstance(value, list | tuple | set):
        return [_storable(one) for one in value]
    if isinstance(value, int) and value.bit_length() > 63:
        return str(value)
    return storable(value) if isinstance(value, str) else value


def _markdown(path: Path, data: bytes) -> Page:
    text = decoded(data, str(path))[0]
    lines = text.split("\n")
    if lines[0].strip() != _MARK:
        return Page(path, {}, text.strip(), 1 + _blank(text))
    try:
        end = next(n for n, line in enumerate(lines[1:], 1) if line.strip() == _MARK)
    except StopIteration:
        raise InputError(f"{path}:1: no second line of --- ends the fields: add it") from None
    body = "\n".join(lines[end + 1 :])
    return Page(path, _yaml(path, "\n".join(lines[1:end])), body.strip(), end + 2 + _blank(body))


def _yaml(path: Path, text: str) -> Mapping[str, Any]:
    try:
        found = msgspec.yaml.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        lines = re.findall(r"line (\d+)", str(error))
        row = f":{int(lines[-1]) + 1}" if lines else ""
        told = re.sub(r'\s+in "[^"]*", line \d+, column \d+', ",", str(error)).strip(" ,")
        raise InputError(
            f"{path}{row}: the fields are not YAML: {' '.join(told.split())}"
        ) from None
    if found is None:
        return {}
    if not isinstance(found, dict):
        raise InputError(f"{path}:2: the fields must be lines of 'name: value'")
    return {str(name).casefold(): value for name, value in found.items()}


def _json(path: Path, data: bytes) -> Page:
    text = decoded(data, str(path))[0]
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        row = f":{error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
        raise InputError(f"{path}{row}: not JSON: {error}") from None
    if not isinstance(found, dict) or not isinstance(found.get("text"), str):
        raise InputError(f"{path}: must be a JSON object with its fields and 'text'")
    fields = {name.casefold(): value for name, value in found.items() if name != "text"}
    return Page(path, fields, found["text"].strip())


def _docx(path: Path, data: bytes) -> Page:
    text, _ = docx_text.read(data, str(path), headings=True)
    lines = text.replace("\f", "").split("\n")
    fields: dict[str, Any] = {}
    start = 0
    for start, line in enumerate(lines):
        match = _FIELD.fullmatch(line.strip())
        if line.strip() and not match:
            break
        if match:
            fields |= _yaml(path, line.strip())
    return Page(path, fields, "\n\n".join(line for line in lines[start:] if line.strip()))


def _blank(text: str) -> int:
    """Count the blank lines with which a text begins."""
    return len(text) - len(text.lstrip("\n")) if text.strip() else 0


READERS: dict[str, Callable[[Path, bytes], Page]] = {
    ".md": _markdown,
    ".json": _json,
    ".docx": _docx,
}
