"""Laws of grading yes and no: the side is read in any dress, turned by not, the last one counts."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchbar.records import Item, Reply
from benchbar.scoring import assent, yesno
from benchbar.scoring.judge import judge
from tests.scoring import small_documents as made
from tests.scoring.dresses import CORRECTED

DOCUMENT = made.statute("Section 1661.  Definition of b44.\n(a) any c22\n(b) any q55\n(c) any t12")
QUESTION = "Alexis is a q55. Is section 1661(c) applicable to Alexis? Let's think step by step."
FACT = "Section 1661(c) applies to Alexis for the year 2016."
ANSWERS = ("Yes", "No", "Entailment", "Contradiction")
OTHER = {"Yes": "No", "No": "Yes", "Entailment": "Contradiction", "Contradiction": "Entailment"}
BEFORE = "Alexis is a q55, and no q55 is a t12. Section 1661(b) applies to q55s."

PREDICATES = (
    "Section 1661(c) {} to Alexis.",
    "So section 1661(c) {}.",
    "Therefore, it {} to her.",
    "The rule in section 1661(c) clearly {} here.",
    "Since Alexis is a q55, subsection (c) {}.",
    "Alexis is a q55, so § 1661(c) {} to Alexis, I believe.",
    "Section 1661(b) is about others. Section 1661(c) {} to Alexis.",
    "**Section 1661(c) {} to Alexis.**",
    "<answer>Section 1661(c) {} to Alexis</answer>",
)
VERBS = (
    ("applies", "does not apply"),
    ("does apply", "doesn't apply"),
    ("would apply", "would not apply"),
    ("is applicable", "is inapplicable"),
    ("is applicable", "is not applicable"),
    ("can be said to apply", "cannot be said to apply"),
    ("does not fail to apply", "fails to apply"),
    ("extends to Alexis and applies", "never applies"),
)
LONG = ("no ", "yes or no ", "neither ", "apply ", "applies to a ", "1,", "(a)", '"', "not ", "y\n")
LONG_TOO = ("No, he says yes ", "if I am not ", "I don't know ", "\n\nIs (b)? ", "no way past a ")

relaxed = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


def asked(gold: str) -> Item:
    """The question of one of the two tasks, by its right answer."""
    if gold in ("Yes", "No"):
        place = "section 1661(c)"
        return made.item(DOCUMENT, "applies_to", 3, gold=gold, asked=place, question=QUESTION)
    return made.item(DOCUMENT, "sara", 3, gold=gold, asked=FACT, question=FACT)


def corrected(gold: str, reply: str) -> str:
    """What the corrected grader finds: the error kind, or the outcome."""
    item = asked(gold)
    said = Reply(id=item.id, turns=(reply,))
    _, verdict = judge(item, DOCUMENT, said, published=yesno.published, corrected=yesno.corrected)
    return verdict.error or verdict.outcome


@pytest.mark.parametrize("gold", ANSWERS)
@pytest.mark.parametrize("dress", CORRECTED)
def test_gold_is_right_and_the_other_wrong_in_every_dress(gold: str, dress: str) -> None:
    wear = CORRECTED[dress]
    for answer in (gold, gold.lower(), gold.upper()):
        assert corrected(gold, wear(answer)) == "correct"
    for answer in (OTHER[gold], OTHER[gold].lower(), OTHER[gold].upper()):
        assert corrected(gold, wear(answer)) == "opposite answer"


@pytest.mark.parametrize(
    ("reply", "rule"),
    [
        ("Answer: No", "confirmed"),
        ("No, it does not.", "last-committed"),
        ("Alexis is a q55. The section does not apply.", "last-said"),
    ],
)
def test_the_rule_tells_how_firmly_it_was_said(reply: str, rule: str) -> None:
    assert yesno.corrected(asked("No"), DOCUMENT, reply).rule == rule


@pytest.mark.parametrize("form", PREDICATES)
@pytest.mark.parametrize("verbs", VERBS)
def test_a_predicate_answers(form: str, verbs: tuple[str, str]) -> None:
    for gold, opposite in (("Yes", "No"), ("Entailment", "Contradiction")):
        affirming, denying = (form.format(verb) for verb in verbs)
        assert corrected(gold, affirming) == corrected(opposite, denying) == "correct"
        wrong = {corrected(gold, denying), corrected(opposite, affirming)}
        assert wrong == {"opposite answer"}


@pytest.mark.parametrize("gold", ANSWERS)
@pytest.mark.parametrize(
    "form",
    [
        "{other}. Wait, actually {gold}.",
        "I first thought {other}, but the correct answer is {gold}.",
        "Not {other} but {gold}.",
        "The answer is not {other}.",
        "The answer is {gold}, not {other}.",
        "Step 1: {other}.\n\nStep 2: {other}.\n\nTherefore, the answer is {gold}.",
        "{before} The answer is {gold}.",
        "{gold}.\n\n{before}",
        "{gold} ({gold})",
        "The answer ({gold} or {other}) is {gold}.",
    ],
)
def test_the_last_committed_answer_counts(gold: str, form: str) -> None:
    reply = form.format(gold=gold, other=OTHER[gold], before=BEFORE)
    assert corrected(gold, reply) == "correct"
    assert corrected(OTHER[gold], reply) == "opposite answer"


@pytest.mark.parametrize(
    "reply",
    [
        "{gold} or {other}",
        "{gold}. {other}.",
        "- {gold}\n- {other}",
        "| {gold} | {other} |",
        "Either {other} or {gold}.",
        "Perhaps {gold}, perhaps {other}.",
        "The answer is {gold}. Alternatively, {other}.",
        "It would be {gold} if Alexis were a t12.",
        "Is the answer {gold}?",
        "It cannot be determined.",
        "",
        "Let us see.",
    ],
)
@pytest.mark.parametrize("gold", ANSWERS)
def test_no_side_taken(gold: str, reply: str) -> None:
    found = yesno.corrected(asked(gold), DOCUMENT, reply.format(gold=gold, other=OTHER[gold]))
    assert (found.outcome, found.error) == ("wrong", "unclear")


@pytest.mark.parametrize(
    ("reply", "verdict"),
    [
        ("Section 1661(b) applies to Alexis.", "unclear"),
        ("Section 1661 applies to Alexis.", "opposite answer"),
        ("Section 1661(c)(1) does not apply to Alexis.", "correct"),
        ("Section 1661(c) applies to Morgan.", "unclear"),
        ("Section 1661(c) applies to any t12.", "unclear"),
        ("Section 1661(c) applies to any t12, but not to Alexis.", "correct"),
        ("The applicable section is another.", "unclear"),
        ("For section 1661(c) to apply, Alexis must be a t12.", "unclear"),
        ("We apply section 1661(c) to Alexis.", "unclear"),
    ],
)
def test_what_applies_to_whom(reply: str, verdict: str) -> None:
    assert corrected("No", reply) == verdict


def test_a_statement_that_denies_is_not_affirmed_by_a_predicate() -> None:
    statement = "Section 1661(c) does not apply to Alexis."
    item = made.item(DOCUMENT, "sara", 3, gold="Entailment", asked=statement, question=statement)
    assert yesno.corrected(item, DOCUMENT, statement).error == "unclear"
    assert yesno.corrected(item, DOCUMENT, f"{statement} Entailment.").outcome == "correct"


def test_the_answer_is_named_in_the_words_of_the_question() -> None:
    assert yesno.corrected(asked("Contradiction"), DOCUMENT, "No").answer == "Contradiction"
    assert yesno.corrected(asked("Yes"), DOCUMENT, "no way. No.").answer == "No"
    assert yesno.published(asked("Yes"), DOCUMENT, "**yes**, it does").answer == "Yes"


def test_a_gold_of_another_vocabulary_is_refused() -> None:
    with pytest.raises(KeyError):
        assent.pair("perhaps")


words = st.sampled_from(
    "yes no not never Alexis section 1661(c) 1661(b) applies apply does is to if but so the a t12 "
    'Entailment contradiction , . ? ! : \n " ( ) * { } wait neither nor or and depends'.split(" ")
)


@relaxed
@given(st.one_of(st.text(max_size=300), st.lists(words, max_size=60).map(" ".join)))
def test_any_reply_is_graded_the_same_each_time(reply: str) -> None:
    for gold in ANSWERS:
        for rule in (yesno.published, yesno.corrected):
            found = rule(asked(gold), DOCUMENT, reply)
            assert found == rule(asked(gold), DOCUMENT, reply)
            assert found.error in (None, "opposite answer", "unclear")
            mirror = rule(asked(OTHER[gold]), DOCUMENT, reply)
            assert (found.error == "unclear") == (mirror.error == "unclear")
            assert (found.outcome == "correct") == (mirror.error == "opposite answer")


@pytest.mark.parametrize("unit", LONG + LONG_TOO)
def test_a_long_reply_is_read_to_its_end(unit: str) -> None:
    reply = f"{unit * (200_000 // len(unit))}.\n\nTherefore, the answer is no."
    assert corrected("No", reply) == "correct"
