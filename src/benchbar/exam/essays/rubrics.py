"""The rubric of a question, in the two halves of the official material.

# Grading guidelines
## 6 ... ## 1                   what tells an essay of this score from others
# Point sheet
## 1. Title                     a part of the question
### 1a. The issue (4 points)    an issue of it, with the drafters' analysis below
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from benchbar.exam.essays.pages import Page

SCORES = (6, 5, 4, 3, 2, 1)
_GUIDELINES, _SHEET = "grading guidelines", "point sheet"

_HEADING = re.compile(r"(#{1,6})\s+(.*\S)\s*")
_SCORE = re.compile(r"(?:score\s+(?:of\s+)?)?([1-6])\b.*", re.IGNORECASE)
_PART = re.compile(r"(?:part\s+)?([\w-]+)[.:)]?(?:\s+(.*))?", re.IGNORECASE)
_ISSUE = re.compile(r"([\w.-]+?)[.:)]?\s+(.*\S)\s*\((\d+(?:\.\d+)?)\s*(?:points?|pts?\.?)\)")
_BENCHMARK = re.compile(r"\s*[-*]?\s*([0-9]+)\s*[:.)]\s*(\S+)(?:[ ,;:]+(.*))?")


@dataclass(frozen=True, slots=True)
class Issue:
    """An issue of the point sheet: what it is worth, and how the drafters see it."""

    id: str
    title: str
    points: float
    analysis: str


@dataclass(frozen=True, slots=True)
class SheetPart:
    """The issues of a part of the question."""

    label: str
    title: str
    issues: tuple[Issue, ...]


@dataclass(frozen=True, slots=True)
class Rubric:
    """Both halves of the material.

    Attributes:
        path: Of its file.
        about: What the guidelines say before the scores.
        guidelines: What tells each score from others, 6 to 1.
        sheet: The point sheet.
    """

    path: Path
    about: str
    guidelines: Mapping[int, str]
    sheet: tuple[SheetPart, ...]

    @property
    def issues(self) -> tuple[Issue, ...]:
        """All issues in their order."""
        return tuple(issue for part in self.sheet for issue in part.issues)

    @property
    def points(self) -> float:
        """What all issues are worth together."""
        return sum(issue.points for issue in self.issues)


@dataclass(frozen=True, slots=True)
class _Section:
    level: int
    title: str
    row: int
    text: str


def read(page: Page) -> Rubric:
    """Read a rubric.

    Raises:
        InputError: A half, a score or an issue is missing or cannot be read; names file and row.
    """
    halves: dict[str, list[_Section]] = {_GUIDELINES: [], _SHEET: []}
    now: list[_Section] | None = None
    for section in _sections(page):
        if section.level == 1:
            now = next(
                (part for name, part in halves.items() if section.title.casefold() == name), None
            )
            if now is None:
                raise page.problem(
                    f"heading {section.title!r}: must be 'Grading guidelines' or 'Point sheet'",
                    section.row,
                )
        if now is not None:
            now.append(section)
    for name, part in halves.items():
        if not part:
            raise page.problem(f"lacks the heading '# {name.capitalize()}'")
    about, guidelines = _guidelines(page, halves[_GUIDELINES])
    return Rubric(page.path, about, guidelines, _sheet(page, halves[_SHEET]))


def benchmarks(page: Page) -> dict[int, str]:
    """Return the essays that show each score: rows of ``- 6: 27 because ...``.

    Raises:
        InputError: A score has two; names file and row.
    """
    found: dict[int, str] = {}
    for row, line in enumerate(page.text.split("\n"), page.row):
        if match := _BENCHMARK.fullmatch(line):
            score = int(match[1])
            if score in found:
                raise page.problem(f"two essays for a score of {score}", row)
            found[score] = match[2].rstrip(",;")
    return found


def _sections(page: Page) -> Iterator[_Section]:
    title, level, row = "", 0, page.row
    text: list[str] = []
    for number, line in enumerate(page.text.split("\n"), page.row):
        if match := _HEADING.fullmatch(line):
            yield _Section(level, title, row, "\n".join(text).strip())
            level, title, row, text = len(match[1]), match[2], number, []
        else:
            text.append(line)
    yield _Section(level, title, row, "\n".join(text).strip())


def _guidelines(page: Page, sections: list[_Section]) -> tuple[str, dict[int, str]]:
    found: dict[int, str] = {}
    for section in sections[1:]:
        match = _SCORE.fullmatch(section.title)
        if section.level != 2 or not match:
            raise page.problem(
                f"heading {section.title!r}: the guidelines have headings '## 6' to '## 1'",
                section.row,
            )
        score = int(match[1])
        if score in found or not section.text:
            what = "stands twice" if score in found else "says nothing"
            raise page.problem(f"score {score} {what}", section.row)
        found[score] = section.text
    if missing := [str(score) for score in SCORES if score not in found]:
        raise page.problem(f"the guidelines lack '## {missing[0]}'")
    return sections[0].text, {score: found[score] for score in SCORES}


def _sheet(page: Page, sections: list[_Section]) -> tuple[SheetPart, ...]:
    parts: list[SheetPart] = []
    seen: set[str] = set()
    for section in sections[1:]:
        if section.level == 2:
            match = _PART.fullmatch(section.title)
            if not match:
                raise page.problem(
                    f"heading {section.title!r}: must be as '## 1. Title'", section.row
                )
            parts.append(SheetPart(match[1], match[2] or "", ()))
        elif section.level == 3 and parts:
            issue = _issue(page, section)
            if issue.id in seen:
                raise page.problem(f"issue {issue.id} stands twice", section.row)
            seen.add(issue.id)
            last = parts[-1]
            parts[-1] = SheetPart(last.label, last.title, (*last.issues, issue))
        else:
            raise page.problem(
                f"heading {section.title!r}: the point sheet has '## 1. Part' and below it "
                "'### 1a. Issue (4 points)'",
                section.row,
            )
    if empty := [part.label for part in parts if not part.issues] or ([] if parts else ["1"]):
        raise page.problem(f"part {empty[0]} of the point sheet has no issue")
    return tuple(parts)


def _issue(page: Page, section: _Section) -> Issue:
    match = _ISSUE.fullmatch(section.title)
    if not match or not float(match[3]):
        raise page.problem(
            f"issue {section.title!r}: must be as '### 1a. Title (4 points)'", section.row
        )
    if not section.text:
        raise page.problem(f"issue {match[1]} has no analysis", section.row)
    return Issue(match[1], match[2], float(match[3]), section.text)
