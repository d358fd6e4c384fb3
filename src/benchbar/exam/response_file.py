"""Answers as a CSV file, in the columns in which they are published: read and written.

What one run writes, another can be compared with.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import NoReturn

from msgspec.structs import replace

from benchbar import jsonl
from benchbar.errors import InputError
from benchbar.exam import spreadsheets
from benchbar.exam.responses import MISSING, Response
from benchbar.tasks.shuffle import LETTERS, Letter

COLUMNS = (
    "model",
    "prompt",
    "temperature",
    "session_id",
    "question_number",
    "question_category",
    "answer",
    "second_answer",
    "third_answer",
    "correct_answer",
    "is_correct",
)
EMPTY = "empty"
"""Why an answer that a file leaves empty is none."""
_OPTIONAL = frozenset({"question_category", "second_answer", "third_answer", "is_correct"})
_LETTER = re.compile(r"[(\[]?([A-Da-d])[)\].]{0,2}")
_NOTHING = frozenset({"", "na", "n/a", "nan", "none", "null", "-"})
_TRUE = frozenset({"true", "1", "1.0", "yes", "t"})
_FALSE = frozenset({"false", "0", "0.0", "no", "f"})
_WHOLE = re.compile(r"(\d+)\.0+")
_COMMA = re.compile(r"(\d+),(\d+)")
_NAMED = 3
"""Missing answers that a note names."""

_Place = tuple[str, str, float | None, str]


@dataclass(frozen=True, slots=True)
class Imported:
    """The answers of a file, none missing of what its sessions imply, and what to know of them."""

    responses: tuple[Response, ...]
    notes: tuple[str, ...]


def read(path: Path, name: str = "") -> Imported:
    """Read a published file of answers: one row for each answer, the columns ``COLUMNS``.

    Damage by spreadsheets that loses nothing is undone (``benchbar.exam.spreadsheets``). A
    question that a session lacks, but another of the same model has, counts as unanswered.

    Args:
        path: The file.
        name: What its results are called; by default the name of the file.

    Raises:
        InputError: Something is wrong: names file, row and column.
    """
    try:
        text, notes = spreadsheets.decoded(path.read_bytes(), str(path))
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None
    table = spreadsheets.table(text, str(path), COLUMNS)
    if len(table.rows) < 2:
        raise InputError(f"{path}: no answers: write a header {','.join(COLUMNS)} and rows below")
    head = spreadsheets.column_names(table.rows[0][1])
    _check_head(path, head)
    found = _checked(_rows(path, head, table.rows[1:]), name or path.stem)
    extra = [column for column in head if column and column not in COLUMNS]
    told = [f"Columns passed over: {', '.join(extra)}."] if extra else []
    missing = list(_missing(found))
    told += [_of_missing(missing)] if missing else []
    return Imported((*found, *missing), (*notes, *table.notes, *told))


def write(path: Path, responses: Iterable[Response]) -> None:
    """Write answers so that ``read`` reads them back; whole or not at all, no cell a formula.

    Letters are those of the questions' file; why an answer is lacking is not in these columns.
    """
    with jsonl.replacing(path) as file:
        file.write(spreadsheets.csv_bytes(COLUMNS, map(_cells, responses)))


def _cells(one: Response) -> list[str]:
    temperature = "" if one.temperature is None else f"{one.temperature:.15g}"
    told = (
        one.model,
        one.prompt,
        temperature,
        one.session,
        one.question,
        one.subject,
        one.answer or "",
        one.second or "",
        one.third or "",
        one.key,
        str(one.correct),
    )
    return [jsonl.storable(cell) for cell in told]


def _check_head(path: Path, head: Sequence[str]) -> None:
    lacking = [column for column in COLUMNS if column not in head and column not in _OPTIONAL]
    if lacking:
        raise InputError(
            f"{path}: no column {', '.join(lacking)}: a file of answers has the columns "
            f"{', '.join(COLUMNS)}"
        )
    twice = [column for column, count in Counter(head).items() if column in COLUMNS and count > 1]
    if twice:
        raise InputError(f"{path}:1: two columns are named {twice[0]!r}")


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of the file, which knows its place for messages."""

    path: Path
    number: int
    cells: Mapping[str, str]

    def refuse(self, column: str, what: str) -> NoReturn:
        raise InputError(f"{self.path}:{self.number}: {column}: {what}")

    def name(self, column: str) -> str:
        """Return a name or number, which may not be lacking."""
        text = self.cells[column]
        if not text:
            self.refuse(column, "is empty; each answer needs it")
        whole = _WHOLE.fullmatch(text)
        return whole[1] if whole else text

    def letter(self, column: str) -> Letter | None:
        """Return a choice, None for an empty cell."""
        text = self.cells.get(column, "")
        found = _LETTER.fullmatch(text)
        if not found and text.lower() not in _NOTHING:
            self.refuse(column, f"is {text!r}; it must be A, B, C or D, or empty for no answer")
        return LETTERS["ABCD".index(found[1].upper())] if found else None

    def temperature(self) -> float | None:
        """Return the temperature; None where the cell is empty, as if left to the provider."""
        text = self.cells["temperature"]
        if text.lower() in _NOTHING:
            return None
        try:
            value = float(_COMMA.sub(r"\1.\2", text))
        except ValueError:
            value = math.nan
        if not (math.isfinite(value) and value >= 0):
            self.refuse("temperature", f"is {text!r}; write a number, or nothing if none was set")
        return value

    def check_correct(self, answer: Letter | None, right: Letter) -> None:
        """Refuse a mark that contradicts the answer and its key: one of the three is wrong."""
        text = self.cells.get("is_correct", "").lower()
        if text in _NOTHING:
            return
        if text not in _TRUE | _FALSE:
            self.refuse("is_correct", f"is {text!r}; write True or False")
        if (text in _TRUE) != (answer == right):
            told = f"{answer!r}" if answer else "empty"
            self.refuse(
                "is_correct",
                f"is {text!r}, but answer is {told} and correct_answer {right!r}: mend the one "
                "that is wrong",
            )


