"""Every command as a user calls it: what it prints where, and how it ends."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchbar import cli
from benchbar.corpora import nonces
from benchbar.suites.data import Data
from tests.cli.calling import Benchbar, refused

SAMPLES = Path(__file__).parents[1] / "corpora" / "samples"


@pytest.fixture
def benchbar(capsys: pytest.CaptureFixture[str]) -> Benchbar:
    return Benchbar(capsys)


def test_help_imports_no_big_library() -> None:
    code = (
        "import sys\n"
        "from benchbar.cli import cli\n"
        "cli.main(['--help'], standalone_mode=False)\n"
        "for name in cli.list_commands(None):\n"
        "    cli.main([name, '--help'], standalone_mode=False)\n"
        "big = ('inspect_ai', 'scipy', 'torch', 'ray', 'tiktoken')\n"
        "print([name for name in big if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("[]\n")
    assert done.stdout.count("Usage: ") == 1 + len(cli.COMMANDS)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["bild"], "No such command 'bild'"),
        (["build", "blt"], "Missing option '--window'"),
        (["build", "blt", "--window", "5k", "--out", "X"], "no window '5k': choose from 4k"),
        (["build", "blt", "--window", "4k", "--out", "X", "--corpus", "roe"], "no corpus 'roe'"),
        (["build", "blt", "--window", "4k", "--out", "X", "--task", "t2c"], "no task 't2c'"),
        (["build", "blt", "--window", "4k", "--out", "X", "--pages", "90"], "cannot fit"),
        (["build", "blt", "--window", "4k", "--out", "X", "--shape", " ,"], "names no shape"),
        (
            ["build", "blt", "--window", "4k", "--out", "X", "--shape", "2x3", "--corpus", "code"],
            "--shape is for synthetic sections",
        ),
        (["build", "alt", "--window", "4k", "--out", "X"], "No such command 'alt'"),
        (["audit", "nowhere"], "no items here"),
        (["run"], "without DATA, a folder made by 'benchbar build' and --model"),
        (["run", "x", "--model", "a/b"], "nothing is asked without --out"),
        (["run", "--resume", "y", "--limit", "3", "--force"], "leave out --limit, --force"),
        (["run", "nowhere", "--model", "benchbar/reader", "--out", "X"], "no items here"),
        (["run", "--resume", "nowhere"], "no run here"),
        (["run", "x", "--resume", "y"], "leave out DATA"),
        (["run", "x", "--model", "a/b", "--temperature", "hot"], "neither a number nor none"),
        (["export", "x", "--format", "hf", "--out", "X"], "no items here"),
        (["import", "nowhere", "nofile"], "does not exist"),
        (["import-blt", "nofile", "--out", "X"], "does not exist"),
        (["corpus", "export", "synthetic", "--out", "X"], "is built in"),
        (["corpus", "fetch", "uscode", "--title", "99"], "has no title 99"),
        (["score", "nowhere"], "no run here"),
        (["score", "nowhere", "--replies", "r.jsonl"], "go together"),
        (["errors", "nowhere"], "no run here"),
        (["show", "nowhere", "blt-1"], "no run here"),
        (["disagree", "nowhere"], "no run here"),
        (["report", "nowhere", "--out", "X"], "no run here"),
        (["corpus", "check", "nowhere.txt"], "no such file"),
        (["corpus", "add", "nowhere.txt", "--kind", "transcript"], "does not exist"),
        (["corpus", "show", "somewhere"], "is no cite"),
        (["corpus", "export", "roe", "--out", "X"], "no corpus 'roe'"),
    ],
)
def test_wrong_input_ends_in_one_line(
    benchbar: Benchbar, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    refused(benchbar(*words), said)
    assert not list(tmp_path.iterdir())


def test_an_error_moves_no_cursor(benchbar: Benchbar) -> None:
    ended = benchbar("score", "no\x1b[2Jsuch\u202erun")
    refused(ended, "no‹U+001B›[2Jsuch‹U+202E›run")
    assert "\x1b" not in ended.err


def test_the_whole_job(benchbar: Benchbar, tmp_path: Path) -> None:
    data, run, report = tmp_path / "data", tmp_path / "run", tmp_path / "report"
    built = benchbar(
        "build", "blt", "--window", "4k", "--items", "5", "--split", "test", "--out", data,
        "--corpus", "synthetic", "--workers", "1",
    )  # fmt: skip
    assert (built.code, built.out) == (0, "")
    assert "20 items" in built.err

    audited = benchbar("audit", data, "--workers", "1", "--json")
    assert json.loads(audited.out) == {"items": 20, "problems": []}

    dry = benchbar("run", data, "--model", "benchbar/reader", "--dry-run", "--json")
    sizes = json.loads(dry.out)
    assert sizes["prompts"] == 20
    tokens = [item.traits["tokens"] for _, items in Data(data).pairs() for item in items]
    assert sizes["tokens_in"] == sum(int(n) for n in tokens)
    assert sizes["cost_low"] == sizes["cost_high"] == 0

    ran = benchbar(
        "run", data, "--model", "benchbar/reader,benchbar/sloppy", "--out", run, "--json"
    )
    assert ran.code == 0
    rows = json.loads(ran.out)
    assert {row["accuracy"] for row in rows if row["cell"].startswith("reader")} == {1.0}
    assert all(
        row["correct"] + row["wrong"] + row["not_an_answer"] == row["n"] == 5 for row in rows
    )
    assert all(0 <= row["low"] <= row["accuracy"] <= row["high"] <= 1 for row in rows)
    assert all(row["low"] < row["high"] for row in rows)

    again = benchbar("run", "--resume", run)
    assert again.code == 0
    assert "nothing was asked" in again.err
    assert json.loads(benchbar("score", run, "--json").out) == rows
    assert "[" in benchbar("score", run).out

    item = "blt-4k-synthetic-cite_to_text-test-0003"
    shown = benchbar("show", run, item).out
    assert "What is the exact text of just section" in shown
    assert "corrected  correct" in shown
    refused(benchbar("show", run, "blt-0"), "no such item")
    assert "correct" in benchbar("errors", run).out
    assert benchbar("disagree", run).code == 0

    reported = benchbar("report", run, "--out", report)
    assert reported.out.strip() == str(report / "index.html")
    assert "benchbar/sloppy" in (report / "index.html").read_text(encoding="utf-8")
    refused(benchbar("report", run, "--out", report), "--force")
    refused(benchbar("run", data, "--model", "benchbar/reader", "--out", run), "--resume")


def test_replies_made_elsewhere_are_graded(benchbar: Benchbar, data: Data, tmp_path: Path) -> None:
    items = list(data.items("4k", "synthetic", "cite_to_defined", "test"))
    rows = [{"id": item.id, "reply": item.gold} for item in items[:-1]]
    (tmp_path / "replies.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    verdicts = tmp_path / "verdicts.jsonl"
    scored = benchbar(
        "score", data.folder, "--replies", tmp_path / "replies.jsonl", "--out", verdicts, "--json"
    )
    assert scored.code == 0
    assert [row["correct"] for row in json.loads(scored.out)] == [len(rows)] * 2
    assert f"missing replies: {11 * 6 * 2 - len(rows)}" in scored.err
    (tmp_path / "blank.jsonl").write_text(
        f'\n\n{json.dumps(rows[0])}\n\n{{"id": "x", "reply": ""}}'
    )
    refused(
        benchbar("score", data.folder, "--replies", tmp_path / "blank.jsonl", "--out", verdicts),
        "blank.jsonl:5: no item 'x'",
    )
    first = json.loads(verdicts.read_text(encoding="utf-8").splitlines()[0])
    assert first == {
        "id": items[0].id, "cell": "", "trial": 1, "grader": "published", "outcome": "correct",
        "error": None, "relative_error": None, "answer": items[0].gold, "rule": first["rule"],
    }  # fmt: skip


def test_a_corpus_of_ones_own(benchbar: Benchbar, tmp_path: Path) -> None:
    words = nonces.nonces()
    rows = [f"Q.    Was the {words[n]} beside the {words[-n]} by then?" for n in range(120)]
    (tmp_path / "Roe v. Doe.txt").write_text("\n".join(rows), encoding="utf-8")
    path = tmp_path / "Roe v. Doe.txt"
    checked = benchbar("corpus", "check", path)
    assert "120 lines of testimony, 0 rows set aside, 100.0% understood" in checked.out
    assert json.loads(benchbar("corpus", "check", path, "--json").out)["lines"] == 120

    refused(benchbar("corpus", "add", path, "--kind", "transcript", "--name", "code"), "built-in")
    refused(benchbar("corpus", "add", path, "--kind", "transcript", "--name", "a/b"), "cannot name")
    added = benchbar("corpus", "add", path, "--kind", "transcript", "--name", "roe")
    assert added.code == 0
    refused(benchbar("corpus", "add", path, "--kind", "transcript", "--name", "roe"), "--force")
    listed = json.loads(benchbar("corpus", "list", "--json").out)
    assert listed[-1] == {
        "name": "roe", "kind": "transcript", "what": "1 file, 120 lines (0 rows set aside)",
    }  # fmt: skip
    assert "> " in benchbar("corpus", "show", "line 7", "--corpus", "roe").out
    refused(benchbar("corpus", "show", "69:18"), "not found in your corpora")

    assert benchbar("corpus", "export", "roe", "--out", tmp_path / "roe.jsonl").code == 0
    document = json.loads((tmp_path / "roe.jsonl").read_text(encoding="utf-8"))
    assert set(document) == {"id", "title", "section", "lines", "source"}
    assert document["lines"][6] == {
        "cite": "line 7", "text": rows[6], "header": None, "leaf": True,
    }  # fmt: skip

    built = benchbar(
        "build", "blt", "--window", "4k", "--corpus", "roe", "--split", "test", "--items", "10",
        "--pages", "1", "--out", tmp_path / "items", "--workers", "1",
    )  # fmt: skip
    assert built.code == 0
    short = benchbar(
        "build", "blt", "--window", "4k", "--corpus", "roe", "--split", "test", "--items", "90",
        "--out", tmp_path / "more", "--workers", "1",
    )  # fmt: skip
    assert short.code == 1
    assert "too few targets" in short.err


def test_a_file_that_holds_no_testimony_is_refused(benchbar: Benchbar, tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_text("")
    refused(benchbar("corpus", "add", tmp_path / "empty.txt", "--kind", "transcript"), "empty.txt")
    assert benchbar("corpus", "list").out.count("\n") == 3


def test_the_demo_shows_everything_and_replaces_itself(
    benchbar: Benchbar, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("benchbar.cli.demo.ITEMS", 2)
    out = tmp_path / "demo"
    for _ in range(2):
        shown = benchbar("demo", "--out", out)
        assert shown.code == 0
        pages = [out / f"{name}/index.html" for name in ("report", "transfer", "exam", "essays")]
        said = [line for line in shown.out.splitlines() if line.startswith("file:")]
        assert said == [page.resolve().as_uri() for page in pages]
        assert all(page.is_file() for page in pages)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/thesis.txt").write_text("dear to me")
    refused(benchbar("demo", "--out", tmp_path / "mine"), "holds other files")
    assert (tmp_path / "mine/thesis.txt").read_text() == "dear to me"
