"""A section as a USLM 1.0 element, in one of the dresses in which the U.S. Code is printed."""

import re
from dataclasses import dataclass

from benchbar import cite
from benchbar.corpora.statutory.outline import Part

NAMESPACE = "http://xml.house.gov/schemas/uslm/1.0"
_HREF = "/us/invented/t0/s"
_FOOTNOTE = (
    '<ref class="footnoteRef" idref="fn1">1</ref>'
    '<note type="footnote" id="fn1"><num>1</num> So in original.</note>'
)
_SECTION = re.compile(r"\b[Ss]ections? (\d+)((?:\([0-9A-Za-z]+\))*)( of this title)?")
_DATE = re.compile(
    r"\b(January|February|March|April|May|June|July|August|September|October|November|December)"
    r" (\d\d?), (\d{4})\b"
)
_MONTH = {
    name: n
    for n, name in enumerate(
        "January February March April May June July August September October November "
        "December".split(),
        1,
    )
}


@dataclass(frozen=True, slots=True)
class Dress:
    """How a section is marked up: what the printers of one title do and others do not."""

    small_caps: bool
    paragraphs: bool
    quoted_level: bool
    footnote: bool = False
    note: str = ""
    credit: str = ""


def element(section: Part, *, number: str, dress: Dress) -> bytes:
    """Return a section as XML in UTF-8, its namespace declared."""
    out = [
        f'<section xmlns="{NAMESPACE}" style="-uslm-lc:I80" identifier="{_HREF}{number}">'
        f'<num value="{number}">§ {number}.</num>'
        f"<heading> {section.heading}{_FOOTNOTE if dress.footnote else ''}</heading>"
    ]
    _body(section, f"{_HREF}{number}", dress, out)
    if dress.credit:
        out.append(f'<sourceCredit id="credit{number}">({dress.credit})</sourceCredit>\n')
    if dress.note:
        out.append(
            f'<notes type="uscNote"><note topic="editorialNotes"><heading>Editorial Notes'
            f"</heading><p>{dress.note}</p></note></notes>\n"
        )
    out.append("</section>")
    return "".join(out).encode()


def _body(part: Part, place: str, dress: Dress, out: list[str]) -> None:
    """Write what stands behind a part's number and heading."""
    text = _linked(part.text)
    if not part.parts:
        if dress.paragraphs and part.heading:
            out.append(f'<content><p style="-uslm-lc:I11" class="indent0">{text}</p>\n</content>')
        elif text:
            out.append(f"<content>{' ' if part.level >= 0 else ''}{text}</content>")
    elif text:
        out.append(f'<chapeau style="-uslm-lc:I11" class="indent0">{text}</chapeau>')
    for inner in part.parts:
        _part(inner, place, dress, out)
    for words in part.proviso:
        first, _, rest = words.partition(",")
        out.append(
            f'<proviso style="-uslm-lc:I11" class="indent0"><i>{first}</i>,{_linked(rest)}'
            "</proviso>\n"
        )
    for words in part.flush:
        out.append(
            f'<continuation style="-uslm-lc:I10" class="indent0 firstIndent0">{_linked(words)}'
            "</continuation>\n"
        )


def _part(part: Part, above: str, dress: Dress, out: list[str]) -> None:
    name = cite.LEVELS[part.level]
    if dress.quoted_level and part.level > 1:
        name = "level"
    place = f"{above}/{part.label}"
    bold = ' class="bold"' if part.heading else ""
    status, opening = "", ""
    if part.key == "repealed":
        status, opening = ' status="repealed"', "["
    out.append(
        f'<{name} style="-uslm-lc:I{11 + part.level}" class="indent{part.level}"{status} '
        f'identifier="{place}"><num value="{part.label}"{bold}>{opening}({part.label})</num>'
    )
    if part.heading:
        if dress.small_caps:
            out.append(f'<heading> <inline class="small-caps">{part.heading}</inline>.—</heading>')
        else:
            out.append(f"<heading{bold}> {part.heading}</heading>")
    _body(part, place, dress, out)
    out.append(f"\n</{name}>\n")


def _linked(text: str) -> str:
    """Return a text with its dates and its references to other sections marked up."""
    if "ection " in text:
        text = _SECTION.sub(_ref, text)
    if ", 19" in text or ", 20" in text:
        text = _DATE.sub(_date, text)
    return text


def _ref(found: re.Match[str]) -> str:
    path = found[2].replace(")(", "/").replace("(", "/").replace(")", "")
    return f'<ref href="{_HREF}{found[1]}{path}">{found[0]}</ref>'


def _date(found: re.Match[str]) -> str:
    day = f"{found[3]}-{_MONTH[found[1]]:02}-{int(found[2]):02}"
    return f'<date date="{day}">{found[0]}</date>'
