"""What was varied is shown by model, pooled over the rest; what is the same is not."""

import re
from pathlib import Path

import msgspec
import pytest

from benchbar.records import Cell
from benchbar.report.findings import gather, labels_of, open_sources
from benchbar.report.html import write_report
from benchbar.report.settings import settings_of, varied
from benchbar.runs.plan import Study
from benchbar.runs.prices import Offer
from tests.report.made_run import READER, SLOPPY, make_items, make_run

GRID = tuple(
    Cell("a/model", variant=variant, temperature=temperature)
    for variant in ("default", "question-first")
    for temperature in (0.0, 1.0)
)


def test_each_setting_that_differs_has_its_table(tmp_path: Path) -> None:
    run = make_run(tmp_path, per_test=5, cells=(*GRID, SLOPPY))
    sources = open_sources([run])
    findings = gather(sources)
    found = varied(sources, findings)
    assert [one.title for one in found] == ["variant", "temperature"]
    for one in found:
        assert one.models == ["a/model"]
        for _, (pooled,) in one.rows:
            assert pooled
            tally, cells = pooled
            assert len(cells) == 2
            assert tally.n == 60
            of_them = [
                found.count("correct")
                for (_, cell, grader), found in findings.tallies.items()
                if cell in cells and grader == "corrected"
            ]
            assert tally.count("correct") == sum(of_them)


def test_a_long_setting_is_shown_by_its_beginning(tmp_path: Path) -> None:
    cells = tuple(Cell("a/model", system_message=f"{'x' * 80}{end}") for end in "ab")
    sources = open_sources([make_run(tmp_path, per_test=2, cells=cells)])
    [found] = varied(sources, gather(sources))
    start = "x" * 59 + "…"
    assert [value for value, _ in found.rows] == [f"{start} (1)", f"{start} (2)"]


def test_nothing_varied_has_no_section(run: Path, tmp_path: Path) -> None:
    sources = open_sources([run])
    assert varied(sources, gather(sources)) == []
    text = write_report([run], tmp_path / "report").read_text(encoding="utf-8")
    assert 'id="varied"' not in text
    assert "Agreement between trials" not in text


def test_trials_and_settings_are_on_the_page(tmp_path: Path) -> None:
    run = make_run(tmp_path, per_test=4, cells=GRID, trials=3)
    text = write_report([run], tmp_path / "report").read_text(encoding="utf-8")
    assert "benchbar compare RUN --all-pairs" in text
    for said in ("By variant", "By temperature", "By trial", "Agreement between trials", "Flip"):
        assert said in text
    assert text.count("<td>Invented transcripts, text to cite, 4k</td>") == 2 * len(GRID)


