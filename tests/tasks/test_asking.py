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
        "applies_to": None,
        "sara": None,
        "form": None,
        "multiple_choice": None,
        "essay": None,
        "essay_mark": None,
        "essay_pair": None,
    }
    asked = golds["text_to_cite"]
    assert asked is not None
    assert asked.asked == "In general. The term “rowing boat” means a boat moved by oars alone."


BUOYS = """\
§ 9. Buoys.
(a) The term “buoy” means a float.
(b) {other}"""


def buoys(other: str) -> Document:
    text = BUOYS.format(other=other)
    lines, start = [], 0
    for n, row in enumerate(text.split("\n")):
        words = start + (5, 4, 4)[n]
        cite = ("section 9", "section 9(a)", "section 9(b)")[n]
        terms = ("buoy",) if n == 1 else ()
        lines.append(Line(cite, start, words, words, start + len(row), n > 0, terms))
        start += len(row) + 1
    return Document("b", "statute", text, tuple(lines), "invented", section="9")


@pytest.mark.parametrize(
    "other",
    [
        "“Buoy” includes a barrel.",
        '"Buoy" has the meaning given by the master.',
        "The terms “quay” and “buoy,” as used here, mean a float.",
        "A float (hereinafter referred to as the “buoy”) is red.",
        "The word “buoy” shall mean a barrel.",
        "Buoy defined. It is a barrel.",
    ],
)
def test_a_term_that_is_spoken_of_elsewhere_is_not_asked_about(other: str) -> None:
    assert allowed("defined_to_cite", buoys(other)) == []
    assert allowed("cite_to_defined", buoys(other)) == [1]


@pytest.mark.parametrize("other", ["Omitted.", "[Reserved]", "Repealed. Pub. L. 1.", "Expired."])
def test_what_is_gone_is_not_asked_about(other: str) -> None:
    assert allowed("cite_to_text", buoys("A buoy may sail.")) == [1, 2]
    for task in ("cite_to_text", "cite_to_amended"):
        assert allowed(task, buoys(other)) == [1]


@pytest.mark.parametrize(
    "other", ["A buoy is red.", "The “buoy master” is red.", "No float is called a “buoyant”."]
)
def test_a_term_may_be_used_elsewhere(other: str) -> None:
    assert allowed("defined_to_cite", buoys(other)) == [1]


def test_a_line_that_defines_a_second_term_in_other_words_is_not_asked_about() -> None:
    made = buoys("A quay is wet.")
    text = made.text.replace("a float.", "a float; “raft” includes a barrel.")
    by = len(text) - len(made.text)
    first, second, third = made.lines
    longer = Line(second.cite, second.start, second.words, second.plain, second.end + by, True,
                  second.terms)  # fmt: skip
    document = Document("b", "statute", text, (first, longer, third.moved(by)), "x", section="9")
    assert allowed("cite_to_defined", document) == allowed("defined_to_cite", document) == []


def test_a_definition_in_a_list_without_labels_is_cited_as_its_section() -> None:
    text = "§ 9. Terms.\nIn this part—\nBuoy means a float.\nQuay means a wharf."
    starts = [0, *(n + 1 for n, c in enumerate(text) if c == "\n")]
    ends = [*(n - 1 for n in starts[1:]), len(text)]
    lines = tuple(
        Line("section 9", start, start, start, end, False, terms)
        for start, end, terms in zip(starts, ends, [(), (), ("Buoy",), ("Quay",)], strict=True)
    )
    document = Document("b", "statute", text, lines, "x", section="9")
    assert allowed("defined_to_cite", document) == [2, 3]
    assert allowed("cite_to_defined", document) == []
    item = TASKS["defined_to_cite"].ask(document, 3, Rules())
    assert item is not None
    assert item.gold == "section 9"


def contract(rows: list[tuple[str, str]]) -> Document:
    lines, start = [], 0
    for cite, row in rows:
        words = start + row.index(" ") + 1
        lines.append(Line(cite, start, words, words, start + len(row)))
        start += len(row) + 1
    return Document("c", "statute", "\n".join(row for _, row in rows), tuple(lines), "x", "x")


CONTRACT = [
    ("article II", "ARTICLE II"),
    ("article II, section 1", "1. The boat is lent."),
    ("article II, section 1(a)", "(a) The boat is red."),
    ("article II, section 2(b)", "2(b) The oars are lent as well."),
]


@pytest.mark.parametrize(("first", "places"), [(0, [0, 1, 2]), (1, []), (2, []), (3, [])], ids=str)
def test_a_line_whose_article_is_not_shown_is_not_asked_about(
    first: int, places: list[int]
) -> None:
    shown = contract(CONTRACT[first:])
    assert allowed("cite_to_text", shown) == places


def test_labels_that_share_a_line_are_shown_by_it() -> None:
    rows = [("section 4", "4. Loans."), ("section 4(a)(i)", "(a)(i) The boat is red.")]
    assert allowed("cite_to_text", contract(rows)) == [0, 1]
    assert allowed("cite_to_text", contract(rows[1:])) == []


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
