"""The report as a whole: every reply in its place, links that hold, all or nothing on disk."""

import csv
import html
import re
from pathlib import Path

import msgspec
import pytest

from benchbar import jsonl
from benchbar.errors import IncompleteError, InputError
from benchbar.records import Reply
from benchbar.report.findings import items_of
from benchbar.report.html import write_report
from benchbar.report.tally import tally
from benchbar.runs.folder import open_run
from tests.report.made_pages import Page, pages
from tests.report.made_run import READER, SLOPPY, make_items, make_run


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


def test_every_table_is_named(run: Path, tmp_path: Path) -> None:
    out = tmp_path / "report"
    page = Page(write_report([run], out))
    assert "missing.csv" not in page.text
    for path in (out / "tables").iterdir():
        assert f"tables/{path.name}" in page.links, path
    assert "results.json" in page.links


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
    opened = open_run(run)
    rows = tally(opened.verdicts(), items_of(opened))
    write_report([run], tmp_path / "report")
    with (tmp_path / "report/tables/accuracy.csv").open(encoding="utf-8", newline="") as file:
        found = {(row["cell"], row["corpus"], row["task"], row["grader"]): row["accuracy"]
                 for row in csv.DictReader(file)}  # fmt: skip
    for row in rows:
        key = (row.cell, row.test.corpus, row.test.task, row.grader)
        assert float(found[key]) == row.accuracy.value
