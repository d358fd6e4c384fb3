"""The headline table: columns, order, published rows, and how the terminal draws it."""

import re

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbar.records import Cell, Item
from benchbar.report import names
from benchbar.report.table import Headline, headline
from benchbar.report.tally import tally
from benchbar.report.terminal import accuracy_table, errors_table
from tests.report.made_run import READER, SLOPPY, make_items, make_verdicts

LABELS = names.cell_labels({cell.key: cell for cell in (READER, SLOPPY)})


def table(items: list[Item]) -> Headline:
    rows = tally(make_verdicts(items), {item.id: item for item in items})
    return headline(rows, LABELS)


def moved(item: Item, corpus: str, task: str) -> Item:
    return msgspec.structs.replace(
        item, id=f"{item.id}-{corpus}-{task}", corpus=corpus, task=task
    )  # fmt: skip


def test_columns_stand_as_in_the_paper(items: list[Item]) -> None:
    found = table(list(reversed(items)))
    assert found.columns == (
        ("transcripts", "text_to_cite"), ("transcripts", "cite_to_text"),
        ("synthetic", "text_to_cite"), ("synthetic", "cite_to_text"),
        ("synthetic", "defined_to_cite"), ("synthetic", "cite_to_defined"),
    )  # fmt: skip


def test_published_rows_average_the_same_tests(items: list[Item]) -> None:
    gpt4 = next(entry for entry in table(items).entries if entry.paper)
    assert gpt4.model == "GPT-4"
    assert gpt4.mean.value == pytest.approx((82 + 78 + 88 + 97 + 90 + 100) / 600)


def test_invented_code_is_no_us_code(items: list[Item]) -> None:
    both = [*items, *(moved(item, "code", "text_to_cite") for item in items[:5])]
    found = table(both)
    assert [title for title, _ in found.groups][-1] == "Invented code"
    assert all(
        ("code", "text_to_cite") not in entry.values for entry in found.entries if entry.paper
    )
    only_code = table([moved(item, "code", "text_to_cite") for item in items[:5]])
    assert not any(entry.paper for entry in only_code.entries)


def test_blts_own_transcripts_stand_beside_the_paper(items: list[Item]) -> None:
    found = table([moved(item, "blt-transcripts", "text_to_cite") for item in items[:5]])
    assert [title for title, _ in found.groups] == ["Transcripts (BLT files)"]
    gpt4 = next(entry for entry in found.entries if entry.paper)
    assert gpt4.values["blt-transcripts", "text_to_cite"].value == 0.82


@pytest.mark.parametrize("width", [80, 100, 140])
def test_blocks_without_published_figures_have_no_published_rows(
    items: list[Item], width: int
) -> None:
    tasks = ("text_to_cite", "cite_to_text", "cite_to_amended", "defined_to_cite",
             "cite_to_defined")  # fmt: skip
    more = [moved(item, "code", task) for task in tasks for item in items[:10]]
    drawn = accuracy_table(table([*items, *more]), width=width).plain
    assert max(map(len, drawn.splitlines())) <= width
    assert "–" not in drawn
    blocks = drawn.split("\n\n")
    code = [block for block in blocks if "Invented code" in block]
    assert len(code) == (2 if width == 80 else 1)
    assert not any("(published)" in block or "mean" in block for block in code)
    assert "(published)" in next(block for block in blocks if "mean" in block)


def test_a_small_table_has_its_mean_beside_it(items: list[Item]) -> None:
    found = table([item for item in items if item.corpus == "transcripts"])
    assert len(accuracy_table(found, width=100).plain.split("\n\n")) == 3


def test_terminal_table_fits_and_is_readable_without_colour(items: list[Item]) -> None:
    drawn = accuracy_table(table(items), width=100).plain
    assert max(map(len, drawn.splitlines())) <= 100
    assert "Invented transcripts" in drawn
    assert "benchbar/sloppy" in drawn
    assert " 4k   corrected 100 [91, 100]" in drawn
    assert "GPT-4 (published)" in drawn
    assert "arXiv 2311.09693" in drawn


def test_all_eleven_tests_fit(items: list[Item]) -> None:
    tasks = ("text_to_cite", "cite_to_text", "cite_to_amended", "defined_to_cite",
             "cite_to_defined")  # fmt: skip
    more = [moved(item, "uscode", task) for task in tasks for item in items[:10]]
    drawn = accuracy_table(table([*items, *more]), width=100).plain
    assert max(map(len, drawn.splitlines())) <= 100
    assert "U.S. Code" in drawn
    assert re.search(r"paper +92\.5 \[9\d\.\d, 9\d\.\d\] \(11\)", drawn)


