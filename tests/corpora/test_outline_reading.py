"""Labels as lawyers set them: run in, led in, restarted, broken at the margin, without marks."""

from pathlib import Path

import pytest

from benchbar.corpora.imports import check as check_transcript
from benchbar.corpora.outline import check, outline
from benchbar.corpora.transcript_notes import LIKE_TESTIMONY, UNLIKE_TESTIMONY

SAMPLES = Path(__file__).parent / "samples"

READ = {
    "a list run in behind the heading of its section": (
        'Section 1.01  Closing.  (a) The closing takes place at ten (the "Closing").\n\n'
        "(b) Each party delivers: (i) a deed; and (ii) a key.\n\nSection 1.02  Costs.  None.\n",
        "1.01 1.01(a) 1.01(b) 1.02",
    ),
    "inner lists in running text stay there": (
        "1. Duties. (a) The owner paints, and (b) the hirer cleans.\n\n2. Fees. Ten a day.\n",
        "1 2",
    ),
    "a second list that a sentence leads to": (
        "1. The seller shall:\n(a) pack; and\n(b) ship.\nPayment is made in:\n(i) coin; or\n"
        "(ii) notes.\n2. Risk passes.\n",
        "1 1(a) 1(b) 1(i) 1(ii) 2",
    ),
    "the same letters again behind a sentence": (
        "1. The seller shall:\n(a) pack; and\n(b) ship.\nThe buyer shall:\n(a) unload; and\n"
        "(b) pay.\n2. Risk passes.\n",
        "1 1(a) 1(b) 1(a) 1(b) 2",
    ),
    "1. and 2. listed within a section of a contract with 1. and 2.": (
        "1. Rights.\n1.1 None.\n4. Loans. None.\n4.2 No loan is made if\n1. it is late; or\n"
        "2. it is large.\n5. Costs.\n",
        "1 1.1 4 4.2 4.2(1) 4.2(2) 5",
    ),
    "sections with bare numbers and titles in small letters": (
        "PART 1\nGENERAL\n\n1 Citation and commencement\n\n(1) These are rules.\n(2) They bind.\n\n"
        "2 Setting of charges\n\nA council sets a charge.\n\n2A Relief\n\n3 (1) It may be waived.\n"
        "(2) It need not be.\n",
        "part_1 1 1(1) 1(2) 2 2A 3(1) 3(2)",
    ),
    "titles with small words that a sentence has too": (
        "Rule 1.1 Scope and Purpose\n\n(a) All cases.\n\nRule 1.2 Form of Motions\n\n(a) Paper.\n",
        "1.1 1.1(a) 1.2 1.2(a)",
    ),
    "parts of a schedule with titles in small letters": (
        "1. Boats.\n\nSCHEDULE 2\nThe Forms\n\nPart A\nForms of members\n\n1. Yellow.\n\n"
        "Part B\nForms of the Board\n\n1. Green.\n",
        "1 schedule_2 schedule_2,_part_A schedule_2,_part_A,_1 schedule_2,_part_B "
        "schedule_2,_part_B,_1",
    ),
    "numbers of a municipal code": (
        "Sec. 7-1. Noise.\n\n(a) None at night.\n\nSec. 7-2. Dogs.\n\n(a) None.\n",
        "7-1 7-1(a) 7-2 7-2(a)",
    ),
    "references at the start of a row": (
        "1. A motion states the value, where\nRule 3.1(a) applies, and is signed as\n"
        "Section 4 requires, in accordance with clause\n2.3.\n2. It is filed.  Section\n"
        "2.2 survives, and upon termination\nArticle IV survives.\n3. It is heard.\n",
        "1 2 3",
    ),
    "amounts at the start of a row": (
        "1. Fees.\n(a) Total of\n5,000 for each boat;\n(b) a fee of\n4.5 percent.\n2. Costs.\n",
        "1 1(a) 1(b) 2",
    ),
    "a list under a heading that fills its row": (
        "1. Boats\n(a) are white.\n2. Oars\n(a) are red.\nDuties of the Owners and of the Masters\n"
        "(b) are many.\n",
        "1 1(a) 2 2(a) 2(b)",
    ),
    "items that end in no mark": (
        "1. Forms\n\n1.1 There are\n(a) a form of hold\n(b) a form of leave\n(c) a form of sale\n",
        "1 1.1 1.1(a) 1.1(b) 1.1(c)",
    ),
}


@pytest.mark.parametrize("name", READ)
def test_readings(name: str) -> None:
    text, cites = READ[name]
    found = outline(text, "x.txt")
    printed = [one.cite.replace("section ", "") for one in found.tree]
    assert printed == [cite.replace("_", " ") for cite in cites.split()]


def test_nothing_is_invented_between_broken_rows() -> None:
    text, _ = READ["amounts at the start of a row"]
    assert "(a) Total of 5,000 for each boat;" in outline(text, "x.txt").document.text


def test_rows_of_a_docx_are_paragraphs() -> None:
    text = "1. Prices rise by not more than four percent of\nPrice\tSetup\n2. Risk.\n3. Costs.\n"
    assert "percent of Price" in outline(text, "x.txt").document.text
    long = "1. Prices rise by not more than four percent.\nThe list is kept.\n2. Risk.\n3. Costs.\n"
    lines = outline(long, "x.docx").document.lines
    assert [line.cite for line in lines] == ["section 1", "flush", "section 2", "section 3"]


def test_blanks_of_every_kind_are_one_blank() -> None:
    text = "1.\u00a0The\u202fboat\u2003is\u200b white.\n\n2.\u00a0It\u00ad floats.\n"
    found = outline(text, "x.txt")
    assert found.document.text == "1. The boat is white.\n\n2. It floats."


def test_a_transcript_or_a_contract_given_for_the_other_is_told() -> None:
    spoken = SAMPLES / "running_header.txt"
    assert check(spoken).notes[0] == LIKE_TESTIMONY
    assert UNLIKE_TESTIMONY not in check_transcript(spoken).notes
    for contract in SAMPLES.glob("contract_*"):
        assert check_transcript(contract).notes[0] == UNLIKE_TESTIMONY
        assert LIKE_TESTIMONY not in check(contract).notes


def test_two_encodings_in_a_document_are_told(tmp_path: Path) -> None:
    path = tmp_path / "mixed.txt"
    path.write_bytes("1. The café opens.\n\n".encode() + "2. The café shuts.\n".encode("cp1252"))
    assert "Two encodings are mixed" in check(path).notes[0]


def test_numbers_that_fit_nowhere_are_not_called_letters(tmp_path: Path) -> None:
    path = tmp_path / "rows.txt"
    path.write_text("1. Term. The lease runs.\n" * 5 + "2. Fee. The fee is due.\n" * 5, "utf-8")
    assert not [note for note in check(path).notes if "a letter" in note]
