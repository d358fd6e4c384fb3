"""The pages of docs/reference on grading: kinds of error, rules, and the cases of the tests."""

import html
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from benchbar.records import Document, Item, Reply, Verdict
from benchbar.report import names
from benchbar.scoring import meanings
from benchbar.scoring.choice import Offered, verdicts
from benchbar.scoring.taxonomy import ERROR_KINDS, NOT_AN_ANSWER
from benchbar.tasks import TASKS, multiple_choice
from benchbar.tasks.shuffle import LETTERS
from tests.scoring import small_documents as made
from tests.scoring.test_scoring_cases import judged

_LONGEST = 200
_SHORTEST = 3
_MOST_ROWS = 9
_HEADING = re.compile(r"Page \d+:|(?:Section |§ )\d")

_GRADING = """# Grading, by example

What the graders decide, and by which rules. Each case below is one that the tests hold both graders
to. The corrected grader's verdict is the headline; the published one is there to compare with the
paper. See also [why there are two graders](../explanation/graders.md) and
[what each kind of error means](errors.md).
"""
_RULES = """
## Rules

`benchbar show`, `benchbar disagree`, reports and tables name the rule that decided. A rule says how
the answer was found in the reply, not whether it is right: an answer found by *last-committed* can
be right or wrong.
"""
_ERRORS = """# Kinds of error, with examples

Every reply ends in exactly one place: it is correct; or it is wrong, with one kind of error (wrong
levels of a cite are listed together); or it is no answer, with the reason. All three count as
replies: a share is of all of them, and a call that failed is one. The examples are cases that the
tests hold the corrected grader to; [more of them, and the rules by which the graders
decide](grading.md).

If several kinds fit, the first counts.

- Text: *omitted amendment*, *superset*, *subset*, the wrong line or levels, *subset wrong line*,
  *multiple wrong lines*, *not found*.
- Cites: *multiple answers*; of one cite *wrong section*, *incorrect format*, *not parallel*, then
  the levels that are wrong; of none *section number omitted*, *not found*.
- Terms: *multiple answers*; another defined term by the levels of its place; *child of correct*,
  *child of wrong*, *not found*.
- Choices: *multiple answers*, *unclear*, *not found*; of a choice *second choice right*,
  *third choice right*, *wrong choice*;
  of a form *too few*, *too many*, *another form*.
"""
_NOT_YET = " (a test that cannot be built yet; its facts are left out here)"


def grading() -> str:
    """Return the page on grading: every rule, and every case, as the tests read it."""
    cases = _case_files()
    contents = ["\n## Contents\n\n- [Rules](#rules): what their names mean\n"]
    contents += [
        f"- [{_title(name)}](#{_anchor(_title(name))}): {about[:1].lower()}{about[1:]}\n"
        for name, about, _ in cases
    ]
    return "".join([_GRADING, *contents, _RULES, *_rules(), *(_cases(n, t) for n, _, t in cases)])


def _rules() -> Iterator[str]:
    for heading, rules in (
        ("Both graders: nothing to grade", meanings.BEFORE),
        ("The corrected grader", _without_shared(meanings.CORRECTED)),
        ("The published grader", _without_shared(meanings.PUBLISHED)),
    ):
        yield f"\n### {heading}\n\n| rule | what it means |\n|---|---|\n"
        yield from (f"| `{rule}` | {meaning} |\n" for rule, meaning in rules.items())


def _without_shared(rules: Mapping[str, str]) -> dict[str, str]:
    return {rule: said for rule, said in rules.items() if rule not in meanings.BEFORE}


def kinds_of_error() -> str:
    """Return the page on the kinds of error, each with the shortest case that shows it."""
    groups = (("Wrong", ERROR_KINDS), ("No answer", NOT_AN_ANSWER))
    parts = [_ERRORS, "\n## Contents\n\n"]
    for heading, kinds in groups:
        links = ", ".join(f"[{kind}](#{_anchor(kind)})" for kind in kinds)
        parts.append(f"- {heading}: {links}\n")
    for heading, kinds in groups:
        parts.append(f"\n## {heading}\n")
        parts += [f"\n### {kind}\n\n{meanings.MEANINGS[kind]}\n{_example(kind)}" for kind in kinds]
    return "".join(parts)


def _example(kind: str) -> str:
    """Return the shortest case of a kind: the lines that it needs, the question, the reply."""
    found = [
        (len(case["reply"]) + len(question["target"]), document, question, case)
        for _, _, table in _case_files()
        for question in table["question"]
        for document in [next(d for d in table["document"] if d["name"] == question["document"])]
        for case in question["cases"]
        if case["corrected"] == kind and len(case["reply"]) > _SHORTEST * (kind in ERROR_KINDS)
    ]
    if not found:
        return _choice(kind)
    _, source, question, case = min(found, key=lambda one: one[0])
    document = made.document(source["kind"], source["text"], source.get("title", ""))
    item = _item(document, question)
    rows = "\n".join(_rows(document, item.target, judged(source, question, case)[1]))
    before = question.get("unamended")
    changed = f"- Before the line was changed: {_code(before)}\n" if before else ""
    return (
        f"\n```text\n{rows}\n```\n\n- Asked, {_task(question['task'])}: {_code(item.asked)}\n"
        f"{changed}- Right: {_code(item.gold)}\n- Reply: {_code(case['reply'])}{_stop(case)}\n"
    )


