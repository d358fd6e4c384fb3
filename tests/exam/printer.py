"""Print questions as the booklets in which they are sold, in any layout."""

import io
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from reportlab.pdfbase.pdfmetrics import stringWidth  # type: ignore[import-untyped]
from reportlab.pdfgen import canvas  # type: ignore[import-untyped]

from benchbar.exam.questions import Question
from benchbar.tasks.shuffle import LETTERS

NUMBERS = ("1.", "1)", "Question 1:", "Question 1.", "1. alone", "Question 1 alone")
MARKS = ("(A)", "A.", "A)", "a)", "(a)", "a.")
PAPER = (612, 792)
SIZE = 10


@dataclass(frozen=True)
class Layout:
    """How a booklet looks.

    ``edges`` says what stands above and below each page; ``shared`` maps the first question of a
    group to the passage and the number of questions that share it.
    """

    number: str = "1."
    mark: str = "(A)"
    width: int = 88
    rows: int = 50
    double: bool = False
    feeds: bool = True
    header: str = "PRACTICE BOOKLET  SERIES 4"
    footer: str = "-{}-    GO ON TO THE NEXT PAGE"
    shared: dict[int, tuple[str, int]] = field(default_factory=dict)


def text(questions: Sequence[Question], layout: Layout) -> str:
    """Return a booklet as text."""
    rows = [row for n, one in enumerate(questions, 1) for row in _rows(n, one, layout)]
    if layout.double:
        rows = [part for row in rows for part in (row, "")]
    pages = [rows[at : at + layout.rows] for at in range(0, len(rows), layout.rows)]
    printed = [
        "\n".join((layout.header, "", *page, "", layout.footer.format(n)))
        for n, page in enumerate(pages, 1)
    ]
    return ("\f" if layout.feeds else "\n").join(printed) + "\n"


def _rows(number: int, question: Question, layout: Layout) -> Iterator[str]:
    if number in layout.shared:
        passage, several = layout.shared[number]
        yield f"Questions {number} and {number + several - 1} are based on the following:"
        yield ""
        yield from textwrap.wrap(passage, layout.width)
        yield ""
    lead = layout.number.replace("1", str(number)) + " "
    if lead.endswith(" alone "):
        yield lead.removesuffix(" alone ")
        lead = ""
    for paragraph in question.stem.split("\n\n"):
        yield from textwrap.wrap(lead + paragraph, layout.width, break_on_hyphens=False)
        yield ""
        lead = ""
    for letter, choice in zip(LETTERS, question.choices, strict=True):
        shown = letter.lower() if layout.mark.strip("().").islower() else letter
        mark = layout.mark.replace("A", shown).replace("a", shown)
        yield from textwrap.wrap(
            f"{mark} {choice}", layout.width, subsequent_indent="    ", break_on_hyphens=False
        )
    yield ""


@dataclass(frozen=True)
class Print:
    """How a booklet is printed.

    ``drop`` is how much lower the right column stands, ``hang`` how far rows are set in below a
    number or a letter; ``justified`` rows are stretched to the margin. Points throughout.
    """

    columns: int = 1
    font: str = "Times-Roman"
    gutter: float = 26
    drop: float = 0
    hang: float = 0
    justified: bool = False
    alternate: bool = False


def pdf(questions: Sequence[Question], style: Print) -> bytes:
    """Return a booklet as a PDF with running heads and page numbers."""
    out = io.BytesIO()
    printer = canvas.Canvas(out, pagesize=PAPER)
    width = (PAPER[0] - 120 - style.gutter * (style.columns - 1)) / style.columns
    rows = [row for n, one in enumerate(questions, 1) for row in _set(n, one, width, style)]
    deep = 50
    for page, at in enumerate(range(0, len(rows), deep * style.columns), 1):
        head = "QUESTIONS AND CHOICES" if style.alternate and page % 2 else "PRACTICE, FORM 7"
        printer.setFont("Helvetica", 8)
        printer.drawString(60, 760, head)
        printer.drawRightString(552, 760, str(page))
        printer.drawString(60, 40, f"Page {page}")
        printer.drawRightString(552, 40, "GO ON TO THE NEXT PAGE.")
        printer.setFont(style.font, SIZE)
        for place, (row, indent, wide) in enumerate(rows[at : at + deep * style.columns]):
            column, down = divmod(place, deep)
            x = 60 + column * (width + style.gutter) + indent
            _draw(printer, x, 735 - down * 12 - column * style.drop, row, wide, style.font)
        printer.showPage()
    printer.save()
    return out.getvalue()


