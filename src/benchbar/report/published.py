"""The published results that are printed beside ours, word for word with their source.

All figures: "BLT: Can Large Language Models Handle Basic Legal Text?", arXiv 2311.09693. The
paper asked at temperature 0, 100 prompts a test, and gives no intervals; ours are Wilson
intervals computed from its percentages.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from benchbar.records import Estimate
from benchbar.stats.proportions import wilson

SOURCE = "BLT, arXiv 2311.09693, Table 2"
PROMPTS_A_TEST = 100

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
    """One row of a published table: right answers of 100 for each of ``TESTS``.

    ``mean`` is the one printed there, None where none is.
    """

    model: str
    window: str
    correct: tuple[int, ...]
    mean: float | None
    source: str = SOURCE

    def estimate(self, corpus: str, task: str) -> Estimate | None:
        """Return the published accuracy of a test with our interval; None if it has none."""
        test = _in_the_paper((corpus, task))
        return wilson(self.correct[TESTS.index(test)], PROMPTS_A_TEST) if test in TESTS else None


def _in_the_paper(test: tuple[str, str]) -> tuple[str, str]:
    return SAME_TEXTS.get(test[0], test[0]), test[1]


TABLE: tuple[Published, ...] = (
    Published("GPT-4", "4k", (82, 78, 88, 97, 90, 100, 98, 93, 93, 98, 100), 92.5),
    Published("GPT-3.5-turbo", "4k", (53, 32, 72, 38, 83, 79, 89, 52, 56, 77, 98), 66.3),
    Published("PaLM 2", "4k", (82, 18, 61, 48, 95, 78, 22, 61, 63, 7, 95), 57.3),
    Published(
        "GPT-3.5-turbo, tuned",
        "4k",
        (100, 99, 98, 100, 100, 100, 100, 100, 100, 100, 100),
        None,
        "BLT, arXiv 2311.09693, Table 3",
    ),
    Published("GPT-4", "8k", (44, 26, 64, 49, 82, 83, 94, 74, 76, 88, 97), 70.6),
    Published("GPT-3.5-turbo", "8k", (24, 17, 19, 20, 65, 52, 63, 58, 56, 69, 89), 48.4),
    Published("PaLM 2", "8k", (36, 7, 1, 2, 2, 41, 15, 35, 35, 10, 66), 22.7),
    Published("GPT-3.5-turbo", "16k", (7, 5, 25, 12, 67, 57, 38, 36, 36, 50, 77), 37.3),
)

NOTE = (
    f"Published rows: percentages of 100 prompts a test at temperature 0 from {SOURCE} (the tuned "
    "model: Table 3); the paper gives no intervals, those shown are 95% Wilson intervals computed "
    "here. They were made with the published grader on the paper's own texts (real depositions, "
    "its synthetic sections, the U.S. Code), so compare them with our rows of that grader."
)


def beside(windows: Iterable[str], tests: Iterable[tuple[str, str]]) -> list[Published]:
    """Return the published rows of these windows, if any of these tests is in the paper."""
    wanted = set(windows)
    if not set(map(_in_the_paper, tests)) & set(TESTS):
        return []
    return [row for row in TABLE if row.window in wanted]


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
