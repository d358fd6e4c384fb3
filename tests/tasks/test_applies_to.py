"""Whether a section applies: the answer of the tree against a brute reading of the text."""

import random
import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from benchbar.corpora import nonces, synthetic
from benchbar.errors import InputError
from benchbar.records import Document, Reply
from benchbar.tasks import applies_to
from benchbar.tasks.base import Rules


def section(seed: int, width: int, depth: int, layout: synthetic.Layout = "spread") -> Document:
    return synthetic.generate(
        random.Random(seed), name=f"s{seed}", width=width, depth=depth, layout=layout,
        draw=nonces.draw_ids,
    )  # fmt: skip


def under(text: str) -> dict[str, set[str]]:
    """Return all terms below each term, by pairs read off the text until nothing is new."""
    found: dict[str, set[str]] = {}
    defined = ""
    for row in text.split("\n"):
        if 'The term "' in row:
            defined = row.split('"')[1]
            found.setdefault(defined, set())
        elif " any " in row:
            found[defined].add(row.split(" any ")[1].split()[0].rstrip(",."))
    while True:
        more = {
            term: below | {deep for one in below for deep in found.get(one, set())}
            for term, below in found.items()
        }
        if more == found:
            return found
        found = more


def subject(text: str, cite: str) -> str:
    """Return the term that stands in the first definition of a part, found by its labels."""
    rows = text.split("\n")
    labels = re.findall(r"\((\w+)\)", cite)
    at = 0
    for depth, label in enumerate(labels):
        at = next(
            n for n in range(at + (depth > 0), len(rows))
            if rows[n].startswith(f"{'  ' * depth}({label}) ")
        )  # fmt: skip
    return next(row.split('"')[1] for row in rows[at:] if 'The term "' in row)


SIZES = st.tuples(st.integers(2, 4), st.integers(2, 4)).filter(lambda size: size != (4, 4))


@given(st.integers(0, 2**32), SIZES)
def test_the_answer_is_that_of_a_brute_reading_of_the_text(
    seed: int, size: tuple[int, int]
) -> None:
    document = section(seed, *size)
    below = under(document.text)
    root = next(iter(below))
    asked = [item for place in range(len(document.lines))
             if (item := applies_to.ask(document, place, Rules()))]  # fmt: skip
    assert len(asked) == sum(size[0] ** level for level in range(1, size[1]))
    for item in asked:
        name, term, cite = re.fullmatch(
            r"(\w+) is an? (\w+)\. Is (.+) applicable to \1\? Let's think step by step\.",
            item.question,
        ).groups()  # type: ignore[union-attr]
        about = subject(document.text, cite)
        assert name in (*applies_to.WOMEN, *applies_to.MEN)
        assert cite == item.asked == document.lines[item.target].cite
        assert about != root
        assert about in below
        assert term != about
        assert about not in below.get(term, set())
        assert item.gold == ("Yes" if term in below[about] else "No")
        assert list(applies_to.prove(item, document)) == []
        for verdict in applies_to.TASK.judge(item, document, Reply("", turns=("x", item.gold))):
            assert verdict.outcome == "correct"


EXAMPLE = """Section 1661.  Definition of b44.
(a) General rule. The term "b44" means-
  (1) any c22, or
  (2) any t11.
(b) Definition of c22
  (1) General rule. The term "c22" means-
    (A) any q55, or
    (B) any f66.
  (2) The term "q55" means-
    (A) any g77, or
    (B) any h88.
  (3) The term "f66" means-
    (A) any a00, or
    (B) any e33.
(c) Definition of t11
  (1) General rule. The term "t11" means-
    (A) any j99, or
    (B) any k11.
  (2) The term "j99" means-
    (A) any l22, or
    (B) any m33.
  (3) The term "k11" means-
    (A) any n44, or
    (B) any o55."""


def test_parts_are_cited_where_they_speak_of_one_term_and_all_below_it() -> None:
    document = section(3, 2, 3)
    cites = [
        document.lines[place].cite.removeprefix(f"section {document.section}")
        for place in range(len(document.lines))
        if applies_to.ask(document, place, Rules())
    ]
    assert cites == ["(b)", "(b)(2)", "(b)(3)", "(c)", "(c)(2)", "(c)(3)"]
    shape = re.sub(r"\b[a-z]\d\d\b", "x00", document.text).partition("\n")[2]
    assert shape == re.sub(r"\b[a-z]\d\d\b", "x00", EXAMPLE).partition("\n")[2]


def test_two_messages_the_second_for_yes_or_no() -> None:
    document = section(3, 2, 2)
    item = next(filter(None, (applies_to.ask(document, n, Rules()) for n in range(9))))
    first, second = applies_to.turns(item, document, "default")
    assert first == f"{document.text}\n\n{item.question}"
    assert second == "Therefore, the answer (Yes or No) is"
    with pytest.raises(InputError, match="variant 'precise' does not fit applies_to"):
        applies_to.turns(item, document, "precise")


@pytest.mark.parametrize(
    ("term", "spoken"),
    [
        ("a00", "an"), ("b44", "a"), ("c22", "a"), ("e33", "an"), ("f66", "an"), ("h88", "an"),
        ("j99", "a"), ("l22", "an"), ("m33", "an"), ("n44", "an"), ("o55", "an"), ("q55", "a"),
        ("r11", "an"), ("s11", "an"), ("u11", "a"), ("x11", "an"), ("y11", "a"), ("z11", "a"),
        ("fb22", "an"), ("ub22", "a"), ("furnal", "a"), ("ulnor", "an"),
    ],
)  # fmt: skip
def test_a_or_an_as_spoken(term: str, spoken: str) -> None:
    assert applies_to.article(term) == spoken


def test_names_of_women_and_of_men_come_evenly() -> None:
    assert len(applies_to.WOMEN) == len(applies_to.MEN) == len({*applies_to.WOMEN}) == 25
    drawn = Counter(
        item.question.split()[0]
        for seed in range(400)
        for document in [section(seed, 2, 3)]
        for place in range(len(document.lines))
        if (item := applies_to.ask(document, place, Rules()))
    )
    women = sum(drawn[name] for name in applies_to.WOMEN)
    assert drawn.keys() == {*applies_to.WOMEN, *applies_to.MEN}
    assert abs(women / drawn.total() - 0.5) < 0.05


def test_how_deep_the_person_stands_tells_nothing() -> None:
    deep: dict[str, Counter[int]] = {"Yes": Counter(), "No": Counter()}
    for seed in range(600):
        document = section(seed, 2, 4)
        for place in range(len(document.lines)):
            if item := applies_to.ask(document, place, Rules()):
                term = item.question.split()[3].rstrip(".")
                depth = sum(term in below for below in under(document.text).values())
                deep[item.gold][depth] += 1
    yes, no = (deep[gold] for gold in ("Yes", "No"))
    for depth in yes | no:
        assert abs(yes[depth] / yes.total() - no[depth] / no.total()) < 0.04


def test_only_synthetic_sections_are_asked_about() -> None:
    document = section(3, 2, 3)
    other = replace(document, source="a code")
    assert not any(applies_to.ask(other, place, Rules()) for place in range(len(other.lines)))
    collapsed = section(3, 2, 3, "collapsed")
    asked = [applies_to.ask(collapsed, place, Rules()) for place in range(len(collapsed.lines))]
    assert not any(asked)
