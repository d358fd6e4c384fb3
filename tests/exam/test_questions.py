"""Every form of question file is read as it is, and what is wrong is said with row and column."""

import codecs
import csv
import json
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbar.errors import InputError
from benchbar.exam import questions, spreadsheets
from benchbar.exam.questions import COLUMNS, Question, practice, read, without_number
from benchbar.tasks.shuffle import LETTERS
from tests.cli.calling import Benchbar, refused

HEAD = ",".join(COLUMNS)
ROW = "7,Torts,Who pays?,Ada,Ben,Cato,Dita,B"
GOOD = Question("7", "Who pays?", ("Ada", "Ben", "Cato", "Dita"), "B", "Torts")

CELLS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=40)
TEXTS = (
    CELLS.map(str.strip)
    .filter(bool)
    .filter(lambda text: spreadsheets.damage(text) is None)
    .filter(lambda text: not text.endswith(".0"))
)
PARAGRAPHS = st.lists(TEXTS, min_size=1, max_size=3).map("\n\n".join)


def saved(folder: Path, text: str | bytes, name: str = "own.csv") -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def problem(path: Path) -> str:
    """Return what is said of the first problem of a file, without the file's name."""
    with pytest.raises(InputError) as told:
        read(path)
    return str(told.value).removeprefix(f"{path}")


@pytest.fixture
def benchbar(capsys: pytest.CaptureFixture[str]) -> Benchbar:
    return Benchbar(capsys)


def test_the_table_of_the_study(tmp_path: Path) -> None:
    assert read(saved(tmp_path, f"{HEAD}\n{ROW}\n")) == (GOOD,)
    assert GOOD.right == "Ben"


def test_the_public_bar_exam_set(tmp_path: Path) -> None:
    path = saved(
        tmp_path,
        "idx,subject,prompt,question,choice_a,choice_b,choice_c,choice_d,answer,gold_passage\n"
        'mbe_1,,"Ada sued, late.",Who wins?,a,b,c,d,D,text\n'
        "mbe_2,EVIDENCE,,Who loses?,a,b,c,d,a,\n",
    )
    first, second = read(path)
    assert first == Question("mbe_1", "Ada sued, late.\n\nWho wins?", ("a", "b", "c", "d"), "D")
    assert (second.stem, second.subject, second.key) == ("Who loses?", "EVIDENCE", "A")


def test_mmlu_without_a_header(tmp_path: Path) -> None:
    text = '"Ada sued Ben, who ""ran"".\nWho wins?",1,2,3,4,C\nWho loses?,a,b,c,d,A\n'
    first, second = read(saved(tmp_path, text))
    assert first == Question("1", 'Ada sued Ben, who "ran".\nWho wins?', ("1", "2", "3", "4"), "C")
    assert second.id == "2"


@pytest.mark.parametrize("names", ["table", "barexam"])
def test_json_lines_with_the_same_names(names: str, tmp_path: Path) -> None:
    choices = dict(zip(COLUMNS[3:7], GOOD.choices, strict=True))
    forms: dict[str, dict[str, object]] = {
        "table": {
            "question_number": 7,
            "question_category": "Torts",
            "question_prompt": "Who pays?",
            "correct_answer": "B",
        },
        "barexam": {"idx": "7", "prompt": None, "question": "Who pays?", "answer": "B"},
    }
    row = forms[names] | choices
    (found,) = read(saved(tmp_path, "\ufeff" + json.dumps(row) + "\n\n", "own.jsonl"))
    assert (found.id, found.stem, found.choices, found.key) == ("7", "Who pays?", GOOD.choices, "B")


