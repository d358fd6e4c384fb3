"""A simulated grader, who counts the words that an essay shares with the rubric.

It grades essays so that a whole study can be shown and tested offline. It understands nothing: an
issue earns points by how many words of the drafters' analysis stand in the essay, those of the
question itself left out. It sees nothing but the prompt, leans a little to the first of two essays,
and wavers from trial to trial, so that there is something to be found of each.

On the 30 essays of the built-in example that are no benchmark papers it comes to a rank correlation
of 0.69 with the scores that they were written for: a good deal more than their length does (0.32),
and less than the gate asks for.
"""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchbar.seeds import rng_for

ENOUGH = 0.5
"""Share of the words of an issue that earns all its points; ours."""
STEM = 6
"""Letters by which words are told apart, so that ``revoke`` and ``revoked`` are one; ours."""
WAVERS = 0.03
"""Standard deviation of the share of points that it finds, from reply to reply; ours."""
LEANS = 0.02
"""How much of that share the first of two essays is given for standing first; ours."""

UNSEEN = "(simulated) I see no essay with a point sheet before it."

_NOTE = "(simulated) Words were counted, and nothing was understood."
_SECTION = re.compile(r"^=== (.+) ===$", re.MULTILINE)
_ISSUE = re.compile(r"^### (\S+)\. (.+) \((\d+(?:\.\d+)?) points?\)$", re.MULTILINE)
_WORD = re.compile(r"[a-z]{4,}")
_ESSAY, _FIRST, _SECOND = "ESSAY", "FIRST ESSAY", "SECOND ESSAY"


@dataclass(frozen=True, slots=True)
class Issue:
    """An issue of the point sheet: what it is worth, and the words of its analysis."""

    id: str
    worth: float
    words: frozenset[str]


def answer(prompt: str, trial: int = 1) -> str:
    """Return a reply: the same for the same prompt and trial, whatever came before."""
    sections = read(prompt)
    issues = issues_of(sections)
    rng = rng_for("grader", hashlib.sha256(prompt.encode(errors="replace")).hexdigest(), trial)
    if issues and _ESSAY in sections:
        return _mark(issues, sections[_ESSAY], rng.gauss(0, WAVERS))
    if issues and _FIRST in sections and _SECOND in sections:
        first, second = (
            share(issues, sections[name]) + rng.gauss(0, WAVERS) for name in (_FIRST, _SECOND)
        )
        better = "first" if first + LEANS > second else "second"
        return f'{_NOTE}\n\n{{"better": "{better}"}}'
    return UNSEEN


def read(prompt: str) -> dict[str, str]:
    """Return the sections of a prompt by their titles; the last of those that have the same."""
    found: dict[str, str] = {}
    rows = list(_SECTION.finditer(prompt))
    for n, row in enumerate(rows):
        end = rows[n + 1].start() if n + 1 < len(rows) else len(prompt)
        found[row[1]] = prompt[row.end() : end].strip()
    return found


def issues_of(sections: Mapping[str, str]) -> list[Issue]:
    """Return the issues of the point sheet; those without words of their own are left out."""
    sheet, known = sections.get("POINT SHEET", ""), _words(sections.get("QUESTION", ""))
    rows = list(_ISSUE.finditer(sheet))
    found = []
    for n, row in enumerate(rows):
        end = rows[n + 1].start() if n + 1 < len(rows) else len(sheet)
        analysis = sheet[row.end() : end].strip().partition("\n\n")[0]
        words = _words(f"{row[2]} {analysis}") - known
        if words:
            found.append(Issue(row[1], float(row[3]), words))
    return found


def points(issues: Sequence[Issue], essay: str) -> dict[str, float]:
    """Return the points of each issue, not yet rounded."""
    there = _words(essay)
    return {
        one.id: one.worth * min(1.0, len(one.words & there) / len(one.words) / ENOUGH)
        for one in issues
    }


def share(issues: Sequence[Issue], essay: str) -> float:
    """Return the share of all points that an essay earns."""
    return sum(points(issues, essay).values()) / sum(one.worth for one in issues)


def _mark(issues: Sequence[Issue], essay: str, luck: float) -> str:
    earned = share(issues, essay) + luck
    score = min(6, max(1, 1 + int(6 * earned)))
    given = {issue: round(2 * found) / 2 for issue, found in points(issues, essay).items()}
    mark = {"points": given, "score": score, "comment": _NOTE}
    return f"{_NOTE}\n\n{json.dumps(mark)}"


def _words(text: str) -> frozenset[str]:
    return frozenset(word[:STEM] for word in _WORD.findall(text.lower()))
