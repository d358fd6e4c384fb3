"""The sentences that open a report say what the tables say."""

from benchbar.report.summary import sentences
from benchbar.report.table import headline
from benchbar.report.tally import tally
from tests.report.made_run import READER, SLOPPY, make_items, make_verdicts


def test_best_weakest_and_the_most_frequent_faults() -> None:
    items = make_items(100)
    rows = tally(make_verdicts(items), {item.id: item for item in items})
    right, wrong = sentences(headline(rows, {READER.key: "R", SLOPPY.key: "S"}), rows)
    assert (right["model"], right["even"], right["tests"]) == ("R", True, 6)
    assert right["faults"] == "Of 600 replies none was wrong."
    assert wrong["even"] is False
    mine = [row for row in rows if row.cell == SLOPPY.key and row.grader == "corrected"]
    kinds: dict[str, int] = {}
    for row in mine:
        for kind, count in row.tally.kinds("wrong").items():
            kinds[kind] = kinds.get(kind, 0) + count
    most = min(kinds, key=lambda kind: (-kinds[kind], kind))
    none = sum(row.tally.count("not_an_answer") for row in mine)
    assert wrong["faults"] == (
        f"Of 600 replies {sum(kinds.values())} were wrong, most often as “{most}” "
        f"({kinds[most]}). {none} were no answer at all, most often “empty” ({none})."
    )
    assert right["short"] == ""
    assert wrong["short"] == (
        f"{sum(kinds.values())} wrong, most often “{most}” ({kinds[most]}); "
        f"{none} without an answer, most often “empty” ({none})"
    )
    values = sorted(row.accuracy.value for row in mine)
    assert str(wrong["worst"][1]).startswith(f"{100 * values[0]:.1f} [")  # type: ignore[index]
    assert str(wrong["best"][1]).startswith(f"{100 * values[-1]:.1f} [")  # type: ignore[index]


def test_one_of_each() -> None:
    items = make_items(3)
    rows = tally(make_verdicts(items, (SLOPPY,)), {item.id: item for item in items})
    (said,) = sentences(headline(rows, {}), rows)
    count = sum(row.tally.count("wrong") for row in rows if row.grader == "corrected")
    assert f"{count} {'was' if count == 1 else 'were'} wrong" in str(said["faults"])