def test_our_own_form_unwraps_lines(tmp_path: Path) -> None:
    (found,) = read(
        saved(
            tmp_path,
            'subject = "Torts"\n[[question]]\nid = "t"\nkey = "B"\nstem = """\nAda\nsued.\n\nWho\n'
            'pays?"""\n[question.choices]\nA = "a"\nB = "b"\nC = "c"\nD = "d"\n',
            "own.toml",
        )
    )
    assert found == Question("t", "Ada sued.\n\nWho pays?", ("a", "b", "c", "d"), "B", "Torts")


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("12. A boat sank.", "A boat sank."),
        ("12) A boat sank.", "A boat sank."),
        ("  7.\nA boat sank.", "A boat sank."),
        ("12th Amendment rights were cited.", None),
        ("42 U.S.C. 1983 was pleaded.", None),
        ("12.5 percent of the land was sold.", None),
        ("3 boats sank.", None),
        ("(1) A boat sank.", None),
        ("$12. That was all.", None),
        ("1. Ada sued. 2. Ben ran. Which came first?", None),
        ("1) Ada sued; 2) Ben ran. Which came first?", None),
        (
            "1. In section 1.2 of the lease Ada promised it.",
            "In section 1.2 of the lease Ada promised it.",
        ),
        ("1983. 1984. 1985.", None),
        ("12.", None),
    ],
)
def test_only_an_item_number_is_taken_off(text: str, left: str | None) -> None:
    assert without_number(text) == (text if left is None else left)


@given(TEXTS)
def test_a_stem_loses_nothing_but_a_number_at_its_start(text: str) -> None:
    left = without_number(text)
    assert text.endswith(left)
    assert not text.removesuffix(left).strip("0123456789.) \u00a0").strip()


@given(
    st.lists(
        st.builds(
            Question,
            id=TEXTS,
            stem=PARAGRAPHS.filter(lambda stem: without_number(stem) == stem),
            choices=st.lists(TEXTS, min_size=4, max_size=4, unique=True).map(tuple),
            key=st.sampled_from(LETTERS),
            subject=st.just("") | TEXTS,
        ),
        min_size=1,
        max_size=4,
        unique_by=lambda question: question.id,
    )
)
def test_what_is_written_is_read_back(
    tmp_path_factory: pytest.TempPathFactory, made: list[Question]
) -> None:
    path = tmp_path_factory.getbasetemp() / "round.csv"
    questions.write(path, made)
    assert read(path) == tuple(made)


def test_the_practice_questions_survive_a_table(tmp_path: Path) -> None:
    questions.write(tmp_path / "own.csv", practice())
    told = [(q.id, q.subject, q.stem, q.choices, q.key) for q in read(tmp_path / "own.csv")]
    assert told == [(q.id, q.subject, q.stem, q.choices, q.key) for q in practice()]
    assert read(Path("practice")) == practice()


def test_a_table_is_no_formula(tmp_path: Path) -> None:
    odd = Question("1", '=HYPERLINK("x")', ("-1", "+1", "@a", "'=b"), "A")
    questions.write(tmp_path / "own.csv", [odd])
    with (tmp_path / "own.csv").open(encoding="utf-8-sig", newline="") as file:
        cells = list(csv.reader(file))[1]
    assert cells[2:7] == ['\'=HYPERLINK("x")', "'-1", "'+1", "'@a", "''=b"]
    assert read(tmp_path / "own.csv") == (odd,)


MANGLED = {
    "byte order mark": codecs.BOM_UTF8 + f"{HEAD}\n{ROW}\n".encode(),
    "semicolons": f"{HEAD}\n{ROW}\n".replace(",", ";").encode(),
    "tabs": f"{HEAD}\n{ROW}\n".replace(",", "\t").encode(),
    "UTF-16 with tabs": f"{HEAD}\r\n{ROW}\r\n".replace(",", "\t").encode("utf-16"),
    "sep line": f"sep=;\r\n{HEAD};\r\n{ROW};\r\n".replace(",", ";").encode(),
    "old line ends": f"{HEAD}\r{ROW}\r".encode(),
    "blank rows": f"{HEAD}\n,,,,,,,\n{ROW}\n,,,,,,,\n\n".encode(),
    "capitals and blanks": f"{HEAD}\n{ROW}\n".replace("question_", "Question ").encode(),
    "empty columns": f"{HEAD},,\n{ROW},,\n".encode(),
    "guarded formula": f"{HEAD}\n{ROW}\n".replace(",Ada,", ",'-1,").encode(),
    "number with a point": f"{HEAD}\n{ROW}\n".replace("7,", "7.0,").encode(),
    "letter in brackets": f"{HEAD}\n{ROW}\n".replace(",B\n", ",(b)\n").encode(),
    "quoted": "\n".join(
        ",".join(f'"{cell}"' for cell in row.split(",")) for row in (HEAD, ROW)
    ).encode(),
}


