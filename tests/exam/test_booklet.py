"""Booklets in every layout give back their questions, and what cannot be read is named."""

import io
import json
import re
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reportlab.pdfgen import canvas  # type: ignore[import-untyped]

from benchbar.errors import InputError
from benchbar.exam import booklet_key
from benchbar.exam.booklet import Conversion, convert
from benchbar.exam.questions import Question, practice, read
from tests.cli.calling import Benchbar, refused
from tests.exam import printer
from tests.exam.printer import Layout, Print

BANK = practice()
FEW = BANK[:12]


def flat(text: str) -> str:
    return " ".join(text.split())


def told(questions: tuple[Question, ...]) -> list[tuple[str, tuple[str, ...], str]]:
    return [(flat(q.stem), q.choices, q.key) for q in questions]


def converted(folder: Path, booklet: str | bytes, key: str | None = None) -> Conversion:
    path = folder / ("booklet.pdf" if isinstance(booklet, bytes) else "booklet.txt")
    path.write_bytes(booklet if isinstance(booklet, bytes) else booklet.encode())
    if key is None:
        return convert(path, None)
    (folder / "key.txt").write_text(key, encoding="utf-8")
    return convert(path, folder / "key.txt")


def whole(found: Conversion, questions: tuple[Question, ...]) -> bool:
    assert found.unread == ()
    assert told(found.questions) == told(questions)
    assert [q.id for q in found.questions] == [str(n + 1) for n in range(len(questions))]
    return True


@pytest.mark.parametrize("double", [False, True])
@pytest.mark.parametrize(("number", "mark"), [*product(printer.NUMBERS, printer.MARKS)])
def test_text_in_every_layout(number: str, mark: str, double: bool, tmp_path: Path) -> None:
    for feeds in (True, False):
        layout = Layout(number=number, mark=mark, double=double, feeds=feeds)
        found = converted(tmp_path, printer.text(FEW, layout), printer.key(FEW, "lines"))
        assert whole(found, FEW)


@given(
    width=st.integers(40, 110),
    rows=st.integers(20, 70),
    mark=st.sampled_from(printer.MARKS),
    footer=st.sampled_from(
        ["Page {}", "-{}-    GO ON TO THE NEXT PAGE", "{}", "GO ON TO THE NEXT PAGE"]
    ),
    some=st.sampled_from([BANK[at : at + 9] for at in range(0, 63, 9)]),
)
def test_pages_of_every_size(
    tmp_path_factory: pytest.TempPathFactory,
    width: int,
    rows: int,
    mark: str,
    footer: str,
    some: tuple[Question, ...],
) -> None:
    layout = Layout(width=width, rows=rows, mark=mark, footer=footer)
    folder = tmp_path_factory.getbasetemp()
    assert whole(converted(folder, printer.text(some, layout), printer.key(some, "csv")), some)


PRINTS = {
    "serif": Print(),
    "sans": Print(font="Helvetica"),
    "typewriter": Print(font="Courier"),
    "heads by turns": Print(alternate=True),
    "justified": Print(justified=True),
    "set in": Print(hang=16),
    "set in and justified": Print(hang=22, justified=True),
    "columns not level": Print(drop=5),
    "columns hardly level": Print(drop=3),
    "narrow gutter": Print(gutter=15),
}


@pytest.mark.parametrize("columns", [1, 2])
@pytest.mark.parametrize("how", PRINTS)
def test_pdf_in_one_and_two_columns(how: str, columns: int, tmp_path: Path) -> None:
    style = replace(PRINTS[how], columns=columns)
    found = converted(tmp_path, printer.pdf(BANK, style), printer.key(BANK, "lines"))
    assert whole(found, BANK)
    assert any("PRACTICE, FORM #" in note for note in found.notes)


@pytest.mark.parametrize("rows", [30, 47, 60])
def test_text_in_two_columns(rows: int, tmp_path: Path) -> None:
    found = converted(tmp_path, printer.side_by_side(BANK, rows), printer.key(BANK, "lines"))
    assert whole(found, BANK)


