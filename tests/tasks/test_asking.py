"""Which lines may be asked about, and which not."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbar.corpora import spans, synthetic
from benchbar.records import Document, Line
from benchbar.tasks import TASKS
from benchbar.tasks.base import Rules

STATUTE = """\
§ 812. Mooring of ferries.
(a) General rule. Notwithstanding any other provision, a ferry shall be moored—
(1) at a licensed pier near the town, or
(2) at a licensed pier near the towns, or
(3) in any other place, under the orders of the master.
The harbour master may grant a delay.
(b) Rowing boat.
(1) In general. The term “rowing boat” means a boat moved by oars alone.
(c) Mooring. The term “mooring” means making fast; the term “pier” means a wharf.
[(d) Repealed.]"""
CITES = [
    "section 812",
    "section 812(a)",
    "section 812(a)(1)",
    "section 812(a)(2)",
    "section 812(a)(3)",
    "flush",
    "section 812(b)",
    "section 812(b)(1)",
    "section 812(c)",
    "section 812(d)",
]
LEAVES = {2, 3, 4, 5, 7, 8, 9}
HEADERS = {0: 18, 1: 13, 6: 11, 7: 11, 8: 8}
TERMS = {7: ("rowing boat",), 8: ("mooring", "pier")}


def statute(source: str = "invented") -> Document:
    lines, start = [], 0
    for n, row in enumerate(STATUTE.split("\n")):
        lead = 0 if CITES[n] == "flush" else len(row.split(" ")[0]) + 1 + 5 * (n == 0)
        words = start + lead
        lines.append(
            Line(
                CITES[n], start, words, min(words + HEADERS.get(n, 0) + 1, start + len(row))
                if n in HEADERS else words,
                start + len(row), n in LEAVES, TERMS.get(n, ()),
            )
        )  # fmt: skip
        start += len(row) + 1
    return Document("s", "statute", STATUTE, tuple(lines), source)


DOCUMENT = statute()


def allowed(task: str, document: Document = DOCUMENT, rules: Rules = Rules()) -> list[int]:
    return [n for n in range(len(document.lines)) if TASKS[task].ask(document, n, rules)]


def test_only_leaves_that_stand_alone_are_asked_about() -> None:
    assert allowed("cite_to_text") == [2, 3, 7, 8], "(a)(3) is followed by flush text"


def test_words_must_be_far_from_those_of_every_other_line() -> None:
    assert allowed("text_to_cite") == [7, 8], "(a)(1) and (a)(2) differ by one letter"
    assert allowed("text_to_cite", rules=Rules(least_edits=1)) == [2, 3, 7, 8]
    assert allowed("text_to_cite", rules=Rules(least_words=14)) == []


def test_words_contained_in_another_line_are_not_asked_about() -> None:
    lines = ["he saw the red truck", "Q.  And he saw the red truck that day, did he not?"]
    document = spans.whole(name="t", lines=lines, cites=["line 1", "line 2"], source="x", title="")
    assert allowed("text_to_cite", document) == [1]


def test_a_definition_must_be_the_only_one_of_its_line() -> None:
    assert allowed("cite_to_defined") == [7]
    assert allowed("defined_to_cite") == [7]


def test_a_parent_headed_by_the_term_is_an_alternative() -> None:
    item = TASKS["defined_to_cite"].ask(DOCUMENT, 7, Rules())
    assert item is not None
    assert item.gold == "section 812(b)(1)"
    assert item.alternatives == ("section 812(b)",)


def test_the_gold_of_each_task_is_in_its_own_form() -> None:
    golds = {task: TASKS[task].ask(DOCUMENT, 7, Rules()) for task in TASKS}
    assert {task: item and item.gold for task, item in golds.items()} == {
        "text_to_cite": "section 812(b)(1)",
        "cite_to_text": "(1) In general. The term “rowing boat” means a boat moved by oars alone.",
        "cite_to_amended": "(1) In general. unless otherwise provided by section 101, The term "
        "“rowing boat” means a boat moved by oars alone.",
        "defined_to_cite": "section 812(b)(1)",
        "cite_to_defined": "rowing boat",
    }
    asked = golds["text_to_cite"]
    assert asked is not None
    assert asked.asked == "In general. The term “rowing boat” means a boat moved by oars alone."


@pytest.mark.parametrize("layout", ["spread", "collapsed"])
def test_synthetic_lines_only_have_to_differ(layout: synthetic.Layout) -> None:
    document = synthetic.generate(random.Random(1), name="s", width=3, depth=3, layout=layout)
    leaves = [n for n, line in enumerate(document.lines) if line.leaf]
    assert allowed("text_to_cite", document) == leaves


@given(st.lists(st.sampled_from(["yes", "no it was not there", "I did see it then"]), min_size=2))
def test_words_that_stand_twice_are_never_asked_about(lines: list[str]) -> None:
    cites = [f"line {n + 1}" for n in range(len(lines))]
    document = spans.whole(name="t", lines=lines, cites=cites, source="x", title="")
    for place in allowed("text_to_cite", document):
        assert lines.count(lines[place]) == 1
        assert len(lines[place].split()) >= 4
