"""What a multiple-choice question offers, and what a reply picks of it, best first."""

from dataclasses import dataclass

MOST_CHOICES = 8
RANKS = 3
"""Places that are read: first, second and third choice."""


@dataclass(frozen=True, slots=True)
class Offered:
    """A question as it was shown.

    Attributes:
        choices: Their texts in the order shown, without letters.
        stem: Story and question: what a reply quotes of them is no answer.
        ranked: Several choices were asked for, the likeliest first: "C, A, B" is three ranks
            then, and three answers otherwise.
        numbered: The choices were shown as 1, 2, 3 and 4; otherwise numbers are no answers.
    """

    choices: tuple[str, ...]
    stem: str = ""
    ranked: bool = False
    numbered: bool = False

    def __post_init__(self) -> None:
        if not 2 <= len(self.choices) <= MOST_CHOICES:
            raise ValueError(f"a question has 2 to {MOST_CHOICES} choices: {len(self.choices)}")

    @property
    def letters(self) -> str:
        """The letters of the choices, one string."""
        return "ABCDEFGH"[: len(self.choices)]


@dataclass(frozen=True, slots=True)
class Pick:
    """What a reply picks: letters as they were shown.

    Attributes:
        first: The answer, or None.
        second: The choice ranked next, or None.
        third: The choice ranked after it, or None.
        rule: The name of the rule that decided.
        understood: What was understood: the letter, the letters between which the reply does
            not choose, or the word that was taken for the answer and is none.
        why: Why there is no answer: ``not found``, ``multiple answers``, ``unclear`` (taken back,
            or all rejected), or a kind of not-an-answer such as ``refused``; None if there is.
    """

    first: str | None
    second: str | None = None
    third: str | None = None
    rule: str = ""
    understood: str = ""
    why: str | None = None

    @property
    def ranks(self) -> tuple[str | None, str | None, str | None]:
        """First, second and third choice."""
        return self.first, self.second, self.third


def nothing(why: str, rule: str, understood: str = "") -> Pick:
    """Find that a reply picks nothing."""
    return Pick(None, rule=rule, understood=understood[:100], why=why)
