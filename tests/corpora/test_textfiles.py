"""Every kind of file gives its text, or one line that says why not and what to do."""

import codecs
import io
import zipfile
from collections.abc import Sequence
from pathlib import Path

import docx
import pypdfium2  # type: ignore[import-untyped]
import pytest
from docx.document import Document
from docx.enum.text import WD_BREAK
from hypothesis import given
from hypothesis import strategies as st
from reportlab.lib import pdfencrypt  # type: ignore[import-untyped]
from reportlab.pdfgen import canvas  # type: ignore[import-untyped]

from benchbar.corpora import textfiles
from benchbar.errors import InputError

LETTERS = st.text(st.characters(codec="cp1252", exclude_categories=["Cc"]), max_size=60)
PAPER = (612, 792)


def written(folder: Path, data: bytes, name: str = "given") -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def pdf(pages: Sequence[Sequence[tuple[float, float, str]]], lock: object = None) -> bytes:
    """Print words at places (from the left, from the top) with letters 7.2 points wide."""
    out = io.BytesIO()
    printer = canvas.Canvas(out, pagesize=PAPER, encrypt=lock)
    for page in pages:
        printer.setFont("Courier", 12)
        for x, y, words in page:
            printer.drawString(x, PAPER[1] - y, words)
        printer.showPage()
    printer.save()
    return out.getvalue()


def packed(document: Document) -> bytes:
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp1252"])
def test_padding_behind_the_text_is_dropped(encoding: str, tmp_path: Path) -> None:
    text = "1  Q.  Where is the café?\n"
    data = text.encode(encoding) + b"\0" * 600
    assert textfiles.text_of(written(tmp_path, data)) == text
    with pytest.raises(InputError, match="no plain text"):
        textfiles.text_of(written(tmp_path, text.encode() + b"\0" * 8 + text.encode()))
    with pytest.raises(InputError, match="empty"):
        textfiles.text_of(written(tmp_path, b"\0" * 600))


@given(LETTERS)
def test_a_text_comes_back_from_every_encoding(words: str) -> None:
    text = f"1  Q.  {words}\n2  A.  Yes"
    for data in (
        text.encode(),
        codecs.BOM_UTF8 + text.encode(),
        text.encode("utf-16"),
        codecs.BOM_UTF16_BE + text.encode("utf-16-be"),
    ):
        found = textfiles._decoded(data, "given")
        assert (found.text, found.notes) == (text, ())


@pytest.mark.parametrize("encoding", ["cp1252", "utf-16-le", "utf-16-be"])
def test_text_without_a_mark_is_known_by_its_bytes(encoding: str, tmp_path: Path) -> None:
    text = "1  Q.  The CAFÉ—was it “open”?\n2  A.  It was."
    assert textfiles.text_of(written(tmp_path, text.encode(encoding))) == text


def test_two_encodings_in_one_file_are_both_read_and_noted(tmp_path: Path) -> None:
    data = "Q.  The café?\n".encode() + "A.  “Naïve.”\n".encode("cp1252")
    found = textfiles.read(written(tmp_path, data))
    assert found.text == "Q.  The café?\nA.  “Naïve.”\n"
    assert found.notes == ("Two encodings are mixed: 1 characters in UTF-8 and 3 in Windows-1252.",)


def test_every_line_end_is_one_newline_and_form_feeds_stay(tmp_path: Path) -> None:
    data = "a\r\nb\rc\nd\x0be\u2028f\fg\x1a"
    assert textfiles.text_of(written(tmp_path, data.encode())) == "a\nb\nc\nd\ne\nf\fg"


def picture_only() -> bytes:
    out = io.BytesIO()
    printer = canvas.Canvas(out, pagesize=PAPER)
    for n in range(3):
        printer.drawInlineImage(pypdfium2.PdfBitmap.new_native(60, 80, 4).to_pil(), 0, 0, *PAPER)
        printer.drawString(300, 20, f"ABC{n:06}")
        printer.showPage()
    printer.save()
    return out.getvalue()


def bomb() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("[Content_Types].xml", "<Types/>")
        file.writestr("word/document.xml", b"0" * 30_000_000)
    return out.getvalue()


