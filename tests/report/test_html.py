"""The report's pages: whole, self-contained, and deaf to whatever a model wrote."""

import base64
import csv
import dataclasses
import hashlib
import html
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import msgspec
import pytest

from benchbar import jsonl
from benchbar.errors import IncompleteError, InputError
from benchbar.records import Cell, Reply, Verdict
from benchbar.report.binders import shelve
from benchbar.report.findings import gather, labels_of, open_sources
from benchbar.report.html import write_report
from benchbar.report.pages import Results, results_page
from benchbar.report.tally import tally
from benchbar.scoring import meanings
from tests.report.made_run import HOSTILE, READER, SLOPPY, make_items, make_run, regrade

VOID = {"meta", "br", "line", "circle", "path", "rect"}
ALLOWED = VOID | set(
    re.findall(
        r"\w+",
        "html head title style script body a header p h1 h2 h3 h4 ul li nav main section div "
        "table caption thead tbody tr th td span strong b small svg g text desc figure figcaption "
        "footer dl dt dd article pre bdi code details summary mark",
    )
)


class Page(HTMLParser):
    """Collects tags, links and text, and checks that every tag is closed in order."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.links: list[str] = []
        self.ids: list[str] = []
        self.text = ""
        self.policy = ""
        self._open: list[str] = []
        self.feed(path.read_text(encoding="utf-8"))
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        given = dict(attrs)
        if given.get("http-equiv") == "Content-Security-Policy":
            self.policy = given["content"] or ""
        self.links += [value for name, value in attrs if name in ("href", "src") and value]
        self.ids += [value for name, value in attrs if name == "id" and value]
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def pages(out: Path, folder: str = "") -> list[Page]:
    return [Page(path) for path in sorted((out / folder).rglob("*.html"))]


def policy_of(text: str, tag: str) -> str:
    (inside,) = re.findall(f"<{tag}>(.*?)</{tag}>", text, re.S)
    return f"'sha256-{base64.b64encode(hashlib.sha256(inside.encode()).digest()).decode()}'"


def test_pages_are_whole_and_ask_nothing_of_the_network(run: Path, tmp_path: Path) -> None:
    out = tmp_path / "report"
    assert write_report([run], out) == out / "index.html"
    assert len(pages(out, "items")) == 13
    for path in out.rglob("*.html"):
        page, text = Page(path), path.read_text(encoding="utf-8")
        assert page.tags <= ALLOWED
        assert not any(
            name.startswith("on") or name in ("style", "src") for name in page.attributes
        )
        style, script = policy_of(text, "style"), policy_of(text, "script")
        assert page.policy == (
            f"default-src 'none'; style-src {style}; script-src {script}; base-uri 'none'; "
            "form-action 'none'"
        )
        assert len(page.ids) == len(set(page.ids))
        for link in page.links:
            assert "//" not in link
    assert not list(tmp_path.glob(".report*"))


def test_links_lead_somewhere(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("a", "b")]
    for folder in folders:
        folder.mkdir()
    runs = [make_run(folder, per_test=12, trials=2) for folder in folders]
    out = tmp_path / "report"
    write_report(runs, out)
    found = {path.resolve(): Page(path) for path in out.rglob("*.html")}
    assert len(found) > 40
    for path, page in found.items():
        for link in page.links:
            file, _, anchor = link.partition("#")
            there = (path.parent / file).resolve() if file else path
            assert there.is_file()
            assert not anchor or anchor in found[there].ids, link


def test_every_reply_has_its_place(run: Path, tmp_path: Path) -> None:
    out = tmp_path / "report"
    write_report([run], out)
    text = "".join(page.text for page in pages(out, "items"))
    for reply in jsonl.read(run / "replies.jsonl", Reply):
        assert text.count(f"{reply.id} ") == 2  # one for each cell
    assert text.count("Right answer") == 480
    assert text.count("The whole document") == 480


def test_numbers_lead_to_as_many_replies(run: Path, tmp_path: Path) -> None:
    out = tmp_path / "report"
    write_report([run], out)
    index = (out / "index.html").read_text(encoding="utf-8")
    links = re.findall(
        r'<a href="(items/[^"#]*)#(wrong-[^"]*)">([0-9,]+)</a></td><td class="bar">', index
    )
    assert len(links) > 5
    for file, anchor, count in links:
        text = (out / file).read_text(encoding="utf-8")
        section = text.partition(f'<h2 id="{anchor}">')[2].partition("</section>")[0]
        assert section.count("<article") == int(count)
    lists = re.findall(
        r'<a href="(groups/[^"#]*)#([^"]*)"><b>[0-9]+</b></a> <small>[^<]* of ([0-9,]+)<', index
    )
    assert len(lists) > 40
    for file, anchor, count in lists:
        text = (out / file).read_text(encoding="utf-8")
        section = text.partition(f'<h2 id="{anchor}">')[2].partition("</section>")[0]
        assert section.count("<a ") == int(count)


def test_a_line_is_marked_in_its_document(run: Path, tmp_path: Path) -> None:
    out = tmp_path / "report"
    write_report([run], out)
    item = make_items()[45]
    (text,) = [
        path.read_text(encoding="utf-8")
        for path in (out / "documents").iterdir()
        if item.document + "<" in path.read_text(encoding="utf-8")
    ]
    section = text.partition(f"<code>{item.document}</code>")[2].partition("</section>")[0]
    marked = re.findall(r"<mark[^>]*>(.*?)</mark>", section)
    assert [html.unescape(line) for line in marked] == [item.gold]


def test_a_long_document_is_shown_around_the_line(tmp_path: Path) -> None:
    run = make_run(tmp_path, per_test=2, cells=(READER,))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("benchbar.report.asked.LONGEST", 100)
        write_report([run], tmp_path / "report")
    assert not list((tmp_path / "report" / "documents").iterdir())
    text = "".join(page.text for page in pages(tmp_path / "report", "items"))
    assert text.count("A long document") == 12
    assert "under the id doc-synthetic-text_to_cite-1" in text


def test_many_replies_take_several_pages(tmp_path: Path) -> None:
    items = [item for item in make_items(450) if item.id.startswith("blt-4k-transcripts-text")]
    out = tmp_path / "report"
    write_report([make_run(tmp_path, items=items, cells=(SLOPPY,))], out)
    found = [page.text.count("Right answer") for page in pages(out, "items")]
    assert sorted(found) == [0, 50, 200, 200]


def test_nothing_says_where_files_are_kept(run: Path, tmp_path: Path) -> None:
    out = tmp_path / "report"
    write_report([run], out)
    for path in out.rglob("*.*"):
        assert str(tmp_path).encode() not in path.read_bytes()
    text = Page(out / "index.html").text
    assert "Run run" in text
    assert "data path" not in text


def test_a_folder_named_from_here_is_shown_as_given(run: Path, tmp_path: Path) -> None:
    study = msgspec.json.decode((run / "run.json").read_bytes())
    study["data"] = "../data"
    (run / "run.json").write_bytes(msgspec.json.encode(study))
    assert "../data" in Page(write_report([run], tmp_path / "report")).text


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


def test_hostile_replies_are_only_text(run: Path, tmp_path: Path) -> None:
    out = tmp_path / "report"
    write_report([run], out)
    shown = "".join(page.text for page in pages(out))
    source = "".join(path.read_text(encoding="utf-8") for path in (out / "items").iterdir())
    for reply in HOSTILE[:3]:
        assert reply in shown
        assert reply not in source or "<" not in reply
    assert "{{ 7 * 7 }} {% include '/etc/passwd' %} & <b>bold</b>" in shown
    assert "‹U+202E›" in shown
    assert not {"\u202e", "\u2066", "\x00", "\x1b", "\x07"} & set(source)


def test_hostile_names_are_only_text(tmp_path: Path) -> None:
    cell = Cell(model='x/"><script>alert(3)</script>\u202e', system_message="</style><script>")
    out = tmp_path / "report"
    write_report([make_run(tmp_path, per_test=2, cells=(cell,))], out)
    for path in out.rglob("*.html"):
        assert path.read_text(encoding="utf-8").count("<script") == 1


def test_a_huge_reply_is_cut_with_a_note(tmp_path: Path) -> None:
    run = make_run(tmp_path, cells=(SLOPPY,))
    wrong = next(v for v in jsonl.read(run / "verdicts.jsonl", Verdict) if v.outcome == "wrong")
    replies = [
        msgspec.structs.replace(reply, turns=("<b>" * 70_000,)) if reply.id == wrong.id else reply
        for reply in jsonl.read(run / "replies.jsonl", Reply)
    ]
    jsonl.write(run / "replies.jsonl", replies)
    regrade(run, jsonl.read(run / "verdicts.jsonl", Verdict))
    out = tmp_path / "report"
    write_report([run], out)
    assert "Cut here: 5,000 of 210,000 characters shown." in "".join(p.text for p in pages(out))
    assert sum(path.stat().st_size for path in (out / "items").iterdir()) < 700_000


def test_tables_hold_every_number_and_every_verdict(run: Path, tmp_path: Path) -> None:
    out = tmp_path / "report"
    write_report([run], out)
    with (out / "tables" / "accuracy.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 24
    for row in rows:
        outcomes = ("correct", "wrong", "not_an_answer")
        assert int(row["n"]) == sum(int(row[outcome]) for outcome in outcomes)
        assert float(row["low"]) <= float(row["accuracy"]) <= float(row["high"])
    with (out / "tables" / "verdicts.csv").open(encoding="utf-8", newline="") as file:
        assert len(list(csv.DictReader(file))) == 960


@pytest.mark.parametrize("raw", [False, True])
def test_formulas_are_disarmed_unless_asked_for(run: Path, tmp_path: Path, raw: bool) -> None:
    out = tmp_path / "report"
    write_report([run], out, raw_csv=raw)
    with (out / "tables" / "verdicts.csv").open(encoding="utf-8", newline="") as file:
        cells = [cell for row in csv.reader(file) for cell in row]
    armed = [cell for cell in cells if cell[:1] in "=+-@\t\r" and cell and not number(cell)]
    assert ("=cmd|' /C calc'!A0" in armed) is raw
    assert raw or not armed
    assert ("'=cmd|' /C calc'!A0" in cells) is not raw


def test_control_characters_are_shown_in_tables(run: Path, tmp_path: Path) -> None:
    write_report([run], tmp_path / "report")
    table = (tmp_path / "report" / "tables" / "verdicts.csv").read_text(encoding="utf-8")
    assert "null‹U+0000› escape‹U+001B›[2J bell‹U+0007›" in table
    assert not {"\u202e", "\u2066", "\x00", "\x1b", "\x07"} & set(table)


def number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def test_several_runs_stand_side_by_side(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    one = make_run(tmp_path / "a", cells=(READER, SLOPPY), per_test=5)
    two = make_run(tmp_path / "b", cells=(SLOPPY,), per_test=5, trials=2)
    text = Page(write_report([one, two], tmp_path / "report")).text
    assert "What 2 models in 2 runs can do" in text
    assert "benchbar/sloppy (b/run)" in text
    with pytest.raises(InputError, match="given twice"):
        write_report([one, one], tmp_path / "other")


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


def test_every_table_is_named(run: Path, tmp_path: Path) -> None:
    out = tmp_path / "report"
    page = Page(write_report([run], out))
    assert "missing.csv" not in page.text
    for path in (out / "tables").iterdir():
        assert f"tables/{path.name}" in page.links, path
    assert "results.json" in page.links


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


def test_nothing_is_overwritten_unasked(run: Path, tmp_path: Path) -> None:
    out = tmp_path / "report"
    write_report([run], out)
    (out / "index.html").write_text("mine", encoding="utf-8")
    with pytest.raises(InputError, match="--force"):
        write_report([run], out)
    assert (out / "index.html").read_text(encoding="utf-8") == "mine"
    write_report([run], out, force=True)
    assert "Bench" in (out / "index.html").read_text(encoding="utf-8")


def test_force_replaces_reports_only(run: Path, tmp_path: Path) -> None:
    other = tmp_path / "thesis"
    other.mkdir()
    (other / "chapter.txt").write_text("years of work", encoding="utf-8")
    with pytest.raises(InputError, match="is not a report"):
        write_report([run], other, force=True)
    assert (other / "chapter.txt").is_file()


def test_a_failure_leaves_the_old_report(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "report"
    write_report([run], out)
    before = (out / "index.html").read_bytes()

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("benchbar.report.sheets.write", full)
    with pytest.raises(IncompleteError, match="the disk is full"):
        write_report([run], out, force=True)
    assert (out / "index.html").read_bytes() == before
    assert not list(tmp_path.glob(".report*"))


def test_ungraded_or_no_runs_are_refused(run: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no run to report on"):
        write_report([], tmp_path / "report")
    (run / "verdicts.jsonl").unlink()
    with pytest.raises(InputError, match="not graded yet"):
        write_report([run], tmp_path / "report")
    assert not (tmp_path / "report").exists()


def test_same_bytes_each_time(run: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_report([run], tmp_path / name)
    for path in (tmp_path / "one").rglob("*.*"):
        other = tmp_path / "two" / path.relative_to(tmp_path / "one")
        assert path.read_bytes() == other.read_bytes()


def test_the_page_and_the_tally_agree(run: Path, tmp_path: Path) -> None:
    from benchbar.report.findings import items_of
    from benchbar.runs.folder import open_run

    opened = open_run(run)
    rows = tally(opened.verdicts(), items_of(opened))
    write_report([run], tmp_path / "report")
    with (tmp_path / "report/tables/accuracy.csv").open(encoding="utf-8", newline="") as file:
        found = {(row["cell"], row["corpus"], row["task"], row["grader"]): row["accuracy"]
                 for row in csv.DictReader(file)}  # fmt: skip
    for row in rows:
        key = (row.cell, row.test.corpus, row.test.task, row.grader)
        assert float(found[key]) == row.accuracy.value
