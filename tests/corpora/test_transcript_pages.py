"""A transcript printed in any layout is cut into the pages and lines it was printed from."""

from dataclasses import dataclass

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from benchbar.corpora import transcripts

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


@dataclass(frozen=True)
class Layout:
    """How a reporter prints: every choice that the reader has to find out by itself."""

    height: int
    indent: int
    flush_right: bool
    numbering: str
    form_feeds: bool
    double: bool
    stamps: str
    row_end: str


LAYOUTS = st.builds(
    Layout,
    height=st.sampled_from([10, 24, 25, 28]),
    indent=st.sampled_from([0, 1, 3, 14]),
    flush_right=st.booleans(),
    numbering=st.sampled_from(
        [
            "padded",
            "right",
            "header",
            "named",
            "named below",
            "bare below",
            "left",
            "left below",
            "volume",
        ]
    ),
    form_feeds=st.booleans(),
    double=st.booleans(),
    stamps=st.sampled_from(["none", "before", "after"]),
    row_end=st.sampled_from(["\n", "\r\n", "\r"]),
)
WORDS = st.permutations(SPEECH).map(lambda words: [*words] * 4)


def line(layout: Layout, number: int, words: str) -> str:
    label = f"{number:>2}" if layout.flush_right else f"{number:<2}"
    stamped = layout.stamps == "before" and number % 5 == 0
    lead = f" 09:14:{number:02} " if stamped else " " * (10 if layout.stamps == "before" else 0)
    tail = f"  02:{number:02}" if layout.stamps == "after" else ""
    return f"{' ' * layout.indent}{lead}{label}     {words:<60}{tail}".rstrip()


def printed(layout: Layout, first: int, pages: list[list[str]]) -> str:
    rows: list[str] = []
    for page, words in enumerate(pages, start=first):
        above = {
            "padded": [f"{page:05}"],
            "right": [f"{page:>65}"],
            "header": [f"{'Linden - direct':>35}{page:>25}"],
            "left": [f"{' ' * layout.indent}{page}"],
            "volume": [f"{page:<6}DAILY COPY", "CONFIDENTIAL"],
            "named": ["Linden - Direct/Thorn", f"Page {page}"],
        }
        below = {
            "named below": [f"Page {page}", "Quill Reporting", "555 555-0100"],
            "left below": [f"{' ' * layout.indent}{page}"],
            "bare below": [f"{page:>40}", ""],
        }
        body = [line(layout, number, text) for number, text in enumerate(words, start=1)]
        spaced = [row for text in body for row in (text, "")] if layout.double else body
        feed = ["\f"] if layout.form_feeds and page > first else []
        rows += [*feed, *above.get(layout.numbering, []), *spaced, *below.get(layout.numbering, [])]
    return layout.row_end.join(rows)


@settings(max_examples=150, deadline=None)
@given(layout=LAYOUTS, first=st.integers(1, 1200), words=WORDS, count=st.integers(2, 6))
def test_what_is_printed_is_read_back(
    layout: Layout, first: int, words: list[str], count: int
) -> None:
    # "11  DAILY COPY" below line 10 of 10 could be line 11 as well: nobody could tell.
    assume(layout.numbering != "volume" or layout.height + 1 not in range(first, first + count))
    pages = [
        ["Q.  Go on.", *((words[page:] + words) * 2)[: layout.height - 1]] for page in range(count)
    ]
    read = transcripts.clean(printed(layout, first, pages), "printed")
    assert list(read.lines) == [
        transcripts.Testimony(page, number, text)
        for page, texts in enumerate(pages, start=first)
        for number, text in enumerate(texts, start=1)
    ]
    assert not any(aside.why == "could not be read" for aside in read.set_aside)
