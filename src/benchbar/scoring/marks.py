"""Odd dashes, quotes and blanks made plain; text reduced to its words; quotations found."""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

from benchbar.scoring.language import NO, YES

_QUOTES = "“”„‟«»〝〞〟＂″❝❞"
_SINGLES = "‘’‚‛‹›′❛❜＇"
_DASHES = "‐‑‒–—―−﹣－⁃"
_BLANKS = "\u00a0\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
_NOTHING = "\u00ad\u200b\u200c\u200d\u2060\ufeff\u200e\u200f\u202a\u202b\u202c\u202d\u202e"
_FULLWIDTH = {chr(0xFF01 + n): chr(0x21 + n) for n in range(94)}

_PLAIN: dict[str, str] = {
    **_FULLWIDTH,
    **dict.fromkeys(_QUOTES, '"'),
    **dict.fromkeys(_SINGLES, "'"),
    **dict.fromkeys(_DASHES, "-"),
    **dict.fromkeys(_BLANKS, " "),
    **dict.fromkeys(_NOTHING, ""),
    **dict.fromkeys("「」『』", '"'),
    "…": "...",
    "。": ". ",
    "、": ", ",
    "\r": "\n",
    "\u2028": "\n",
    "\u2029": "\n",
}
_ODD = re.compile(f"[{re.escape(''.join(_PLAIN))}]")
_COMMON = "“”‘’—–"
"""Replaced first, since statutes are full of them, and what is left is often plain."""
_PUNCTUATION = '!"#()*+,-./:;<=>?@[\\]^_`{|}~\t\r\f\v\x1c\x1d\x1e\x1f'
_ASCII = bytes(range(128))
_UNPLAIN = frozenset((*_PLAIN, YES, NO, "Σ"))
_MARK_BYTES = re.compile(rb"\xe2\x80[\x90-\xbf]")
_PLAIN_BYTES = {odd.encode(): mark.encode() for odd, mark in _PLAIN.items()}
_FOLDED = bytes(
    ord(" ") if chr(code) in _PUNCTUATION else ord(chr(code).lower()) for code in range(128)
) + bytes(range(128, 256))
_SPACED = str.maketrans(dict.fromkeys(_PUNCTUATION + YES + NO, " "))

_DOUBLE = re.compile(r'"([^"]{1,4000})"')
_SINGLE = re.compile(
    r"(?<![\w'])'(?=\S)([^'\n]{1,300}+(?:(?<=\w)'(?=\w)[^'\n]{1,300}+){0,20}+)'(?!\w)"
)
_PRICE = re.compile(r"\$ +(?=[0-9])")
_FIGURE = re.compile(r"\d+(?:[.,:/]\d+)*")

CONNECTIVES = frozenset({"and", "or", "but", "yet", "however", "nor"})
"""Words whose presence at the end of a line does not matter."""


def plain(text: str) -> str:
    """Replace every odd dash, quotation mark, blank and full-width letter by its plain form."""
    if text.isascii() and "\r" not in text:
        return text
    text = _common_plain(text)
    if text.isascii() and "\r" not in text:
        return text
    text = _ODD.sub(lambda match: _PLAIN[match[0]], text.replace("\r\n", "\n"))
    return text if text.isascii() else unicodedata.normalize("NFKC", text)


def fold(text: str) -> str:
    """Reduce text to its words: lower case, one space between them, no punctuation.

    ``$``, ``%``, ``&`` and ``§`` count as part of a word; apostrophes vanish, so that
    ``master's`` stays one word however it is typed.
    """
    return _closed_up(" ".join(fold_lines(text).split()))


def fold_lines(text: str) -> str:
    """Reduce text to words as ``fold`` does, but keep line breaks and runs of spaces.

    Text of ordinary letters is folded as bytes, several times as fast: documents are long.
    """
    found = _common_plain(text).encode()
    if not found.isascii():
        found = _MARK_BYTES.sub(_plain_mark, found)
    letters = set(found.translate(None, _ASCII).decode())
    if b"\r" in found or not all(map(_is_ordinary, letters)):
        return _closed_up(plain(text).replace("'", "").translate(_SPACED).lower())
    for letter in letters:
        if letter != letter.lower():
            found = found.replace(letter.encode(), letter.lower().encode())
    return _closed_up(found.translate(_FOLDED, b"'").decode())


def _closed_up(folded: str) -> str:
    """Drop the blanks that some print between a dollar sign and its number."""
    if "$" not in folded:
        return folded
    apart = any(behind[:1] == " " for behind in folded.split("$")[1:])
    return _PRICE.sub("$", folded) if apart else folded


def _common_plain(text: str) -> str:
    """Replace the odd marks of which statutes are full: each costs next to nothing."""
    if not text.isascii():
        for odd in _COMMON:
            text = text.replace(odd, _PLAIN[odd])
    return text


@cache
def _is_ordinary(letter: str) -> bool:
    """Say whether a letter beyond ASCII stays as it is when marks are made plain."""
    whole = unicodedata.normalize("NFKC", letter) == letter
    return whole and letter not in _UNPLAIN and not unicodedata.combining(letter)


def _plain_mark(match: re.Match[bytes]) -> bytes:
    return _PLAIN_BYTES.get(match[0], match[0])


def without_connective(folded: str) -> str:
    """Drop one trailing and, or, but, yet, however, nor from folded text."""
    head, _, last = folded.rpartition(" ")
    return head if head and last in CONNECTIVES else folded


def figures(text: str) -> list[str]:
    """Return the numbers of a text with their separators: 4.5 is not 4-5, 1,000 is not 1.000."""
    return _FIGURE.findall(text)


def quotations(text: str) -> Iterator[tuple[int, int]]:
    """Yield the places of what stands in quotation marks (already plain), in order."""
    spans = [match.span(1) for match in _DOUBLE.finditer(text)]
    spans += [match.span(1) for match in _SINGLE.finditer(text)]
    yield from sorted(spans)
