"""The published results that are printed beside ours, word for word with their source.

All figures: "BLT: Can Large Language Models Handle Basic Legal Text?", arXiv 2311.09693. The
paper asked at temperature 0, 100 prompts a test, and gives no intervals; ours are Wilson
intervals computed from its percentages.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from benchbar.records import Estimate
from benchbar.stats.proportions import wilson
from benchbar.suites.data import Manifest

SOURCE = "BLT, arXiv 2311.09693, Table 2"
ERRORS = "BLT, arXiv 2311.09693, on the errors of transcripts"

BY_WINDOW = "by window"
"""What a manifest says where sizes decide."""


class Layout(NamedTuple):
    """How texts were shown; None: in several ways, or as of old.

    ``testimony`` is lines a page, and pages; ``sections`` the shapes of synthetic ones.
    """

    testimony: tuple[int | str, int | str] | None = (25, BY_WINDOW)
    sections: str | None = BY_WINDOW

    def allows(self, corpus: str, other: "Layout") -> bool:
        """Say whether figures of a corpus may stand beside those of another layout."""
        return {
            "transcripts": self.testimony == other.testimony,
            "synthetic": self.sections == other.sections,
        }.get(corpus, True)


STANDARD = Layout()

TESTS: tuple[tuple[str, str], ...] = (
    ("transcripts", "text_to_cite"),
    ("transcripts", "cite_to_text"),
    ("synthetic", "text_to_cite"),
    ("synthetic", "cite_to_text"),
    ("synthetic", "defined_to_cite"),
    ("synthetic", "cite_to_defined"),
    ("uscode", "text_to_cite"),
    ("uscode", "cite_to_text"),
    ("uscode", "cite_to_amended"),
    ("uscode", "defined_to_cite"),
    ("uscode", "cite_to_defined"),
)
"""The eleven tests, (corpus, task), in the order of the paper's columns."""

SAME_TEXTS = {"blt-transcripts": "transcripts"}
"""Corpora whose texts are those of another of the paper's columns: BLT's own transcripts."""


@dataclass(frozen=True, slots=True)
class Published:
    """One row of a published table: right answers of ``prompts`` for each of ``TESTS``.

    ``mean`` is the one printed there, None where none is; ``layout`` that of its transcripts.
    """

    model: str
    window: str
    correct: tuple[int | None, ...]
    mean: float | None = None
    source: str = SOURCE
    prompts: int = 100
    layout: Layout = STANDARD

    @property
    def corpora(self) -> set[str]:
        """The corpora of which it has a figure."""
        asked = zip(TESTS, self.correct, strict=True)
        return {corpus for (corpus, _), right in asked if right is not None}

    def estimate(self, corpus: str, task: str, layout: Layout = STANDARD) -> Estimate | None:
        """Return the published accuracy of a test with our interval; None if it has none.

        Figures stand beside those of the same layout only.
        """
        test = _in_the_paper((corpus, task))
        if test not in TESTS or not self.layout.allows(test[0], layout):
            return None
        right = self.correct[TESTS.index(test)]
        return None if right is None else wilson(right, self.prompts)


def _in_the_paper(test: tuple[str, str]) -> tuple[str, str]:
    return SAME_TEXTS.get(test[0], test[0]), test[1]


_NOT_ASKED = (None,) * 9

