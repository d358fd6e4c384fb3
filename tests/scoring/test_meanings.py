"""Every rule by which the graders decide has a sentence that says what it means, and no other."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

import benchbar.scoring
from benchbar.records import GRADERS, Grader
from benchbar.scoring import claims, meanings, taxonomy
from tests.scoring.test_choice_cases import CASES as CHOICES
from tests.scoring.test_choice_cases import picked
from tests.scoring.test_scoring_cases import CASES, judged

_FOLDER = Path(benchbar.scoring.__file__).parent
_PLACES = {"right": 1, "wrong": 2, "no_answer": 1, "Decision": 1, "other_line": 4, "Finding": 4}
"""Where the rule stands among the arguments of what makes a finding."""

_HYPHENATED = re.compile(r"[a-z]+(?:-[a-z]+)+")


def sources(grader: Grader) -> Iterator[ast.AST]:
    """Yield the modules by which a grader decides."""
    other = _FOLDER / ("published" if grader == "corrected" else "corrected")
    for path in sorted(_FOLDER.rglob("*.py")):
        shared = grader == "published" and path.name == "claims.py"
        if (
            path.name not in ("meanings.py", "choosing.py")
            and not path.is_relative_to(other)
            and not shared
        ):
            yield ast.parse(path.read_text(encoding="utf-8"))


def named(grader: Grader) -> set[str]:
    """The strings that stand where a rule is named, or look like the name of one."""
    found: set[str] = set()
    for node in (node for source in sources(grader) for node in ast.walk(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found |= {node.value} if _HYPHENATED.fullmatch(node.value) else set()
        if isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else node.func
            name = called if isinstance(called, str) else getattr(called, "id", "")
            place = _PLACES.get(name, 99)
            arguments = node.args[place : place + 1]
            found |= {one.value for one in arguments if isinstance(one, ast.Constant)}  # type: ignore[misc]
    return found


def constants() -> set[str]:
    """Every string that the scoring code holds, but for the meanings."""
    return {
        node.value
        for grader in meanings.RULES
        for source in sources(grader)
        for node in ast.walk(source)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def test_every_rule_that_the_code_names_has_a_meaning() -> None:
    known = set(meanings.CORRECTED) | set(meanings.PUBLISHED)
    for grader in meanings.RULES:
        found = named(grader)
        assert len(found) > 15
        assert found <= known
    assert set(claims._RULES.values()) <= set(meanings.CORRECTED)
    only_corrected = {*named("corrected")} - {*named("published")}
    assert only_corrected <= set(meanings.CORRECTED)
    only_published = {*named("published")} - {*named("corrected")}
    assert only_published <= set(meanings.PUBLISHED)


def test_no_meaning_is_of_a_rule_that_the_code_does_not_name() -> None:
    known = set(meanings.CORRECTED) | set(meanings.PUBLISHED)
    assert known <= constants()


def test_every_verdict_of_the_cases_has_a_rule_with_a_meaning() -> None:
    seen: dict[Grader, set[str]] = defaultdict(set)
    for case in CASES:
        for verdict in judged(*case.values):
            assert meanings.of_rule(verdict.grader, verdict.rule), verdict
            seen[verdict.grader].add(verdict.rule)
    for case in CHOICES:
        for grader, pick in zip(GRADERS, picked(*case.values), strict=True):
            assert meanings.of_rule(grader, pick.rule), pick
            seen[grader].add(pick.rule)
    unseen = {rule for grader in seen for rule in meanings.RULES[grader].keys() - seen[grader]}
    assert unseen <= {"paragraph-or-rest", "explained", "part-of-another-line"}


@pytest.mark.parametrize("kind", [*taxonomy.ERROR_KINDS, *taxonomy.NOT_AN_ANSWER])
def test_every_kind_has_a_meaning(kind: str) -> None:
    assert meanings.MEANINGS[kind].endswith(".")
