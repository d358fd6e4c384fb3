"""Other ways to write page and line put into plain words: ``48ページ5行目``, ``p48l5``.

The words are data: a language is a line of the tables.
"""

import re

from benchbar.scoring.numerals import NUMBER, WORDS

_PAGE = (
    "page|pages|página|páginas|pagina|pagine|seite|seiten|sida|side|strona|stronie|strony"
    "|страница|страницы|странице|стр|sayfa|halaman|trang"
)
_LINE = (
    "line|lines|ligne|lignes|línea|líneas|linea|linee|riga|righe|linha|linhas|zeile|zeilen|regel|rad|linje"
    "|wiersz|wiersza|wierszu|строка|строки|строке|satır|baris|dòng"
)
_PAGE_BEHIND = "页|頁|ページ|페이지|쪽"
_LINE_NUMBER = re.compile(r"行(?:号|番号)\s?(?:是|为|は)?\s?[:：]?\s?(?P<number>\d{1,6})")
_LINE_BEHIND = "行目|行|번째\\s?줄|줄|번째\\s?행|행"
_SMALL_WORDS = "de|la|del|della|di|da|der|auf|von|à|en|el|van|op|na|på|av|des|du|no|의|の|的|上"

_BEHIND = re.compile(
    rf"第?\s?(?P<number>\d{{1,6}})\s?(?:(?P<page>{_PAGE_BEHIND})|(?:{_LINE_BEHIND}))"
    rf"(?:目|です|입니다)*(?:\s?(?:{_SMALL_WORDS})(?=\s?[第\d]))?"
)
_IN_FRONT = re.compile(rf"(?<!\d)(?<!\d\s)(?:{_PAGE_BEHIND})\s?(?P<number>\d{{1,6}})[、,，]?\s?")
_WORD = re.compile(
    rf"\b(?:(?P<page>{_PAGE})|(?:{_LINE}))(?:\.|\b)(?P<of>\s?#?\s?\d{{1,6}}\s"
    rf"(?:(?:{_SMALL_WORDS})\s){{1,3}}(?=\w))?",
    re.IGNORECASE,
)
_COMPACT = re.compile(
    r"\bp(?:g|age)?\.?\s?(?P<page>\d{1,6})[\s,;:/-]?l(?:n|ine)?\.?\s?(?P<line>\d{1,4})\b",
    re.IGNORECASE,
)
_CLOSE = re.compile(r"\b(?P<page>\d{1,6})l(?P<line>\d{1,4})\b", re.IGNORECASE)
_COMMA = re.compile(r"(?<![\d.,$])(?P<page>\d{1,6}),(?P<line>\d{1,2})(?![\d.,%])")
_LINE_ON = re.compile(
    r"\b(?:line\s)?(?P<line>\d{1,4})\son\s(?P<page>\d{1,6})\b(?![.,:]?\d)", re.IGNORECASE
)
_ABOUT = re.compile(r"(?<!\d)(?<!\d\s)[~≈]\s?(?=\d)")
_NTH = re.compile(
    rf"\s?\((?:the\s)?(?:\d{{1,4}}(?:st|nd|rd|th)|{WORDS})\s(?:page|line)\)", re.IGNORECASE
)
"""The place of a page in the document, in brackets behind its number."""
_RESPECTIVELY = re.compile(
    rf"\b(?P<one>page|line)(?:\snumbers?)?\s(?:and|&)\s(?:the\s)?(?P<two>page|line)(?:\snumbers?)?"
    rf"[\s\"']*(?:are|is|were|:|=)\s*(?P<first>{NUMBER})[\s\"']*(?:,|and|&)(?:\sand)?[\s\"']*"
    rf"(?P<second>{NUMBER})",
    re.IGNORECASE,
)
_ROMAN = re.compile(r"\b(?P<unit>line|page)\s(?P<number>[IVXL]{2,7}|V|X)\b", re.IGNORECASE)
_POINT = re.compile(r"\W*(?P<page>\d{1,6})[./](?P<line>\d{1,3})\W*")
_ROMAN_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50}


def plain_words(text: str, *, paged: bool) -> str:
    """Return a reply with its pages and lines in English words and Arabic figures."""
    text = text.replace("_", " ")
    text = _NTH.sub("", _ABOUT.sub("", text))
    if not text.isascii():
        text = _LINE_NUMBER.sub(r" line \g<number> ", text)
        text = _IN_FRONT.sub(r" page \g<number>, ", text)
        text = _BEHIND.sub(_before, text)
    text = _WORD.sub(_english, text)
    text = _COMPACT.sub(r"page \g<page> line \g<line>", text)
    text = _RESPECTIVELY.sub(r"\g<one> \g<first> \g<two> \g<second>", text)
    text = _ROMAN.sub(_arabic, text)
    if not paged:
        return text
    if point := _POINT.fullmatch(text):
        return f"page {point['page']} line {point['line']}"
    for form in (_CLOSE, _LINE_ON):
        text = form.sub(r"page \g<page> line \g<line>", text)
    return _COMMA.sub(r"\g<page>, \g<line>", text)


def _before(match: re.Match[str]) -> str:
    """Put the unit before its number."""
    return f" {'page' if match['page'] else 'line'} {match['number']} "


def _english(match: re.Match[str]) -> str:
    """Return the English word for a unit; ``de la``, ``auf`` behind its number become ``of``."""
    unit = "page" if match["page"] else "line"
    if not match["of"]:
        return match[0] if match[0].lower().startswith(unit) else unit
    number = re.search(r"\d+", match["of"])
    return f"{unit} {number[0]} of " if number else match[0]


def _arabic(match: re.Match[str]) -> str:
    """Return a roman line or page number in figures."""
    values = [_ROMAN_VALUES[letter] for letter in match["number"].upper()]
    signed = [
        -one if one < after else one for one, after in zip(values, [*values[1:], 0], strict=True)
    ]
    return f"{match['unit']} {sum(signed)}"
