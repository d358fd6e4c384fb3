"""Laws of reading a choice: every dress, every letter; hostile replies; what is no answer."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchbar.records import Reply
from benchbar.scoring.choice import Offered, Pick, corrected, judge, published
from tests.scoring import dresses

CHOICES = (
    "Yes, because the ferry had left the quay before the horn was sounded.",
    "Yes, because whoever runs a ferry answers for all that happens aboard.",
    "No, because the passenger had been told to hold the rail.",
    "No, because a swell is nobody's fault.",
)
STEM = (
    "A passenger fell on a ferry when a swell struck it. She had been told to hold the rail. "
    "She sued the ferry company for negligence. Is she likely to prevail?"
)
OFFERED = Offered(CHOICES, stem=STEM)
RANKED = Offered(CHOICES, stem=STEM, ranked=True)
NUMBERED = Offered(CHOICES, stem=STEM, numbered=True)
LETTERS = "ABCD"
letters = st.sampled_from(LETTERS)
orders = st.permutations(LETTERS)
_WORDS = "A B (C) d) 1. not or . , ** wrong Yes because wait { } [ $ \\boxed{ <think> | > ✅ 答案 3"
marks_of_text = st.sampled_from(
    (
        *_WORDS.split(),
        "First Choice:",
        "Second Choice",
        "the answer is",
        "is correct",
        "\n",
        '"',
        "'",
        "\ue000",
        "\u200b",
        CHOICES[1],
        STEM,
    )
)


@pytest.mark.parametrize("dress", sorted(dresses.CORRECTED))
@pytest.mark.parametrize("letter", LETTERS)
def test_every_letter_in_every_dress(dress: str, letter: str) -> None:
    dressed = dresses.CORRECTED[dress](letter)
    assert corrected(dressed, OFFERED).first == letter


@pytest.mark.parametrize("frame", dresses.FRAMES)
@pytest.mark.parametrize("mark", dresses.MARKS)
def test_dresses_in_dresses(frame: str, mark: str) -> None:
    dressed = dresses.CORRECTED[frame](dresses.CORRECTED[mark]("C"))
    assert corrected(dressed, OFFERED).first == "C"


@pytest.mark.parametrize("dress", sorted(dresses.CORRECTED))
def test_the_words_of_a_choice_in_every_dress(dress: str) -> None:
    for letter, words in zip(LETTERS, CHOICES, strict=True):
        assert corrected(dresses.CORRECTED[dress](words), OFFERED).first == letter


RANKINGS = (
    "First Choice: {}\nSecond Choice: {}\nThird Choice: {}",
    "**First Choice:** ({})\n**Second Choice:** ({})\n**Third Choice:** ({})",
    "1. {}\n2. {}\n3. {}",
    "1) {} 2) {} 3) {}",
    "1st: {}; 2nd: {}; 3rd: {}",
    "{} > {} > {}",
    "{}, {}, {}",
    "My first choice is {}, my second choice is {}, and my third choice is {}.",
    "{} (first choice), {} (second choice), {} (third choice)",
    '{{"first": "{}", "second": "{}", "third": "{}"}}',
    '{{"ranking": ["{}", "{}", "{}"]}}',
    "| First | Second | Third |\n|---|---|---|\n| {} | {} | {} |",
    "### First Choice\n{}\n### Second Choice\n{}\n### Third Choice\n{}",
)


@pytest.mark.parametrize("ranking", RANKINGS)
@given(order=orders)
def test_ranks_in_every_manner(ranking: str, order: list[str]) -> None:
    pick = corrected(ranking.format(*order[:3]), RANKED)
    assert pick.ranks == tuple(order[:3])


@given(order=orders)
def test_the_form_that_is_asked_for_is_read_by_both(order: list[str]) -> None:
    text = RANKINGS[0].format(*order[:3])
    assert published(text, RANKED).ranks == corrected(text, RANKED).ranks == tuple(order[:3])


@given(first=letters, second=letters)
def test_two_letters_side_by_side_are_no_answer(first: str, second: str) -> None:
    for joined in ("{} or {}", "Either {} or {}.", "The answer is {} or {}", "{}/{}", "{} and {}"):
        pick = corrected(joined.format(first, second), OFFERED)
        assert (pick.first is None) == (first != second), joined


@given(first=letters, second=letters)
def test_the_last_answer_counts(first: str, second: str) -> None:
    text = f"The answer is {first}. Wait, that is wrong. The answer is {second}."
    assert corrected(text, OFFERED).first == second


@given(letter=letters)
def test_what_rejects_all_others_is_an_answer(letter: str) -> None:
    others = [one for one in LETTERS if one != letter]
    text = " ".join(f"Choice {one} is incorrect." for one in others)
    assert corrected(text, OFFERED) == Pick(letter, rule="others-rejected", understood=letter)
    assert corrected(f"Choice {letter} is incorrect.", OFFERED).why == "unclear"


@given(letter=letters)
def test_numbers_count_only_where_they_were_shown(letter: str) -> None:
    number = LETTERS.index(letter) + 1
    for text in (f"{number}", f"({number})", f"The answer is {number}.", f"**{number}**"):
        assert corrected(text, NUMBERED).first == letter
        assert corrected(text, OFFERED).first is None


@pytest.mark.parametrize(
    "quoted",
    [
        STEM,
        f"{STEM}\n\n" + "\n".join(f"({a}) {b}" for a, b in zip(LETTERS, CHOICES, strict=True)),
        "\n".join(f"{a}. {b}" for a, b in zip(LETTERS, CHOICES, strict=True)),
        "\n".join(CHOICES),
        "A, B, C, D",
        "Choose one of A, B, C, or D.",
        "First Choice: [letter]\nSecond Choice: [letter]\nThird Choice: [letter]",
    ],
)
def test_the_question_quoted_back_is_no_answer(quoted: str) -> None:
    for offered in (OFFERED, RANKED):
        assert corrected(quoted, offered).why == "not found"
    for letter in LETTERS:
        assert corrected(f"{quoted}\n\nAnswer: {letter}", OFFERED).first == letter


@settings(max_examples=300)
@given(pieces=st.lists(marks_of_text | st.text(max_size=12), max_size=40), ranked=st.booleans())
def test_any_reply_has_one_reading(pieces: list[str], ranked: bool) -> None:
    offered = RANKED if ranked else OFFERED
    text = " ".join(pieces)
    for pick in judge(offered, Reply(id="", turns=(text,))):
        assert (pick.first is None) == (pick.why is not None)
        assert set(pick.ranks) <= {None, *LETTERS}
        if pick.first is None:
            assert pick.ranks == (None, None, None)
    named = [one for one in corrected(text, offered).ranks if one]
    assert len(named) == len(set(named))
    assert corrected(text, offered) == corrected(text, offered)
    assert published(text, offered) == published(text, offered)


GAP = "\n" * 20_000
HOSTILE = {
    "letters": "A B C D " * 4_000,
    "or": "A or " * 6_000,
    "brackets": "(" * 20_000,
    "answers": "The answer is B. Wait, no. " * 1_000,
    "labels": "First Choice: " * 2_000,
    "ranks": "First Choice: B\nSecond Choice: C\n" * 6_000,
    "choices": f"{CHOICES[0]} " * 300,
    "stem": f"{STEM} " * 120,
    "lines": f"B{GAP}B{GAP}C",
    "blanks": "B" + " " * 30_000,
    "points": "1. " * 8_000,
    "verdicts": "A - wrong\nB - right\n" * 1_000,
    "one word": "A" * 30_000,
    "quotes": "'B' " * 6_000,
    "cites": "Rule 12(b)" * 2_500,
    "between": "between A and B, " * 1_500,
    "names": "C" + " is" * 10_000,
}


@pytest.mark.parametrize("name", sorted(HOSTILE))
def test_hostile_replies_are_read(name: str) -> None:
    for offered in (OFFERED, RANKED, NUMBERED):
        for pick in judge(offered, Reply(id="", turns=(HOSTILE[name],))):
            assert (pick.first is None) == (pick.why is not None)
            assert len(pick.understood) <= 100


def test_what_is_no_answer_is_told_apart() -> None:
    def why(text: str, stop: str = "stop") -> list[str | None]:
        reply = Reply(id="", turns=(text,), stop_reason=stop)  # type: ignore[arg-type]
        return [pick.why for pick in judge(OFFERED, reply)]

    assert why("") == ["empty", "empty"]
    assert why("I'm sorry, but I can't assist with that.") == ["not found", "refused"]
    assert why("B", "failed") == ["failed", "failed"]
    assert why("B", "content_filter") == ["blocked", "blocked"]
    assert why("Let me think. Choice A says", "max_tokens")[1] == "truncated"
    assert why("B\n\nChoice A is wrong because", "max_tokens") == [None, None]


def test_letters_that_the_question_uses_as_names() -> None:
    deed = Offered(
        ("A only.", "B only.", "C and D.", "Nobody."), stem="A leased to B, and B to C and to D."
    )
    assert corrected("B is in possession and C is not.", deed).first is None
    assert corrected("B is in possession. The answer is (C).", deed).first == "C"
    assert corrected("B is the best answer.", deed).first == "B"
    assert corrected("B", deed).first == "B"


def test_a_question_has_choices() -> None:
    with pytest.raises(ValueError, match="2 to 8"):
        Offered(("one",))
    assert corrected("E", Offered(("a1", "b2", "c3", "d4", "e5"))).first == "E"
    assert corrected("E", OFFERED).first is None
