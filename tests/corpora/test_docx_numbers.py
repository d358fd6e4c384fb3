"""Labels that a word processor counts are those that it shows."""

import io
from pathlib import Path

import docx
import pytest
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from benchbar.corpora import textfiles
from benchbar.corpora.docx_numbers import shown


def level(n: int, form: str, text: str, extra: str = "") -> str:
    return (
        f'<w:lvl w:ilvl="{n}"><w:start w:val="1"/><w:numFmt w:val="{form}"/>{extra}'
        f'<w:lvlText w:val="{text}"/></w:lvl>'
    )


LEVELS = (
    level(0, "upperRoman", "Article %1")
    + level(1, "decimal", "%1.%2", "<w:isLgl/>")
    + level(2, "lowerLetter", "(%3)")
    + level(3, "lowerRoman", "(%4)")
)
NUMBERING = (
    f'<w:numbering {nsdecls("w")}><w:abstractNum w:abstractNumId="7">{LEVELS}</w:abstractNum>'
    '<w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num>'
    '<w:num w:numId="2"><w:abstractNumId w:val="7"/><w:lvlOverride w:ilvl="2">'
    '<w:startOverride w:val="5"/></w:lvlOverride></w:num></w:numbering>'
)


def document(*places: tuple[int, int] | None) -> str:
    """Return the text of a document whose paragraphs have these lists and levels."""
    made = docx.Document()
    made.part.numbering_part._element = parse_xml(NUMBERING)
    for place in places:
        paragraph = made.add_paragraph("words")
        if place:
            number, depth = place
            xml = f'<w:numPr {nsdecls("w")}><w:ilvl w:val="{depth}"/><w:numId w:val="{number}"/>'
            paragraph._p.get_or_add_pPr().append(parse_xml(f"{xml}</w:numPr>"))
    out = io.BytesIO()
    made.save(out)
    return out.getvalue().hex()


def labels(folder: Path, *places: tuple[int, int] | None) -> list[str]:
    path = folder / "numbered.docx"
    path.write_bytes(bytes.fromhex(document(*places)))
    rows = textfiles.text_of(path).splitlines()
    return [row.removesuffix("words").strip() for row in rows]


def test_levels_count_on_and_start_anew_below_the_next(tmp_path: Path) -> None:
    places = [(1, 0), (1, 1), (1, 2), (1, 2), (1, 3), None, (1, 1), (1, 2), (1, 0), (1, 1)]
    assert labels(tmp_path, *places) == [
        *("Article I", "1.1", "(a)", "(b)", "(i)", "", "1.2", "(a)", "Article II", "2.1"),
    ]


def test_a_second_list_of_the_same_kind_goes_on_but_for_its_own_start(tmp_path: Path) -> None:
    assert labels(tmp_path, (1, 0), (1, 2), (2, 2), (2, 2), (2, 0)) == [
        *("Article I", "(a)", "(e)", "(f)", "Article II"),
    ]


def test_a_list_of_a_style_is_found_through_the_style(tmp_path: Path) -> None:
    made = docx.Document()
    for words in ("one", "two"):
        made.add_paragraph(words, style="List Number")
    made.add_paragraph("dot", style="List Bullet")
    path = tmp_path / "styled.docx"
    made.save(str(path))
    assert textfiles.text_of(path) == "1. one\n2. two\n• dot\n"


@pytest.mark.parametrize(
    ("n", "form", "label"),
    [
        (28, "lowerLetter", "bb"),
        (1994, "upperRoman", "MCMXCIV"),
        (7, "decimalZero", "07"),
        (22, "ordinal", "22nd"),
        (113, "ordinal", "113th"),
        (21, "cardinalText", "Twenty-one"),
        (20, "ordinalText", "Twentieth"),
        (32, "ordinalText", "Thirty-second"),
        (3, "none", ""),
        (4, "japaneseCounting", "4"),
    ],
)
def test_numbers_are_shown_in_the_form_of_their_level(n: int, form: str, label: str) -> None:
    assert shown(n, form) == label
