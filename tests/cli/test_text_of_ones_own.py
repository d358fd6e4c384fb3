"""Statutes, contracts and other programs' files from the command line."""

import http.server
import json
import threading
import zipfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.cli.calling import Benchbar, refused

SAMPLES = Path(__file__).parents[1] / "corpora" / "samples"
FERRIES = sorted((SAMPLES / "uslm").glob("*.xml"))


@pytest.fixture
def benchbar(capsys: pytest.CaptureFixture[str]) -> Benchbar:
    return Benchbar(capsys)


def test_law_in_uslm_is_imported_listed_and_shown(benchbar: Benchbar) -> None:
    checked = benchbar("corpus", "check", FERRIES[0], "--kind", "uslm")
    assert "sections kept" in checked.out
    added = benchbar("corpus", "add", *FERRIES, "--kind", "uslm", "--name", "ferries")
    assert added.code == 0
    assert "sections kept" in added.out
    listed = benchbar("corpus", "list")
    assert "ferries          statute" in listed.out
    exported = benchbar("corpus", "export", "ferries", "--out", SAMPLES.parent / "never.jsonl")
    path = SAMPLES.parent / "never.jsonl"
    try:
        assert exported.code == 0
        documents = [json.loads(row) for row in path.read_text(encoding="utf-8").splitlines()]
    finally:
        path.unlink()
    document = documents[0]
    cite = document["lines"][-1]["cite"]
    number = document["section"]
    assert cite.startswith(f"section {number}")
    for text in (f"{document['title']} U.S.C. {number}", f"section {number}", f"§ {number}"):
        shown = benchbar("corpus", "show", text, "--corpus", "ferries")
        assert shown.code == 0
        assert document["lines"][0]["text"] in shown.out
    as_json = benchbar("corpus", "show", f"section {number}", "--json")
    assert json.loads(as_json.out)[0] == document
    refused(benchbar("corpus", "show", "99 U.S.C. 1", "--corpus", "ferries"), "not found")


def test_a_contract_is_tested_from_file_to_verdict(benchbar: Benchbar, tmp_path: Path) -> None:
    contract = SAMPLES / "contract_articles.txt"
    checked = benchbar("corpus", "check", contract)
    assert "ARTICLE II MEMBERS" in checked.out
    assert json.loads(benchbar("corpus", "check", contract, "--json").out)["terms"] > 0
    assert benchbar("corpus", "add", contract, "--kind", "statute", "--name", "bylaws").code == 0
    shown = benchbar("corpus", "show", "article II, section 2(b)(1)")
    assert "> article II, section 2(b)(1)" in shown.out
    others = ("Article II, Section 2(b)(1)", "ARTICLE II, Sec. 2(B)(1)", "Article II, 2(b)(1)")
    for written in others:
        assert benchbar("corpus", "show", written).out == shown.out
    built = benchbar(
        "build", "blt", "--window", "4k", "--corpus", "bylaws", "--split", "test", "--items", "8",
        "--allow-short", "--out", tmp_path / "items", "--workers", "1",
    )  # fmt: skip
    assert built.code == 0
    assert benchbar("audit", tmp_path / "items", "--workers", "1").code == 0
    ran = benchbar(
        "run", tmp_path / "items", "--model", "benchbar/reader", "--out", tmp_path / "run", "--json"
    )
    rows = json.loads(ran.out)
    assert {row["task"] for row in rows} >= {"text_to_cite", "cite_to_text", "cite_to_amended"}
    assert {row["accuracy"] for row in rows} == {1.0}


def test_law_and_documents_are_told_apart(benchbar: Benchbar, tmp_path: Path) -> None:
    regulation = tmp_path / "rules.XML"
    regulation.write_text(
        "<Regulation><Body><Section><Label>1</Label><Text>Boats are moored by day.</Text>"
        "</Section></Body></Regulation>",
        encoding="utf-8",
    )
    for path in (regulation, tmp_path):
        assert benchbar("corpus", "check", path).out.startswith("rules.XML: 1 section, ")
    assert "sections kept" in benchbar("corpus", "check", SAMPLES / "uslm").out
    added = benchbar("corpus", "add", regulation, "--kind", "statute", "--name", "rules")
    assert added.out == "rules.XML: 2 lines of law\n"
    contract = tmp_path / "deed.html"
    contract.write_text("<html><p>1. A boat is sold.</p></html>", encoding="utf-8")
    kind = ("--kind", "statute")
    for said in (benchbar("corpus", "check", contract), benchbar("corpus", "add", contract, *kind)):
        refused(said, "save a contract or another document of yours as text")
    deed = SAMPLES / "contract_articles.txt"
    refused(benchbar("corpus", "add", regulation, deed, *kind), "make a corpus of each sort")


