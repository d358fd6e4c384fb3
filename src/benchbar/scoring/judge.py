"""From a stored reply to two verdicts: what is no answer first, then each grader's rule."""

from benchbar.records import Document, Grader, Item, Reply, Verdict
from benchbar.scoring import normal, refusals
from benchbar.scoring.finding import Finding, Rule, no_answer

_UNFINISHED = frozenset({"not found", "subset", "subset wrong line", "section number omitted"})
"""Errors of a reply cut off at its limit that say only that the answer had not come yet."""


def judge(
    item: Item, document: Document, reply: Reply, *, published: Rule, corrected: Rule
) -> tuple[Verdict, Verdict]:
    """Return the verdicts of the published and of the corrected grader.

    Failed, blocked, empty and refused calls and replies that end inside their reasoning are no
    answers for either grader. A refusal in words, and a reply cut off before it answers, are
    no answers for the corrected grader; the published one knows only its rules.
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
    if not text.strip():
        cut = reply.stop_reason == "max_tokens"
        return no_answer("truncated", "cut-off") if cut else no_answer("empty", "empty-reply")
    return None


def _corrected(item: Item, document: Document, reply: Reply, rule: Rule) -> Finding:
    """Apply the corrected rule; what only refuses or had not yet answered is no answer."""
    finding = rule(item, document, reply.text)
    if finding.outcome == "correct":
        return finding
    _, inside = normal.without_reasoning(reply.text)
    if inside or (reply.stop_reason == "max_tokens" and finding.error in _UNFINISHED):
        return no_answer("truncated", "inside-reasoning" if inside else "cut-off", finding.answer)
    if finding.error == "not found" and refusals.refuses(reply.text):
        return no_answer("refused", "refused-in-words", finding.answer)
    return finding


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
