"""The door to the user's files: the text of a text file, a PDF or a DOCX, or one line why not."""

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchbar.errors import InputError

MOST_IN_A_LINE = 10_000_000
"""No line of a legal text is that long: such a file is data of another kind."""

_CHUNK = 1 << 20
_OTHERS = (
    (b"{\\rtf", "rich text"),
    (b"\xd0\xcf\x11\xe0", "an old word processor file (.doc) or has a password"),
    (b"\x1f\x8b", "a compressed file"),
    (b"\xff\xd8\xff", "a picture"),
    (b"\x89PNG", "a picture"),
    (b"II*\0", "a picture"),
    (b"MM\0*", "a picture"),
    (b"\xffWPC", "a WordPerfect file"),
)
"""How files of other programs begin, and what to call them."""
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_LINE_ENDS = re.compile("\r\n|[\r\v\x85\u2028\u2029]")
_BYTE_LINE_END = re.compile(rb"[\r\n\f]")
_CONTROLS = re.compile("[\0-\x08\x0e-\x19\x1b-\x1f\x7f-\x84\x86-\x9f]")
_MULTIBYTE = re.compile(
    rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}|[\x80-\xff]"
)
_MOST_CONTROLS = 0.02
"""A larger share of control characters is no text in any of the encodings."""


@dataclass(frozen=True, slots=True)
class Text:
    """What a file says, and what was odd about reading it, one sentence each.

    Attributes:
        text: Lines end in a newline, pages in a form feed where the file has any.
        notes: What the user should know, such as two encodings in one file.
    """

    text: str
    notes: tuple[str, ...] = ()


def text_of(path: Path) -> str:
    r"""Return the text of a file in UTF-8, UTF-16 or Windows-1252, or of a PDF or DOCX.

    Lines end in ``\n`` whatever the file has; form feeds are kept, and part the pages of a PDF.

    Raises:
        InputError: The file cannot be opened or damaged, is empty, no text, encrypted, pictures
            of pages without text, a zip bomb, or has a line of over ten million characters.
    """
    return read(path).text


def read(path: Path) -> Text:
    """Return the text of a file with notes on what was odd; otherwise as ``text_of``."""
    data = _bytes(path)
    if b"%PDF-" in data[:1024]:
        from benchbar.corpora import pdf_text

        found = Text(*pdf_text.read(data, str(path)))
    elif data.startswith(b"PK\x03\x04"):
        from benchbar.corpora import docx_text

        found = Text(*docx_text.read(data, str(path)))
    else:
        found = _decoded(data, str(path))
    text = _LINE_ENDS.sub("\n", found.text).replace("\ufeff", "").rstrip("\x1a")
    if not text.strip():
        raise InputError(f"{path}: the file is empty; give a file with text in it")
    if len(text) > MOST_IN_A_LINE and max(map(len, text.split("\n"))) > MOST_IN_A_LINE:
        raise _endless(str(path))
    return Text(text, found.notes)


def _bytes(path: Path) -> bytes:
    """Read a file, but give up on one that is an endless line before it fills the memory."""
    try:
        with path.open("rb") as file:
            return b"".join(_chunks(iter(lambda: file.read(_CHUNK), b""), str(path)))
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}; give a file that can be read") from error


def _chunks(chunks: Iterator[bytes], name: str) -> Iterator[bytes]:
    since, packed = 0, None
    for chunk in chunks:
        if packed is None:
            packed = b"%PDF-" in chunk[:1024] or chunk.startswith(b"PK\x03\x04")
        since = 0 if _BYTE_LINE_END.search(chunk) else since + len(chunk)
        if since > 4 * MOST_IN_A_LINE and not packed:
            raise _endless(name)
        yield chunk


def _endless(name: str) -> InputError:
    return InputError(
        f"{name}: a line is over {MOST_IN_A_LINE // 1_000_000} MB long; give text with line ends"
    )


def _decoded(data: bytes, name: str) -> Text:
    other = next((what for start, what in _OTHERS if data.startswith(start)), None)
    if other:
        raise InputError(f"{name}: this is {other}; save or export it as text (.txt), PDF or DOCX")
    found = _text(data)
    text = found.text.rstrip("\0") if found else ""  # Some programs fill up the last block.
    bad = len(_CONTROLS.findall(text))
    if found is None or "\0" in text or bad > _MOST_CONTROLS * len(text):
        raise InputError(
            f"{name}: this is no plain text, PDF or DOCX; save or export it as text (.txt)"
        )
    note = f"{bad} characters of the file could not be read in any encoding."
    return Text(text, (*found.notes, note) if bad else found.notes)


def _text(data: bytes) -> Text | None:
    """Decode by the file's mark, by its zero bytes, as UTF-8, and else as Windows-1252."""
    encoding = next((encoding for mark, encoding in _MARKS if data.startswith(mark)), None)
    encoding = encoding or _wide(data) or "utf-8"
    try:
        return Text(data.decode(encoding))
    except UnicodeDecodeError:
        if encoding.startswith("utf-16"):
            return None
    return _mixed(data.removeprefix(codecs.BOM_UTF8))


def _wide(data: bytes) -> str | None:
    """Name the UTF-16 order of a file without mark: every other byte of Latin text is zero."""
    start = data[:4096]
    zeros = [start[place::2].count(0) for place in (0, 1)]
    half = len(start) // 2
    if zeros[1] > 0.6 * half and not zeros[0]:
        return "utf-16-le"
    return "utf-16-be" if zeros[0] > 0.6 * half and not zeros[1] else None


def _mixed(data: bytes) -> Text:
    """Decode Windows-1252, with UTF-8 where bytes of it make a character that both have."""
    parts: list[str] = []
    wide = narrow = end = 0
    for found in _MULTIBYTE.finditer(data):
        parts.append(data[end : found.start()].decode("ascii"))
        whole = _both_have(found[0])
        wide, narrow = (wide + 1, narrow) if whole else (wide, narrow + len(found[0]))
        parts.append(whole or _windows(found[0]))
        end = found.end()
    text = "".join([*parts, data[end:].decode("ascii")])
    note = f"Two encodings are mixed: {wide} characters in UTF-8 and {narrow} in Windows-1252."
    return Text(text, (note,) if wide else ())


def _both_have(raw: bytes) -> str | None:
    if len(raw) < 2:
        return None
    try:
        text = raw.decode("utf-8")
        text.encode("cp1252")
    except UnicodeError:
        return None
    return text


def _windows(raw: bytes) -> str:
    try:
        return raw.decode("cp1252")
    except UnicodeDecodeError:
        return raw.decode("latin-1")