@pytest.mark.parametrize("form", printer.KEYS)
def test_every_form_of_key(form: str) -> None:
    key = booklet_key.read(printer.key(BANK, form))
    assert [key.letter(n) for n in range(1, 64)] == [question.key for question in BANK]
    assert len(key) == 63


def test_a_key_in_a_pdf_and_one_behind_the_questions(tmp_path: Path) -> None:
    text = printer.text(FEW, Layout())
    both = text + "\f\nANSWER KEY\n\n" + printer.key(FEW, "columns")
    assert whole(converted(tmp_path, both), FEW)
    lines = printer.key(FEW, "lines").splitlines()
    path = tmp_path / "key.pdf"
    path.write_bytes(_lines_in_pdf(["Answers", *lines]))
    (tmp_path / "booklet.txt").write_text(text)
    assert whole(convert(tmp_path / "booklet.txt", path), FEW)


def _lines_in_pdf(rows: list[str]) -> bytes:
    out = io.BytesIO()
    page = canvas.Canvas(out)
    for place, row in enumerate(rows):
        page.drawString(72, 780 - 14 * place, row)
    page.save()
    return out.getvalue()


def test_prose_is_no_answer_and_questions_are_no_key(tmp_path: Path) -> None:
    key = booklet_key.read(
        "1. A man ran.\n2. A is wrong; B is right.\n3. C\n4 D  5 a\n6. (B) is it\n"
    )
    assert [*key.numbers()] == [3, 4, 5, 6]
    text = printer.text(FEW, Layout())
    with pytest.raises(InputError, match="holds choices but no heading 'Answer Key'"):
        converted(tmp_path, text, text)
    both = text + "\fAnswer Key\n" + printer.key(FEW, "lines")
    assert whole(converted(tmp_path, text, both), FEW)


def test_a_passage_goes_to_each_question_that_shares_it(tmp_path: Path) -> None:
    story = "A ferry sank on its way to the island. " * 5
    layout = Layout(rows=30, shared={3: (story, 2)})
    found = converted(tmp_path, printer.text(FEW, layout), printer.key(FEW, "lines"))
    assert found.unread == ()
    for n, (got, want) in enumerate(zip(found.questions, FEW, strict=True), 1):
        assert flat(got.stem) == flat((story if n in (3, 4) else "") + want.stem)
        assert got.choices == want.choices


ODD = """\
SAMPLE BOOKLET
Directions:
1. Do not open this booklet until told.
2. Mark one answer for each question.
3. Stop when told.

EVIDENCE

1. The 12th Amendment was read aloud. A list was shown:
1. a boat;
2. a horse;
3. a cart.
A. Lincoln Smith, the buyer, took the horse on May
2. He paid $3 for its property
Evidence shows. Which did he buy?
(A) The boat.   (B) The horse.
(C) The cart.   (D) None.

Questions 2 and 3 are based on the following fact situation.

Ada sold Ben a plough. Ben never paid, and the con-
tract was oral. It was a well-known plough, a well-
known one.

2. Is Ben liable?
(A) Yes, he is
bound.
(B) No.
(C) Only in equity.
(D) Only if he had to give an
answer.

- 4 -

3. Is Ada liable, who would not stop?
(A) Yes. (B) No. (C) Perhaps. (D) Never.
Answer: C

TORTS
4. Which of these is missing?
(A) Nothing.
(B) Something.
(D) All.
5. Which of these five?
(A) One.
(B) Two.
(C) Three.
(D) Four.
(E) Five.
7. Who wins?
(A) The seller, because
the buyer did not say
(B) The buyer.
(C) Neither.
(D) Both of them, if the law

Allows it.
8. Who loses?
(A) The seller.
(B) The buyer.
(C) Neither.
(D) Both.
9. Who pays?
(A) x
(B) x
(C) y
(D) z
10. Is this the end?
A. p
B. q
C. r
D. It is.

END OF PART ONE. Put down your pencil and wait.

11. Who sings?
(A) He. (B) She. (C) It. (D) They.
12. Who dances?
(A) He. (B) She. (C) It. (D) \ufffd
13. Who sleeps?
(A) He. (B) She. (C) It. (D) They.

Answer Key
1. B
2. A
4. A  7. A
8. C
8. D
9. A
10. D 11. F
12. A
20. A
"""


