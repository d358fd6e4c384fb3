"""What the clause of an amount says: whose it is, of what, per what, and whether in fact."""

import pytest

from benchbar.scoring.corrected.clauses import Asked, Clause, asked_by, clause, is_of_another

ASKED = Asked(frozenset({"ivo"}), frozenset({"2015"}))
AMOUNT = "$13,425"


def around(text: str) -> Clause:
    """The clause of the last such amount in a sentence that is all of the text."""
    start = text.rindex(AMOUNT)
    earlier = text.rfind("$5,000", 0, start)
    span, end = (0, len(text)), earlier + len("$5,000") if earlier >= 0 else 0
    return clause(text, start, start + len(AMOUNT), span, end)


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("Ivo has to pay $13,425.", "tax"),
        ("Ivo's wages are $13,425.", "thing"),
        ("The deduction of the law of taxes is $13,425.", "thing"),
        ("The tax on his income is $13,425.", "tax"),
        ("Given his wages, the tax comes to $13,425.", "tax"),
        ("Greta has to pay $13,425.", "other person"),
        ("Greta's tax is $13,425.", "other person"),
        ("Ivo pays $5,000, Greta pays $13,425.", "other person"),
        ("Greta pays $5,000, Ivo pays $13,425.", "tax"),
        ("Ivo's employer pays $13,425.", "other person"),
        ("Ivo, Greta's husband, pays $13,425.", "tax"),
        ("Ivo, who is married to Greta, pays $13,425.", "tax"),
        ("Greta, his wife, pays $13,425.", "other person"),
        ("Ivo and Greta pay $13,425.", "tax"),
        ("The tax is $13,425 for Greta.", "other person"),
        ("A couple would pay $13,425.", "others"),
        ("$13,425 is the income.", "thing"),
        ("Balance owed: $13,425.", ""),
        ("$13,425", ""),
    ],
)
def test_subject(text: str, subject: str) -> None:
    assert around(text).subject(ASKED) == subject


def test_where_nobody_is_named_anybody_is_meant() -> None:
    assert around("Greta's tax is $13,425.").subject(asked_by("How much tax is due?")) == "tax"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Ivo pays $13,425 a month.", True),
        ("Ivo pays $13,425 in tax per quarter.", True),
        ("He pays four times $13,425 each.", True),
        ("Each month Ivo pays $13,425.", True),
        ("Over twelve years that would be $13,425.", True),
        ("Ivo pays $5,000 a month, or $13,425.", False),
        ("Ivo pays $13,425 each year.", False),
        ("Ivo pays $13,425 per year.", False),
        ("Ivo pays $13,425.", False),
    ],
)
def test_amounts_per_month_and_for_several_years(text: str, parts: bool) -> None:
    assert around(text).in_parts() == parts


@pytest.mark.parametrize(
    ("text", "unreal"),
    [
        ("If he were single, he would pay $13,425.", True),
        ("Had he been single, he would have paid $13,425.", True),
        ("It would have been $13,425.", True),
        ("If he filed jointly it'd be $13,425.", True),
        ("It would be $13,425 if he had filed.", True),
        ("If he were single it would be $5,000, but it is $13,425.", False),
        ("He pays $13,425 and would have paid $5,000.", False),
        ("Ivo would have to pay $13,425.", False),
        ("If section 1 applies, he pays $13,425.", False),
        ("Ivo would pay $13,425.", False),
    ],
)
def test_what_is_not_so(text: str, unreal: bool) -> None:
    assert around(text).unreal() == unreal


@pytest.mark.parametrize(
    ("text", "aside"),
    [
        ("In 2014 he paid $13,425.", True),
        ("He paid $13,425 in 2014.", True),
        ("In 2014 he paid $5,000, in 2015 $13,425.", False),
        ("Without the surcharge it is $13,425.", True),
        ("For 2015 he pays $13,425.", False),
    ],
)
def test_other_years_and_what_is_left_out(text: str, aside: bool) -> None:
    assert around(text).aside(ASKED) == aside


def test_questions_of_others_and_of_other_years() -> None:
    asked = asked_by("How much tax does Ivo have to pay in 2015?")
    assert asked == ASKED
    assert is_of_another(asked, "How much tax does Greta have to pay?")
    assert is_of_another(asked, "How much tax does Ivo have to pay in 2016?")
    assert not is_of_another(asked, "How much is his income?")
    assert not is_of_another(asked, "Ivo married Greta. How much tax does Ivo have to pay?")
