import msgspec
import pytest

from benchbar.records import Cell, Document, Line, Reply

TEXT = "Section 7.  Rents.\n(a) General rule. The rent is due."
DOCUMENT = Document(
    id="d",
    kind="statute",
    text=TEXT,
    lines=(
        Line("section 7", 0, 12, 18, 18, leaf=False),
        Line("section 7(a)", 19, 23, 37, len(TEXT)),
    ),
    source="synthetic",
)


def test_a_line_is_cut_from_the_text_in_four_ways() -> None:
    line = DOCUMENT.lines[1]
    assert DOCUMENT.shown(line) == "(a) General rule. The rent is due."
    assert DOCUMENT.words(line) == "General rule. The rent is due."
    assert DOCUMENT.header(line) == "General rule."
    assert DOCUMENT.plain(line) == "The rent is due."


def test_records_survive_json_and_refuse_unknown_fields() -> None:
    packed = msgspec.json.encode(DOCUMENT)
    assert msgspec.json.decode(packed, type=Document) == DOCUMENT
    with pytest.raises(msgspec.ValidationError, match="colour"):
        msgspec.json.decode(packed[:-1] + b',"colour":"red"}', type=Document)


def test_every_setting_changes_the_key_of_a_cell() -> None:
    cells = [
        Cell("a/m"),
        Cell("b/m"),
        Cell("a/m", variant="return"),
        Cell("a/m", temperature=0.5),
        Cell("a/m", temperature=None),
        Cell("a/m", system_message="Be brief."),
        Cell("a/m", max_tokens=10),
        Cell("a/m", seed=1),
        Cell("a/m", reasoning_effort="low"),
        Cell("a/m", reasoning_tokens=1000),
        Cell("a/m", top_p=0.9),
        Cell("a/m", base_url="http://127.0.0.1:1/v1"),
    ]
    assert len({cell.key for cell in cells}) == len(cells)
    assert cells[0].key == Cell("a/m").key
    assert Cell("x/../we ird\n").key.startswith("we-ird-")


def test_cells_that_are_equal_have_one_key() -> None:
    assert Cell("a/m", temperature=float("0")).key == Cell("a/m").key
    assert Cell("a/m", temperature=1).key == Cell("a/m", temperature=1.0).key
    read = msgspec.json.decode(msgspec.json.encode(Cell("a/m", temperature=0)), type=Cell)
    assert read.key == Cell("a/m").key


def test_the_last_turn_of_a_reply_is_its_answer() -> None:
    assert Reply("i", turns=("First,", "Yes")).text == "Yes"
    assert Reply("i").text == ""


@pytest.mark.parametrize("shown", ["(a) General rule. The rent is due now.", "(a) Due.", "(a) "])
def test_another_text_for_a_line_moves_the_lines_after_it(shown: str) -> None:
    text = f"{TEXT}\n(b) Late rents."
    start = len(TEXT) + 1
    last = Line("section 7(b)", start, start + 4, start + 4, len(text))
    document = msgspec.structs.replace(DOCUMENT, text=text, lines=(*DOCUMENT.lines, last))
    changed = document.with_line(1, shown)
    assert changed.text == f"Section 7.  Rents.\n{shown}\n(b) Late rents."
    assert [changed.shown(line) for line in changed.lines] == [
        "Section 7.  Rents.",
        shown,
        "(b) Late rents.",
    ]
    assert changed.words(changed.lines[2]) == "Late rents."
    assert changed.with_line(1, document.shown(document.lines[1])) == document
