"""Published files of answers: read, refused, and written so that they are read back."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from benchbar.errors import InputError
from benchbar.exam.response_file import COLUMNS, read, write
from benchbar.exam.responses import MISSING, Response
from benchbar.exam.spreadsheets import damage
from tests.exam.made_answers import answers

HEAD = ",".join(COLUMNS)
ROW = "gpt-4,ranked,0.5,1,1,Torts,A,B,C,A,True"


def put(folder: Path, *rows: str, head: str = HEAD) -> Path:
    path = folder / "answers.csv"
    path.write_text("\n".join((head, *rows)) + "\n", encoding="utf-8")
    return path


_names = st.text(
    st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=12
).filter(lambda text: not (text.replace(".", "").isdecimal() or damage(text)))
_letters = st.sampled_from([None, "A", "B", "C", "D"])


@given(
    names=st.tuples(_names, _names, _names, _names),
    ranked=st.tuples(_letters, _letters, _letters),
    temperature=st.one_of(
        st.none(), st.floats(0, 2, allow_subnormal=False).map(lambda t: round(t, 3))
    ),
)
def test_what_is_written_is_read_back(
    tmp_path_factory: pytest.TempPathFactory,
    names: tuple[str, str, str, str],
    ranked: tuple[object, object, object],
    temperature: float | None,
) -> None:
    model, prompt, session, question = names
    first, second, third = ranked
    one = replace(
        answers(1)[0],
        paper="theirs",
        model=model,
        prompt=prompt,
        temperature=temperature,
        session=session,
        question=question,
        answer=first,
        shown=first,
        second=second,
        third=third,
        why=None if first else "empty",
    )
    path = tmp_path_factory.mktemp("written") / "answers.csv"
    write(path, [one])
    assert read(path, "theirs").responses == (one,)


def test_a_whole_study_is_read_back(tmp_path: Path) -> None:
    made = answers(30, paper="theirs")
    write(tmp_path / "a.csv", made)
    found = read(tmp_path / "a.csv", "theirs")
    assert (list(found.responses), found.notes) == (made, ())


def test_no_cell_is_a_formula(tmp_path: Path) -> None:
    write(tmp_path / "a.csv", [replace(answers(1)[0], model="=cmd|' /C calc'!A0")])
    assert "\n=" not in (tmp_path / "a.csv").read_text()
    assert read(tmp_path / "a.csv").responses[0].model == "=cmd|' /C calc'!A0"


def test_what_spreadsheets_do_without_loss_is_undone(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    row = "gpt-4;ranked;0,5;1.0;7.0;Torts;(a).;;;A;1;?"
    path.write_bytes(f"\ufeff{HEAD.replace(',', ';')};Mood\r\n{row}\r\n".encode())
    found = read(path)
    assert found.responses == (
        Response(
            "a", "gpt-4", "ranked", 0.5, "1", "7", "Torts", "A", None, None, "A", None, "A", "A"
        ),
    )
    assert "Columns passed over: mood." in found.notes


def test_missing_answers_are_named_and_counted(tmp_path: Path) -> None:
    rows = [f"gpt-4,ranked,0.5,{s},{q},Torts,A,,,A,True" for s in (1, 2) for q in (1, 2, 3)]
    found = read(put(tmp_path, *rows[:-1]))
    assert len(found.responses) == 6
    last = found.responses[-1]
    assert (last.question, last.session, last.answer, last.why) == ("3", "2", None, MISSING)
    assert "1 answer is missing in the file, and counted as wrong: question 3 in session 2" in str(
        found.notes
    )


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("gpt-4,ranked,0.5,1,2,Torts,E,,,A,False", "answers.csv:3: answer: is 'E'; it must be"),
        ("gpt-4,ranked,0.5,1,2,Torts,B,,,A,True", "is_correct: is 'true', but answer is 'B'"),
        ("gpt-4,ranked,0.5,1,2,Torts,,,,A,1", "answer is empty and correct_answer 'A'"),
        ("gpt-4,ranked,0.5,1,2,Torts,A,,,A,maybe", "is_correct: is 'maybe'; write True or False"),
        ("gpt-4,ranked,0.5,1,2,Torts,A,,,,True", "correct_answer: is empty"),
        ("gpt-4,ranked,hot,1,2,Torts,A,,,A,True", "temperature: is 'hot'"),
        ("gpt-4,ranked,-1,1,2,Torts,A,,,A,True", "temperature: is '-1'"),
        ("gpt-4,ranked,0.5,,2,Torts,A,,,A,True", "session_id: is empty"),
        ("gpt-4,ranked,0.5,1-Feb,2,Torts,A,,,A,True", "session_id: '1-Feb' looks like text"),
        ("gpt-4,ranked,0.50,1,1.0,Torts,A,,,A,True", "'1' is answered in row 2 of the same"),
        ("gpt-4,ranked,0.5,2,1,Torts,A,,,B,False", "is 'B', but 'A' in row 2 for the same"),
        ("gpt-4,ranked,0.5,1,2,Torts,A,,,A", "has 10 cells, but there are 11 columns"),
    ],
)
def test_bad_rows_are_refused(tmp_path: Path, row: str, said: str) -> None:
    with pytest.raises(InputError, match="answers.csv:3") as error:
        read(put(tmp_path, ROW, row))
    assert said in str(error.value)


def test_bad_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no column session_id, correct_answer: a file"):
        read(put(tmp_path, "a,b", head="model,prompt,temperature,question_number,answer"))
    with pytest.raises(InputError, match="no answers"):
        read(put(tmp_path))
    with pytest.raises(InputError, match="two columns are named 'answer'"):
        read(put(tmp_path, f"{ROW},A", head=f"{HEAD},answer"))
    with pytest.raises(InputError, match="No such file"):
        read(tmp_path / "nowhere.csv")
    (tmp_path / "b.csv").write_bytes(b"PK\x03\x04")
    with pytest.raises(InputError, match="workbook"):
        read(tmp_path / "b.csv")


def test_without_marks_and_ranks(tmp_path: Path) -> None:
    names = "model,prompt,temperature,session_id,question_number,answer,correct_answer"
    found = read(put(tmp_path, "gpt-4,plain,,1,1,b,B", head=names)).responses
    assert [(one.correct, one.second, one.temperature, one.subject) for one in found] == [
        (True, None, None, "")
    ]