def test_runs_on_other_questions_say_so(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    one = make_run(tmp_path / "a", per_test=4)
    same = make_run(tmp_path / "b", per_test=4, cells=(Cell("a/b"),))
    text = write_report([one, same], tmp_path / "same").read_text(encoding="utf-8")
    assert "Not the same questions" not in text
    (tmp_path / "c").mkdir()
    other = make_run(tmp_path / "c", items=make_items(4)[:8], cells=(Cell("a/b"),))
    text = write_report([one, other], tmp_path / "other").read_text(encoding="utf-8")
    assert "Not the same questions" in text


def test_few_texts_are_told_by_run_where_the_runs_differ(tmp_path: Path) -> None:
    def reported(name: str, *texts: int) -> str:
        runs = []
        for n, few in enumerate(texts):
            (tmp_path / name / f"{n}").mkdir(parents=True)
            items = [
                msgspec.structs.replace(item, traits=item.traits | {"source": f"{place % few}"})
                for place, item in enumerate(make_items(12)[:12])
            ]
            cell = Cell(f"a/model-{n}")
            made = make_run(tmp_path / name / f"{n}", items=items, cells=(cell,))
            runs.append(made.rename(made.with_name(f"run-{n}")))
        return write_report(runs, tmp_path / name / "report").read_text(encoding="utf-8")

    assert "run-0: The figures of Invented transcripts speak of its 3 texts" in reported("a", 3, 12)
    same = reported("b", 3, 3)
    assert same.count("The figures of Invented transcripts speak of its 3 texts alone.") == 1
    assert "run-0: The figures" not in same


def test_questions_that_flip_are_counted_as_questions(tmp_path: Path) -> None:
    run = make_run(tmp_path, per_test=8, cells=(SLOPPY,), trials=2)
    pages = (write_report([run], tmp_path / "report").parent / "items").glob("*.html")
    pattern = r"(\d+) questions? right in some trials, not in others; replies: (\d+)"
    told = [found for page in pages for found in re.findall(pattern, page.read_text("utf-8"))]
    assert told
    assert all(int(replies) == 2 * int(questions) for questions, replies in told)


def test_a_run_can_be_repeated_from_its_page(tmp_path: Path) -> None:
    (source,) = open_sources([make_run(tmp_path, cells=(SLOPPY,))])
    said = settings_of(source, labels_of([source]))
    commands, study = said["commands"], said["study"]
    assert isinstance(commands, list)
    assert isinstance(study, dict)
    assert commands[0].startswith(
        "benchbar build blt --window 4k --split test --items 40 --seed 7 "
    )
    assert commands[1].startswith("benchbar run DATA --model benchbar/sloppy ")
    assert commands[2:] == ["benchbar report RUN --out REPORT"]
    assert study["data digest"] == source.run.study.data_digest


def test_settings_are_told_in_words(tmp_path: Path) -> None:
    free = Offer(0.0, 0.0, source="runs on this machine")
    dear = Offer(2.5, 10.0, date="2026-05", source=str(tmp_path / "mine.toml"))
    cells = (READER, Cell("a/b"), Cell("c/d"))
    run = make_run(tmp_path, per_test=2, cells=cells)
    study = msgspec.json.decode((run / "run.json").read_bytes(), type=Study)
    study = msgspec.structs.replace(
        study, offers={READER.key: free, cells[1].key: dear}, limit=2, budget=12.5
    )
    (run / "run.json").write_bytes(msgspec.json.encode(study))
    (source,) = open_sources([run])
    said = settings_of(source, labels_of([source]))
    assert said["cells"]["price"] == [  # type: ignore[index]
        "nothing (runs on this machine)",
        "$2.50 in, $10.00 out for a million tokens (2026-05, mine.toml)",
        "not known",
    ]
    assert said["cells"]["system message"] == ["none"] * 3  # type: ignore[index]
    told = said["study"] | said["items"]  # type: ignore[operator]
    assert told["budget"] == "$12.50"
    assert told["questions of each test"] == "the first 2"
    assert told["stops"] == "when more than 20% of the calls fail"
    assert told["longest prompt"] == "4k: 3,000 tokens"
    assert told["tokens counted as by"] == "GPT-4 (cl100k_base)"
    assert "asked in batches" not in told
    assert not [value for value in told.values() if set("{}[]") & set(value) or value == "None"]
    assert str(tmp_path) not in str(said)


@pytest.mark.parametrize(
    ("offer", "own"),
    [
        (Offer(0.0, 0.0, source="runs on this machine"), False),
        (Offer(2.5, 10.0, source="https://openai.com/api/pricing/"), False),
        (Offer(2.4, 9.9, source="https://openai.com/api/pricing/"), True),
        (Offer(2.5, 10.0, source="mine.toml"), True),
        (Offer(window=9), False),
    ],
)
def test_prices_of_the_user_are_asked_for_again(tmp_path: Path, offer: Offer, own: bool) -> None:
    run = make_run(tmp_path, per_test=1, cells=(SLOPPY,))
    study = msgspec.json.decode((run / "run.json").read_bytes(), type=Study)
    study = msgspec.structs.replace(study, offers={SLOPPY.key: offer})
    (run / "run.json").write_bytes(msgspec.json.encode(study))
    text = write_report([run], tmp_path / "report").read_text(encoding="utf-8")
    assert ("--prices PRICES.toml --out RUN" in text) is own
    assert ("PRICES.toml holds the prices below" in text) is own
