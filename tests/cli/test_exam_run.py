"""``benchbar exam run``: a model sits the multiple choice, is stopped, and goes on."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchbar import jsonl
from benchbar.exam.questions import practice
from benchbar.records import Reply, Verdict
from benchbar.runs.study import open_run
from tests.cli.calling import Benchbar, refused
from tests.loopback import Loopback

CANDIDATE = ("--model", "benchbar/candidate")


@pytest.fixture
def benchbar(capsys: pytest.CaptureFixture[str]) -> Benchbar:
    return Benchbar(capsys)


@pytest.fixture
def server() -> Iterator[Loopback]:
    with Loopback() as loopback:
        yield loopback


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    """A file of three questions."""
    path = tmp_path / "three.csv"
    rows = [
        "question_number,question_category,question_prompt,choice_a,choice_b,choice_c,choice_d,"
        "correct_answer"
    ]
    rows += [f"{n},Torts,Who pays for boat {n}?,The owner,The crew,The buyer,Nobody,{key}"
             for n, key in ((1, "A"), (2, "C"), (3, "D"))]  # fmt: skip
    path.write_text("\n".join(rows))
    return path


def test_a_candidate_sits_the_practice_questions(benchbar: Benchbar, tmp_path: Path) -> None:
    out = tmp_path / "run"
    ended = benchbar(
        "exam", "run", "practice", *CANDIDATE, "--prompt", "ranked,plain", "--out", out
    )
    assert ended.code == 0
    run = open_run(out)
    assert {cell.variant for cell in run.study.cells} == {"ranked", "plain"}
    assert {cell.system_message for cell in run.study.cells} == {"You are a helpful assistant"}
    verdicts = [one for one in run.verdicts() if one.grader == "corrected"]
    assert len(verdicts) == 2 * len(practice())
    right = sum(one.outcome == "correct" for one in verdicts)
    assert 0.5 < right / len(verdicts) < 0.95


def test_a_preset_asks_its_grid(benchbar: Benchbar, questions: Path, tmp_path: Path) -> None:
    told = {}
    for preset in ("katz", "replication", "tailoring"):
        ended = benchbar(
            "exam", "run", questions, *CANDIDATE, "--preset", preset, "--dry-run", "--json"
        )
        told[preset] = json.loads(ended.out)["prompts"] / 3
    assert told == {"katz": 18, "replication": 50, "tailoring": 10}
    assert not (tmp_path / "run").exists()
    text = benchbar("exam", "run", questions, *CANDIDATE, "--preset", "katz", "--dry-run").out
    assert text.count("price:") == 1
    assert "  variant ranked-with-reasons, temperature 0.5: 9 prompts" in text


def test_what_is_given_wins_over_the_preset(benchbar: Benchbar, questions: Path) -> None:
    words = ("--preset", "katz", "--trials", "1", "--dry-run", "--json")
    for given, count in (("none", 1), ("0,0.5,none", 3)):
        ended = benchbar("exam", "run", questions, *CANDIDATE, *words, "--temperature", given)
        assert json.loads(ended.out)["prompts"] == 3 * 2 * count


def test_worked_examples_are_never_asked(benchbar: Benchbar, tmp_path: Path) -> None:
    out = tmp_path / "run"
    ended = benchbar(
        "exam", "run", "practice", *CANDIDATE, "--preset", "tailoring", "--trials", "1",
        "--limit", "5", "--out", out,
    )  # fmt: skip
    assert "4 questions left out, of which a prompt shows the answer" in ended.err
    run = open_run(out)
    assert len(run.item_ids) == 5
    few = next(cell for cell in run.study.cells if cell.variant == "few-shot")
    assert "civ-4" not in run.item_ids
    assert "Example 4" in str(few.system_message)


def test_tailoring_builds_on_the_best_of_an_earlier_run(benchbar: Benchbar, tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    words = ("exam", "run", "practice", *CANDIDATE, "--limit", "20", "--trials", "1")
    benchbar(*words, "--prompt", "ranked-with-reasons", "--temperature", "0.7", "--out", first)
    ended = benchbar(*words, "--preset", "tailoring", "--from", first, "--out", second)
    assert ended.code == 0
    assert "ranked-with-reasons at temperature 0.7 did best" in ended.err
    cells = open_run(second).study.cells
    assert [cell.variant for cell in cells] == ["plain", "few-shot-with-reasons"]
    assert {cell.temperature for cell in cells} == {0.7}
    refused(benchbar(*words, "--from", first, "--out", tmp_path / "x"), "--preset tailoring")


def test_shuffled_trials_show_other_orders(
    benchbar: Benchbar, questions: Path, tmp_path: Path, server: Loopback
) -> None:
    out = tmp_path / "run"
    ended = benchbar(
        "exam", "run", questions, "--model", "openai-api/local/good", "--base-url", server.url,
        "--trials", "4", "--shuffle", "--out", out,
    )  # fmt: skip
    assert ended.code == 0
    asked = [prompt for prompt in server.asked.elements() if "Who pays for boat 1?" in prompt]
    assert len(asked) == 4
    assert len({*asked}) > 1
    assert all("The owner" in prompt for prompt in asked)
    answers = {(v.trial, v.outcome) for v in open_run(out).verdicts() if v.id == "1"}
    assert {trial for trial, _ in answers} == {1, 2, 3, 4}


def test_the_key_is_sent_to_no_real_model(
    benchbar: Benchbar, questions: Path, tmp_path: Path, server: Loopback
) -> None:
    out = tmp_path / "run"
    benchbar(
        "exam", "run", questions, "--model", "openai-api/local/good", "--base-url", server.url,
        "--out", out,
    )  # fmt: skip
    assert len(server.bodies) == 3
    for body in server.bodies:
        assert {*body} <= {"messages", "model", "temperature"}
        assert [said["role"] for said in body["messages"]] == ["system", "user"]
        assert all(body["messages"][1]["content"].count(f"({letter}) ") == 1 for letter in "ABCD")


def test_a_run_goes_on_and_asks_nothing_twice(
    benchbar: Benchbar, questions: Path, tmp_path: Path
) -> None:
    out = tmp_path / "run"
    benchbar("exam", "run", questions, *CANDIDATE, "--trials", "2", "--shuffle", "--out", out)
    replies = list(jsonl.read(out / "replies.jsonl", Reply))
    verdicts = list(jsonl.read(out / "verdicts.jsonl", Verdict))
    jsonl.write(out / "replies.jsonl", replies[:2])
    moved = tmp_path / "moved"
    out.rename(moved)
    ended = benchbar("exam", "run", "--resume", moved)
    assert ended.code == 0
    again = list(jsonl.read(moved / "replies.jsonl", Reply))
    assert again[:2] == replies[:2]
    assert Counter((one.id, one.trial, one.turns) for one in again) == Counter(
        (one.id, one.trial, one.turns) for one in replies
    )
    assert sorted(map(str, jsonl.read(moved / "verdicts.jsonl", Verdict))) == sorted(
        map(str, verdicts)
    )
    refused(benchbar("exam", "run", "--resume", moved, "--trials", "3"), "leave out --trials")


def test_a_run_is_replaced_by_force_only(
    benchbar: Benchbar, questions: Path, tmp_path: Path
) -> None:
    out = tmp_path / "run"
    words = ("exam", "run", questions, *CANDIDATE, "--out", out)
    assert benchbar(*words).code == 0
    refused(benchbar(*words), "holds a run already")
    assert benchbar("exam", "run", "practice", *CANDIDATE, "--out", out, "--force").code == 0
    assert len(open_run(out).item_ids) == len(practice())


def test_a_budget_stops_an_exam_which_goes_on_with_more(
    benchbar: Benchbar, questions: Path, tmp_path: Path, server: Loopback
) -> None:
    prices, out = tmp_path / "prices.toml", tmp_path / "run"
    prices.write_text('["openai-api/local/good"]\nin = 10\nout = 100\ndate = "2026-11"\n')
    ended = benchbar(
        "exam", "run", questions, "--model", "openai-api/local/good", "--base-url", server.url,
        "--prices", prices, "--max-tokens", "50", "--trials", "9", "--budget", "0.03", "--out", out,
    )  # fmt: skip
    assert ended.code == 1
    assert "--budget" in ended.err
    stored = list(jsonl.read(out / "replies.jsonl", Reply))
    assert 0 < len(stored) < 27
    assert sum(one.cost or 0 for one in stored) <= 0.03
    assert benchbar("exam", "run", "--resume", out, "--budget", "9").code == 0
    assert len(list(jsonl.read(out / "replies.jsonl", Reply))) == 27
    assert server.asked.total() == 27


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "name the QUESTIONS"),
        (("practice",), "a --model such as openai/gpt-4o"),
        (("practice", *CANDIDATE), "--out, a folder for the run"),
        (("nowhere.csv", *CANDIDATE, "--dry-run"), "nowhere.csv"),
        (
            ("practice", *CANDIDATE, "--prompt", "rank", "--dry-run"),
            "no prompt 'rank': choose from",
        ),
        (("practice", "--model", "gpt", "--dry-run"), "name it as provider/model"),
    ],
)
def test_what_cannot_be_asked_is_refused(
    benchbar: Benchbar, words: tuple[str, ...], said: str
) -> None:
    refused(benchbar("exam", "run", *words), said)


def test_a_wrong_file_is_refused_before_anything_is_asked(
    benchbar: Benchbar, questions: Path, tmp_path: Path
) -> None:
    questions.write_text(questions.read_text().replace(",D", ",E"))
    out = tmp_path / "run"
    refused(benchbar("exam", "run", questions, *CANDIDATE, "--out", out), "three.csv:4")
    assert not out.exists()
