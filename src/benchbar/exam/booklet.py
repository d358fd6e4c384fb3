"""Questions out of the booklets in which they are sold, with a separate answer key.

A booklet is numbered stems with four lettered choices, on pages with headers and footers. Each
question that could not be read is named with the reason; nothing is guessed.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import msgspec

from benchbar.errors import InputError
from benchbar.exam import booklet_key, spreadsheets
from benchbar.exam.booklet_choices import (
    CLOSED,
    UnreadableError,
    ended,
    lettered,
    marked,
    run,
    split,
)
from benchbar.exam.booklet_pages import Line, pages
from benchbar.exam.booklet_text import Sheet, sheets
from benchbar.exam.questions import SUBJECTS, Question
from benchbar.tasks.shuffle import LETTERS

_START = re.compile(
    r"^\s*(?:(?:Question|Item|Q\.?)\s*(?:No\.\s*)?(\d{1,3})\s*(?:[.):–-]+\s*|$|\s{2,})"
    r"|(\d{1,3})\s?[.)](?:\s+(?=\S)|\s*$))",
    re.IGNORECASE,
)
_SHARED = re.compile(
    r"\s*Questions?\s+(\d{1,3})\s*(?:[-–—]|through|thru|to|and|&)\s*(\d{1,3})\b.{0,40}?"
    r"\b(?:based|refer|relate|pertain|concern|use)",
    re.IGNORECASE,
)
_ANSWER = re.compile(
    r"\s*(?:correct\s+)?answer\s*(?:is|[:.-])?\s*\(?([A-E])\)?\.?\s*", re.IGNORECASE
)
_BROKEN = re.compile(r"(\w{2,})-$")
_HEADINGS = {name.lower(): name for name in SUBJECTS} | {
    "criminal law": "Criminal Law and Procedure",
    "criminal procedure": "Criminal Law and Procedure",
    "criminal law & procedure": "Criminal Law and Procedure",
    "property": "Real Property",
    "contracts and sales": "Contracts",
    "contracts/sales": "Contracts",
}
_LONGEST_CHOICE = 1_000
_FARTHEST = 20
"""Numbers that may be missing between two questions; farther on it is no question's number."""


class Unread(msgspec.Struct, frozen=True):
    """A question that could not be read: its number, its sheet (0: unknown), and why."""

    number: int
    page: int
    why: str


@dataclass(frozen=True, slots=True)
class Conversion:
    """What became of a booklet: its questions, those not read, and what was set aside."""

    questions: tuple[Question, ...]
    unread: tuple[Unread, ...]
    notes: tuple[str, ...]


class _Block(NamedTuple):
    """The lines that belong to a question, from its number on."""

    number: int
    lines: list[Line]
    subject: str
    passage: str


def convert(booklet: Path, key: Path | None) -> Conversion:
    """Return the questions of a booklet (PDF, DOCX or text) with the answers of its key.

    Args:
        booklet: The questions.
        key: The answers; None if they are in the booklet, behind a heading or each question.

    Raises:
        InputError: A file cannot be read, no question was found, or there is no key.
    """
    text, back = _parted(sheets(booklet))
    told = booklet_key.read(_key_text(key) if key else back)
    if key and not len(told):
        raise InputError(f"{key}: no answers found: write one a line, such as '12. B'")
    found = pages(text)
    words = Counter(word for line in found.lines for word in re.findall(r"[\w-]+", line.text))
    blocks, leftover = _blocks(found.lines, words)
    if not blocks:
        raise InputError(
            f"{booklet}: no numbered questions with choices A to D found; "
            "write them as '1. ...' and '(A) ...'"
        )
    if not key and not len(told) and not any(_inline(block) for block in blocks):
        raise InputError(f"{booklet}: has no answer key: give it with --key")
    questions, unread, behind = _read(blocks, told, words)
    notes = [
        f"Set aside as part of the page, {'once' if n == 1 else f'{n} times'}: {what}"
        for what, n in found.aside.items()
    ]
    notes += [*leftover, *behind]
    return Conversion(tuple(questions), tuple(unread), tuple(notes))


def _key_text(key: Path) -> str:
    """Return the text of a key, from its heading on if it stands behind questions."""
    front, back = _parted(sheets(key))
    rows = [row for sheet in front for row in sheet.rows]
    if not back and run(rows):
        raise InputError(
            f"{key}: holds choices but no heading 'Answer Key': give a file with the answers alone"
        )
    return back or "\n".join(rows)


def _parted(text: Sequence[Sheet]) -> tuple[Sequence[Sheet], str]:
    """Return a booklet and the key behind it, if one of its last headings opens a key."""
    rows = [(row, n, place) for n, sheet in enumerate(text) for place, row in enumerate(sheet.rows)]
    for at in range(len(rows) - 1, -1, -1):
        row, n, place = rows[at]
        if row.strip() and booklet_key.HEADING.fullmatch(row):
            behind = [row for row, _, _ in rows[at + 1 :]]
            back = "\n".join(behind)
            if len(booklet_key.read(back)) and not run(behind):
                return [*text[:n], text[n]._replace(rows=text[n].rows[:place])], back
    return text, ""