@pytest.mark.parametrize("how", MANGLED)
def test_what_a_spreadsheet_did_without_loss_is_undone(how: str, tmp_path: Path) -> None:
    (found,) = read(saved(tmp_path, MANGLED[how]))
    first = "-1" if how == "guarded formula" else "Ada"
    assert found == Question("7", "Who pays?", (first, "Ben", "Cato", "Dita"), "B", "Torts")


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("7,Torts,Who pays?,Ada,Ben,,Dita,B", ":2: choice_c: is empty; each question needs four"),
        ("7,Torts,,Ada,Ben,Cato,Dita,B", ":2: question_prompt: is empty"),
        (",Torts,Who pays?,Ada,Ben,Cato,Dita,B", ":2: question_number: is empty"),
        ("7,Torts,Who pays?,Ada,Ben,Cato,Dita,E", ":2: correct_answer: is 'E'; it must be one of"),
        ("7,Torts,Who pays?,Ada,Ben,Cato,Dita,2", ":2: correct_answer: is '2'"),
        ("7,Torts,Who pays?,Ada,Ben,Cato,Dita,A or B", ":2: correct_answer: is 'A or B'"),
        ("7,Torts,Who pays?,Ada,Ben,Cato,Dita,", ":2: correct_answer: is 'nothing'"),
        ("7,Torts,Who pays?,Ada,Ben,Ada,Dita,B", ":2: choice_c: is the same as choice_a"),
        (f"{ROW}\n{ROW}", ":3: question_number: '7' is also the number of row 2"),
        (f"{ROW}\n7.0,,What?,a,b,c,d,A", ":3: question_number: '7' is also the number of row 2"),
        ("7,Torts,Who pays?,1-Feb,Ben,Cato,Dita,B", ":2: choice_a: '1-Feb' looks like text that"),
        ("7,Torts,Who pays?,Feb-02,Ben,Cato,Dita,B", ":2: choice_a: 'Feb-02' looks like"),
        ("12-Jan,Torts,Who pays?,Ada,Ben,Cato,Dita,B", ":2: question_number: '12-Jan' looks like"),
        ("7,Torts,#NAME?,Ada,Ben,Cato,Dita,B", ":2: question_prompt: '#NAME?' is an error of a"),
        ("7,Torts,######,Ada,Ben,Cato,Dita,B", ":2: question_prompt: '######' is an error of a"),
        ("7,Torts,Who didnâ€™t?,Ada,Ben,Cato,Dita,B", ":2: question_prompt: 'â€™' stands for a"),
        ("7,Torts,Who didn\ufffdt?,Ada,Ben,Cato,Dita,B", ":2: question_prompt: '\ufffd' stands"),
        ("7,Torts,Ada paid, late,Ada,Ben,Cato,Dita,B", ":2: has 9 cells, but there are 8 columns"),
        (
            "7,Torts,“Ada paid, late”,Ada,Ben,Cato,Dita,B",
            ":2: has 9 cells, but there are 8 columns: curly",
        ),
        ("7,Torts,Who pays?", ":2: has 3 cells, but there are 8 columns"),
        (
            '7,Torts,"Who pays?,Ada,Ben,Cato,Dita,B\n8,a',
            ":2: line 3: a quotation mark opens a cell",
        ),
        ('7,Torts,"Who" pays?,Ada,Ben,Cato,Dita,B', ":2: line 2: a quotation mark stands inside"),
    ],
)
def test_a_bad_row_is_told_by_row_and_column(row: str, said: str, tmp_path: Path) -> None:
    assert problem(saved(tmp_path, f"{HEAD}\n{row}\n")).startswith(said)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (
            f"{HEAD}\n{ROW}\n".replace("pays?", "pays Renée?").encode("cp1252"),
            ":2: byte 21 of the line, behind 'Who pays Ren', is not UTF-8",
        ),
        (b"PK\x03\x04...", ": this is a workbook: save it as 'CSV UTF-8'"),
        (
            b"%PDF-1.7",
            ": this is a PDF: make a file of questions of it with 'benchbar exam convert'",
        ),
        (b"\x1f\x8b..", ": this is packed"),
        (b"a\0b", ": this is no text"),
        (b" \n ", ": the file is empty"),
        (b",,,\n", ": every cell is empty"),
        (HEAD.encode(), ": no question below the header"),
        (
            b"question_prompt,choice_a\nx,y\n",
            ": no column choice_b, choice_c, choice_d, correct_answer: a table of",
        ),
        (b"a,b\nx,y\n", ": no column question_prompt, choice_a"),
        (f"{HEAD},choice_a\n{ROW},x\n".encode(), ":1: two columns are named 'choice_a'"),
        (b'{"question": "x"}\n', ": no column choice_a"),
        (b'[{"question": "x"}]\n', ":1: no JSON object: Expected `object`, got `array`"),
    ],
)
def test_a_file_of_which_nothing_can_be_made(data: bytes, said: str, tmp_path: Path) -> None:
    assert problem(saved(tmp_path, data)).startswith(said)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"question_prompt": "torn', ":2: no JSON object"),
        ('{"question_number": 8, "question_prompt": ["x"]}', ":2: question_prompt: must be text"),
        ('{"question_number": 8, "question_prompt": "x"}', ":2: choice_a: is empty"),
    ],
)
def test_a_bad_line_of_json(line: str, said: str, tmp_path: Path) -> None:
    good = json.dumps(dict(zip(COLUMNS, ROW.split(","), strict=True)))
    assert problem(saved(tmp_path, f"{good}\n{line}\n", "own.jsonl")).startswith(said)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("subject = ", ": not TOML"),
        ('subject = "x"', ": no [[question]]"),
        ('questions = "x"', ": 'questions' is unknown"),
        ('[[question]]\nid = "1"', ":1: question: Object missing required field `key`"),
        (
            '[[question]]\nid = "1"\nkey = "E"\nstem = "x"\nchoices = {A="a",B="b",C="c",D="d"}',
            ":1: question: Invalid enum value 'E' - at `$.key`",
        ),
        (
            '[[question]]\nid = "1"\nkey = "A"\nstem = "x"\nchoices = {A="a",B="b",C="b",D="d"}',
            ":1: question: two choices are the same",
        ),
        (
            '[[question]]\nid = "1"\nkey = "A"\nstem = ""\nchoices = {A="a",B="b",C="c",D="d"}',
            ":1: question: an id, the stem or a choice is empty",
        ),
    ],
)
def test_a_bad_bank(text: str, said: str, tmp_path: Path) -> None:
    assert problem(saved(tmp_path, text, "own.toml")).startswith(said)


