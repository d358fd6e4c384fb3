"""SARA's cases as the items of a DATA folder: a data set that the user brings, in its own layout.

Written against a description of that layout: ``cases/<name>.pl``, whose leading comment lines hold
``% Text`` with the facts and ``% Question`` with a line that ends in the answer, and
``statutes/source/section<number>``. What does not fit is named, never guessed at.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from benchbar import tokens
from benchbar.errors import IncompleteError, InputError
from benchbar.records import Document, Item
from benchbar.scoring.tolerance import dollars, shown
from benchbar.suites import given
from benchbar.suites.data import Manifest
from benchbar.suites.whole import making_items
from benchbar.tasks import sara

VERSION = "1"
ENTAILMENT, AMOUNTS = "entailment", "amounts"
"""Stand where other items have the size of their documents."""
CORPUS, EXAMPLE_CORPUS = "sara", "sara-example"
EXAMPLE = Path(__file__).with_name("sara_example")
"""Invented cases about invented statutes, in the same layout."""

_CASES, _STATUTES = "cases", "statutes/source"
_MARKS = frozenset({"text", "question", "facts", "test"})
_ANSWER = re.compile(
    r"^(?P<asked>.*\S)\s+(?P<answer>entailment|contradiction|(?:\$|(?<=\?\s))\s?\d[\d,]*(?:\.\d+)?)"
    r"\.?$",
    re.IGNORECASE | re.DOTALL,
)
_SECTION_FILE = re.compile(r"section(\d+[A-Za-z]*(?:-\d+)?)(?:\.txt)?")
_LISTED = re.compile(
    r"(?:\bsections|§§)\s*((?:\d+[A-Za-z]*(?:\([^()]*\))*(?:,|\s|\band\b|\bor\b|&)*)+)",
    re.IGNORECASE,
)
_OF_FILE = re.compile(r"s(\d+[A-Za-z]*)_")
_MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class Case:
    """One case: its name, what happened, what is asked, and the right answer."""

    name: str
    facts: str
    asked: str
    answer: str

    @property
    def rule(self) -> str:
        """The rule that it is about: cases ``_pos`` and ``_neg`` of one rule are much alike."""
        return re.sub(r"_(?:pos|neg)$", "", self.name)

    @property
    def window(self) -> str:
        """Whether it asks for one of two words or for an amount."""
        return ENTAILMENT if self.answer in sara.ANSWERS else AMOUNTS

    def sections(self, known: Sequence[str]) -> tuple[str, ...]:
        """Return the sections that it is asked with, of those known: all, if it names none.

        Tax is reckoned by many sections, whichever are named, so an amount is asked with all.
        """
        if self.window == AMOUNTS:
            return tuple(known)
        named = {*_named(self.asked), *_named(self.facts), *_OF_FILE.findall(self.name)}
        return tuple(one for one in known if one in named) or tuple(known)

    def lacking(self, known: Sequence[str]) -> list[str]:
        """Return the sections of which it asks, but which are not known."""
        return [one for one in sara.sections_in(self.asked) if one not in known]


@dataclass(frozen=True, slots=True)
class DataSet:
    """What a folder holds: its sections by number, its cases, and why the others cannot be used.

    ``named_in_facts`` are the sections that the facts of a case name in passing, and that are not
    in the folder, by the case's name: it is asked without them.
    """

    sections: dict[str, str]
    cases: tuple[Case, ...]
    broken: dict[str, str]
    named_in_facts: dict[str, list[str]]

    def count(self, window: str) -> int:
        """Return how many cases ask for one of two words, or for an amount."""
        return sum(case.window == window for case in self.cases)


def read(folder: Path) -> DataSet:
    """Read a data set in SARA's layout.

    Raises:
        InputError: The folder has another layout, or no case in it can be used.
    """
    sections = _sections(folder)
    paths = sorted(folder.joinpath(_CASES).glob("*.pl"))
    if not paths:
        raise InputError(f"{folder / _CASES}: no case here: files <name>.pl were expected")
    cases, broken = [], {}
    for path in paths:
        try:
            case = _case(path)
        except InputError as error:
            broken[path.stem] = str(error)
            continue
        if lacking := case.lacking(tuple(sections)):
            broken[path.stem] = f"asks of section {lacking[0]}, which the folder lacks"
        else:
            cases.append(case)
    if not cases:
        name, why = next(iter(broken.items()))
        raise InputError(
            f"{folder / _CASES}: none of {len(paths)} cases can be used: {name}.pl {why}"
        )
    aside = {
        case.name: lacking
        for case in cases
        if (lacking := [one for one in sara.sections_in(case.facts) if one not in sections])
    }
    return DataSet(sections, tuple(cases), broken, aside)


def build(
    folder: Path,
    out: Path,
    *,
    corpus: str = CORPUS,
    within_percent: str = "10",
    within_dollars: str = "5000",
    allow_short: bool = False,
    force: bool = False,
) -> tuple[Manifest, DataSet]:
    """Make a DATA folder of a data set, whole or not at all.

    Args:
        folder: The data set.
        out: The folder to make.
        corpus: What the cases are called in items and reports.
        within_percent: How near an amount must come, in percent of the right one.
        within_dollars: The same in dollars; the larger of the two counts.
        allow_short: Leave out cases that cannot be used.
        force: Replace a folder of items that exists.

    Raises:
        InputError: The data set cannot be read, or ``out`` exists.
        IncompleteError: Some case cannot be used, and ``allow_short`` is not set.
    """
    found = read(folder)
    if found.broken and not allow_short:
        raise IncompleteError(
            f"{folder}: {said_of_broken(found)}: mend them, or leave them out with --allow-short"
        )
    tolerance = {sara.WITHIN_PERCENT: within_percent, sara.WITHIN_DOLLARS: within_dollars}
    pairs = list(_pairs(found, corpus, tolerance))
    budgets: dict[str, int] = {}
    for _, item in pairs:
        budgets[item.window] = max(budgets.get(item.window, 0), int(item.traits["tokens"]))
    options: dict[str, int | str] = {"cases": len(pairs), "left_out": len(found.broken)}
    options |= tolerance
    with making_items(out, force=force) as made:
        manifest = given.write(
            pairs, made, suite=sara.SUITE, version=VERSION, options=options, budgets=budgets
        )
    return manifest, found


def said_of_broken(found: DataSet) -> str:
    """Say which cases cannot be used, and why."""
    rows = [f"{name}.pl {why}" for name, why in found.broken.items()]
    more = len(rows) - _MOST_NAMED
    end = f"; and {more} more" if more > 0 else ""
    what = "case" if len(rows) == 1 else "cases"
    return f"{len(rows)} {what} cannot be used ({'; '.join(rows[:_MOST_NAMED])}{end})"


def _sections(folder: Path) -> dict[str, str]:
    """Read the sections of the statute, in order of their numbers."""
    if lacking := _lacks(folder):
        within = sorted(folder.glob("*")) if folder.is_dir() else []
        nested = next((one for one in within if not _lacks(one)), None)
        hint = f": did you mean {nested}?" if nested else ""
        raise InputError(
            f"{folder}: not SARA's layout: it has no folder {lacking}/ (cases/<name>.pl and "
            f"statutes/source/section<number> were expected){hint}"
        )
    found = {}
    for path in folder.joinpath(_STATUTES).iterdir():
        if match := _SECTION_FILE.fullmatch(path.name):
            text = _plain(_text(path))
            if not text.strip():
                raise InputError(f"{path}: is empty: put the section's text back")
            found[match[1]] = text
    if not found:
        raise InputError(f"{folder / _STATUTES}: no section here: files section<number> expected")
    return dict(sorted(found.items(), key=lambda pair: (int(re.sub(r"\D.*", "", pair[0])), pair)))


def _lacks(folder: Path) -> str:
    """Return the part of the layout that a folder lacks; empty if none."""
    parts = (part for part in (_CASES, _STATUTES) if not folder.joinpath(part).is_dir())
    return next(parts, "")


def _plain(text: str) -> str:
    """Return text with the line ends and blanks at line ends that a prompt can do without."""
    rows = [row.rstrip().expandtabs(4) for row in text.splitlines()]
    return "\n".join(rows).strip("\n")


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{path}: not UTF-8 text: save it as UTF-8") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from None


def _case(path: Path) -> Case:
    """Read a case.

    Raises:
        InputError: It is none; says why, without its name.
    """
    try:
        path.stem.encode()
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeEncodeError:
        raise InputError("has a name that is not UTF-8") from None
    except UnicodeDecodeError:
        raise InputError("is not UTF-8 text") from None
    except OSError as error:
        raise InputError(f"cannot be read ({error.strerror})") from None
    parts = _parts(text)
    for mark in ("text", "question"):
        if not parts.get(mark):
            raise InputError(f"has no comment line under '% {mark.capitalize()}'")
    match = _ANSWER.match(parts["question"])
    if match is None:
        raise InputError("has a question that does not end in Entailment, Contradiction or $amount")
    answer = match["answer"]
    word = answer.capitalize()
    return Case(
        path.stem,
        parts["text"],
        match["asked"],
        word if word in sara.ANSWERS else shown(dollars(answer)),
    )


def _parts(text: str) -> dict[str, str]:
    """Return what stands under each mark in the comment lines that open a case."""
    found: dict[str, list[str]] = {}
    rows: list[str] = []
    for row in map(str.strip, text.splitlines()):
        if row and not row.startswith("%"):
            break
        words = row.lstrip("% \t")
        mark = words.rstrip(":").lower()
        if mark in _MARKS and mark not in found:
            rows = found[mark] = []
        elif words:
            rows.append(words)
    return {mark: " ".join(" ".join(rows).split()) for mark, rows in found.items()}


def _named(text: str) -> set[str]:
    """Return the numbers of the sections that a text names, and all of its lists of numbers."""
    listed = (re.sub(r"\([^()]*\)", " ", match[1]) for match in _LISTED.finditer(text))
    several = {number for one in listed for number in re.findall(r"\d+[A-Za-z]*", one)}
    return {*sara.sections_in(text), *several}


def _pairs(
    found: DataSet, corpus: str, tolerance: Mapping[str, str]
) -> Iterator[tuple[Document, Item]]:
    """Yield each case as an item, with the document that it shares with others of its sections."""
    documents: dict[tuple[str, ...], Document] = {}
    known = tuple(found.sections)
    for case in sorted(found.cases, key=lambda case: case.window != ENTAILMENT):
        numbers = case.sections(known)
        key = (case.window, *numbers)
        if key not in documents:
            which = "all" if numbers == known else "-".join(numbers)
            texts = {number: found.sections[number] for number in numbers}
            name = f"{corpus}-{case.window}-sections-{which}"
            documents[key] = sara.document_of(name, texts, source=corpus)
        document = documents[key]
        item = sara.item_of(document, case.facts, case.asked, case.answer)
        size = sum(map(tokens.count, sara.turns(item, document, "default")))
        traits = dict(tolerance) if case.window == AMOUNTS else {}
        yield (
            document,
            replace(
                item,
                id=f"{corpus}-{case.name}",
                window=case.window,
                corpus=corpus,
                traits={**traits, "source": case.rule, "sections": len(numbers), "tokens": size},
            ),
        )