def test_errors_table_counts_kinds_and_no_answers_apart(items: list[Item]) -> None:
    rows = tally(make_verdicts(items, (SLOPPY,)), {item.id: item for item in items})
    drawn = errors_table(rows, LABELS).plain
    assert "corrected grader: 30 of 40 replies correct, 75.0 % [59.8, 85.8]\n" in drawn
    assert "wrong answers: 8" in drawn
    assert "not an answer: 2" in drawn
    assert "5   12.5 % [5.5, 26.1]    wrong page\n" in drawn
    assert drawn.startswith("Shares in percent of all replies to a test, those that are no answer")


def test_shares_stand_below_each_other(items: list[Item]) -> None:
    rows = tally(make_verdicts(items, (SLOPPY,)), {item.id: item for item in items})
    lines = re.findall(r"^ +\d+ +[\d.]+ % .+$", errors_table(rows, LABELS).plain, re.MULTILINE)
    assert len({line.index("%") for line in lines}) == 1
    kinds = {re.match(r".+\] +", line).end() for line in lines}  # type: ignore[union-attr]
    assert len(lines) > 10
    assert len(kinds) == 1


def test_errors_stand_in_the_order_of_the_columns(items: list[Item]) -> None:
    code = [moved(item, "code", "text_to_cite") for item in items[:2]]
    mixed = [*code, *reversed(items)]
    rows = tally(make_verdicts(mixed, (SLOPPY, READER)), {item.id: item for item in mixed})
    drawn = errors_table(rows, LABELS).plain
    told = re.findall(r"^benchbar/(\w+)  (.+), 4k$", drawn, re.MULTILINE)
    tests = [f"{names.corpus(corpus)}, {names.task(task)}" for corpus, task in table(mixed).columns]
    assert told == [(cell, test) for cell in ("sloppy", "reader") for test in tests]
    assert tests[-1] == "Invented code, text to cite"


def test_errors_table_says_what_is_missing(items: list[Item]) -> None:
    rows = tally(make_verdicts(items, (SLOPPY,)), {item.id: item for item in items})
    assert errors_table(rows, LABELS, "run: 3 are missing").plain.startswith("run: 3 are missing\n")


@given(name=st.text("abcdefghij ", min_size=1, max_size=60), width=st.integers(60, 140))
def test_titles_are_whole_at_any_width(name: str, width: int) -> None:
    mine = [moved(item, name, "text_to_cite") for item in make_items(3)[:3]]
    drawn = accuracy_table(table(mine), width=width).plain
    heading = drawn.partition("\n\n")[2].partition("text ")[0].replace("─", " ")
    assert "".join(name.split()) in "".join(heading.split())
    assert max(map(len, drawn.splitlines())) <= width


def test_hostile_names_do_not_reach_the_terminal(items: list[Item]) -> None:
    rows = tally(
        make_verdicts([moved(items[0], "evil\x1b[2J", "text_to_cite")], (READER,)),
        {moved(items[0], "evil\x1b[2J", "text_to_cite").id: moved(
            items[0], "evil\x1b[2J", "text_to_cite")},
    )  # fmt: skip
    assert "\x1b" not in accuracy_table(headline(rows, {READER.key: "a\x1bb"})).plain
    assert "\x1b" not in errors_table(rows, {READER.key: "a\x1bb"}).plain


def test_labels_name_only_what_differs() -> None:
    cells = [
        Cell("openai/x", temperature=0.0),
        Cell("openai/x", temperature=0.5),
        Cell("openai/y", variant="return"),
    ]
    assert list(names.cell_labels({cell.key: cell for cell in cells}).values()) == [
        "openai/x, temperature 0", "openai/x, temperature 0.5", "openai/y",
    ]  # fmt: skip


def test_a_long_setting_names_a_model_in_one_line_by_its_beginning() -> None:
    told = ("Cite page\nand line.\n", f"Be brief. {'x' * 90}", f"Be brief. {'x' * 95}", None)
    cells = {str(n): Cell("openai/x", system_message=one) for n, one in enumerate(told)}
    start = f"Be brief. {'x' * 49}…"
    assert list(names.cell_labels(cells).values()) == [
        "openai/x, system message Cite page and line.",
        f"openai/x, system message {start} (1)",
        f"openai/x, system message {start} (2)",
        "openai/x, system message none",
    ]


def test_sizes_stand_in_order() -> None:
    sizes = ["128k", "4k", "1m", "16k", "odd"]
    assert sorted(sizes, key=names.window_order) == ["4k", "16k", "128k", "1m", "odd"]
