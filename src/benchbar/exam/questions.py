"""The multiple-choice question, and every kind of file that questions are read from.

Official questions are under copyright: the user brings them. The practice items are our own.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TypeAlias

import msgspec

from benchbar import jsonl
from benchbar.errors import InputError
from benchbar.exam import bank_file, choices, spreadsheets
from benchbar.exam.bank_file import Difficulty
from benchbar.scoring import marks
from benchbar.tasks.shuffle import LETTERS, Letter

SUBJECTS = (
    "Civil Procedure",
    "Constitutional Law",
    "Contracts",
    "Criminal Law and Procedure",
    "Evidence",
    "Real Property",
    "Torts",
)
PRACTICE = "practice"
"""The name under which commands take the built-in questions instead of a file."""
PRACTICE_LABEL = "practice items, not equated: no scaled score"


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One question with four choices, of which one is right.

    Attributes:
        id: The number or name that it has in its file; no two of a file are alike.
        stem: Story and question, without an item number before it.
        choices: The four choices in their order, without letters.
        key: The letter of the right choice.
        subject: One of ``SUBJECTS``, or what the file says; may be empty.
        topic: What within the subject; our own items have it.
        difficulty: ``easy``, ``medium`` or ``hard`` by judgment of the author, or empty.
        rule: The black-letter rule that it tests, or empty.
        explanations: Of each choice, why it is right or wrong; four or none.
    """

    id: str
    stem: str
    choices: tuple[str, str, str, str]
    key: Letter
    subject: str = ""
    topic: str = ""
    difficulty: Difficulty = ""
    rule: str = ""
    explanations: tuple[str, ...] = ()

    @property
    def right(self) -> str:
        """The text of the right choice."""
        return self.choices[LETTERS.index(self.key)]


