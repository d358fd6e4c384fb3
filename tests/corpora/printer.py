"""Print invented testimony as court reporters do, in any dress."""

from dataclasses import dataclass
from io import BytesIO

from hypothesis import strategies as st
from reportlab.pdfgen import canvas  # type: ignore[import-untyped]

SPEECH = (
    "Q.  Where were you when the ferry left the pier?",
    "A.  On the upper deck.  I had 2 tickets.",
    "MR. OAKES:  Objection to the form.",
    "THE WITNESS:  May I look at the map?",
    "12 passengers got off before me, and",
    "1 of them came back for a suitcase.",
    "7 or 8 minutes, I would say, or until 9:20",
    "BY MS. THORN:",
    "(A short pause was taken.)",
    "the harbor master wrote it down as Exhibit 3",
)

COVER = (
    "IN THE SUPERIOR COURT OF MERIDIAN",
    "COUNTY OF QUAY",
    "ADA LINDEN,                    )",
    "Plaintiff,                     )",
    "vs.                            ) Case No. 21-555",
    "THE FERRY COMPANY,             )",
    "Defendant.                     )",
    "DEPOSITION OF PAUL QUILL",
)
APPEARANCES = ("A P P E A R A N C E S", "For the Plaintiff:", "MS. THORN", "9 Quay Street")
INDEX = ("I N D E X", "WITNESS                  PAGE", "PAUL QUILL", "By Ms. Thorn        5")
CERTIFICATE = ("C E R T I F I C A T E", "I, LEE PENN, do hereby certify that", "it is true.")
ERRATA = ("ERRATA SHEET", "Page ____ Line ____ Reason for change", "________________________")
CONCORDANCE = ("ferry 3:4 5:1,2 6:7", "captain 4:2 5:9", "mate 5:6 7:8", "5:6,7 8:3")

FRONT = (COVER, APPEARANCES, INDEX)
BACK = (CERTIFICATE, ERRATA, CONCORDANCE)

NUMBERINGS = (
    *("padded", "right", "middle", "left", "header", "header left", "named", "of many", "volume"),
    *("named below", "bare below", "left below", "dashes below", "none"),
)
"""Where the page number stands: above the lines, below them, or nowhere."""
STAMPS = ("none", "before", "each before", "after", "after each", "behind number", "minutes")
SPEAKERS = {
    "dots": ("Q.  ", "A.  "),
    "bare": ("Q    ", "A    "),
    "colons": ("Q:  ", "A:  "),
    "dashes": ("Q -- ", "A -- "),
    "words": ("QUESTION:  ", "ANSWER:  "),
    "lawyers": ("BY MS. THORN:  Q.  ", "A.  "),
    "read in": ('"Q.  ', '"A.  '),
    "read in bare": ('"Q  ', '"A  '),
    "the witness": ("MS. THORN:  ", "THE WITNESS:  "),
}
"""How questions and answers open."""


@dataclass(frozen=True)
class Dress:
    """How a reporter prints: every choice that the reader has to find out by itself."""

    height: int = 25
    indent: int = 1
    flush_right: bool = True
    numbering: str = "right"
    form_feeds: bool = True
    double: bool = False
    stamps: str = "none"
    row_end: str = "\n"
    agency: str = "none"
    speakers: str = "dots"
    capitals: bool = False
    lines_numbered: bool = True
    matter: bool = False


def dresses(**fixed: object) -> st.SearchStrategy[Dress]:
    """Draw any dress; what is given stays."""
    choices: dict[str, st.SearchStrategy[object]] = {
        "height": st.sampled_from([10, 24, 25, 28]),
        "indent": st.sampled_from([0, 1, 3, 14]),
        "flush_right": st.booleans(),
        "numbering": st.sampled_from(NUMBERINGS),
        "form_feeds": st.booleans(),
        "double": st.booleans(),
        "stamps": st.sampled_from(STAMPS),
        "row_end": st.sampled_from(["\n", "\r\n", "\r"]),
        "agency": st.sampled_from(["none", "below", "bates", "bates above", "legend"]),
        "speakers": st.sampled_from(sorted(SPEAKERS)),
        "capitals": st.booleans(),
        "matter": st.booleans(),
    }
    return st.builds(Dress, **(choices | {name: st.just(value) for name, value in fixed.items()}))


