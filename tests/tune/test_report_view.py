"""What tuning did, in sentences, as a table and as JSON."""

import json
from pathlib import Path

import msgspec
import pytest

from benchbar.records import Estimate
from benchbar.report.tally import BltTest
from benchbar.stats.paired import score_difference
from benchbar.stats.proportions import wilson
from benchbar.tune import report_said as said
from benchbar.tune.report import Report, report
from benchbar.tune.report_change import Change, Published
from benchbar.tune.report_view import as_json, view
from tests.tune import made_tuning as made
from tests.tune.made_tuning import BASE, TUNED, right_if, run_of

TEST = BltTest("transcripts", "cite_to_text", "4k")


def accuracy(
    base: int, tuned: int, n: int, *, window: str = "4k", adjusted: float = 0.001
) -> Change:
    gained, lost = max(0, tuned - base), max(0, base - tuned)
    return Change(
        "accuracy", "accuracy", TEST._replace(window=window), "share", n, n, wilson(base, n),
        wilson(tuned, n), score_difference(gained, lost, n), adjusted, adjusted, 1, "McNemar",
    )  # fmt: skip


def made_report(lookups: tuple[Change, ...], effects: tuple[Change, ...] = ()) -> Report:
    return Report("small", "tuned", "corrected", ("A note.",), lookups, effects, ())


def words(value: float) -> Estimate:
    return Estimate(value, value - 2, value + 2, 0.95, 50, 50, "t")


REASONING = Change(
    "words of reasoning", "words of reasoning", BltTest("synthetic", "applies_to", "4k"), "words",
    50, 50, words(59), words(19), words(-40), 0.0001, 0.0002, 2, "t",
    published=Published(59, 19, "BLT"),
)  # fmt: skip


def test_few_tests_have_a_sentence_each() -> None:
    assert list(said.sentences(made_report((accuracy(2, 45, 50),), (REASONING,)))) == [
        "Tuning raised accuracy on cite to text (Invented transcripts, 4k) from 4.0% [1.1, 13.5] "
        "to 90.0% [78.6, 95.7].",
        "Tuning cut words of reasoning on applies to (Synthetic sections, 4k) from "
        "59.0 [57.0, 61.0] to 19.0 [17.0, 21.0] (paper 59 to 19).",
    ]


def test_nothing_shown_is_no_proof_of_nothing() -> None:
    (sentence,) = said.sentences(made_report((accuracy(20, 22, 50, adjusted=0.5),)))
    assert sentence.startswith("No change was shown in accuracy on cite to text")
    assert "difference +4.0 [" in sentence
    assert sentence.endswith("; 50 items).")


def test_many_tests_are_told_together_with_their_mean() -> None:
    changes = (
        accuracy(2, 45, 50),
        accuracy(10, 48, 50, window="8k"),
        accuracy(40, 10, 50, window="16k"),
        accuracy(20, 21, 50, window="32k", adjusted=1.0),
    )
    told = list(said.sentences(made_report(changes)))
    assert told[0] == (
        "Tuning raised cite to text (Invented transcripts, 4k); and cite to text (Invented "
        "transcripts, 8k), and lowered cite to text (Invented transcripts, 16k)."
    )
    assert told[1] == "No change was shown on cite to text (Invented transcripts, 32k)."
    assert told[2].startswith("The mean of the 4 tests went from 36.0% [")
    assert " to 62.0% [" in told[2]


def test_too_little_is_not_compared() -> None:
    lone = Change("words of reasoning", "words of reasoning", TEST, "words", 1, 1, None, None)
    (sentence,) = said.sentences(made_report((), (lone,)))
    assert sentence.endswith(": – before, – after, too little to compare.")


@pytest.mark.parametrize("width", [60, 100, 140])
def test_the_table_fits_the_terminal(width: int) -> None:
    found = made_report((accuracy(2, 45, 50),), (accuracy(40, 30, 50, adjusted=0.2), REASONING))
    lines = "\n".join(part.plain for part in view(found, width=width)).splitlines()
    assert max(map(len, lines)) <= width
    text = "\n".join(lines)
    for part in ("before  small", "A note.", "4 [1, 13]", "90 [79, 96]", "paper 59 → 19", "<0.001"):
        assert part in text
    assert ("before 4 [1, 13]" in text) == (width == 60)


def test_json_has_every_number() -> None:
    told = json.loads(
        msgspec.json.encode(as_json(made_report((accuracy(2, 45, 50),), (REASONING,))))
    )
    (lookup,) = told["lookups"]
    assert lookup["base"]["value"] == 0.04
    assert lookup["difference"]["value"] == 0.86
    assert (lookup["corpus"], lookup["task"], lookup["window"]) == TEST
    assert lookup["shown"] is True
    (effect,) = told["effects"]
    assert effect["published"] == {
        "base": {"value": 59}, "tuned": {"value": 19}, "source": "BLT",
    }  # fmt: skip
    assert len(told["sentences"]) == 2


def test_hostile_names_move_no_cursor(tmp_path: Path) -> None:
    data = made.data_of(tmp_path / "data", made.pages(3, corpus="x\x1b[2J\u202e"))
    runs = [run_of(tmp_path / m, data, f"openai/{m}\x1b[2J", right_if(bool)) for m in ("a", "b")]
    text = "\n".join(part.plain for part in view(report([(runs[0], runs[1])])))
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "‹U+001B›" in text


def test_both_models_are_named(tmp_path: Path) -> None:
    data = made.data_of(tmp_path / "data", made.pages(3))
    runs = [run_of(tmp_path / m[-5:], data, m, right_if(bool)) for m in (BASE, TUNED)]
    first = next(view(report([(runs[0], runs[1])]))).plain
    assert f"before  {BASE}\nafter   {TUNED}\n" in first