@pytest.mark.parametrize("form", ["({}) ", "{}. ", "{}) ", "{}: "])
@pytest.mark.parametrize("letters", ["ABCD", "abcd"])
def test_letters_before_the_choices_are_taken_off(form: str, letters: str, tmp_path: Path) -> None:
    """They would be shown twice, and would contradict the order of shuffled choices."""
    names = ("Ada", "Ben", "Cato", "Dita")
    choices = ",".join(form.format(one) + name for one, name in zip(letters, names, strict=True))
    found = questions.look(saved(tmp_path, f"{HEAD}\n7,Torts,Who pays?,{choices},B\n"))
    assert (found.questions, found.problems) == ((GOOD,), ())
    assert found.notes == ("Letters before the choices were taken off: 1.",)


@pytest.mark.parametrize("choices", ["(A) x,b,c,d", "B. x,A. y,C. z,D. w", "A,B,C,D"])
def test_letters_that_belong_to_the_choices_stay(choices: str, tmp_path: Path) -> None:
    (found,) = read(saved(tmp_path, f"{HEAD}\n7,Torts,Who pays?,{choices},B\n"))
    assert found.choices == tuple(choices.split(","))


def test_choices_without_their_letters_may_be_the_same(tmp_path: Path) -> None:
    row = "7,Torts,Who pays?,A. Ada,B. Ada,C. Cato,D. Dita,B"
    assert problem(saved(tmp_path, f"{HEAD}\n{row}\n")) == ":2: choice_b: is the same as choice_a"


