import inspect
import re

import pytest

from benchbar.errors import InputError
from benchbar.records import Reply
from benchbar.runs import reader, reader_applying, reader_contracts
from benchbar.suites.data import Data
from benchbar.tasks import TASKS
from benchbar.tasks.wording import VARIANTS

TESTIMONY = """Page 68:
1: Q.  And where were you?
2: A.  At the pier: line 2 of the
3: schedule says so.

Page 69:
1: Q.  And where were you?
2: A.  In the "blue"
3: """

FERRIES = """§ 812. Mooring of ferries.
(a) General rule. Notwithstanding any other provision, a ferry shall be moored—
  (1) at a licensed pier, or
  (2) in the case of a storm—
    (A) at any pier, and
    (B) under the harbour master's orders.
  The harbour master may grant a delay.
(b) Exceptions.
  (1) In general. Subsection (a) shall not apply to a rowing boat.
  (2) Rowing boat. The term “rowing boat” means a boat moved by oars alone.

§ 813a–1. Fees.
There is a fee for each mooring.

§ 814. Buoys.
The following are buoys:
(1) Any float. The term "float" means a thing that floats.
  (A) at any quay, and
(2) Any barrel."""

OTHER_LAW = """Sec. (2) purposes.
The harbour is to be kept.
(a) Harbours are dug.
  (7A) The pilot is paid in gold.
  (6B) The pilot is paid in silver.
(b)(1) A buoy is painted.
  (2) A buoy is lit.
    (i) A red one burns oil.

§ 9-101.02. Plan.
I. Purpose. The plan is kept.
IV. ACTIONS.
  (A) The master shall:
    (1) Light the quay.
  B. The clerk writes.
    9. The clerk reads.

§ 3. Definitions.
In this Act,
barge means a boat that is
  (a) flat, or
  (b) long;
harbour pilot, in respect of a port, means its pilot; (pilote)
(1) Definition of tug. In this section, tug means a boat that pulls.
  hawser means a rope.
(2) “Lighter” means a boat that unloads."""

STATUTE = 'What is the exact citation above of the text "{}"? (Use standard legal formatting like '
STATUTE += "section 1001(b)(2))."


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_prompt_is_answered_right_in_every_variant(data: Data, variant: str) -> None:
    asked = 0
    for document, items in data.pairs():
        for item in items:
            task = TASKS[item.task]
            try:
                (prompt,) = task.turns(item, document, variant)
            except InputError:
                continue
            asked += 1
            reply = Reply(id=item.id, turns=(reader.answer(prompt),))
            verdicts = task.judge(item, document, reply)
            assert [v.outcome for v in verdicts] == ["correct", "correct"], (item, reply)
    assert asked


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is the exact text of just line 2 of page 69 above?", 'A.  In the "blue"'),
        (
            "What is the exact text of just line 2 of page 68 above?",
            "A.  At the pier: line 2 of the",
        ),
        ("What is the exact text of just line 3 of page 69 above?", ""),
        (
            "What are the page number and line number of the line above with the text "
            '"A.  In the "blue""?',
            "line 2 of page 69",
        ),
        ("What is the exact text of just line 9 of page 69 above?", reader.ABSENT),
    ],
)
def test_testimony_is_read_by_page_and_line(question: str, answer: str) -> None:
    assert reader.answer(f"{TESTIMONY}\n\n{question}") == answer
    below = question.replace("above", "below")
    assert reader.answer(f"{below}\n\n{TESTIMONY}") == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (STATUTE.format("at any pier, and"), "section 812(a)(2)(A)"),
        (STATUTE.format("Any barrel."), "section 814(2)"),
        (STATUTE.format("at any quay, and"), "section 814(1)(A)"),
        (STATUTE.format("There is a fee for each mooring."), "section 813a–1"),
        (STATUTE.format("The harbour master may grant a delay."), reader.ABSENT),
        ("What is the exact text of just section 812(a)(1) above?", "(1) at a licensed pier, or"),
        (
            "What is the exact text of just section 813a–1 above?",
            "There is a fee for each mooring.",
        ),
        (
            "What is the exact text of just section 812(b)(1) above?",
            "(1) In general. Subsection (a) shall not apply to a rowing boat.",
        ),
        ("What is the term defined at section 812(b)(2) above?", "rowing boat"),
        ("What is the term defined at section 814(1) above?", "float"),
        (
            'What is the exact citation above where the term "rowing boat" is defined? (Use ...).',
            "section 812(b)(2)",
        ),
        (
            'What is the exact citation above where the term "float" is defined? (Use ...).',
            "section 814(1)",
        ),
    ],
)
def test_statutes_are_read_as_they_stand_in_the_code(question: str, answer: str) -> None:
    assert reader.answer(f"{FERRIES}\n\n{question}") == answer