def _read(
    blocks: Sequence[_Block], key: booklet_key.Key, words: Counter[str]
) -> tuple[list[Question], list[Unread], list[str]]:
    """Read each question; whatever is doubtful about one leaves it out, with the reason."""
    times = Counter(block.number for block in blocks)
    questions: list[Question] = []
    unread: list[Unread] = []
    notes: list[str] = []
    expected = blocks[0].number
    last = max(*times, *key.numbers())
    for block in blocks:
        for missing in range(expected, block.number):
            unread.append(Unread(missing, 0, f"not found before question {block.number}"))
        expected = block.number + 1
        try:
            if times[block.number] > 1:
                raise UnreadableError("its number occurs more than once")
            question, rest = _question(block, key, words)
            if rest and block.number + 1 not in times and block.number < last:
                raise UnreadableError(f"what stands behind it is not clear: {rest[:40]!r}")
            questions.append(question)
            notes += [f"Set aside behind question {block.number}: {rest[:120]}"] if rest else []
        except UnreadableError as error:
            unread.append(Unread(block.number, block.lines[0].page, str(error)))
    have = {block.number for block in blocks}
    named = {item.number for item in unread}
    unread += [
        Unread(number, 0, "the key has an answer to it, but the booklet has no such question")
        for number in sorted({*key.numbers()} - have - named)
    ]
    return questions, unread, notes


def _blocks(lines: Sequence[Line], words: Counter[str]) -> tuple[list[_Block], list[str]]:
    """Part the lines at the numbers of questions, and note what stands outside of them."""
    starts = _starts(lines)
    blocks: list[_Block] = []
    heads = _headings(lines)
    subject = _last(heads[: starts[0][1]] if starts else [])
    passages, _ = _passage(lines[: starts[0][1]] if starts else [], words)
    for n, (number, place) in enumerate(starts):
        end = starts[n + 1][1] if n + 1 < len(starts) else len(lines)
        own = [
            line for line, name in zip(lines[place:end], heads[place:end], strict=True) if not name
        ]
        shared, cut = _passage(own, words)
        blocks.append(_Block(number, own[:cut], subject, passages.get(number, "")))
        passages |= shared
        subject = _last(heads[place:end]) or subject
    front = " ".join(" ".join(line.text.split()) for line in lines[: starts[0][1] if starts else 0])
    return blocks, [f"Set aside before the first question: {front[:120]}"] if front.strip() else []


def _headings(lines: Sequence[Line]) -> list[str]:
    """Return the subject that each line names as a heading, or an empty string."""
    above = [Line("", 0), *lines]
    return [
        _heading(line.text) if not before.text.strip() or before.page < line.page else ""
        for before, line in zip(above, lines, strict=False)
    ]


def _heading(row: str) -> str:
    told = " ".join(row.split()).strip(" :-")
    return _HEADINGS.get(told.lower(), "") if told[:1].isupper() else ""


def _last(names: Sequence[str]) -> str:
    return next((name for name in reversed(names) if name), "")


def _passage(lines: Sequence[Line], words: Counter[str]) -> tuple[dict[int, str], int]:
    """Return the text shared by questions to come, by their numbers, and where it opens."""
    for place, line in enumerate(lines):
        found = _SHARED.match(line.text)
        if found:
            rest = [line.text for line in lines[place:]]
            intro = next((n for n, row in enumerate(rest[:3]) if CLOSED.search(row.rstrip())), 0)
            own = rest[intro + 1 :]
            text = "\n\n".join(own) if run(own) else _joined(own, words)
            return dict.fromkeys(range(int(found[1]), int(found[2]) + 1), text), place
    return {}, len(lines)


def _starts(lines: Sequence[Line]) -> list[tuple[int, int]]:
    """Return the number and place of each line that opens a question.

    A list within a story, numbered instructions on the cover and a line that happens to begin
    with a number are told apart by the order of numbers and by whether choices follow.
    """
    rows = [line.text for line in lines]
    hits = [(n, place) for place, row in enumerate(rows) if (n := _number(row)) is not None]
    starts = _first_starts(hits, rows)
    for n, (number, place) in enumerate(hits):
        if not starts or place <= starts[-1][1]:
            continue
        last, since = starts[-1]
        complete = bool(run(split(lines[since:place])))
        if number == last + 1 and (complete or not _in_list(hits[n:], lines)):
            starts.append((number, place))
        elif complete and (number == 1 or last < number <= last + _FARTHEST):
            following = next((p for m, p in hits[n + 1 :] if m == number + 1), len(lines))
            if run(split(lines[place:following])):
                starts.append((number, place))
    return starts