@pytest.mark.parametrize("row", ["(B) Ben", "  B. Ben", "C) Ben"])
def test_a_line_that_looks_like_another_choice_is_refused(row: str, tmp_path: Path) -> None:
    text = f'{HEAD}\n7,Torts,Who pays?,"Ada\n{row}",Ben,Cato,Dita,B\n'
    assert problem(saved(tmp_path, text)).startswith(":2: choice_a: has a line that begins with")


def test_a_folder_of_that_name_does_not_hide_the_practice_questions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A first run may well be called practice."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "practice").mkdir()
    assert read(Path("practice")) == practice()


def test_check_prints_what_was_read(benchbar: Benchbar) -> None:
    ended = benchbar("exam", "check", "practice")
    assert ended.code == 0
    assert "63 questions read (practice items), no problems" in ended.out
    assert "     9  Torts" in ended.out
    assert "right answers: A 16, B 16, C 15, D 16" in ended.out
    assert "not equated: no scaled score" in ended.err
    told = json.loads(benchbar("exam", "check", "practice", "--json").out)
    assert (told["questions"], told["problems"], told["keys"]["C"]) == (63, [], 15)


def test_check_knows_practice_questions_in_a_file(benchbar: Benchbar, tmp_path: Path) -> None:
    """Else someone pays for a run and only then learns that it has no scaled score."""
    renamed = msgspec.structs.replace(practice()[0], id="MBE-1")
    questions.write(tmp_path / "own.csv", [renamed, GOOD])
    ended = benchbar("exam", "check", tmp_path / "own.csv")
    assert f"1 of these are {questions.PRACTICE_LABEL}" in ended.err
    questions.write(tmp_path / "own.csv", [GOOD])
    assert "practice" not in benchbar("exam", "check", tmp_path / "own.csv").err


def test_check_names_every_problem(benchbar: Benchbar, tmp_path: Path) -> None:
    path = saved(tmp_path, f"{HEAD}\n{ROW}\n8,,x,a,b,c,,A\n9,,\x1b[2Jâ€™,a,b,c,d,F\n{ROW}\n")
    ended = benchbar("exam", "check", path)
    assert ended.code == 2
    rows = [line.split(":")[1] for line in ended.out.splitlines() if str(path) in line]
    assert rows == ["3", "4", "4", "5"]
    assert "1 question read (table), 4 problems" in ended.out
    assert "\x1b" not in ended.out
    told = json.loads(benchbar("exam", "check", path, "--json").out)
    assert told["problems"][0] == {
        "row": 3,
        "column": "choice_d",
        "what": "is empty; each question needs four choices",
    }
    with pytest.raises(InputError, match=r"\(and 3 more: see 'benchbar exam check'\)"):
        read(path)


def test_check_says_what_was_odd(benchbar: Benchbar, tmp_path: Path) -> None:
    twice = f"{HEAD}\n{ROW}\n{ROW.replace('7', '8', 1)}\n".replace(",Ada,", ",'=x,")
    ended = benchbar("exam", "check", saved(tmp_path, twice.replace(",", ";").encode("utf-16")))
    assert ended.code == 0
    assert ended.err.splitlines() == [
        "The file is UTF-16, and was read as such.",
        "Cells are parted by semicolons.",
        "Apostrophes before a formula sign were taken off: 2.",
        "Questions 7, 8 are the same.",
    ]


def test_check_refuses_what_is_not_there(benchbar: Benchbar, tmp_path: Path) -> None:
    refused(benchbar("exam", "check", tmp_path / "none.csv"), "No such file or directory")
    refused(benchbar("exam", "check", tmp_path), "Is a directory")
