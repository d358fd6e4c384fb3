"""What the pages of results say, in words and tables."""

import dataclasses
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from benchbar import jsonl
from benchbar.records import Cell, Reply, Verdict
from benchbar.report.binders import shelve
from benchbar.report.findings import gather, labels_of, open_sources
from benchbar.report.html import write_report
from benchbar.report.pages import Results, results_page
from benchbar.scoring import meanings
from tests.report.made_pages import Page, pages
from tests.report.made_run import READER, SLOPPY, make_items, make_run, regrade


def test_built_in_models_are_not_taken_for_language_models(run: Path, tmp_path: Path) -> None:
    text = Page(write_report([run], tmp_path / "one")).text
    assert "Not language models: benchbar/reader, which finds the answers by rule; " in text
    (tmp_path / "real").mkdir()
    real = make_run(tmp_path / "real", per_test=2, cells=(Cell("openai/gpt-4o"),))
    assert "Not a language model" not in Page(write_report([real], tmp_path / "two")).text
    both = (Cell("openai/gpt-4o"), SLOPPY)
    (tmp_path / "mixed").mkdir()
    mixed = make_run(tmp_path / "mixed", per_test=2, cells=both)
    text = Page(write_report([mixed], tmp_path / "three")).text
    assert "Not a language model: benchbar/sloppy" in text


def test_narrow_pages_have_a_table_for_each_corpus(tmp_path: Path) -> None:
    code = [
        msgspec.structs.replace(item, id=f"{item.id}-code", corpus="code")
        for item in make_items(5)
        if item.corpus == "synthetic"
    ]
    out = tmp_path / "report"
    write_report([make_run(tmp_path, items=[*make_items(5), *code])], out)
    source = (out / "index.html").read_text(encoding="utf-8")
    blocks = dict(
        re.findall(r'headline block">\s<caption>(.*?)</caption>(.*?)</table>', source, re.S)
    )
    assert list(blocks) == [
        "Invented transcripts", "Synthetic sections", "Invented code", "Mean of tests",
    ]  # fmt: skip
    for title, drawn in blocks.items():
        assert ("GPT-4, 4k" in drawn) is (title != "Invented code")
        assert "benchbar/sloppy" in drawn


def test_the_first_page_says_what_was_measured(run: Path, tmp_path: Path) -> None:
    text = Page(write_report([run], tmp_path / "report")).text
    for said in (
        "240 questions in 6 tests led to 480 replies", "GPT-4", "arXiv 2311.09693",
        "All 240 replies of benchbar/reader are right.", "formatting never matters",
        "Synthetic sections", "1–5", "2 pages", "GPT-4 (cl100k_base)", "provider's default",
        "Glossary", "data digest",
    ):  # fmt: skip
        assert said in text
    assert "Incomplete" not in text


def test_what_is_missing_is_said(run: Path, tmp_path: Path) -> None:
    kept = list(jsonl.read(run / "replies.jsonl", Reply))[:-3]
    jsonl.write(run / "replies.jsonl", kept)
    ids = {(reply.id, reply.cell) for reply in kept}
    verdicts = [v for v in jsonl.read(run / "verdicts.jsonl", Verdict) if (v.id, v.cell) in ids]
    regrade(run, verdicts)
    text = Page(write_report([run], tmp_path / "report")).text
    assert "3 of 480 planned replies are missing and in no figure" in text


LACKING = [("blt-4k-transcripts-text_to_cite-test-0001", "benchbar/reader", 1, "missing")] + [
    (f"item-{n}", "benchbar/sloppy", 2, "failed") for n in range(60)
]


def test_what_is_lacking_is_listed(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = results_page

    def lacking(results: Results, **given: Any) -> dict[str, object]:
        return whole(dataclasses.replace(results, missing=LACKING), **given)

    monkeypatch.setattr("benchbar.report.pages.results_page", lacking)
    page = Page(write_report([run], tmp_path / "report"))
    assert "What is lacking, reply by reply: 61" in page.text
    assert "The first 50 of 61; all as a table" in page.text
    assert "blt-4k-transcripts-text_to_cite-test-0001benchbar/reader1the reply is missing" in (
        page.text
    )
    assert "item-48benchbar/sloppy2the reply: the call failed" in page.text
    assert "item-49" not in page.text
    assert page.links.count("tables/missing.csv") == 2


def test_a_page_of_one_run_lists_what_that_run_lacks(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    runs = [
        make_run(tmp_path / "a", per_test=1, cells=(READER,)),
        make_run(tmp_path / "b", per_test=1, cells=(SLOPPY,)),
    ]
    sources = open_sources(runs)
    findings = gather(sources, keep=True)
    labels = labels_of(sources)
    both = Results(sources, findings, labels, shelve(findings), {}, {}, {}, missing=LACKING)
    assert both.of(sources[0]).missing == LACKING[:1]
    assert both.of(sources[1]).missing == LACKING[1:]
    assert Results(sources, findings, labels, shelve(findings), {}, {}, {}).missing == ()


def test_kinds_and_rules_are_explained(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(meanings.CORRECTED, "formatting never matters", "Form is no matter.")
    monkeypatch.setitem(meanings.PUBLISHED, "no match", "It looks for the letters.")
    out = tmp_path / "report"
    first = Page(write_report([run], out)).text
    for kind in ("wrong line", "not parallel", "empty"):
        assert f"{kind}{meanings.MEANINGS[kind]}" in first
    assert meanings.MEANINGS["opposite answer"] not in first
    assert "formatting never matters corrected graderForm is no matter." in first
    assert "no match published graderIt looks for the letters." in first
    replies = "".join(page.text for page in pages(out, "items"))
    assert f"Wrong: not parallel\n{meanings.MEANINGS['not parallel']}" in replies
    assert "formatting never matters Form is no matter." in replies
    assert "no match It looks for the letters." in replies


def test_many_models_are_folded(tmp_path: Path) -> None:
    folder = tmp_path / "few"
    folder.mkdir()
    few = write_report([make_run(folder, per_test=24, cells=(READER, SLOPPY))], tmp_path / "two")
    cells = tuple(Cell("a/b", seed=seed) for seed in range(7))
    many = write_report(
        [make_run(tmp_path, per_test=24, cells=(*cells, SLOPPY))], tmp_path / "many"
    )
    for path, folded in ((few, False), (many, True)):
        text = path.read_text(encoding="utf-8")
        figures = re.findall(r'(<details class="fold">(?:(?!</details>).)*?)?<figure', text, re.S)
        assert len(figures) > 2
        assert any(figures) is folded
        assert ("Wrong places by lines from the right one" in text) is folded
    text = Page(many).text
    assert text.count("none was wrong") == 0
    assert text.count("All 144 replies each of a/b, seed 0, a/b, seed 1") == 1


def test_that_none_was_wrong_is_said_once(tmp_path: Path) -> None:
    cells = tuple(Cell("a/b", seed=seed) for seed in range(6))
    text = Page(write_report([make_run(tmp_path, per_test=2, cells=cells)], tmp_path / "out")).text
    assert text.count("Of 72 replies none was wrong or without an answer.") == 1
    assert "Weakest at" not in text
    assert "What 6 " not in text
    assert "What a/b under 6 settings can do with legal text" in text
