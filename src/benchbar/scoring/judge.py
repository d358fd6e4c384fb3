"""From a stored reply to two verdicts: what is no answer first, then each grader's rule."""

import re

from benchbar.records import Document, Grader, Item, Reply, Verdict
from benchbar.scoring import marks, normal, refusals
from benchbar.scoring.finding import Finding, Rule, no_answer

_UNFINISHED = frozenset(
    {"not found", "subset", "subset wrong line", "section number omitted", "unclear"}
)
"""Errors of a reply cut off at its limit that say only that the answer had not come yet."""

_IN_PASSING = frozenset({"located", "explained", "last-mentioned", "mentioned-only"})
"""Rules by which a reply only came past a place, and committed itself to none; all others, such
as "exact", are commitments."""

_OPENS = frozenset({"located", "last-committed", "confirmed"})
"""Rules by which the first sentence of a reply is its answer, whatever it goes on to say."""

_ALONE = "last-committed"
"""The rule by which the place is all that a line or sentence says, which may only have begun."""

_SENTENCE_END = re.compile(r"[.!?][\"')*\]]{0,3}\s+(?=\S)")
_OPEN_LABEL = re.compile(r"(?:\d|\w\))\(\w{0,5}$")
_NUMBER_AND_LABELS = re.compile(r"\d[\w-]*(?:\(\w{1,5}\))*$")
_FEW_CHARACTERS = 60
_LOOKED_AT = 1_500
_SHORTEST_LOOP = 20
_FEW_WORDS = 4
_LONGEST_CITE = 6
"""Words of a place; more are words of a line, and what a line says declines nothing."""


def judge(
    item: Item, document: Document, reply: Reply, *, published: Rule, corrected: Rule
) -> tuple[Verdict, Verdict]:
    """Return the verdicts of the published and of the corrected grader.

    Failed, blocked, empty and refused calls and replies that end inside their reasoning are no
    answers for either grader. A refusal in words, an error of the service sent as a reply, a
    reply of mere marks, and one cut off before it commits itself to an answer are no answers
    for the corrected grader; the published one knows only its rules.
    """
    nothing = _nothing(reply)
    findings = {
        "published": nothing or published(item, document, reply.text),
        "corrected": nothing or _corrected(item, document, reply, corrected),
    }
    return (
        _verdict(reply, "published", findings["published"]),
        _verdict(reply, "corrected", findings["corrected"]),
    )


def _nothing(reply: Reply) -> Finding | None:
    """Return why a reply holds nothing to grade, or None."""
    match reply.stop_reason:
        case "failed":
            return no_answer("failed", "failed-call")
        case "content_filter":
            return no_answer("blocked", "content-filter")
        case "refused":
            return no_answer("refused", "refused-by-provider")
        case "model_length":
            return no_answer("truncated", "prompt-too-long")
    text, inside = normal.without_reasoning(reply.text)
    if inside and not text.strip():
        return no_answer("truncated", "inside-reasoning")
    if not refusals.is_visible(text):
        cut = reply.stop_reason == "max_tokens"
        return no_answer("truncated", "cut-off") if cut else no_answer("empty", "empty-reply")
    return None


def _corrected(item: Item, document: Document, reply: Reply, rule: Rule) -> Finding:
    """Apply the corrected rule; what had not yet answered, or only declines, is no answer."""
    finding = rule(item, document, reply.text)
    in_passing = finding.rule in _IN_PASSING
    if why := _truncation(item, document, reply, rule, finding):
        return no_answer("truncated", why, finding.answer)
    if finding.outcome == "correct" and not in_passing:
        return finding
    if finding.outcome != "correct" and refusals.says_nothing(reply.text):
        return no_answer("empty", "only-marks", finding.answer)
    if (in_passing or _is_silent(finding)) and refusals.service_error(reply.text):
        return no_answer("failed", "error-text", finding.answer)
    if _declines(item, document, reply, rule, finding):
        return no_answer("refused", "refused-in-words", finding.answer)
    return finding


