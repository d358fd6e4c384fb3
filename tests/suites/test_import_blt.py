import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchbar.errors import InputError
from benchbar.records import Document, Item, Reply
from benchbar.runs.exports import export
from benchbar.suites.audit import audit
from benchbar.suites.blt_lines import label_length, printed
from benchbar.suites.build import build
from benchbar.suites.data import Data
from benchbar.suites.import_blt import import_blt
from benchbar.suites.order import Order
from benchbar.tasks import TASKS
from tests import ferries

TESTIMONY = {
    1: "Q.    Where did the ferry lie that night?",
    2: "A.    At the north pier, as it always did.",
    3: "MR. ORME:  Objection, vague.",
    4: "Q.    You may answer.",
}


def row(**changes: Any) -> dict[str, Any]:
    """A row as others may write it: ids and fields of its own, cites as bare numbers."""
    document = "".join(f"{n}: {words}\n" for n, words in TESTIMONY.items()).rstrip("\n")
    made = {
        "id": "T/17 é?",
        "level": 3,
        "task": "cite2text",
        "texttype": "transcript",
        "prompt": f"{document}\n\nWhat is the exact text of just line 2 above?",
        "text_lines": [
            {"cite": n, "line_text": f"{n}: {words}\n", "speaker": None}
            for n, words in TESTIMONY.items()
        ],
        "idx_line": 1,
        "answer": f"2: {TESTIMONY[2]}",
        "num_pages": 1,
        "lines_per_page": 4,
        **changes,
    }
    return {name: value for name, value in made.items() if value is not ...}


def write(path: Path, *rows: dict[str, Any]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(one) + "\n" for one in rows))
    return path


def only(
    folder: Path, *rows: dict[str, Any], name: str = "BLT4k/test.jsonl"
) -> tuple[Document, Item]:
    """Import rows and return the first item with its document."""
    import_blt([write(folder / name, *rows)], folder / "data")
    document, items = next(iter(Data(folder / "data").pairs()))
    return document, items[0]


def refusal(folder: Path, *rows: dict[str, Any]) -> str:
    with pytest.raises(InputError) as caught:
        only(folder, *rows)
    assert not (folder / "data").exists()
    return str(caught.value)


def found(data: Data) -> dict[str, tuple[Document, Item]]:
    return {item.id: (document, item) for document, items in data.pairs() for item in items}


def prompt(document: Document, item: Item) -> str:
    (turn,) = TASKS[item.task].turns(item, document, "default")
    return turn


@pytest.fixture(params=["built", "code", "ferries"])
def ours(request: pytest.FixtureRequest, data: Data, tmp_path: Path) -> Data:
    match request.param:
        case "built":
            return data
        case "code":
            build(Order(("4k",), ("code",), items=(("test", 8),)), tmp_path / "code")
            return Data(tmp_path / "code")
    return ferries.folder(tmp_path / "ferries")


def test_what_leaves_comes_back_the_same(ours: Data, tmp_path: Path) -> None:
    files = export("blt", ours.folder, tmp_path / "blt")
    import_blt([file for file in files if file.suffix == ".jsonl"], tmp_path / "back")
    there, back = found(ours), found(Data(tmp_path / "back"))
    assert there.keys() == back.keys()
    for name, (document, item) in there.items():
        its_document, its_item = back[name]
        for field in ("window", "corpus", "task", "split", "question", "asked", "target", "gold",
                      "alternatives", "unamended"):  # fmt: skip
            assert getattr(its_item, field) == getattr(item, field), (name, field)
        assert prompt(its_document, its_item) == prompt(document, item)
        assert its_document.lines == document.lines
        for text in (item.gold, f"It is {item.gold}.", document.words(document.lines[0]), "?"):
            reply = Reply(name, turns=(text,))
            judge = TASKS[item.task].judge
            assert judge(its_item, its_document, reply) == judge(item, document, reply)


def test_all_that_is_asked_about_a_section_shares_a_document(tmp_path: Path) -> None:
    ferries.folder(tmp_path / "law")
    files = export("blt", tmp_path / "law", tmp_path / "blt")
    import_blt([file for file in files if file.suffix == ".jsonl"], tmp_path / "back")
    sections = [one.section for one in Data(tmp_path / "back").documents("4k", "uscode")]
    assert sections == ["812", "1396r–8"]


def test_what_comes_back_passes_the_audit(data: Data, tmp_path: Path) -> None:
    files = export("blt", data.folder, tmp_path / "blt", windows=("4k",))
    import_blt([file for file in files if file.suffix == ".jsonl"], tmp_path / "back")
    found = audit(tmp_path / "back")
    assert (found.items, found.problems) == (165, ())


