"""Pages are deaf to whatever a model wrote: whole, self-contained, and only text."""

import base64
import hashlib
import re
from pathlib import Path

import msgspec

from benchbar import jsonl
from benchbar.records import Cell, Reply, Verdict
from benchbar.report.html import write_report
from tests.report.made_pages import ALLOWED, Page, pages
from tests.report.made_run import HOSTILE, SLOPPY, make_run, regrade


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