def test_lists_lines_and_headings_do_not_mislead(tmp_path: Path) -> None:
    found = converted(tmp_path, ODD)
    first, second, third, last = found.questions
    assert first == Question(
        "1",
        "The 12th Amendment was read aloud. A list was shown: 1. a boat; 2. a horse; 3. a cart. A. "
        "Lincoln Smith, the buyer, took the horse on May 2. He paid $3 for its property Evidence "
        "shows. Which did he buy?",
        ("The boat.", "The horse.", "The cart.", "None."),
        "B",
        "Evidence",
    )
    story = (
        "Ada sold Ben a plough. Ben never paid, and the contract was oral. It was a well-known "
        "plough, a well-known one."
    )
    assert second.stem == f"{story}\n\nIs Ben liable?"
    assert second.choices[3] == "Only if he had to give an answer."
    assert third.stem == f"{story}\n\nIs Ada liable, who would not stop?"
    assert (third.key, third.subject) == ("C", "Evidence")
    assert (last.id, last.subject, last.choices[3]) == ("10", "Torts", "It is.")


def test_each_question_not_read_is_named_with_the_reason(tmp_path: Path) -> None:
    found = converted(tmp_path, ODD)
    assert {item.number: item.why for item in found.unread} == {
        4: "its four choices were not found (only A, B, D)",
        5: "more lettered lines follow its choices A to D",
        6: "not found before question 7",
        7: "choice D may end before or after 'Allows it.'",
        8: "the key says C and D",
        9: "two of its choices are the same",
        11: "the key says F, which is none of its choices",
        12: "'\ufffd' stands for a character that was lost in a wrong encoding: export as UTF-8",
        13: "the key has no answer to it",
        20: "the key has an answer to it, but the booklet has no such question",
    }
    assert {item.page for item in found.unread if item.number < 20} == {0, 2}
    assert any("Directions: 1. Do not open" in note for note in found.notes)
    assert any("behind question 10: END OF PART ONE." in note for note in found.notes)


def test_a_second_part_that_counts_from_one_is_not_mixed_up(tmp_path: Path) -> None:
    text = printer.text(FEW[:3], Layout()) + "\f" + printer.text(FEW[3:5], Layout())
    found = converted(tmp_path, text, printer.key(FEW[:3], "lines"))
    assert [q.id for q in found.questions] == ["3"]
    assert [item.number for item in found.unread] == [1, 2, 1, 2]
    assert {item.why for item in found.unread} == {"its number occurs more than once"}


def test_a_question_whose_number_was_lost_spoils_no_other(tmp_path: Path) -> None:
    text = printer.text(FEW, Layout())
    torn = text.replace("\n5. ", "\nS. ")
    assert torn != text
    found = converted(tmp_path, torn, printer.key(FEW, "lines"))
    assert {item.number: item.why for item in found.unread} == {
        4: "lettered lines stand before its choices: a number or a letter may be lost",
        5: "not found before question 6",
    }
    assert told(found.questions) == told(FEW[:3] + FEW[5:])


SPOT = re.compile(r"(?<!State\n)^(?:\d+[.)]|Question \d+[:.]?|\(?[A-Da-d][.)])", re.MULTILINE)
"""Numbers and letters that open a line; "State A." may be broken before its letter."""
BLURRED = str.maketrans("1ABCD", "l48(0")


