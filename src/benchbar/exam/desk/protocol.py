"""The rules of the desk: who may do what now, what comes next, and why not.

Pure functions of a situation; no page, act or clock is known here. ``RULES`` is the protocol: for
each act, the checks that it must pass, in the order in which they are told. The official order is
training, ranks, scores, discussion, gate, live grading; then differences are settled, all is
locked, and only then is it said whose the essays are.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from benchbar.errors import BenchbarError
from benchbar.report.numbers import plural

Role: TypeAlias = Literal["lead", "grader"]
Act: TypeAlias = Literal[
    "train", "rank", "lock ranks", "mark calibration", "lock scores", "mark live",
    "read training", "read calibration", "read pile", "read discussion",
    "set up", "open round", "open discussion", "close discussion", "deal", "withdraw",
    "send to third", "mark third", "watch", "lock", "lock early", "unblind",
    "visit", "read origins", "read results", "export",
]  # fmt: skip
Discussion: TypeAlias = Literal["not yet", "open", "over"]


class RefusedError(BenchbarError):
    """The protocol does not allow it now: why, and what would."""


@dataclass(frozen=True, slots=True)
class Round:
    """A calibration round as one of its graders stands in it.

    Attributes:
        number: Of the question's rounds, from 1.
        essays: In it.
        ranked: Whether he has put them in order.
        ranks_locked: Whether part 1 is over for him.
        scored: Essays that he has marked.
        scores_locked: Whether part 2 is over for him.
        waiting: Graders of the round who have not locked their scores.
        discussion: Of the disagreements.
        passed: What the gate said, None before it did.
    """

    number: int
    essays: int
    ranked: bool = False
    ranks_locked: bool = False
    scored: int = 0
    scores_locked: bool = False
    waiting: int = 0
    discussion: Discussion = "not yet"
    passed: bool | None = None


@dataclass(frozen=True, slots=True)
class Track:
    """How far a grader is with a question; ``round`` is his latest, ``pile`` what was dealt."""

    question: str
    assigned: bool = False
    trained: bool = False
    round: Round | None = None
    pile: int = 0
    read: int = 0


@dataclass(frozen=True, slots=True)
class Situation:
    """What the rules need to know of the study and of who asks.

    Attributes:
        role: Of who asks; None is a stranger, or somebody who has left.
        begun: Whether the materials are there.
        locked: Whether the study is.
        unblinded: Whether origins may be read.
        unread: Essays in piles that nobody has marked yet, of all graders.
        unsettled: Differences without a third mark that counts.
        track: Of a grader on the question that it is about.
    """

    role: Role | None
    begun: bool = False
    locked: bool = False
    unblinded: bool = False
    unread: int = 0
    unsettled: int = 0
    track: Track | None = None


Check: TypeAlias = Callable[[Situation], str]
"""Says what speaks against an act; empty if nothing does."""


def _member(now: Situation) -> str:
    return "" if now.role else "you do not take part in this study"


def _lead(now: Situation) -> str:
    return _member(now) or ("" if now.role == "lead" else "only a lead of the study may do this")


def _grader(now: Situation) -> str:
    return _member(now) or ("" if now.role == "grader" else "only a grader of it may do this")


def _begun(now: Situation) -> str:
    return "" if now.begun else "the study has no materials yet: take them in first"


def _open(now: Situation) -> str:
    return "the study is locked: nothing can be marked or changed any more" if now.locked else ""


def _locked(now: Situation) -> str:
    return "" if now.locked else "lock the study first: until then marks may change"


def _blind(now: Situation) -> str:
    return "the study is unblinded already" if now.unblinded else ""


def _unblinded(now: Situation) -> str:
    return "" if now.unblinded else "whose the essays are is sealed until the study is unblinded"


def _assigned(now: Situation) -> str:
    if now.role == "lead" or (now.track and now.track.assigned):
        return ""
    return "this question is not yours to grade"


def _trained(now: Situation) -> str:
    if now.track and now.track.trained:
        return ""
    return "go through the training of this question first"


def _round(now: Situation) -> Round | None:
    return now.track.round if now.track else None


def _in_round(now: Situation) -> str:
    return "" if _round(now) else "no calibration round is open for you: the lead opens it"


def _ranking(now: Situation) -> str:
    found = _round(now)
    return "your rank order is locked" if found and found.ranks_locked else ""


def _ranked(now: Situation) -> str:
    found = _round(now)
    return "" if found and found.ranked else "put all essays of the round in rank order first"


def _ranks_locked(now: Situation) -> str:
    found = _round(now)
    if found and found.ranks_locked:
        return ""
    return "scores come after ranks: put the essays in rank order and lock it first"


def _scoring(now: Situation) -> str:
    found = _round(now)
    return "your scores of this round are locked" if found and found.scores_locked else ""


def _all_scored(now: Situation) -> str:
    found = _round(now)
    if not found or found.scored >= found.essays:
        return ""
    return f"{plural(found.essays - found.scored, 'essay')} of the round without a score"


def _discussed(now: Situation) -> str:
    if now.role == "lead":
        return ""
    found = _round(now)
    if found and found.scores_locked and found.discussion != "not yet":
        return ""
    return "others' marks are shown only once the discussion is open"


def _passed(now: Situation) -> str:
    found = _round(now)
    if found is None:
        return "live grading opens after calibration"
    if found.passed is None:
        return "live grading opens once your calibration round is over and passed"
    if not found.passed:
        return (
            "your agreement with the other graders is below what the study asks for: live grading "
            "stays closed until another calibration round is passed"
        )
    return ""


def _dealt(now: Situation) -> str:
    return "" if now.track and now.track.pile else "no essays were dealt to you yet"


def _through(now: Situation) -> str:
    if now.unread:
        return f"{plural(now.unread, 'essay')} in the piles without a mark: wait, or withdraw them"
    if now.unsettled:
        return f"{plural(now.unsettled, 'difference')} between readers to be settled first"
    return ""


_WRITES_AS_GRADER = (_grader, _begun, _open, _assigned)
_LEADS = (_lead, _begun, _open)

RULES: Mapping[Act, tuple[Check, ...]] = {
    "visit": (_member,),
    "read training": (_member, _begun, _assigned),
    "train": _WRITES_AS_GRADER,
    "read calibration": (_grader, _begun, _assigned, _trained, _in_round),
    "rank": (*_WRITES_AS_GRADER, _trained, _in_round, _ranking),
    "lock ranks": (*_WRITES_AS_GRADER, _trained, _in_round, _ranking, _ranked),
    "mark calibration": (*_WRITES_AS_GRADER, _trained, _in_round, _ranks_locked, _scoring),
    "lock scores": (*_WRITES_AS_GRADER, _trained, _in_round, _ranks_locked, _scoring, _all_scored),
    "read discussion": (_member, _begun, _assigned, _discussed),
    "read pile": (_grader, _begun, _assigned, _passed, _dealt),
    "mark live": (*_WRITES_AS_GRADER, _passed, _dealt),
    "set up": (_lead, _open),
    "open round": _LEADS,
    "open discussion": _LEADS,
    "close discussion": _LEADS,
    "deal": _LEADS,
    "withdraw": _LEADS,
    "send to third": _LEADS,
    "mark third": _LEADS,
    "watch": (_lead,),
    "lock": (*_LEADS, _through),
    "lock early": _LEADS,
    "unblind": (_lead, _begun, _locked, _blind),
    "read origins": (_member, _begun, _unblinded),
    "read results": (_lead, _begun, _locked),
    "export": (_lead, _begun),
}


def refusal(act: Act, now: Situation) -> str:
    """Say in plain words why an act is refused now; empty if it is allowed."""
    return next((why for check in RULES[act] if (why := check(now))), "")


def require(act: Act, now: Situation) -> None:
    """Make sure that an act is allowed.

    Raises:
        RefusedError: It is not; says why.
    """
    if why := refusal(act, now):
        raise RefusedError(why)


def act_of(use: str, now: Situation) -> Act:
    """Return the act of marking an essay that stands before somebody for a use.

    A third mark may be the lead's, who need not have calibrated.
    """
    if use == "calibration":
        return "mark calibration"
    return "mark third" if use == "third" and now.role == "lead" else "mark live"


class Step(NamedTuple):
    """What to do next, or what is waited for; ``act`` is None where there is nothing to do."""

    act: Act | None
    words: str


def next_step(now: Situation) -> Step:
    """Say what comes next for a grader on the question of his track."""
    if now.role is None:
        return Step(None, _member(now))
    if now.locked:
        return Step(None, "The study is locked. Thank you: your work is done.")
    track = now.track
    if track is None or not track.assigned:
        return Step(None, "The lead has not given you this question.")
    if not track.trained:
        return Step("train", "Read the question, the rubric and the benchmark papers.")
    if track.round is None:
        return Step(None, "Wait: the lead opens the calibration round.")
    return _in_calibration(track.round) or _at_the_pile(track)


def _in_calibration(found: Round) -> Step | None:
    """Say what comes next in a round; None if it is over and passed."""
    if not found.ranked:
        return Step("rank", f"Put the {found.essays} essays in rank order, best first.")
    if not found.ranks_locked:
        return Step("lock ranks", "Look your rank order over, then lock it.")
    if left := found.essays - found.scored:
        return Step("mark calibration", f"Score the essays: {left} of {found.essays} to go.")
    if not found.scores_locked:
        return Step("lock scores", "Look your scores over, then lock them.")
    if found.discussion == "not yet":
        others = f" {plural(found.waiting, 'grader')} to go." if found.waiting else ""
        return Step(None, f"Wait: the lead opens the discussion.{others}")
    if found.discussion == "open":
        return Step("read discussion", "Talk over where your scores differ from the others'.")
    if not found.passed:
        return Step(
            None,
            "Wait: the lead opens another calibration round, with other essays, since your marks "
            "of this one agree too little with the others'.",
        )
    return None


def _at_the_pile(track: Track) -> Step:
    if not track.pile:
        return Step(None, "You have passed calibration. Wait: the lead deals the essays.")
    if left := track.pile - track.read:
        return Step("mark live", f"Grade your pile: {left} of {track.pile} essays to go.")
    return Step(None, "Your pile is graded. You may still change a mark until the study is locked.")
