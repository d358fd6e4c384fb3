"""What each paragraph may be: labels it may open with, its heading, whether it defines a term."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from benchbar.corpora.outline_headings import in_title_case, is_heading
from benchbar.corpora.outline_labels import SECTION, Label, labels_at
from benchbar.corpora.outline_rows import Paragraph, lead_in_bold, without_bold
from benchbar.corpora.outline_sequence import Event, Placed
from benchbar.corpora.outline_terms import opens_definition, terms_of, without_columns

_LEAD = re.compile(r"([^.:—–]{2,90}?)(\.|:|\.?\s?[—–])\s+(?=[\"“‘(]?[A-Z0-9])")
_ABBREVIATION = re.compile(
    r"(?:\b(?:Inc|Ltd|Co|Corp|No|Nos|Mr|Mrs|Ms|Dr|St|v|Sec|Art|U\.S|Jr|Sr)|\b[A-Z])$"
)
_VERB = re.compile(
    r"\b(?:is|are|was|shall|may|must|will|has|have|do|does|can|means?|includes?|applies|pays?|see)\b"
)
_DEFINITIONS = re.compile(r"\b(?:definitions?|defined terms|interpretation|glossary)\b", re.I)
_LEADS_IN = re.compile(
    r"\b(?:in (?:this|these) \w+|following (?:terms|words|expressions|definitions)"
    r"|(?:terms|words|expressions)\b.{0,120}\bmeanings?)\b.{0,160}[:—–-]$",
    re.IGNORECASE,
)
_RUN_IN = re.compile(r"\s*(.{2,110}?[.:—–-]\*{0,2}|)\s*(?<!\S)\((a|1|i|A)\)\s")
_NEXT = {"a": "b", "1": "2", "i": "ii", "A": "B"}
_MOST_LEAD_WORDS = 10


@dataclass(slots=True)
class Read:
    """A paragraph with the labels that it may open with, and the words behind them.

    ``defines`` says whether it defines a term without a label, ``listed`` whether it stands
    among definitions, where a term may open a line without quotation marks.
    """

    paragraph: Paragraph
    labels: tuple[Label, ...]
    rest: str
    defines: bool
    listed: bool
    placed: Placed | None = None


def read_paragraphs(paragraphs: Sequence[Paragraph], *, markdown: bool) -> list[Read]:
    """Read the labels of each paragraph, and whether it defines a term without one.

    Bare numbers (``2 Interpretation``) are labels where sections have no other: else they are
    labels only in front of a title, since amounts and footnotes look the same.
    """
    apart = list(_apart(paragraphs))
    labelled = [_labels(one, markdown=markdown) for one in apart]
    bare = not any(labels and labels[0].rank == SECTION and not labels[0].is_number
                   for labels, _ in labelled)  # fmt: skip
    found: list[Read] = []
    state = _Listing()
    for one, (labels, rest) in zip(apart, labelled, strict=True):
        if labels and labels[0].is_number and not bare and not is_heading(rest):
            labels, rest = (), one.text
        listed = state.holds(one, labels, rest)
        defines = not labels and not one.heading and opens_definition(
            one.text, in_definitions=listed
        )  # fmt: skip
        if (defines or labels) and listed and terms_of(rest, in_definitions=True):
            rest = without_columns(rest)
        found.append(Read(one, labels, rest, defines, listed))
        state.led = state.led or (not defines and _leads_in(one))
    return found


def _leads_in(paragraph: Paragraph) -> bool:
    return _LEADS_IN.search(without_bold(paragraph.text)) is not None


@dataclass(slots=True)
class _Listing:
    """Whether definitions are listed here: under a heading that says so, or behind a lead-in.

    ``styles`` are those of the label that heads them, if it is below a section.
    """

    headed: bool = False
    led: bool = False
    styles: frozenset[str] = frozenset()

    def holds(self, one: Paragraph, labels: tuple[Label, ...], rest: str) -> bool:
        """Say whether a paragraph, the next in order, stands among definitions."""
        header = one.text if one.heading and len(one.text) < 120 else ""
        if labels:
            header = split_header(rest, heading=one.heading)[0]
            styles = frozenset(reading.style for reading in labels[0].readings)
            section = labels[0].rank <= SECTION
            self.led = self.led and not section
            says = _DEFINITIONS.search(header) is not None
            if says or (section and header) or styles & self.styles:
                self.headed, self.styles = says, frozenset() if section else styles
        elif header:
            self.headed, self.styles = _DEFINITIONS.search(header) is not None, frozenset()
        return self.headed or self.led


def _apart(paragraphs: Sequence[Paragraph]) -> Iterator[Paragraph]:
    """Part a section's heading from the ``(a)`` that stands in its row, if a ``(b)`` follows."""
    for n, one in enumerate(paragraphs):
        labels, end = labels_at(one.text)
        match = _RUN_IN.match(one.text, end) if labels and labels[0].rank <= SECTION else None
        if match is None or not _counts_on(paragraphs[n + 1 :], _NEXT[match[2]]):
            yield one
            continue
        title = without_bold(match[1])
        if title and _lead(f"{title} X")[0] != title:
            yield one
            continue
        yield replace(one, text=one.text[: match.end(1)].rstrip(), heading=False)
        yield replace(one, text=one.text[match.end(1) :].lstrip(), doubtful=False, heading=False)