def _is_silent(finding: Finding) -> bool:
    """Say whether no answer was found."""
    return finding.error == "not found" or finding.error == "unclear"


def _truncation(item: Item, document: Document, reply: Reply, rule: Rule, finding: Finding) -> str:
    """Return why a reply ended before its answer; empty if it did not."""
    _, inside = normal.without_reasoning(reply.text)
    if inside and finding.outcome != "correct":
        return "inside-reasoning"
    if reply.stop_reason != "max_tokens":
        return ""
    if finding.error in _UNFINISHED or (finding.error and _ends_in_cite(reply.text, item.gold)):
        return "cut-off"
    if finding.rule in _IN_PASSING:
        text = _opening(reply.text)
        opened = rule(item, document, text) if text else None
        kept = opened is not None and opened.rule in _OPENS and opened.answer == finding.answer
        return "" if kept or _loops(reply.text) else "cut-off"
    if finding.rule == _ALONE and (text := _before_last_words(reply.text)):
        return "" if rule(item, document, text).answer == finding.answer else "cut-off"
    return ""


def _ends_in_cite(text: str, gold: str) -> bool:
    """Say whether a text ends within the labels of a cite: ``704(a)(``, or ``704(a)`` of more."""
    end = text.rstrip()[-_FEW_CHARACTERS:]
    if _OPEN_LABEL.search(end):
        return True
    number = _NUMBER_AND_LABELS.search(end)
    return number is not None and gold.rpartition(" ")[2].startswith(f"{number[0]}(")


def _opening(text: str) -> str:
    """Return the first sentence of a text that goes on: what it opens with it stands behind."""
    text = normal.without_reasoning(text)[0].lstrip()[:_LOOKED_AT]
    end = _SENTENCE_END.search(text)
    return text[: end.start() + 1] if end else ""


def _before_last_words(text: str) -> str:
    """Return a text without the few words, of a sentence just begun, with which it ends.

    Empty if it ends otherwise: words on a line of their own are no sentence begun.
    """
    last = text.rstrip()[-_LOOKED_AT:].rpartition("\n")[2]
    ends = [match.end() for match in _SENTENCE_END.finditer(last)]
    begun = last[ends[-1] :] if ends else ""
    few = 0 < len(marks.fold(begun).split()) <= _FEW_WORDS
    return text.rstrip().removesuffix(begun) if few and begun[-1].isalnum() else ""


def _loops(text: str) -> bool:
    """Say whether the end of a text says the same few words over and over."""
    end = text[-_LOOKED_AT:]
    again = end.rfind(end[-_SHORTEST_LOOP:], 0, -1)
    period = len(end) - _SHORTEST_LOOP - again
    few = len(marks.fold(end[-period:]).split()) <= _FEW_WORDS
    return again >= 0 and 4 * period <= len(end) and few and end[period:] == end[:-period]


def _declines(item: Item, document: Document, reply: Reply, rule: Rule, finding: Finding) -> bool:
    """Say whether a reply without an answer, or that names one only in declining, declines.

    The words that the question quotes are the document's, not the reply's.
    """
    asked = item.asked.strip()
    own = reply.text.replace(asked, " ") if " " in asked else reply.text
    if _is_silent(finding):
        return refusals.refuses(own)
    if finding.error == "multiple answers" and refusals.abstains(own):
        return True
    if finding.rule not in _IN_PASSING or len(finding.answer.split()) > _LONGEST_CITE:
        return False
    rest = refusals.without_refusals(own)
    return rest != marks.plain(own) and _is_silent(rule(item, document, rest))


def _verdict(reply: Reply, grader: Grader, finding: Finding) -> Verdict:
    """Sign a finding."""
    return Verdict(
        id=reply.id,
        cell=reply.cell,
        trial=reply.trial,
        grader=grader,
        outcome=finding.outcome,
        error=finding.error,
        relative_error=finding.relative_error,
        answer=finding.answer,
        rule=finding.rule,
    )
