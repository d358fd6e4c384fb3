"""The text layer of a PDF: words put back into rows where they stand on the page.

A PDF knows places, not lines. The words that share a baseline are a row, in order from the left;
gaps become blanks by the width of a letter, and pages are parted by form feeds.
"""

import ctypes
import re
from collections.abc import Sequence
from itertools import groupby, pairwise
from statistics import median
from typing import NamedTuple

import pypdfium2  # type: ignore[import-untyped]
import pypdfium2.raw as pdfium  # type: ignore[import-untyped]

from benchbar.errors import InputError

_BROKEN_WORD = "\ufffe\x02"
"""How PDFium writes a hyphen at the end of a line, running on into the next."""
_WORD = re.compile(rf"[^\s{_BROKEN_WORD}]+[{_BROKEN_WORD}]?|[{_BROKEN_WORD}]")
_UNREADABLE = re.compile("[\0-\x08\x0e-\x1f\ufffd\ue000-\uf8ff]")
BASELINE = 0.6
"""Words this many letter widths apart in height still share a row (a third of a line)."""
_WIDEST_GAP = 60
_FEW = 60
"""Pages with fewer characters over a picture hold a stamp or a page number, but no text."""
_OCR = "run text recognition (OCR) first"


class Word(NamedTuple):
    """A word and where it stands: its start and end, and its baseline, upwards."""

    text: str
    left: float
    right: float
    height: float


def read(data: bytes, name: str) -> tuple[str, tuple[str, ...]]:
    """Return the text of a PDF, its pages parted by form feeds, and notes.

    Raises:
        InputError: The file is damaged, encrypted, or has no text layer that can be read.
    """
    document = _open(data, name)
    try:
        pages = [page_words(document[number]) for number in range(len(document))]
        few = [n for n, words in enumerate(pages) if sum(len(w.text) for w in words) < _FEW]
        pictures = [n for n in few if _has_picture(document[n])]
        empty = [n for n, words in enumerate(pages) if not words]
    except pypdfium2.PdfiumError as error:
        raise _damaged(name) from error
    finally:
        document.close()
    if len(empty) == len(pages) or 2 * len(pictures) > len(pages):
        raise InputError(f"{name}: scanned pages without text: {_OCR}")
    text = "\f".join(page_text(words) for words in pages)
    if 4 * len(_UNREADABLE.findall(text)) > len(text):
        raise InputError(f"{name}: the fonts of this PDF do not say what its letters are: {_OCR}")
    silent = sorted({*empty, *pictures})
    numbers = ", ".join(str(n + 1) for n in silent[:8]) + (" ..." if len(silent) > 8 else "")
    note = f"{len(silent)} of {len(pages)} pages have no text of their own (sheets {numbers})."
    return text, (note,) if silent else ()


def _open(data: bytes, name: str) -> pypdfium2.PdfDocument:
    try:
        return pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        if "password" in str(error).lower() or "security" in str(error).lower():
            raise InputError(
                f"{name}: the PDF is encrypted; save it without its password"
            ) from error
        raise _damaged(name) from error


def _damaged(name: str) -> InputError:
    return InputError(f"{name}: the PDF is damaged and cannot be opened; get or save it again")


def page_words(page: pypdfium2.PdfPage) -> list[Word]:
    """Return the words of a page, in the order of the file."""
    textpage = page.get_textpage()
    try:
        count = textpage.count_chars()
        text = textpage.get_text_range() if count else ""
        same = len(text) == count
        place = _Placer(textpage, page.get_rotation())
        words: list[Word] = []
        for found in _WORD.finditer(text):
            first, last = found.start(), found.end() - 1
            if not same:
                first = pdfium.FPDFText_GetCharIndexFromTextIndex(textpage, first)
                last = pdfium.FPDFText_GetCharIndexFromTextIndex(textpage, last)
            words += _placed(found[0], first, last, place)
        return words
    finally:
        textpage.close()
        page.close()


class _Placer:
    """Find where a character of a page starts, as the page is seen."""

    def __init__(self, textpage: pypdfium2.PdfTextPage, rotation: int) -> None:
        self._page = textpage.raw
        self._x, self._y = ctypes.c_double(), ctypes.c_double()
        self._ask = (ctypes.byref(self._x), ctypes.byref(self._y))
        self._rotation = rotation

    def __call__(self, index: int) -> tuple[float, float]:
        pdfium.FPDFText_GetCharOrigin(self._page, index, *self._ask)
        x, y = self._x.value, self._y.value
        match self._rotation:
            case 90:
                return y, -x
            case 180:
                return -x, -y
            case 270:
                return -y, x
        return x, y


def _placed(text: str, first: int, last: int, place: _Placer) -> list[Word]:
    """Return a word where it stands; letter by letter if its ends are not on one baseline."""
    left, height = place(first)
    plain = text.replace("\ufffe", "-").replace("\x02", "-")
    if last == first:
        return [Word(plain, left, left, height)]
    right, end_height = place(last)
    if abs(height - end_height) < 1 or last - first != len(text) - 1:
        return [Word(plain, left, right, height)]
    letters = [(letter, *place(first + n)) for n, letter in enumerate(plain)]
    parts = [list(part) for _, part in groupby(letters, key=lambda letter: round(letter[2]))]
    return [
        Word("".join(letter for letter, _, _ in part), part[0][1], part[-1][1], part[0][2])
        for part in parts
    ]


def _has_picture(page: pypdfium2.PdfPage) -> bool:
    """Whether a picture covers half of the page, as in a scan."""
    width, height = page.get_size()
    for picture in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_IMAGE], max_depth=3):
        left, bottom, right, top = picture.get_bounds()
        if 2 * (right - left) * (top - bottom) > width * height:
            return True
    return False


def page_text(words: Sequence[Word]) -> str:
    """Print the words of a page by rows; an empty row stands where the page leaves one out."""
    if not words:
        return ""
    width = letter_width(words)
    rows = rows_of(words, BASELINE * width)
    margin = min(word.left for word in words)
    pitches = [above[0].height - below[0].height for above, below in pairwise(rows)]
    usual = median(pitches) if pitches else 0.0
    printed = [_row_text(rows[0], margin, width)]
    for pitch, row in zip(pitches, rows[1:], strict=True):
        printed += [""] * (pitch > 1.6 * usual)
        printed.append(_row_text(row, margin, width))
    return "\n".join(printed) + "\n"


def letter_width(words: Sequence[Word]) -> float:
    """Return the usual width of a letter, from words long enough to tell."""
    widths = [(w.right - w.left) / (len(w.text) - 1) for w in words if len(w.text) > 2]
    return max(median(widths), 1.0) if widths else 6.0


def rows_of(words: Sequence[Word], most: float) -> list[list[Word]]:
    """Group words by baseline, from the top, each row from the left."""
    rows: list[list[Word]] = []
    for word in sorted(words, key=lambda word: -word.height):
        if rows and rows[-1][0].height - word.height <= most:
            rows[-1].append(word)
        else:
            rows.append([word])
    return [sorted(row, key=lambda word: word.left) for row in rows]


def _row_text(row: Sequence[Word], margin: float, width: float) -> str:
    parts = [" " * min(_WIDEST_GAP, round((row[0].left - margin) / width)), row[0].text]
    for before, word in pairwise(row):
        gap = round((word.left - before.right) / width - 1)
        parts += [" " * min(_WIDEST_GAP, max(1, gap)), word.text]
    return "".join(parts)
