"""How the tests that are reasoned out are told: in a table, in rows for programs, in sentences."""

from benchbar.report import columns, transfer_view
from benchbar.report.tally import BltTest
from benchbar.report.transfer import Amounts, Reasoning
from benchbar.tasks.stepwise import Signs

APPLIES = BltTest("synthetic", "applies_to", "4k")
AMOUNTS = BltTest("sara-example", "sara", "amounts")
SEEN = Reasoning([("a", Signs(10, True, True)), ("b", Signs(20, True, False))])
NEAR = Amounts(
    n=3,
    exact=[("a", True), ("b", False), ("c", False)],
    near=[("a", True), ("b", True), ("c", False)],
    off=[("a", 0.0), ("b", 0.1)],
    unnamed=1,
)
LABELS = {"c": "a model"}


def test_rows_of_the_page() -> None:
    (row,) = transfer_view.reasoning_rows({(APPLIES, "c"): SEEN}, LABELS)
    assert (row["model"], row["window"], row["replies"]) == ("a model", "4k", "2")
    assert row["words"] == "15.0 [0.0, 78.5]"
    assert row["first"].startswith("100.0 [")
    assert row["goes_on"] == row["goes_on_of_first"]
    (row,) = transfer_view.amount_rows({(AMOUNTS, "c"): NEAR}, LABELS)
    assert (row["cases"], row["off_n"], row["unnamed"]) == ("Invented cases", "2", "1")
    assert row["off"].startswith("5.0 [0.0, ")
    (row,) = transfer_view.amount_rows({(AMOUNTS, "c"): Amounts()}, LABELS)
    assert (row["exact"], row["off"]) == ("–", "–")


def test_rows_for_programs_fit_their_columns() -> None:
    rows = list(transfer_view.cells({(APPLIES, "c"): SEEN}, {(AMOUNTS, "c"): NEAR}, LABELS))
    assert {len(row) for row in rows} == {len(columns.TRANSFER.columns)}
    measures = {row[5]: row[7] for row in rows}
    assert measures["words of the first reply"] == 15
    assert measures["going on"] == 0.5
    assert measures["near enough"] == 2 / 3
    assert measures["relative error"] == 0.05
    assert not list(transfer_view.cells({}, {(AMOUNTS, "c"): Amounts()}, LABELS))


def test_sentences_for_the_terminal() -> None:
    first, second = transfer_view.lines({(APPLIES, "c"): SEEN}, {(AMOUNTS, "c"): NEAR}, LABELS)
    assert first.startswith(
        "a model, Synthetic sections, applies to, 4k, first replies: words 15.0"
    )
    assert second.endswith("% of the right amount on average (2 of 3 replies)")


def test_the_published_accuracy_of_sara() -> None:
    assert list(transfer_view.published_of_sara()) == [
        ("GPT-3.5-turbo", "54.3 [48.5, 60.1]"),
        ("GPT-3.5-turbo, tuned", "60.9 [55.0, 66.4]"),
    ]