def _draw(
    printer: canvas.Canvas, x: float, y: float, row: str, wide: float | None, font: str
) -> None:
    line = printer.beginText(x, y)
    line.setFont(font, SIZE)
    if wide and " " in row:
        line.setWordSpace(min(4, (wide - stringWidth(row, font, SIZE)) / row.count(" ")))
    line.textOut(row)
    line.setWordSpace(0)
    printer.drawText(line)


def _set(
    number: int, question: Question, width: float, style: Print
) -> Iterator[tuple[str, float, float | None]]:
    """Yield each row, how far it is set in, and its width if it is stretched."""
    lead = f"{number}. "
    for paragraph in question.stem.split("\n\n"):
        yield from _fitted(lead + paragraph, width, style, bool(lead))
        yield "", 0, None
        lead = ""
    for letter, choice in zip(LETTERS, question.choices, strict=True):
        yield from _fitted(f"({letter}) {choice}", width, style, True)
    yield "", 0, None


def _fitted(
    words: str, width: float, style: Print, first: bool
) -> Iterator[tuple[str, float, float | None]]:
    own, row = width - style.hang, ""
    indent = 0 if first else style.hang
    for word in words.split(" "):
        wider = f"{row} {word}".strip()
        if row and stringWidth(wider, style.font, SIZE) > own:
            yield row, indent, own if style.justified else None
            indent, wider = style.hang, word
        row = wider
    yield row, indent, None


def side_by_side(questions: Sequence[Question], rows: int) -> str:
    """Return a booklet as text in two columns, as programs print a PDF."""
    layout = Layout(width=46, header="", footer="", rows=10**6)
    lines = text(questions, layout).strip().split("\n")
    pages: list[str] = []
    for at in range(0, len(lines), 2 * rows):
        left, right = lines[at : at + rows], lines[at + rows : at + 2 * rows]
        right += [""] * (len(left) - len(right))
        body = [f"{a:<52}{b}".rstrip() for a, b in zip(left, right, strict=True)]
        pages.append("\n".join(["PRACTICE, FORM 7", *body, f"{len(pages) + 1:>48}"]))
    return "\f".join(pages)


def key(questions: Sequence[Question], form: str) -> str:
    """Return the key of a booklet in one of several forms."""
    pairs = [(n, question.key) for n, question in enumerate(questions, 1)]
    match form:
        case "lines":
            return "".join(f"{n}. {letter}\n" for n, letter in pairs)
        case "csv":
            return "Question,Answer,Subject\n" + "".join(f"{n},{k},Torts\n" for n, k in pairs)
        case "columns":
            deep = -(-len(pairs) // 4)
            rows = [pairs[at::deep] for at in range(deep)]
            return "\n".join("     ".join(f"{n:>3} ({k})" for n, k in row) for row in rows)
        case "grid":
            rows = [pairs[at : at + 10] for at in range(0, len(pairs), 10)]
            return "\n".join(
                " ".join(f"{n:>3}" for n, _ in row) + "\n" + " ".join(f"{k:>3}" for _, k in row)
                for row in rows
            )
        case "sentences":
            return "".join(f"{n}. The correct answer is {k}. 3 reasons follow.\n" for n, k in pairs)
        case "lower":
            return "".join(f"{n}) {letter.lower()}\n" for n, letter in pairs)
    raise ValueError(form)


KEYS = ("lines", "csv", "columns", "grid", "sentences", "lower")