DEFINED = 'What is the exact citation above where the term "{}" is defined? (Use ...).'


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (STATUTE.format("The harbour is to be kept."), "section 2"),
        (STATUTE.format("The pilot is paid in gold."), "section 2(a)(7A)"),
        (STATUTE.format("A buoy is lit."), "section 2(b)(2)"),
        (STATUTE.format("A red one burns oil."), "section 2(b)(2)(i)"),
        ("What is the exact text of just section 2(b)(1) above?", "(b)(1) A buoy is painted."),
        (STATUTE.format("Light the quay."), "section 9-101.02(IV)(A)(1)"),
        (STATUTE.format("The clerk reads."), "section 9-101.02(IV)(B)(9)"),
        (DEFINED.format("barge"), "section 3"),
        (DEFINED.format("harbour pilot"), "section 3"),
        (DEFINED.format("tug"), "section 3(1)"),
        (DEFINED.format("hawser"), "section 3(1)"),
        (DEFINED.format("Lighter"), "section 3(2)"),
        ("What is the term defined at section 3(1) above?", "tug"),
        ("What is the term defined at section 3(2) above?", "Lighter"),
    ],
)
def test_law_of_other_forms(question: str, answer: str) -> None:
    assert reader.answer(f"{OTHER_LAW}\n\n{question}") == answer


ARTICLES = """ARTICLE {first} MOORING
  Section {a}. Fees. A fee is due.
    (a) The clerk takes it.
    "Clerk" means the clerk of the harbour.
ARTICLE {second} BUOYS
  Section {b}. Paint. A buoy is red.
"""


@pytest.mark.parametrize(
    ("first", "a", "second", "b", "wanted"),
    [
        ("I", "1", "II", "1", "article I, section 1(a)"),
        ("I", "1", "II", "2", "section 1(a)"),
        ("IV", "9", "V", "10", "section 9(a)"),
        ("IV", "1", "V", "1", "article IV, section 1(a)"),
        ("4", "4.1", "5", "5.1", "section 4.1(a)"),
    ],
)
def test_an_article_is_named_where_its_sections_begin_anew(
    first: str, a: str, second: str, b: str, wanted: str
) -> None:
    document = ARTICLES.format(first=first, a=a, second=second, b=b)
    assert reader.answer(f"{document}\n\n{STATUTE.format('The clerk takes it.')}") == wanted
    full = f"article {first}, section {a}(a)"
    for cited in (wanted, full):
        question = f"What is the exact text of just {cited} above?"
        assert reader.answer(f"{document}\n\n{question}") == "(a) The clerk takes it."
    defined = reader.answer(f"{document}\n\n{DEFINED.format('Clerk')}")
    assert defined == wanted.removesuffix("(a)")


CONTRACT = """THE HARBOUR DEED

RECITALS
(A) The pier is old.
(B) The town is poor.

IT IS AGREED:

1) Fees
  a) A ferry pays six crowns.

2 Title
  2.1 The title is the buyer's.
  2.2 The deed is kept.
2 days are enough.

4A Buoys
  4A.1 A buoy is red.
4B. Exceptions

SCHEDULE 1
  Part A
    1. Oak is sold.
  Part B
    1. Pine is sold.
SCHEDULE 2
  Part A
    1. Nails are sold.
  Part B
    1. Screws are sold.
APPENDIX C
  5. Paint is sold."""


@pytest.mark.parametrize(
    ("words", "cited", "line"),
    [
        ("The town is poor.", "recital B", "(B) The town is poor."),
        ("A ferry pays six crowns.", "section 1(a)", "a) A ferry pays six crowns."),
        ("The title is the buyer's.", "section 2.1", "2.1 The title is the buyer's."),
        ("A buoy is red.", "section 4A.1", "4A.1 A buoy is red."),
        ("Exceptions", "section 4B", "4B. Exceptions"),
        ("Pine is sold.", "schedule 1, part B, section 1", "1. Pine is sold."),
        ("Nails are sold.", "schedule 2, part A, section 1", "1. Nails are sold."),
        ("Paint is sold.", "section 5", "5. Paint is sold."),
    ],
)
def test_a_contract_is_read_in_its_own_numbers(words: str, cited: str, line: str) -> None:
    assert reader.answer(f"{CONTRACT}\n\n{STATUTE.format(words)}") == cited
    question = f"What is the exact text of just {cited} above?"
    assert reader.answer(f"{CONTRACT}\n\n{question}") == line


@pytest.mark.parametrize(
    ("inner", "cited"),
    [("1.1 Tolls are due.", "section 1.1"), ("a) Tolls are due.", "section 1(a)"),
     ("1) Tolls are due.", "section 1(1)")],
)  # fmt: skip
def test_a_contract_may_open_with_a_section_as_a_code_does(inner: str, cited: str) -> None:
    document = f"Section 1. Tolls.\n  {inner}\nSection 2. Fees are due."
    assert reader.answer(f"{document}\n\n{STATUTE.format('Tolls are due.')}") == cited


@pytest.mark.parametrize("prompt", ["", "Hello?", "1: one\n2: two\n\nHow many lines?"])
def test_other_questions_are_not_understood(prompt: str) -> None:
    assert reader.answer(prompt) == reader.UNCLEAR


def test_the_reader_imports_nothing_that_knows_the_answers() -> None:
    own = re.compile(r"^from benchbar\.runs\.reader_\w+ import .*$", re.MULTILINE)
    for module in (reader, reader_applying, reader_contracts):
        source = inspect.getsource(module)
        code = source.partition('"""')[2].partition('"""')[2]
        assert "benchbar" not in own.sub("", code)