TABLE: tuple[Published, ...] = (
    Published("GPT-4", "4k", (82, 78, 88, 97, 90, 100, 98, 93, 93, 98, 100), 92.5),
    Published("GPT-3.5-turbo", "4k", (53, 32, 72, 38, 83, 79, 89, 52, 56, 77, 98), 66.3),
    Published("PaLM 2", "4k", (82, 18, 61, 48, 95, 78, 22, 61, 63, 7, 95), 57.3),
    Published(
        "GPT-3.5-turbo, tuned",
        "4k",
        (100, 99, 98, 100, 100, 100, 100, 100, 100, 100, 100),
        source="BLT, arXiv 2311.09693, Table 3",
    ),
    Published("GPT-4", "8k", (44, 26, 64, 49, 82, 83, 94, 74, 76, 88, 97), 70.6),
    Published("GPT-3.5-turbo", "8k", (24, 17, 19, 20, 65, 52, 63, 58, 56, 69, 89), 48.4),
    Published("PaLM 2", "8k", (36, 7, 1, 2, 2, 41, 15, 35, 35, 10, 66), 22.7),
    Published("GPT-3.5-turbo", "16k", (7, 5, 25, 12, 67, 57, 38, 36, 36, 50, 77), 37.3),
    Published(
        "GPT-4, 1,000 prompts", "4k", (875, 757, *_NOT_ASKED), source=ERRORS, prompts=1_000
    ),
    Published(
        "GPT-4, a page of 15 lines, 1,000 prompts", "4k", (None, 775, *_NOT_ASKED),
        source=ERRORS, prompts=1_000, layout=Layout((15, 1)),
    ),
    Published(
        "GPT-4, a page of 50 lines, 500 prompts", "4k", (424, None, *_NOT_ASKED),
        source=ERRORS, prompts=500, layout=Layout((50, 1)),
    ),
)  # fmt: skip

NOTE = (
    f"Published rows: percentages of 100 prompts a test, or as many as are named, at temperature 0 "
    f"from {SOURCE} (the tuned model: Table 3; more than 100 prompts: the same paper on errors of "
    "transcripts); the paper gives no intervals, those shown are 95% Wilson intervals computed "
    "here. They were made with the published grader on the paper's own texts (real depositions, "
    "its synthetic sections, the U.S. Code), so compare them with our rows of that grader."
)


def layout_of(manifests: Iterable[Manifest]) -> Layout:
    """Return how the texts of some items were shown."""
    found = [_layout(one.options) for one in manifests]
    testimony, sections = {one.testimony for one in found}, {one.sections for one in found}
    return Layout(
        testimony.pop() if len(testimony) == 1 else None,
        sections.pop() if len(sections) == 1 else None,
    )


def _layout(options: Mapping[str, int | str]) -> Layout:
    pages = options.get("lines_per_page", 25), options.get("pages", BY_WINDOW)
    return Layout(
        pages if options.get("numbering", "new") == "new" else None,
        str(options.get("shapes", BY_WINDOW)),
    )


def beside(
    windows: Iterable[str],
    tests: Iterable[tuple[str, str]],
    layout: Layout = STANDARD,
) -> list[Published]:
    """Return the published rows of these windows that have a figure for any of these tests.

    Rows of transcripts alone stand beside tests of transcripts alone.
    """
    wanted, asked = set(windows), list(tests)
    corpora = {corpus for corpus, _ in map(_in_the_paper, asked)} & {corpus for corpus, _ in TESTS}
    return [
        row
        for row in TABLE
        if row.window in wanted
        and corpora <= row.corpora
        and any(row.estimate(*test, layout) for test in asked)
    ]


WRONG_LINES: dict[str, tuple[int, ...]] = {
    "text_to_cite": (3, 1, 1, 1, 12, 76, 1, 1, 0, 1),
    "cite_to_text": (2, 4, 1, 6, 81, 39, 10, 7, 21, 3),
}
"""Where GPT-4's wrong lines lay in transcripts, of 1,000 prompts a task, in ten groups: earlier
page, four or more lines before, 3, 2, 1 before, 1, 2, 3 after, four or more after, later page.
Same paper, tables of transcript errors."""

WRONG_LINES_NOTE = (
    "GPT-4 as published (BLT, arXiv 2311.09693; 1,000 prompts a task). The source is not "
    "consistent: its text gives 61% line after and 25% line before, its table 76 and 12 of 125 "
    "errors, of which it lists 97; its table of wrong lines adds up to 174, not to the 166 named."
)