def _choice(kind: str) -> str:
    """Return the shortest case of a kind of wrong choice; empty if there is none."""
    found = []
    for offered in _offered():
        for case in offered["cases"] if "key" in offered else ():
            shown = multiple_choice.document_of("", offered["stem"], offered["choices"], source="")
            item = multiple_choice.item_of(shown, 1 + LETTERS.index(offered["key"]))
            given = Offered(tuple(offered["choices"]), ranked=offered.get("ranked", False))
            verdict = verdicts(item, given, Reply("", turns=(case["reply"],)))[1]
            if verdict.error == kind and len(case["reply"]) > _SHORTEST:
                found.append((len(case["reply"]), shown, item, case))
    if not found:
        return ""
    _, shown, item, case = min(found, key=lambda one: one[0])
    rows = "\n".join(filter(None, shown.text.split("\n")))
    return (
        f"\n```text\n{rows}\n```\n\n- Asked, {_task(item.task)}: {_code(item.question)}\n"
        f"- Right: {_code(item.gold)}\n- Reply: {_code(case['reply'])}{_stop(case)}\n"
    )


def _item(document: Document, question: dict[str, Any]) -> Item:
    """Return the item of a question of the cases, as the tests make it."""
    return made.item(
        document,
        question["task"],
        made.place_of(document, question["target"]),
        asked=question.get("asked"),
        gold=question.get("gold"),
    )


def _rows(document: Document, target: int, verdict: Verdict) -> Iterator[str]:
    """Yield the rows of a document that an example needs; of a short document all."""
    rows = document.text.split("\n")
    off = verdict.relative_error if isinstance(verdict.relative_error, int) else 0
    places = [place for place in (target, target + off) if 0 <= place < len(document.lines)]
    asked = [document.text.count("\n", 0, document.lines[place].start) for place in places]
    near = {row + by for row in asked for by in (-1, 0, 1)}
    last = -1
    for n, row in enumerate(rows):
        if row and (len(rows) <= _MOST_ROWS or n in near or _HEADING.match(row)):
            if any(rows[last + 1 : n]):
                yield "..."
            yield row
            last = n
    if any(rows[last + 1 :]):
        yield "..."


@cache
def _case_files() -> list[tuple[str, str, dict[str, Any]]]:
    """Return the name, what it is about (its first line) and the contents of each file of cases."""
    folder = sorted(files("benchbar.scoring").joinpath("cases").iterdir(), key=lambda f: f.name)
    texts = {f.name: f.read_text(encoding="utf-8") for f in folder if f.name.endswith(".toml")}
    return [
        (name, text.partition("\n")[0].lstrip("# "), tomllib.loads(text))
        for name, text in texts.items()
    ]


def _cases(name: str, table: dict[str, Any]) -> str:
    lines = [f"\n## {_title(name)}\n"]
    for document in table.get("document", ()):
        lines.append(
            f"\nDocument *{document['name']}*:\n\n```text\n{_shown(document['text'])}\n```\n"
        )
    for question in table["question"]:
        asked = f"{_task(question['task'])}, {question['document']}: {question['target']}"
        lines.append(
            f"\n**{asked}**\n\n| why | reply | published | corrected |\n|---|---|---|---|\n"
        )
        lines += map(_row, question["cases"])
    return "".join((*lines, *map(_question, table.get("offered", ()))))


def _question(offered: dict[str, Any]) -> str:
    """Return a question with choices, and what is understood of replies to it."""
    shown = multiple_choice.document_of("", offered["stem"], offered["choices"], source="").text
    asked = "three choices, the likeliest first" if offered.get("ranked") else "an answer"
    lines = [
        f"\n```text\n{shown}\n```\n\n**Asked for {asked}**\n",
        "\n| why | reply | published | corrected |\n|---|---|---|---|\n",
    ]
    return "".join((*lines, *map(_row, offered["cases"])))


def _row(case: dict[str, Any]) -> str:
    found = f"{_kind(case['published'])} | {_kind(case['corrected'])}"
    return f"| {case['why']} | {_code(case['reply'])}{_stop(case)} | {found} |\n"


def _offered() -> list[dict[str, Any]]:
    """Return the questions with choices, of all files of cases."""
    return [one for _, _, table in _case_files() for one in table.get("offered", ())]


def _kind(error: str) -> str:
    """Return a kind of error, or several, linked to what they mean."""
    kinds = error.split(", ")
    linked = (f"[{one}](errors.md#{_anchor(one)})" if one in meanings.MEANINGS else one
              for one in kinds)  # fmt: skip
    return ", ".join(linked)


def not_built() -> list[str]:
    """Return the tests that have cases but cannot be built."""
    tasks = (question["task"] for _, _, table in _case_files() for question in table["question"])
    return [names.task(task) for task in dict.fromkeys(tasks) if task not in TASKS]


def _task(name: str) -> str:
    return names.task(name) + ("" if name in TASKS else _NOT_YET)


def _title(name: str) -> str:
    return name.removesuffix(".toml").replace("_", " ").capitalize()


def _anchor(title: str) -> str:
    return title.lower().replace(" ", "-")


def _stop(case: dict[str, Any]) -> str:
    return f" *({case['stop']})*" if "stop" in case else ""


def _shown(text: str) -> str:
    return text.strip("\n").replace("~", " ")


def _code(text: str) -> str:
    """Return a reply as one table cell, ends of lines shown, nothing taken for markup."""
    if len(text) > _LONGEST:
        text = text[:_LONGEST] + "…"
    escaped = html.escape(text).replace("|", "&#124;").replace("\n", "⏎").replace("`", "&#96;")
    for mark in "*_[]\\<>~$":
        escaped = escaped.replace(mark, f"&#{ord(mark)};")
    return f"<code>{escaped}</code>" if text.strip() else "(nothing)"
