"""A study of essay grading held against the official protocol, and what its scores can bear.

The protocol is that of the graders of the bar exam's essays (National Conference of Bar Examiners'
guidance for graders, as described by Martinez 2024, doi 10.1007/s10506-024-09396-9, section 4.3):
a rubric in two halves, graders trained with it, essays stripped of their origin, about 30 essays
ranked and scored by all before live grading, agreement, checks for drift.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from textwrap import wrap
from typing import Literal, TypeAlias, get_args

import msgspec

from benchbar.exam.essays.pages import Page

Met: TypeAlias = Literal["yes", "partly", "no", "unknown"]
"""Whether a study did something; unknown where nothing is said of it, which shows nothing."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that the protocol asks for.

    Attributes:
        id: As in a form.
        asks: What is asked, as a question to be answered by yes, partly, no or unknown.
        why: What goes wrong without it.
    """

    id: str
    asks: str
    why: str


CHECKS: tuple[Check, ...] = (
    Check(
        "rubric",
        "Were essays graded with a rubric: guidelines that tell scores apart, and a point sheet?",
        "every grader has a scale of his or her own",
    ),
    Check(
        "official questions",
        "Are the questions, and the rubric, those of an official exam?",
        "a score of 4 on another question or rubric is not a 4 of the exam",
    ),
    Check(
        "model answers",
        "Did graders have model or benchmark answers for the scores?",
        "a description of a score is read in many ways without an example",
    ),
    Check(
        "training",
        "Were graders trained with the rubric before they graded?",
        "untrained graders reward length and polish",
    ),
    Check(
        "calibration essays",
        "Did every grader rank, and then score, some 30 essays of varied quality, blind?",
        "equal scores of different graders need not mean equal quality",
    ),
    Check(
        "discussion",
        "Were disagreements discussed, and calibration repeated until graders agreed?",
        "graders who never agreed average their differences away",
    ),
    Check(
        "several graders",
        "Did two or more graders score the same essays, at least a share of them?",
        "nobody can tell the essay from the grader",
    ),
    Check(
        "agreement",
        "Is their agreement reported, with a figure such as a kappa or intraclass correlation?",
        "how far scores can be relied on is not known",
    ),
    Check(
        "blinding",
        "Were graders kept from knowing whose an essay was, people's or a model's?",
        "graders see what they expect",
    ),
    Check(
        "people's essays",
        "Were essays of people graded in the same pile by the same graders?",
        "a lenient grader makes any model look good",
    ),
    Check(
        "random order",
        "Were essays put into an order of chance, another for each grader?",
        "the essay before sets the mark for the next",
    ),
    Check(
        "drift",
        "Did essays come back during grading, to see whether standards had moved?",
        "standards move within a day",
    ),
    Check(
        "outside graders",
        "Were the graders others than those who ran the model?",
        "those who ran it want to know that it did well",
    ),
    Check(
        "whole exam",
        "Were written scores scaled to the multiple choice of the same group of takers?",
        "a raw written score has no place among takers until it is scaled",
    ),
)

_SOUND = ("rubric", "several graders", "agreement", "blinding")
_EQUAL = ("people's essays", "random order")
_OFFICIAL = (
    "official questions", "model answers", "training", "calibration essays", "discussion", "drift",
    "outside graders",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Conclusion:
    """Something that is concluded from scores, and the checks that it rests on."""

    says: str
    needs: tuple[str, ...]


CONCLUSIONS: tuple[Conclusion, ...] = (
    Conclusion("Some of these essays are better than others, and it is known which.", _SOUND),
    Conclusion(
        "The model writes better, or worse, than people do.",
        (*_SOUND, *_EQUAL, "outside graders"),
    ),
    Conclusion(
        "The scores are what official graders would have given.", (*_SOUND, *_EQUAL, *_OFFICIAL)
    ),
    Conclusion(
        "The written scores have a percentile among takers, and go into a total.",
        (*_SOUND, *_EQUAL, *_OFFICIAL, "whole exam"),
    ),
)


class Held(msgspec.Struct, frozen=True):
    """A check as a study meets it, with what the study says of it."""

    check: str
    asks: str
    met: Met
    why: str
    note: str


class Borne(msgspec.Struct, frozen=True):
    """A conclusion: whether the study's scores can bear it, and the checks that stand against it.

    ``borne`` is ``no`` if a check that it needs is not met, ``unknown`` if some are not told or
    met in part only.
    """

    says: str
    borne: Met
    against: tuple[str, ...]
    open: tuple[str, ...]


class Holding(msgspec.Struct, frozen=True):
    """A study held against the protocol."""

    title: str
    source: str
    checks: tuple[Held, ...]
    conclusions: tuple[Borne, ...]


def hold(form: Page) -> Holding:
    """Hold a study against the protocol.

    Args:
        form: Fields by the ids of the checks, each ``yes``, ``partly``, ``no`` or ``unknown``, or a
            list of that and a note; and ``title`` and ``source``. What is left out is unknown.

    Raises:
        InputError: A field is no check, or is answered otherwise; names the file.
    """
    known = {check.id for check in CHECKS} | {"title", "source"}
    for name in form.fields:
        if name not in known:
            raise form.problem(f"{name!r} is no check: choose from {', '.join(sorted(known))}")
    met = {check.id: _answer(form, check.id) for check in CHECKS}
    return Holding(
        title=str(form.fields.get("title", form.path.stem)),
        source=str(form.fields.get("source", "")),
        checks=tuple(
            Held(check.id, check.asks, met[check.id][0], check.why, met[check.id][1])
            for check in CHECKS
        ),
        conclusions=tuple(_borne(one, {name: said for name, (said, _) in met.items()})
                          for one in CONCLUSIONS),
    )  # fmt: skip


def _answer(form: Page, check: str) -> tuple[Met, str]:
    told = form.fields.get(check, "unknown")
    said, *notes = told if isinstance(told, list) and told else [told]
    if isinstance(said, bool):
        said = "yes" if said else "no"
    for met in get_args(Met):
        if str(said).casefold() == met:
            return met, " ".join(map(str, notes))
    raise form.problem(f"{check}: {said!r}: must be yes, partly, no or unknown")


def _borne(conclusion: Conclusion, met: Mapping[str, Met]) -> Borne:
    against = tuple(name for name in conclusion.needs if met[name] == "no")
    left = tuple(name for name in conclusion.needs if met[name] in ("unknown", "partly"))
    borne: Met = "no" if against else "unknown" if left else "yes"
    return Borne(conclusion.says, borne, against, left)


def form_lines(title: str = "") -> Iterator[str]:
    """Yield the lines of an empty form."""
    yield "---"
    yield f"title: {title or 'Name of the study'}"
    yield "source: Where it is described"
    for check in CHECKS:
        yield f"# {check.asks}"
        yield f"{check.id}: unknown"
    yield "---"


_BORNE: dict[Met, str] = {
    "yes": "yes", "no": "NO", "unknown": "not shown", "partly": "not shown"
}  # fmt: skip


def lines(held: Holding, width: int = 100) -> Iterator[str]:
    """Print a study as it is held against the protocol."""
    yield from _wrapped(held.title, "", width)
    if held.source:
        yield from _wrapped(f"as described in {held.source}", "", width)
    yield from ("", "What its scores can bear")
    for one in held.conclusions:
        yield from _wrapped(one.says, f"  {_BORNE[one.borne]:<11}", width)
        if one.against:
            yield from _wrapped(f"against it: {', '.join(one.against)}", " " * 13, width)
        if one.open:
            yield from _wrapped(f"not shown: {', '.join(one.open)}", " " * 13, width)
    yield from ("", "The protocol, point by point")
    for check in held.checks:
        yield from _wrapped(f"{check.check}: {check.asks}", f"  {check.met:<11}", width)
        if check.note:
            yield from _wrapped(check.note, " " * 13, width)
        if check.met != "yes":
            yield from _wrapped(f"Without it {check.why}.", " " * 13, width)


def _wrapped(text: str, before: str, width: int) -> list[str]:
    """Wrap a text, its later rows as far in as its first."""
    return wrap(text, width, initial_indent=before, subsequent_indent=" " * len(before))