def dressed(dress: Dress, words: str) -> str:
    """Return a line of testimony as this reporter would open and spell it."""
    for plain, own in zip(("Q.  ", "A.  "), SPEAKERS[dress.speakers], strict=True):
        if words.startswith(plain):
            words = own + words.removeprefix(plain)
    return words.upper() if dress.capitals else words


def page_text(dress: Dress, number: int, words: list[str]) -> list[str]:
    """Return the rows of one page."""
    body = [line(dress, n, text) for n, text in enumerate(words, start=1)]
    spaced = [row for text in body for row in (text, "")] if dress.double else body
    return [*_above(dress, number), *spaced, *_below(dress, number)]


def printed(dress: Dress, first: int, pages: list[list[str]]) -> str:
    """Print pages of words as a file."""
    rows: list[str] = []
    for number, words in enumerate(pages, start=first):
        rows += ["\f"] if dress.form_feeds and number > first else []
        rows += page_text(dress, number, words)
    return dress.row_end.join(rows)


def deposition(dress: Dress, pages: list[list[str]]) -> list[list[str]]:
    """Put the pages that are no testimony before and behind; each filled to its height."""
    if not dress.matter:
        return pages
    front = [[*words, *[""] * (dress.height - len(words))] for words in FRONT]
    back = [[*words, *[""] * (dress.height - len(words))] for words in BACK]
    return [*front, *pages, *back]


def line(dress: Dress, number: int, words: str) -> str:
    """Return one numbered row."""
    label = f"{number:>2}" if dress.flush_right else f"{number:<2}"
    if not dress.lines_numbered:
        label = "  "
    lead = ""
    if dress.stamps in ("before", "each before"):
        stamped = dress.stamps == "each before" or number % 5 == 0
        lead = f" 09:14:{number:02} " if stamped else " " * 10
    behind = f"09:{number:02}:11  " if dress.stamps == "behind number" else ""
    tail = {"after": f"  02:{number:02}", "after each": f"   10:{number:02}:07 AM"}
    minute = f"   10:{number:02}" if dress.stamps == "minutes" and number % 4 == 1 else ""
    end = tail.get(dress.stamps, minute) if words else ""
    return f"{' ' * dress.indent}{lead}{label}     {behind}{words:<60}{end}".rstrip()


def _above(dress: Dress, page: int) -> list[str]:
    numbered = {
        "padded": [f"{page:05}"],
        "right": [f"{page:>65}"],
        "middle": [f"{page:>36}"],
        "left": [f"{' ' * dress.indent}{page}"],
        "header": [f"{'Linden - direct':>35}{page:>25}"],
        "header left": [f"{page:<25}Linden - cross"],
        "named": ["Linden - Direct/Thorn", f"Page {page}"],
        "of many": [f"{'Page ' + str(page) + ' of 1300':>50}"],
        "volume": [f"{page:<6}DAILY COPY", "CONFIDENTIAL"],
    }
    bates = [f"{'QUAY-' + format(page, '06'):>60}"] if dress.agency == "bates above" else []
    legend = ["CONFIDENTIAL - PROTECTED"] if dress.agency == "legend" else []
    return [*bates, *legend, *numbered.get(dress.numbering, [])]


def _below(dress: Dress, page: int) -> list[str]:
    numbered = {
        "named below": [f"Page {page}"],
        "left below": [f"{' ' * dress.indent}{page}"],
        "bare below": [f"{page:>40}"],
        "dashes below": [f"{'- ' + str(page) + ' -':>40}"],
    }
    agency = {
        "below": ["Quill Reporting, Inc.", "555 555-0100   www.quill.example"],
        "bates": [f"{'FERRY' + format(page + 88, '06'):>60}"],
    }
    return [*numbered.get(dress.numbering, []), *agency.get(dress.agency, [])]


def as_pdf(dress: Dress, first: int, pages: list[list[str]]) -> bytes:
    """Print pages of words as a PDF, row for row."""
    out = BytesIO()
    paper = canvas.Canvas(out, pagesize=(792, 792))
    for number, words in enumerate(pages, start=first):
        paper.setFont("Courier", 8)
        for place, row in enumerate(page_text(dress, number, words), start=3):
            text = row.lstrip()
            paper.drawString(40 + 4.8 * (len(row) - len(text)), 792 - 11 * place, text)
        paper.showPage()
    paper.save()
    return out.getvalue()