def _rows(
    path: Path, head: Sequence[str], rows: Iterable[tuple[int, tuple[str, ...]]]
) -> Iterator[_Row]:
    for number, cells in rows:
        if len(cells) < len(head) or any(cells[len(head) :]):
            raise InputError(
                f"{path}:{number}: has {len(cells)} cells, but there are {len(head)} columns: put "
                "a cell that holds the mark between cells into straight quotation marks"
            )
        named = dict(zip(head, cells, strict=False))
        row = _Row(
            path, number, {name: spreadsheets.unguarded(named.get(name, "")) for name in COLUMNS}
        )
        for name, cell in row.cells.items():
            if what := spreadsheets.damage(cell):
                row.refuse(name, what)
        yield row


def _checked(rows: Iterable[_Row], paper: str) -> list[Response]:
    """Return the answers of rows, no two of one question in one session."""
    found: list[Response] = []
    first: dict[tuple[object, ...], int] = {}
    keys: dict[str, tuple[Letter, int]] = {}
    for row in rows:
        one = _response(row, paper)
        before = first.setdefault((*_place(one), one.question), row.number)
        if before != row.number:
            row.refuse(
                "question_number",
                f"{one.question!r} is answered in row {before} of the same session: keep one",
            )
        right, told = keys.setdefault(one.question, (one.key, row.number))
        if right != one.key:
            row.refuse(
                "correct_answer",
                f"is {one.key!r}, but {right!r} in row {told} for the same question: mend one",
            )
        found.append(one)
    return found


def _response(row: _Row, paper: str) -> Response:
    right = row.letter("correct_answer")
    if right is None:
        row.refuse("correct_answer", "is empty; each question has a right choice")
    answer = row.letter("answer")
    row.check_correct(answer, right)
    return Response(
        paper=paper,
        model=row.name("model"),
        prompt=row.name("prompt"),
        temperature=row.temperature(),
        session=row.name("session_id"),
        question=row.name("question_number"),
        subject=row.cells["question_category"],
        answer=answer,
        second=row.letter("second_answer"),
        third=row.letter("third_answer"),
        key=right,
        why=None if answer else EMPTY,
        shown=answer,
        shown_key=right,
    )


def _place(one: Response) -> _Place:
    return one.model, one.prompt, one.temperature, one.session


def _missing(found: Sequence[Response]) -> Iterator[Response]:
    """Yield what each session lacks of the questions that its model was asked."""
    asked: dict[str, dict[str, Response]] = {}
    sessions: dict[_Place, set[str]] = {}
    for one in found:
        asked.setdefault(one.model, {}).setdefault(one.question, one)
        sessions.setdefault(_place(one), set()).add(one.question)
    for place, answered in sessions.items():
        model, prompt, temperature, session = place
        for question, like in asked[model].items():
            if question not in answered:
                yield replace(
                    like,
                    prompt=prompt,
                    temperature=temperature,
                    session=session,
                    answer=None,
                    second=None,
                    third=None,
                    why=MISSING,
                    shown=None,
                )


def _of_missing(missing: Sequence[Response]) -> str:
    named = "; ".join(
        f"question {one.question} in session {one.session} of {one.prompt}"
        for one in islice(missing, _NAMED)
    )
    more = f"; and {len(missing) - _NAMED:,} more" if len(missing) > _NAMED else ""
    are = "1 answer is" if len(missing) == 1 else f"{len(missing):,} answers are"
    return f"{are} missing in the file, and counted as wrong: {named}{more}."