def _counts_on(following: Sequence[Paragraph], label: str) -> bool:
    """Say whether a label opens a paragraph before the next section does."""
    for one in following:
        labels, _ = labels_at(one.text)
        if labels and labels[0].rank <= SECTION:
            return False
        if one.text.startswith(f"({label})"):
            return True
    return False


def _labels(paragraph: Paragraph, *, markdown: bool) -> tuple[tuple[Label, ...], str]:
    """Return a paragraph's labels and the words behind them; labels may stand in bold type."""
    text = paragraph.text
    indent = paragraph.indent // 2 * 2 if markdown else 0
    if text.startswith("**"):
        inner, _, rest = text[2:].partition("**")
        labels, end = labels_at(inner.rstrip(), indent=indent)
        held = inner[end:].strip()
        return labels, (f"**{held}** {rest.strip()}".strip() if held else rest.strip())
    labels, end = labels_at(text, indent=indent)
    return labels, text[end:].strip()


def events_of(read: Sequence[Read]) -> Iterator[Event]:
    """Yield what may open a part: labels and definitions, with what stands before each.

    A definition is led in by the part that ends in a colon; a list by a paragraph without number
    that does so behind a part that has words, such as ``The buyer shall:``.
    """
    heading = led = said = opens = False
    for one in read:
        if one.labels or one.defines:
            led_in = led if one.labels else opens
            yield Event(one.labels, one.paragraph.doubtful, under_heading=heading, led_in=led_in)
        free = not one.labels and not one.defines and not one.paragraph.bullet
        heading = one.paragraph.heading and not one.labels
        opens = one.paragraph.text.endswith((":", "—", "–"))
        led = free and said and opens and not heading
        said = bool(one.rest) and not one.paragraph.heading


def split_header(text: str, *, heading: bool = False) -> tuple[str, str]:
    """Split the heading that opens a part from its words: bold type, or a title and a period."""
    if end := lead_in_bold(text):
        lead, rest = without_bold(text[:end]), without_bold(text[end:])
        if not terms_of(text[: end + 120]) and (not rest or rest[0] not in ",;)"):
            return lead, rest
    plain = without_bold(text)
    if terms_of(plain):
        return _lead(plain)
    if heading or is_heading(plain):
        return plain, ""
    return _lead(plain)


def _lead(plain: str) -> tuple[str, str]:
    match = _LEAD.match(plain)
    if match and len(match[1].split()) <= _MOST_LEAD_WORDS and not _ABBREVIATION.search(match[1]):
        title = in_title_case(match[1]) or match[1].isupper() or _is_short_title(match[1])
        if title and '"' not in match[1] and "“" not in match[1]:
            return plain[: match.end()].rstrip(), plain[match.end() :]
    return "", plain


def _is_short_title(lead: str) -> bool:
    """Say whether a few words without a verb open a part: ``Standard of work``."""
    return len(lead.split()) <= 4 and lead[0].isupper() and not _VERB.search(lead)