def archive(*names: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for name in names:
            file.writestr(name, "<x/>")
    return out.getvalue()


REFUSED = {
    "nothing": (b"", "empty"),
    "blanks": (b" \r\n\f\n", "empty"),
    "zero bytes": (b"Q.\0\1\2 binary", "no plain text"),
    "control bytes": (bytes(range(1, 255)) * 9, "no plain text"),
    "rich text": (b"{\\rtf1 Q. Yes}", "rich text"),
    "old word": (b"\xd0\xcf\x11\xe0\xa1\xb1", r"\.doc"),
    "picture": (b"\xff\xd8\xff\xe0", "picture"),
    "odd utf-16": (codecs.BOM_UTF16_LE + b"odd", "no plain text"),
    "endless": (b"x" * 45_000_000 + b"\n", "10 MB long"),
    "long line": (b"short\n" + b"x" * 10_500_000, "10 MB long"),
    "broken pdf": (b"%PDF-1.7 and so on", "damaged"),
    "blank pdf": (pdf([[]]), "text recognition"),
    "scan with stamps": (picture_only(), "text recognition"),
    "locked pdf": (
        pdf([[(9, 9, "Q")]], lock=pdfencrypt.StandardEncryption("key", canPrint=0)),
        "without its password",
    ),
    "broken docx": (b"PK\x03\x04 and so on", "damaged"),
    "cut docx": (packed(docx.Document())[:9000], "damaged"),
    "bomb": (bomb(), "unpacks to over"),
    "archive": (archive("a.txt"), "archive"),
    "empty package": (archive("[Content_Types].xml"), "damaged"),
}


@pytest.mark.parametrize("kind", sorted(REFUSED))
def test_what_is_no_text_is_refused_in_one_line_with_advice(kind: str, tmp_path: Path) -> None:
    data, message = REFUSED[kind]
    with pytest.raises(InputError, match=message) as refused:
        textfiles.text_of(written(tmp_path, data, "given.file"))
    assert "given.file" in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "none.txt", tmp_path):
        with pytest.raises(InputError, match=path.name):
            textfiles.text_of(path)


def test_a_pdf_gives_rows_in_reading_order_with_their_gaps(tmp_path: Path) -> None:
    rows = [(130, 100, "Q.    Where was it?"), (80, 101, "1"), (130, 124, "A."), (80, 124, "2")]
    data = pdf([rows, [(80, 100, "3"), (137.2, 100, "Yes.")]])
    assert textfiles.text_of(written(tmp_path, data)) == (
        "1      Q.    Where was it?\n2      A.\n\f3       Yes.\n"
    )


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_a_turned_page_is_read_as_it_is_seen(rotation: int, tmp_path: Path) -> None:
    out = io.BytesIO()
    printer = canvas.Canvas(out, pagesize=PAPER)
    printer.setPageRotation(rotation)
    printer.translate(PAPER[0] / 2, PAPER[1] / 2)
    printer.rotate(rotation)
    printer.setFont("Courier", 12)
    printer.drawString(-200, 50, "1   Q.  Turned?")
    printer.drawString(-200, 26, "2   A.  Yes.")
    printer.showPage()
    printer.save()
    assert textfiles.text_of(written(tmp_path, out.getvalue())) == "1   Q.  Turned?\n2   A.  Yes.\n"


def test_words_hyphenated_at_the_end_of_a_row_stay_on_their_rows(tmp_path: Path) -> None:
    rows = [(80, 100, "1  the after-"), (80, 112, "noon ferry and the re-"), (80, 124, "turn")]
    text = textfiles.text_of(written(tmp_path, pdf([rows])))
    assert text == "1  the after-\nnoon ferry and the re-\nturn\n"


def test_pages_without_text_among_others_are_noted(tmp_path: Path) -> None:
    full = [(80, 100 + 12 * n, f"{n}  A.  I do not remember that at all.") for n in range(1, 5)]
    found = textfiles.read(written(tmp_path, pdf([full, [], full])))
    assert found.notes == ("1 of 3 pages have no text of their own (sheets 2).",)
    assert [bool(page.strip()) for page in found.text.split("\f")] == [True, False, True]


def test_a_docx_gives_paragraphs_breaks_and_tables_by_row(tmp_path: Path) -> None:
    document = docx.Document()
    document.add_paragraph("1\tQ.  Is this it?")
    document.add_paragraph("2\tA.  Yes.").add_run().add_break(WD_BREAK.PAGE)
    table = document.add_table(1, 2)
    table.cell(0, 0).text = "1\n2"
    table.cell(0, 1).text = "Q.  And then?\nA.  Rain."
    document.add_paragraph("last")
    assert textfiles.text_of(written(tmp_path, packed(document))) == (
        "1\tQ.  Is this it?\n2\tA.  Yes.\n\f\n1\tQ.  And then?\n2\tA.  Rain.\nlast\n"
    )