@given(data=st.data())
def test_a_damaged_booklet_never_gives_a_wrong_question(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    layout = Layout(
        number=data.draw(st.sampled_from(printer.NUMBERS)),
        mark=data.draw(st.sampled_from(printer.MARKS)),
        width=data.draw(st.integers(50, 90)),
    )
    torn = printer.text(FEW, layout)
    spots = [*SPOT.finditer(torn)]
    chosen = data.draw(st.sets(st.integers(0, len(spots) - 1), min_size=1, max_size=4))
    for spot in (spots[n] for n in sorted(chosen, reverse=True)):
        damages = ["", spot[0].translate(BLURRED), spot[0][:-1]]
        torn = torn[: spot.start()] + data.draw(st.sampled_from(damages)) + torn[spot.end() :]
    found = converted(tmp_path_factory.getbasetemp(), torn, printer.key(FEW, "lines"))
    assert told(found.questions) == told(tuple(FEW[int(q.id) - 1] for q in found.questions))
    named = {int(q.id) for q in found.questions} | {item.number for item in found.unread}
    assert named == set(range(1, len(FEW) + 1))


@pytest.mark.parametrize("lost", ["(A)", "(B)", "(C)", "(D)"])
def test_a_letter_that_was_lost_is_noticed(lost: str, tmp_path: Path) -> None:
    text = printer.text(FEW, Layout(width=200))
    parts = text.split(f"\n{lost} ")
    torn = f"\n{lost} ".join(parts[:4]) + "\n" + f"\n{lost} ".join(parts[4:])
    found = converted(tmp_path, torn, printer.key(FEW, "lines"))
    assert [item.number for item in found.unread] == [4]
    assert told(found.questions) == told(FEW[:3] + FEW[4:])


@pytest.mark.parametrize(
    ("text", "key", "said"),
    [
        ("A letter to a friend.\n", "1. A", "no numbered questions with choices A to D"),
        ("1. Who?\n(A) a\n(B) b\n(C) c\n(D) d\n", None, "has no answer key: give it with --key"),
        (
            "1. Who?\n(A) a\n(B) b\n(C) c\n(D) d\n",
            "see page 9",
            "no answers found: write one a line",
        ),
    ],
)
def test_what_is_no_booklet_is_refused(
    text: str, key: str | None, said: str, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match=said):
        converted(tmp_path, text, key)


@pytest.fixture
def benchbar(capsys: pytest.CaptureFixture[str]) -> Benchbar:
    return Benchbar(capsys)


def test_the_command_writes_what_it_read(benchbar: Benchbar, tmp_path: Path) -> None:
    booklet, key, out = (tmp_path / name for name in ("b.pdf", "k.csv", "own.csv"))
    booklet.write_bytes(printer.pdf(FEW, Print(columns=2)))
    key.write_text(printer.key(FEW, "csv"))
    words = ("exam", "convert", booklet, "--key", key, "--out", out)
    ended = benchbar(*words)
    assert (ended.code, ended.out) == (0, f"12 questions read: {out}\n")
    assert told(read(out)) == told(FEW)
    refused(benchbar(*words), "exists: name another file with --out, or replace it by --force")
    done = json.loads(benchbar(*words, "--force", "--json").out)
    assert (done["questions"], done["unread"]) == (12, [])


def test_the_command_names_what_it_did_not_read(benchbar: Benchbar, tmp_path: Path) -> None:
    booklet, out = tmp_path / "b.txt", tmp_path / "own.csv"
    booklet.write_text(ODD, encoding="utf-8")
    ended = benchbar("exam", "convert", booklet, "--out", out)
    assert ended.code == 1
    assert "question 8 (sheet 2): the key says C and D\n" in ended.out
    assert f"4 questions read, 10 not: {out}" in ended.out
    assert [question.id for question in read(out)] == ["1", "2", "3", "10"]


def test_the_command_writes_nothing_if_nothing_was_read(benchbar: Benchbar, tmp_path: Path) -> None:
    booklet, out = tmp_path / "b.txt", tmp_path / "own.csv"
    booklet.write_text("1. Who?\n(A) a\n(B) a\n(C) c\n(D) d\nAnswers\n1. A\n")
    refused(
        benchbar("exam", "convert", booklet, "--out", out), "1: two of its choices are the same"
    )
    assert not out.exists()


def test_what_is_said_of_a_booklet_is_english_and_can_be_copied(
    benchbar: Benchbar, tmp_path: Path
) -> None:
    layout = printer.text(FEW, Layout())
    (tmp_path / "booklet.txt").write_text(f"{layout}\nPage 2\n")
    (tmp_path / "key.txt").write_text(printer.key(FEW, "lines"))
    out = tmp_path / "my questions.csv"
    ended = benchbar(
        *("exam", "convert", tmp_path / "booklet.txt", "--key", tmp_path / "key.txt", "--out", out)
    )
    assert "1 times" not in ended.err
    assert f"benchbar exam check '{out}'" in ended.err
