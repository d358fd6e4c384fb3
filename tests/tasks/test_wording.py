"""The prompts, to the letter: a changed prompt is a reviewed difference."""

from pathlib import Path

import pytest

from benchbar import tokens
from benchbar.errors import InputError
from benchbar.records import Document, Item, Line
from benchbar.suites.items import VARIANT_ROOM
from benchbar.tasks import TASKS, wording
from benchbar.tasks.base import Rules

GOLDEN = Path(__file__).with_name("golden")

SECTION = Document(
    id="s",
    kind="statute",
    text=(
        "Section 5217.  Definition of cleight.\n"
        '(a) General rule. The term "cleight" means any baitisolist or any roussiont.\n'
        '(b) The term "baitisolist" means any above or any caset.'
    ),
    lines=(
        Line("section 5217", 0, 15, 37, 37, leaf=False),
        Line("section 5217(a)", 38, 42, 56, 114, terms=("cleight",)),
        Line("section 5217(b)", 115, 119, 119, 171, terms=("baitisolist",)),
    ),
    source="synthetic",
)


def page(first: int | None) -> Document:
    """Return two lines of testimony on one page, or on a page with a number."""
    head = f"Page {first}:\n" if first else ""
    rows = [
        "1: Q.    Did you see what was above the door?",
        "2: A.    No, I did not look up at it.",
    ]
    text = head + "\n".join(rows)
    start = len(head)
    lines = []
    for n, row in enumerate(rows, 1):
        cite = f"line {n} of page {first}" if first else f"line {n}"
        lines.append(Line(cite, start, start + 3, start + 3, start + len(row)))
        start += len(row) + 1
    return Document(
        id="t", kind="transcript", text=text, lines=tuple(lines), source="invented-test-1"
    )


DOCUMENTS = {"statute": SECTION, "page": page(None), "pages": page(68)}
QUESTIONS = [
    ("statute", "text_to_cite", 1),
    ("statute", "cite_to_text", 2),
    ("statute", "defined_to_cite", 2),
    ("statute", "cite_to_defined", 1),
    ("page", "text_to_cite", 0),
    ("page", "cite_to_text", 0),
    ("pages", "text_to_cite", 1),
    ("pages", "cite_to_text", 1),
]
FITTING = {
    ("statute", "text_to_cite"): {"return", "precise"},
    ("statute", "cite_to_text"): {"return", "precise", "just-that-line"},
    ("statute", "defined_to_cite"): {"return", "precise"},
    ("statute", "cite_to_defined"): set(),
    ("page", "text_to_cite"): {"introduced", "exact-twice"},
    ("page", "cite_to_text"): {"return", "precise", "just-that-line", "introduced"},
    ("pages", "text_to_cite"): {"introduced", "exact-twice"},
    ("pages", "cite_to_text"): {"return", "precise", "just-that-line", "introduced"},
}


def ask(kind: str, task: str, place: int) -> tuple[Item, Document]:
    document = DOCUMENTS[kind]
    item = TASKS[task].ask(document, place, Rules())
    assert item is not None
    return item, document


@pytest.mark.parametrize(("kind", "task", "place"), QUESTIONS)
def test_prompts_are_the_golden_ones(kind: str, task: str, place: int) -> None:
    item, document = ask(kind, task, place)
    fitting = ["default", "question-first", *sorted(FITTING[kind, task])]
    shown = "".join(
        f"===== {variant}\n{TASKS[task].turns(item, document, variant)[0]}\n" for variant in fitting
    )
    golden = GOLDEN / f"{kind}.{task}.txt"
    assert shown == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize(("kind", "task", "place"), QUESTIONS)
def test_a_variant_that_does_not_fit_is_refused_by_name(kind: str, task: str, place: int) -> None:
    item, document = ask(kind, task, place)
    misfits = set(wording.VARIANTS) - {"default", "question-first"} - FITTING[kind, task]
    for variant in misfits:
        with pytest.raises(InputError, match=f"variant '{variant}' does not fit {task}"):
            TASKS[task].turns(item, document, variant)


def test_an_unknown_variant_is_refused_with_the_known_ones() -> None:
    item, document = ask("page", "cite_to_text", 0)
    with pytest.raises(InputError, match="no variant 'polite': choose from default"):
        TASKS["cite_to_text"].turns(item, document, "polite")


@pytest.mark.parametrize(("kind", "task", "place"), QUESTIONS)
def test_no_variant_outgrows_the_room_that_is_kept_for_it(kind: str, task: str, place: int) -> None:
    item, document = ask(kind, task, place)
    (default,) = TASKS[task].turns(item, document, "default")
    for variant in ("question-first", *FITTING[kind, task]):
        (turn,) = TASKS[task].turns(item, document, variant)
        assert tokens.count(turn) <= tokens.count(default) + VARIANT_ROOM


def test_words_that_were_asked_for_are_never_reworded() -> None:
    item, document = ask("page", "text_to_cite", 0)
    (turn,) = TASKS["text_to_cite"].turns(item, document, "question-first")
    assert '"Q.    Did you see what was above the door?"' in turn.split("\n\n")[0]
    assert "the line below with the text" in turn