def test_an_official_row_is_kept_to_the_letter(tmp_path: Path) -> None:
    document, item = only(tmp_path, row())
    assert item.id == "T/17 é?"
    assert prompt(document, item) == row()["prompt"]
    assert (item.window, item.corpus, item.split) == ("4k", "blt-transcripts", "test")
    assert (item.asked, item.gold, item.target) == ("line 2", f"2: {TESTIMONY[2]}", 1)
    assert [document.words(line) for line in document.lines] == list(TESTIMONY.values())
    assert item.traits["pages"] == 1
    verdicts = TASKS[item.task].judge(item, document, Reply(item.id, turns=(TESTIMONY[2],)))
    assert [verdict.outcome for verdict in verdicts] == ["correct", "correct"]


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("number for an id", {"id": 17}),
        ("no idx_line", {"idx_line": ...}),
        ("idx_line of another line", {"idx_line": 3}),
        ("answer without its number", {"answer": TESTIMONY[2]}),
        ("no sizes", {"num_pages": ..., "lines_per_page": ...}),
        ("alternatives in a list", {"alternative_answer": []}),
        ("unknown kinds of known fields", {"sections": [1], "section_correct": None}),
    ],
)
def test_rows_of_other_forms(tmp_path: Path, name: str, changes: dict[str, Any]) -> None:
    _, item = only(tmp_path, row(**changes))
    assert (item.target, item.gold) == (1, f"2: {TESTIMONY[2]}")
    assert item.id == str(row(**changes)["id"])


def test_lines_may_come_without_their_numbers_and_with_heads_of_pages(tmp_path: Path) -> None:
    lines = [f"{n}: {words}" for n, words in TESTIMONY.items()]
    text = "Page 69:\n" + "\n".join(lines) + "\n\nPage 70:\n" + "\n".join(lines)
    asked = 'What are the page number and line number of the line above with the text "{}"?'
    given = [
        {"cite": cite, "line_text": words}
        for page in (69, 70)
        for cite, words in [
            (None, f"Page {page}:"), *((f"{page}:{n}", words) for n, words in TESTIMONY.items())
        ]
    ]  # fmt: skip
    made = row(
        task="text2cite",
        prompt=f"{text}\n\n" + asked.format(TESTIMONY[3]),
        text_lines=given,
        idx_line=8,
        answer="page 70, line 3",
        target_text=TESTIMONY[3],
    )
    document, item = only(tmp_path, made)
    assert (item.gold, item.target, item.asked) == ("line 3 of page 70", 6, TESTIMONY[3])
    assert document.words(document.lines[6]) == TESTIMONY[3]
    assert document.text[: document.lines[6].start].endswith("Page 70:\n1: "
        f"{TESTIMONY[1]}\n2: {TESTIMONY[2]}\n")  # fmt: skip
    assert prompt(document, item) == made["prompt"]


def test_a_preface_stays_in_the_prompt(tmp_path: Path) -> None:
    made = row(prompt="Read this with care.\n\n" + row()["prompt"] + "\n")
    document, item = only(tmp_path, made)
    assert prompt(document, item) == made["prompt"]


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"prompt": ...}, "missing required field `prompt`"),
        ({"task": "text2text"}, "no task 'text2text' in this version: it knows text2cite"),
        ({"texttype": "poem"}, "no texttype 'poem'"),
        ({"prompt": row()["prompt"].replace("\n\n", "\n")}, "no question found"),
        (
            {"prompt": "What is the exact text of just line 2 below?\n\n1: a"},
            "its question stands before the document",
        ),
        ({"answer": "2: At the south pier."}, "belongs to no line"),
        ({"text_lines": []}, "holds no line with a cite"),
        (
            {"text_lines": [{"cite": 1, "line_text": "1: Q.    Why?"}]},
            "text_lines[0] (1) does not stand in the prompt",
        ),
    ],
)
def test_what_cannot_be_reproduced_is_refused_by_row(
    tmp_path: Path, changes: dict[str, Any], told: str
) -> None:
    said = refusal(tmp_path, row(id="first"), row(**changes))
    assert f"{tmp_path / 'BLT4k/test.jsonl'}:2: " in said
    assert told in said


def test_no_rows_and_no_file_are_refused(tmp_path: Path) -> None:
    assert "no items here" in refusal(tmp_path)
    with pytest.raises(InputError, match="No such file"):
        import_blt([tmp_path / "gone.jsonl"], tmp_path / "data")


def test_ids_stand_for_one_item(tmp_path: Path) -> None:
    assert "id 'T/17 é?' stands in" in refusal(tmp_path, row(), row())


def test_a_document_asked_about_twice_is_stored_once(tmp_path: Path) -> None:
    only(tmp_path, row(), row(id="other"))
    data = Data(tmp_path / "data")
    ((_, items),) = data.pairs()
    assert [item.id for item in items] == ["T/17 é?", "other"]