def test_pseudonyms_leave_no_file_name(benchbar: Benchbar, tmp_path: Path) -> None:
    rows = ["MR. OKONJO:  Good morning, Ms. Halloran.", "MS. HALLORAN:  Good morning."]
    rows += [f"Q.    Did Mr. Okonjo call you about box {n}?" for n in range(30)]
    path = tmp_path / "Okonjo.txt"
    path.write_text("\n".join(rows), encoding="utf-8")
    words = ("corpus", "add", path, "--name", "case")
    added = benchbar(*words, "--kind", "transcript", "--pseudonyms")
    assert added.code == 0
    assert "no guarantee" in added.out
    exported = tmp_path / "out.jsonl"
    assert benchbar("corpus", "export", "case", "--out", exported).code == 0
    assert "okonjo" not in exported.read_text(encoding="utf-8").lower()
    refused(benchbar(*words, "--kind", "statute", "--pseudonyms"), "is for transcripts")


def test_a_batch_leaves_and_comes_back(benchbar: Benchbar, tmp_path: Path) -> None:
    items, batch = tmp_path / "items", tmp_path / "batch"
    benchbar(
        "build", "blt", "--window", "4k", "--corpus", "synthetic", "--task", "cite_to_defined",
        "--split", "test", "--items", "3", "--out", items, "--workers", "1",
    )  # fmt: skip
    words = ("export", items, "--format", "openai-batch", "--out", batch)
    refused(benchbar(*words), "--model")
    exported = benchbar(*words, "--model", "openai/gpt-4o-mini")
    assert exported.code == 0
    assert "benchbar import" in exported.err
    (requests,) = (batch / "requests").glob("*.jsonl")
    outputs = tmp_path / "output.jsonl"
    rows = [json.loads(row) for row in requests.read_text(encoding="utf-8").splitlines()]
    outputs.write_text("\n".join(json.dumps(_answered(row["custom_id"])) for row in rows[:2]))
    part = benchbar("import", batch, outputs, "--json")
    assert part.code == 1
    assert "missing replies: 1\n" in part.err
    assert sum(row["n"] for row in json.loads(part.out)) == 2 * 2


def _answered(name: str) -> dict[str, object]:
    message = {"role": "assistant", "content": "I do not know."}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    body = {"object": "chat.completion", "model": "gpt-4o-mini", "choices": [choice]}
    return {"custom_id": name, "response": {"status_code": 200, "body": body}, "error": None}


@pytest.mark.parametrize("form", ["blt", "hf", "lm-eval"])
def test_other_formats_need_no_model(benchbar: Benchbar, tmp_path: Path, form: str) -> None:
    items = tmp_path / "items"
    benchbar(
        "build", "blt", "--window", "4k", "--corpus", "synthetic", "--split", "test", "--items",
        "2", "--out", items, "--workers", "1",
    )  # fmt: skip
    exported = benchbar("export", items, "--format", form, "--out", tmp_path / "out")
    assert exported.code == 0
    assert all(Path(row).exists() for row in exported.out.splitlines())
    refused(benchbar("export", items, "--format", form, "--out", tmp_path / "out"), "--force")
    if form == "blt":
        files = sorted((tmp_path / "out").glob("*/*.jsonl"))
        assert benchbar("import-blt", *files, "--out", tmp_path / "back").code == 0
        assert (
            benchbar("audit", tmp_path / "back", "--workers", "1").out == "8 items, no problems\n"
        )


@pytest.fixture
def law_server(tmp_path: Path) -> Iterator[str]:
    """Serve one title as the Office of the Law Revision Counsel does."""
    folder = tmp_path / "served/download/releasepoints/us/pl/119/36"
    folder.mkdir(parents=True)
    with zipfile.ZipFile(folder / "xml_usc46@119-36.zip", "w") as archive:
        archive.write(FERRIES[0], "usc46.xml")
    handler = partial(_Quiet, directory=str(tmp_path / "served"))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


def test_the_code_is_fetched_and_then_here(benchbar: Benchbar, law_server: str) -> None:
    refused(
        benchbar("build", "blt", "--window", "4k", "--corpus", "uscode", "--out", "never"),
        "benchbar corpus fetch uscode",
    )
    words = ("corpus", "fetch", "uscode", "--release-point", "119-36", "--base-url", law_server)
    fetched = benchbar(*words, "--title", "46")
    assert fetched.code == 0
    assert "sections kept" in fetched.out
    assert "uscode           statute" in benchbar("corpus", "list").out
    refused(benchbar(*words, "--title", "46"), "--force")
