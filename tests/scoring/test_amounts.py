"""Laws of grading amounts: one amount is read in any manner, and is right if it is near."""

from decimal import Decimal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchbar.records import Item
from benchbar.scoring import amounts
from benchbar.scoring.tolerance import Tolerance
from tests.scoring import small_documents as made
from tests.scoring.dresses import CORRECTED

DOCUMENT = made.statute("Section 90.  Dues on earnings.\n(a) There is a due of 28 percent.")
QUESTION = "How much tax does Ivo have to pay in 2017?"
EXACTLY = amounts.corrected_within(Tolerance(Decimal(0), Decimal(0)))

FIGURES = (
    "${n:,}",
    "${n}",
    "{n:,}",
    "{n}",
    "{n:,}.00",
    "${n:,}.00",
    "USD {n:,}",
    "US${n:,}",
    "{n:,} USD",
    "{n} dollars",
    "$ {n:,}",
    "{k} thousand dollars",
    "${k}k",
)
SENTENCES = (
    "{a}",
    "{a}.",
    "Ivo has to pay {a}.",
    "Ivo owes {a} in tax for 2017.",
    "In 2017, Ivo's tax was {a}",
    "The tax is {a} under section 90(a)(2).",
    "Under section 90(a), with earnings of $987,654, the tax comes to {a}.",
    "Ivo pays {a} on income of $987,654.",
    "Tax: {a}",
    "The total is {a} (28% of $987,654).",
    "His earnings are $987,654. He may deduct $2,000. So his tax is {a}.",
    "1. Earnings: $987,654\n2. Deduction: $2,000\n3. Tax: {a}",
    "$987,654 × 28% - $2,000 = {a}",
    "Ivo owes {a}, not $987,654.",
    "I first thought $987,654, but the correct amount is {a}.",
    "Ivo owes $987,654. Wait, it should be {a}.",
    "<think>Perhaps $987,654.</think>{a}",
    '{{"answer": "{a}", "year": 2017}}',
    "Ivo owes {a}.\n\nExplanation: his income was $987,654 in 2017, so he is in the 28% bracket.",
    "The answer is **{a}**",
)
LONG = ("1,", "1 000 ", "$1 ", "$5 + ", "five thousand ", "no tax ", "1.000.", "5% ", "(a)", "$")
LONG_TOO = ("0:0 1:1 2:2 ", "$5 + $7 = $12\n", "If Bo were single, $5 ", "Bo's tax, ", "\n\nIs Bo")

relaxed = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


def asked(gold: str) -> Item:
    """The question, by its right answer."""
    return made.item(DOCUMENT, "sara", 1, gold=gold, asked=QUESTION, question=QUESTION)


@relaxed
@given(st.integers(3_000, 900_000), st.integers(3_000, 900_000), st.data())
def test_an_amount_is_read_in_every_manner(n: int, other: int, data: st.DataObject) -> None:
    figure = data.draw(st.sampled_from(FIGURES))
    for sentence in SENTENCES:
        reply = sentence.format(a=figure.format(n=n, k=f"{n / 1000:.3f}"))
        assert EXACTLY(asked(f"${n:,}"), DOCUMENT, reply).rule == "exact", reply
        if other != n:
            found = EXACTLY(asked(f"${other:,}"), DOCUMENT, reply)
            assert (found.error, found.relative_error) == ("wrong amount", n - other), reply


@pytest.mark.parametrize("dress", CORRECTED)
def test_gold_is_right_and_another_wrong_in_every_dress(dress: str) -> None:
    wear = CORRECTED[dress]
    for answer in ("$13,425", "13,425", "$13,425.00", "13425 dollars"):
        assert EXACTLY(asked("$13,425"), DOCUMENT, wear(answer)).rule == "exact"
        assert EXACTLY(asked("$12,425"), DOCUMENT, wear(answer)).error == "wrong amount"


@pytest.mark.parametrize(
    ("words", "gold"),
    [
        ("zero dollars", "0"),
        ("five hundred dollars", "500"),
        ("twelve hundred dollars", "1200"),
        ("twelve thousand five hundred dollars", "12500"),
        ("twenty-one thousand dollars", "21000"),
        ("two million three hundred thousand forty-one dollars", "2300041"),
        ("one hundred twenty-three thousand four hundred fifty-six dollars", "123456"),
        ("minus ninety dollars", "-90"),
        ("ten dollars and five cents", "10.05"),
    ],
)
def test_words(words: str, gold: str) -> None:
    for sentence in ("{}", "{}.", "Ivo owes {} for 2017.", "**{}**"):
        assert EXACTLY(asked(gold), DOCUMENT, sentence.format(words)).rule == "exact"
        assert EXACTLY(asked(gold), DOCUMENT, sentence.format(words.upper())).rule == "exact"


@pytest.mark.parametrize(
    "join", ["{} or {}", "{} and {}", "either {} or {}", "- {}\n- {}", "{} - {}"]
)
def test_two_amounts_are_no_answer(join: str) -> None:
    reply = join.format("$13,425", "$90,000")
    assert amounts.corrected(asked("$13,425"), DOCUMENT, reply).error == "multiple answers"
    assert amounts.corrected(asked("$13,425"), DOCUMENT, join.format("$9", "$9")).error != (
        "multiple answers"
    )


@pytest.mark.parametrize(
    "reply",
    ["", "section 90(a)(2)", "§ 90", "28%", "28 percent", "in 2017", "on May 5, 2017", "3 lodgers"],
)
def test_other_numbers_are_no_amounts(reply: str) -> None:
    assert amounts.corrected(asked("$90"), DOCUMENT, reply).error == "not found"


def test_the_default_tolerance_is_that_of_the_paper() -> None:
    for rule in (amounts.corrected, amounts.published):
        assert rule(asked("$13,425"), DOCUMENT, "$18,425").rule == "within-tolerance"
        assert rule(asked("$13,425"), DOCUMENT, "$18,427").error == "wrong amount"
    strict = amounts.published_within(Tolerance(Decimal(0), Decimal(0)))
    assert strict(asked("$13,425"), DOCUMENT, "$18,425").error == "wrong amount"


words = st.sampled_from(
    "$ 1 13,425 .5 % 2017 section (a) tax income no not thousand five dollars owes pays is = + - "
    'of . , ? \n k million { } " * or and answer'.split(" ")
)


@relaxed
@given(st.one_of(st.text(max_size=300), st.lists(words, max_size=60).map(" ".join)))
def test_any_reply_is_graded_the_same_each_time(reply: str) -> None:
    for rule in (amounts.published, amounts.corrected):
        found = rule(asked("$13,425"), DOCUMENT, reply)
        assert found == rule(asked("$13,425"), DOCUMENT, reply)
        assert found.error in (None, "not found", "multiple answers", "wrong amount")
        assert (found.outcome == "correct") == (found.rule in ("exact", "within-tolerance"))


@pytest.mark.parametrize("unit", LONG + LONG_TOO)
def test_a_long_reply_is_read_to_its_end(unit: str) -> None:
    reply = f"{unit * (200_000 // len(unit))}.\n\nTherefore, the answer is $13,425."
    assert EXACTLY(asked("$13,425"), DOCUMENT, reply).rule == "exact"
