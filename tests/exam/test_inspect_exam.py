from pathlib import Path
from typing import Any

import pytest
from inspect_ai import eval as inspect_eval
from inspect_ai._util.error import PrerequisiteError
from inspect_ai.log import EvalSample

from benchbar.exam import items
from benchbar.exam.inspect_exam import exam
from benchbar.exam.prompts import EXAMPLES, PROMPTS, apart
from benchbar.exam.questions import practice, write
from benchbar.runs.elsewhere import import_replies
from benchbar.runs.folder import open_run


def asked(logs: Path, model: str, epochs: int = 1, **options: Any) -> list[EvalSample]:
    """Return the samples of an exam that a model sat."""
    (log,) = inspect_eval(
        exam(**options), model=model, epochs=epochs, log_dir=str(logs), display="none",
        ctl_server=False,
    )  # fmt: skip
    assert log.status == "success"
    return list(log.samples or ())


def test_the_practice_questions_are_asked_unless_others_are_given() -> None:
    task = exam()
    assert [sample.id for sample in task.dataset] == [question.id for question in practice()]
    assert [sample.target for sample in task.dataset] == [[one.key] for one in practice()]


def test_a_file_of_that_name_does_not_take_their_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "practice", practice()[:1])
    assert len(exam().dataset) == len(practice())
    assert len(exam(questions="practice").dataset) == 1


def test_questions_of_a_file(tmp_path: Path) -> None:
    write(tmp_path / "Mine.csv", practice()[:3])
    task = exam(questions=str(tmp_path / "Mine.csv"), prompt="plain", limit=2)
    assert task.dataset.name == "bar-exam-mine"
    assert [sample.id for sample in task.dataset] == [one.id for one in practice()[:2]]


@pytest.mark.parametrize("prompt", PROMPTS)
def test_the_model_is_told_what_a_run_would_tell_it(tmp_path: Path, prompt: str) -> None:
    (sample,) = asked(tmp_path, "benchbar/candidate", prompt=prompt, limit=1)
    system, user, reply = sample.messages
    chosen = PROMPTS[prompt]
    assert system.text == chosen.system
    assert user.text == sample.input
    assert reply.role == "assistant"
    shown = practice()[0]
    assert chosen.wording.message("").splitlines()[0] in user.text
    assert shown.stem in user.text


def test_worked_examples_are_not_asked() -> None:
    ids = {sample.id for sample in exam(prompt="few-shot").dataset}
    assert len(ids) == len(practice()) - len(EXAMPLES)
    assert not ids & {example.id for example in EXAMPLES}


def test_choices_are_shuffled_anew_in_every_epoch_and_letters_follow(tmp_path: Path) -> None:
    samples = asked(tmp_path, "benchbar/candidate", epochs=6, shuffle=True, limit=8)
    shown: dict[str, set[str]] = {}
    for sample in samples:
        shown.setdefault(str(sample.id), set()).add(sample.messages[1].text)
    assert all(len(texts) > 1 for texts in shown.values())
    right = [(sample.scores or {})["corrected"].value == "C" for sample in samples]
    assert sum(right) / len(right) > 0.5  # a candidate who is told a wrong letter has a quarter


@pytest.mark.parametrize("shuffle", [False, True])
def test_a_log_becomes_a_run_with_the_same_scores(tmp_path: Path, shuffle: bool) -> None:
    prompt = PROMPTS["few-shot"]
    data = tmp_path / "questions"
    questions = apart(practice(), [prompt])
    items.write(questions, data, name="practice", shuffle=0 if shuffle else None)
    (log,) = inspect_eval(
        exam(prompt=prompt.name, shuffle=shuffle), model="benchbar/candidate", epochs=2,
        log_dir=str(tmp_path), display="none", ctl_server=False,
    )  # fmt: skip
    import_replies(tmp_path / "run", [Path(log.location)], data)
    run = open_run(tmp_path / "run")
    assert [(cell.variant, cell.system_message) for cell in run.study.cells] == [
        ("few-shot", prompt.system)
    ]
    ours = {(one.id, one.trial, one.grader): one.outcome == "correct" for one in run.verdicts()}
    theirs = {
        (sample.id, sample.epoch, grader): score.value == "C"
        for sample in log.samples or ()
        for grader, score in (sample.scores or {}).items()
    }
    assert ours == theirs
    assert len(ours) == 4 * len(questions)


def test_results_stand_by_subject(tmp_path: Path) -> None:
    (log,) = inspect_eval(
        exam(), model="benchbar/candidate", log_dir=str(tmp_path), display="none", ctl_server=False
    )
    assert log.results is not None
    for score in log.results.scores:
        assert {question.subject for question in practice()} < score.metrics.keys()


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"questions": "/nowhere.csv"}, "/nowhere.csv: No such file"),
        ({"prompt": "rude"}, "no prompt 'rude'"),
        ({"limit": 0}, "--limit"),
        ({"limit": "all"}, "-T limit=all: must be a whole number"),
    ],
)
def test_what_is_wrong_is_told_in_inspects_way(options: dict[str, Any], told: str) -> None:
    with pytest.raises(PrerequisiteError, match=told):
        exam(**options)


def test_examples_alone_are_no_exam(tmp_path: Path) -> None:
    ids = {example.id for example in EXAMPLES}
    write(tmp_path / "few.csv", [one for one in practice() if one.id in ids])
    with pytest.raises(PrerequisiteError, match="nothing but worked examples"):
        exam(questions=str(tmp_path / "few.csv"), prompt="few-shot")