class Problem(msgspec.Struct, frozen=True):
    """What is wrong in a file, and where: the row as a spreadsheet counts, and the column."""

    row: int
    column: str
    what: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read of a file: its form, its good questions, its problems, what was odd."""

    name: str
    form: str
    questions: tuple[Question, ...]
    problems: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()

    def said(self, problem: Problem) -> str:
        """Return a problem as one line with file, row and column."""
        column = f"{problem.column}: " if problem.column else ""
        return f"{self.name}:{problem.row}: {column}{problem.what}"


_CHOICES = choices.COLUMNS


@dataclass(frozen=True, slots=True)
class _Names:
    """How a form names what a question consists of; ``id`` names are tried in order."""

    form: str
    prompts: tuple[str, ...]
    key: str
    subject: str
    ids: tuple[str, ...]


_TABLE = _Names(
    "table", ("question_prompt",), "correct_answer", "question_category", ("question_number",)
)
_BAREXAM = _Names("barexam_qa", ("prompt", "question"), "answer", "subject", ("idx",))
_MMLU = _Names("mmlu", ("question",), "answer", "subject", ())
_NAMES = (_TABLE, _BAREXAM)
COLUMNS = ("question_number", "question_category", "question_prompt", *_CHOICES, "correct_answer")
"""The columns of a table of questions, in the order in which they are written."""
_KNOWN = frozenset((*COLUMNS, "prompt", "question", "answer", "subject", "idx"))

_ITEM_NUMBER = re.compile(r"\s*(\d{1,4})([.)])\s+(?=\S)")
_KEY = re.compile(r"[(\[]?([A-Za-z])[)\].]{0,2}")
_WHOLE = re.compile(r"(\d+)\.0+")


def read(path: Path) -> tuple[Question, ...]:
    """Return the questions of a file of any form, or the practice items for ``practice``.

    Raises:
        InputError: The file cannot be read or anything in it is wrong: names file, row and
            column of the first problem, and how many there are.
    """
    reading = look(path)
    if reading.problems:
        more = len(reading.problems) - 1
        others = f" (and {more} more: see 'benchbar exam check')" if more else ""
        raise InputError(reading.said(reading.problems[0]) + others)
    return reading.questions


def look(path: Path) -> Reading:
    """Return all that was read of a file, good or bad.

    Raises:
        InputError: Nothing can be made of the file as a whole.
    """
    if str(path) == PRACTICE and not path.is_file():  # a run may have been called so
        return Reading(PRACTICE, "practice items", practice())
    try:
        text, notes = spreadsheets.decoded(path.read_bytes(), str(path))
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None
    if not text.strip():
        raise InputError(f"{path}: the file is empty")
    if path.suffix == ".toml":
        return _bank(text, str(path))
    rows = _json_rows if text.lstrip()[0] in "{[" else _csv_rows
    form, found, more = rows(text, str(path))
    return _reading(str(path), form, found, (*notes, *more))


def without_number(text: str) -> str:
    """Return a stem without its item number (``12.``, ``12)``), if that is what it starts with.

    The number stays where it opens a list whose next number follows in the text.
    """
    found = _ITEM_NUMBER.match(text)
    if not found:
        return text.strip()
    rest = text[found.end() :]
    following = rf"(?<![\w.]){int(found[1]) + 1}{re.escape(found[2])}\s"
    return text.strip() if re.search(following, rest) else rest.strip()


def write(path: Path, questions: Iterable[Question]) -> None:
    """Write questions as a table that ``read`` reads back as they are; whole or not at all."""
    rows = ([q.id, q.subject, q.stem, *q.choices, q.key] for q in questions)
    with jsonl.replacing(path) as file:
        file.write(spreadsheets.csv_bytes(COLUMNS, rows))


@cache
def practice() -> tuple[Question, ...]:
    """Return the built-in questions, by subject."""
    folder = files("benchbar.exam").joinpath("bank")
    found: list[Question] = []
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        reading = _bank(file.read_text(encoding="utf-8"), file.name)
        if reading.problems:
            raise ValueError(reading.said(reading.problems[0]))
        found += reading.questions
    return tuple(found)


def same_words(stems: Iterable[str], known: Iterable[str]) -> Iterator[bool]:
    """Say of each stem whether one of the known stems is in it, word for word.

    Numbers, dress, and words before or behind ("Question 7:", "Choose one.") make no difference.
    """
    words = [f" {marks.fold(one)} " for one in known]
    for stem in stems:
        folded = f" {marks.fold(stem)} "
        yield any(one in folded for one in words)


_Row: TypeAlias = tuple[int, Mapping[str, str] | Problem]
_Rows: TypeAlias = tuple[_Names, Iterator[_Row], tuple[str, ...]]


def _reading(name: str, form: _Names, rows: Iterable[_Row], notes: tuple[str, ...]) -> Reading:
    questions: list[Question] = []
    problems: list[Problem] = []
    first: dict[str, int] = {}
    guards = lettered = 0
    for row, cells in rows:
        if isinstance(cells, Problem):
            problems.append(cells)
            continue
        guards += sum(spreadsheets.unguarded(cell) != cell for cell in cells.values())
        texts = tuple(cells.get(name, "").strip() for name in _CHOICES)
        lettered += choices.without_letters(texts) != texts
        found, wrong = _question(row, cells, form)
        number = found.id if found else ""
        if number and number in first:
            where = form.ids[0] if form.ids else "row"
            said = f"{number!r} is also the number of row {first[number]}: give each its own"
            wrong = [*wrong, Problem(row, where, said)]
        first.setdefault(number, row)
        problems += wrong
        if found and not wrong:
            questions.append(found)
    if guards:
        notes = (*notes, f"Apostrophes before a formula sign were taken off: {guards}.")
    if lettered:
        notes = (*notes, f"Letters before the choices were taken off: {lettered}.")
    if not questions and not problems:
        raise InputError(f"{name}: no question below the header")
    notes = (*notes, *_repeated(questions))
    return Reading(name, form.form, tuple(questions), tuple(problems), notes)


def _repeated(questions: Sequence[Question]) -> Iterator[str]:
    """Name questions that are the same but for their number: public sets have some."""
    counts = Counter((question.stem, question.choices) for question in questions)
    for (stem, texts), count in counts.items():
        if count > 1:
            same = [q.id for q in questions if (q.stem, q.choices) == (stem, texts)]
            yield f"Questions {', '.join(same)} are the same."


def _question(
    row: int, cells: Mapping[str, str], form: _Names
) -> tuple[Question | None, list[Problem]]:
    """Return the question of a row, if it can be made, and what is wrong with it."""
    plain = {name: spreadsheets.unguarded(cell).strip() for name, cell in cells.items()}
    texts = choices.without_letters([plain.get(name, "") for name in _CHOICES])
    plain |= dict(zip(_CHOICES, texts, strict=True))
    wrong = list(_wrong(row, plain, form))
    key = _KEY.fullmatch(plain.get(form.key, ""))
    if wrong or not key:
        return None, wrong
    number = next((plain[name] for name in form.ids if plain.get(name)), str(row))
    stem = "\n\n".join(plain[name] for name in form.prompts if plain.get(name))
    whole = _WHOLE.fullmatch(number)
    return Question(
        id=whole[1] if whole else number,
        stem=without_number(stem),
        choices=tuple(plain[name] for name in _CHOICES),  # type: ignore[arg-type]
        key=key[1].upper(),  # type: ignore[arg-type]
        subject=plain.get(form.subject, ""),
    ), []


def _wrong(row: int, cells: Mapping[str, str], form: _Names) -> Iterator[Problem]:
    named = (*form.ids, form.subject, *form.prompts, *_CHOICES, form.key)
    for name in named:
        what = spreadsheets.damage(cells.get(name, ""))
        if what:
            yield Problem(row, name, what)
    if form is _TABLE and cells.get("question_number") == "":
        yield Problem(row, "question_number", "is empty; each question needs its number")
    if not cells.get(form.prompts[-1]):
        yield Problem(row, form.prompts[-1], "is empty; each question needs its text")
    for column, what in choices.wrong([cells.get(name, "") for name in _CHOICES]):
        yield Problem(row, column, what)
    key = _KEY.fullmatch(cells.get(form.key, ""))
    if not key or key[1].upper() not in LETTERS:
        told = cells.get(form.key) or "nothing"
        yield Problem(row, form.key, f"is {told!r}; it must be one of the letters A, B, C, D")


def _csv_rows(text: str, name: str) -> _Rows:
    table = spreadsheets.table(text, name, _KNOWN)
    if not table.rows:
        raise InputError(f"{name}: every cell is empty")
    head = spreadsheets.column_names(table.rows[0][1])
    if len(head) == 6 and not _KNOWN & set(head) and head[5] in {"a", "b", "c", "d"}:
        columns = ("question", *_CHOICES, "answer")
        return _MMLU, _named(columns, table.rows), table.notes
    twice = [column for column, count in Counter(head).items() if column and count > 1]
    if twice:
        raise InputError(f"{name}:{table.rows[0][0]}: two columns are named {twice[0]!r}")
    return _form(head, name), _named(head, table.rows[1:]), table.notes


def _form(columns: Iterable[str], name: str) -> _Names:
    """Return the form whose names the columns have."""
    have = set(columns)
    form = max(_NAMES, key=lambda form: len(have & {*form.prompts, form.key}))
    missing = [name for name in (form.prompts[-1], *_CHOICES, form.key) if name not in have]
    if missing:
        raise InputError(
            f"{name}: no column {', '.join(missing)}: a table of questions has the columns "
            f"{', '.join(COLUMNS)}"
        )
    return form


def _named(columns: Sequence[str], rows: Iterable[tuple[int, tuple[str, ...]]]) -> Iterator[_Row]:
    for row, cells in rows:
        if len(cells) < len(columns) or any(cells[len(columns) :]):
            why = "put a cell that holds the mark between cells into straight quotation marks"
            if spreadsheets.curly(cells):
                why = 'curly quotation marks hold no cell together: use straight ones (")'
            said = f"has {len(cells)} cells, but there are {len(columns)} columns: {why}"
            yield row, Problem(row, "", said)
        else:
            yield row, dict(zip(columns, cells, strict=False))


def _json_rows(text: str, name: str) -> _Rows:
    rows = [(n, line) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
    found = [(n, _json_cells(n, line)) for n, line in rows]
    first = next((cells for _, cells in found if not isinstance(cells, Problem)), None)
    if first is None:
        problem = found[0][1]
        why = problem.what if isinstance(problem, Problem) else ""
        raise InputError(f"{name}:{found[0][0]}: {why}")
    return _form(first, name), iter(found), ()


def _json_cells(row: int, line: str) -> Mapping[str, str] | Problem:
    try:
        told = msgspec.json.decode(line, type=dict[str, object])
    except (msgspec.DecodeError, RecursionError) as error:
        return Problem(row, "", f"no JSON object: {error}: write one question a line")
    cells = {}
    for name, value in zip(spreadsheets.column_names(list(told)), told.values(), strict=True):
        if name in _KNOWN and isinstance(value, dict | list | bool):
            return Problem(row, name, "must be text")
        cells[name] = "" if value is None else str(value)
    return cells


def _bank(text: str, name: str) -> Reading:
    """Read our own form."""
    subject, written = bank_file.read(text, name)
    questions: list[Question] = []
    problems: list[Problem] = []
    for place, one in enumerate(written, 1):
        if isinstance(one, str):
            problems.append(Problem(place, "question", one))
        elif one.id in (question.id for question in questions):
            problems.append(Problem(place, "id", f"{one.id!r} is used twice"))
        else:
            questions.append(_from_own(one, subject))
    return Reading(name, "bank", tuple(questions), tuple(problems))


def _from_own(own: bank_file.Own, subject: str) -> Question:
    return Question(
        id=own.id,
        stem=bank_file.flow(own.stem),
        choices=own.choices.texts(),
        key=own.key,
        subject=own.subject or subject,
        topic=own.topic,
        difficulty=own.difficulty,
        rule=bank_file.flow(own.rule),
        explanations=own.explanations.texts() if own.explanations else (),
    )