def test_window_and_split_are_read_off_the_path_unless_said(tmp_path: Path) -> None:
    _, item = only(tmp_path / "a", row(), name="BLT128k/train.jsonl")
    assert (item.window, item.split) == ("128k", "train")
    _, item = only(tmp_path / "b", row(), name="some/rows.jsonl")
    assert (item.window, item.split) == ("4k", "test")
    path = write(tmp_path / "c.jsonl", row())
    import_blt([path], tmp_path / "c", corpus="roe", window="8k", split="train")
    assert list(Data(tmp_path / "c").sets()) == [("8k", "roe", "cite_to_text", "train")]


def test_names_from_files_do_not_lead_out_of_the_folder(tmp_path: Path) -> None:
    _, item = only(tmp_path, row(id="blt-4k-../../out-cite_to_text-test-0001"))
    assert item.corpus == "blt-transcripts"
    with pytest.raises(InputError, match="is no name"):
        import_blt([tmp_path / "BLT4k/test.jsonl"], tmp_path / "other", corpus="../out")


def test_an_existing_folder_is_kept(tmp_path: Path) -> None:
    only(tmp_path, row())
    before = (tmp_path / "data/manifest.json").read_bytes()
    path = write(tmp_path / "other.jsonl", row(id="new"))
    with pytest.raises(InputError, match="--force"):
        import_blt([path], tmp_path / "data")
    bad = write(tmp_path / "bad.jsonl", row(id="new"), row(answer="?"))
    with pytest.raises(InputError, match="belongs to no line"):
        import_blt([bad], tmp_path / "data", force=True)
    assert (tmp_path / "data/manifest.json").read_bytes() == before
    import_blt([path], tmp_path / "data", force=True)
    assert list(found(Data(tmp_path / "data"))) == ["new"]
    assert sorted(one.name for one in tmp_path.iterdir()) == [
        "BLT4k", "bad.jsonl", "data", "other.jsonl",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("given", "kind", "expected"),
    [
        ("69:3", "transcript", "line 3 of page 69"),
        ([69, 3], "transcript", "line 3 of page 69"),
        ("line 3 of page 69", "transcript", "line 3 of page 69"),
        (10, "transcript", "line 10"),
        ("section 5217(b)(1)", "statute", "section 5217(b)(1)"),
        ("5217(b)(1)", "statute", "section 5217(b)(1)"),
        ("§ 152 (f) (1)", "statute", "section 152(f)(1)"),
        ("26 U.S.C. 152(f)", "statute", "section 152(f)"),
        ("Sec. 1396r–8", "statute", "section 1396r–8"),
        ("Section 4.2(b)(iii)", "statute", "Section 4.2(b)(iii)"),
        ("", "statute", "flush"),
        (None, "transcript", ""),
    ],
)
def test_cites_in_our_form(given: Any, kind: Any, expected: str) -> None:
    assert printed(given, kind) == expected


@pytest.mark.parametrize(
    ("shown", "cite", "label"),
    [
        ("10: Q.  3: why?", "line 10", "10: "),
        ("07  Q.  Why?", "line 7 of page 3", "07  "),
        ("10: Q.  Why?", "line 11", ""),
        ("Section 5217.  Definition", "section 5217", "Section 5217.  "),
        ("§ 1396r–8. Penalties", "section 1396r–8", "§ 1396r–8. "),
        ("Whoever moors", "section 1396r–8", ""),
        ("(A) any pier", "section 812(a)(2)(A)", "(A) "),
        ("(a)(1) any (2) pier", "section 812(a)(1)", "(a)(1) "),
        ("(B) any pier", "section 812(a)(2)(A)", ""),
        ("The delay", "flush", ""),
        ("A. any pier", "section I(A)", "A. "),
        ("1) any pier", "section 4.1(1)", "1) "),
        ("A pier", "section I(A)", ""),
        ("The 15 percent limit", "section 15", ""),
        ("15 crowns shall be paid", "section 15", ""),
        ("4.2 Payment", "section 4.2", "4.2 "),
        ("ANNEX A - TIMES", "annex A", "ANNEX A - "),
        ("Section 1. Name.", "article I, section 1", "Section 1. "),
        ("A. The Association", "recital A", "A. "),
    ],
)
def test_labels(shown: str, cite: str, label: str) -> None:
    assert shown[: label_length(shown, cite)] == label


_WORDS = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1)


@given(st.lists(_WORDS, min_size=1), st.data())
@settings(max_examples=40, deadline=None)
def test_lines_alike_are_not_confused(
    tmp_path_factory: pytest.TempPathFactory, words: list[str], draw: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("alike")
    place = draw.draw(st.integers(0, len(words) - 1))
    shown = [f"{n}: {text}" for n, text in enumerate(words, 1)]
    made = row(
        prompt="\n".join(shown) + f"\n\nWhat is the exact text of just line {place + 1} above?",
        text_lines=[{"cite": str(n), "line_text": text} for n, text in enumerate(words, 1)],
        idx_line=place,
        answer=shown[place],
    )
    document, item = only(folder, made)
    assert [document.words(line) for line in document.lines] == words
    assert (item.target, item.gold) == (place, shown[place])