def _first_starts(hits: Sequence[tuple[int, int]], rows: Sequence[str]) -> list[tuple[int, int]]:
    """Return the start of the first question that has choices, and of those before it.

    Its number is found from that of the next question, which is the first if no line has this
    number; of several lines with it, the last that stands after a blank row opens the question,
    since the items of a list do not.
    """
    lines = [Line(row, 0) for row in rows]
    ends = (place for _, place in [*hits, (0, len(rows))] if run(split(lines[:place])))
    end = next(ends, None)
    if end is None:
        return []
    opening = next((number - 1 for number, place in hits if place == end), None)
    before = [hit for hit in hits if hit[1] < end]
    if opening is None:
        opening = before[-1][0] if before else None
    elif opening not in [number for number, _ in before]:
        return [(opening + 1, end)]
    starts: list[tuple[int, int]] = []
    while opening is not None:
        same = [hit for hit in before if hit[0] == opening]
        apart = [hit for hit in same if not hit[1] or not rows[hit[1] - 1].strip()]
        if not same:
            break
        starts.insert(0, (apart or same)[-1])
        before = [hit for hit in before if hit[1] < starts[0][1]]
        opening -= 1
    return starts


def _in_list(hits: Sequence[tuple[int, int]], lines: Sequence[Line]) -> bool:
    """Whether a number is but an item of a list: choices follow, then the same number again."""
    number, place = hits[0]
    for other, there in hits[1:]:
        if run(split(lines[place:there])):
            return other == number
    return False


def _inline(block: _Block) -> str:
    return next(
        (hit[1].upper() for line in block.lines if (hit := _ANSWER.fullmatch(line.text))), ""
    )


def _question(block: _Block, key: booklet_key.Key, words: Counter[str]) -> tuple[Question, str]:
    """Return the question of a block, and what stands behind it."""
    rows = split([line for line in block.lines if not _ANSWER.fullmatch(line.text)])
    rows[0] = _START.sub("", rows[0], count=1)
    four = run(rows)
    if not four:
        have = ", ".join(dict.fromkeys(m.letter for p, r in enumerate(rows) if (m := marked(r, p))))
        raise UnreadableError(f"its four choices were not found (only {have or 'none'})")
    before = rows[: four[0].place]
    again = any(_number(row) == block.number for row in before[1:])
    if len(lettered(before, four[0].form)) + again > 1:
        raise UnreadableError(
            "lettered lines stand before its choices: a number or a letter may be lost"
        )
    ends = [*(mark.place for mark in four[1:]), len(rows)]
    texts: dict[str, Sequence[str]] = {}
    rest = ""
    for mark, end in zip(four, ends, strict=True):
        own = [rows[mark.place][mark.behind :], *rows[mark.place + 1 : end]]
        texts[mark.letter], rest = ended(own, mark.letter)
        if rest and mark is not four[3]:
            raise UnreadableError(f"choice {mark.letter} goes on behind a blank line")
    choices = tuple(_joined(texts[letter], words).replace("\n\n", " ") for letter in LETTERS)
    stem = _joined(before, words)
    _check(stem, choices)
    if run(block.passage.split("\n\n")):
        raise UnreadableError("the text that it shares with others holds choices")
    letter = key.letter(block.number) if block.number in key.numbers() else _inline(block)
    if letter not in LETTERS:
        raise UnreadableError(letter or key.letter(block.number))
    passage = f"{block.passage}\n\n" if block.passage else ""
    return Question(
        id=str(block.number),
        stem=passage + stem,
        choices=choices,  # type: ignore[arg-type]
        key=letter,
        subject=block.subject,
    ), rest


def _number(row: str) -> int | None:
    """Return the number with which a row opens as questions do."""
    found = _START.match(row)
    return int(found[1] or found[2]) if found else None


def _check(stem: str, choices: Sequence[str]) -> None:
    if not stem:
        raise UnreadableError("its text is missing before the choices")
    for letter, choice in zip(LETTERS, choices, strict=True):
        if not choice:
            raise UnreadableError(f"choice {letter} is empty")
        if len(choice) > _LONGEST_CHOICE:
            raise UnreadableError(f"choice {letter} runs on for {len(choice):,} characters")
    if len({*choices}) < len(choices):
        raise UnreadableError("two of its choices are the same")
    damaged = next((what for text in (stem, *choices) if (what := spreadsheets.damage(text))), None)
    if damaged:
        raise UnreadableError(damaged)


def _joined(rows: Sequence[str], words: Counter[str]) -> str:
    """Return rows as paragraphs of one line; a word broken at the end of a row is made whole.

    The hyphen stays where the booklet has the word with it elsewhere, or what follows is no
    small letter.
    """
    paragraphs = [""]
    for row in (" ".join(row.split()) for row in rows):
        before = paragraphs[-1]
        broken = _BROKEN.search(before)
        if not row:
            paragraphs.append("")
        elif broken and row[0].islower():
            whole = re.match(r"\w+", row)
            kept = words[f"{broken[1]}-{whole[0] if whole else ''}"] > 0
            paragraphs[-1] = (before if kept else before[:-1]) + row
        else:
            paragraphs[-1] = f"{before} {row}".strip()
    return "\n\n".join(paragraph for paragraph in paragraphs if paragraph)
