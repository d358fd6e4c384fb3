"""The pages for the register of Inspect evals say what the tasks do."""

import inspect
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped,unused-ignore]
from inspect_ai import Task

from benchbar.exam.presets import PRESETS
from benchbar.inspect_entry import blt, exam
from benchbar.suites.spec import suite

ROOT = Path(__file__).parents[1]
REGISTER = ROOT / "docs/inspect-register"
TASKS: dict[str, Callable[..., Task]] = {"blt": blt, "exam": exam}
FIELDS = {
    "title", "description", "arxiv", "group", "contributors", "version", "tasks", "external_assets",
}  # fmt: skip
HEADINGS = [
    "Usage", "Options", "Parameters", "Paper", "Implementation", "Dataset", "Prompt", "Scoring",
    "Changelog",
]  # fmt: skip


@pytest.fixture(params=TASKS)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def page(name: str) -> str:
    return (REGISTER / name / "README.md").read_text(encoding="utf-8")


def section(name: str, heading: str) -> str:
    return page(name).partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def parameters(task: Callable[..., Task]) -> Iterator[str]:
    """Yield the rows of the table of a task's parameters, in its docstring's words."""
    function = inspect.unwrap(task)
    described = inspect.getdoc(function) or ""
    told = dict(re.findall(r"^    (\w+): (.+(?:\n {8}.+)*)", described, re.MULTILINE))
    for parameter in inspect.signature(function).parameters.values():
        default = re.sub("'", '"', repr(parameter.default))
        words = " ".join(told[parameter.name].split())
        yield f"| `{parameter.name}` | `{default}` | {words} |"


def test_an_evaluation_has_the_fields_of_the_register(name: str) -> None:
    found: dict[str, Any] = yaml.safe_load((REGISTER / name / "eval.yaml").read_text())
    assert found.keys() == FIELDS
    assert found["contributors"] == ["The Bench & Bar developers"]
    assert re.fullmatch(r"\d+-[A-Z]+", found["version"])
    assert re.fullmatch(r"https://arxiv\.org/abs/\d{4}\.\d{5}", found["arxiv"])
    assert f"- {found['version']}:" in section(name, "Changelog")
    assert found["arxiv"] in section(name, "Paper")
    ((task, samples),) = [(one["name"], one["dataset_samples"]) for one in found["tasks"]]
    assert task == name
    assert samples == len(TASKS[name]().dataset)


def test_a_page_has_the_headings_of_the_register(name: str) -> None:
    assert re.findall(r"^## (.+)$", page(name), re.MULTILINE) == HEADINGS


def test_a_page_has_every_parameter(name: str) -> None:
    rows = [row for row in section(name, "Parameters").splitlines() if row.startswith("| `")]
    assert rows == list(parameters(TASKS[name]))


def test_every_parameter_in_a_command_exists(name: str) -> None:
    known = {*inspect.signature(inspect.unwrap(TASKS[name])).parameters}
    used = set(re.findall(r"-T (\w+)=", page(name)))
    assert used
    assert used <= known


def test_every_parameter_of_the_how_to_exists() -> None:
    told = (ROOT / "docs/how-to/inspect.md").read_text(encoding="utf-8")
    known = {"exam": {"questions"}, "blt": {*inspect.signature(inspect.unwrap(blt)).parameters}}
    for line in re.findall(r"^inspect eval .*", told, re.MULTILINE):
        task = "exam" if "benchbar/exam" in line else "blt"
        assert set(re.findall(r"-T (\w+)=", line)) <= known[task]
    assert set(re.findall(r"-T (\w+)=", told)) <= known["exam"] | known["blt"]


def test_the_line_of_each_task_is_given(name: str) -> None:
    (row,) = re.findall(
        rf"`benchbar/{name}` \| `(.+)#L(\d+)`", (REGISTER / "README.md").read_text()
    )
    lines = (ROOT / row[0]).read_text().splitlines()
    (line,) = [number for number, text in enumerate(lines, 1) if text == "@inspect_task"]
    assert lines[line].startswith(f"def {name}(")
    assert row[1] == str(line), f"docs/inspect-register/README.md: it is {row[0]}#L{line} now"


def test_a_page_shows_a_prompt_as_it_is() -> None:
    (shown,) = re.findall(r"```text\n(.+?)\n```", section("blt", "Prompt"), re.DOTALL)
    assert any(str(sample.input).endswith(shown) for sample in blt(limit=1).dataset)
    (shown,) = re.findall(r"```text\n(.+?)\n```", section("exam", "Prompt"), re.DOTALL)
    told = " ".join(str(exam(limit=1).dataset[0].input).split())
    for piece in shown.split("["):
        known = " ".join(piece.rpartition("]")[2].split())
        assert known in told or f"[{known}" in told


def test_the_page_of_the_tests_lists_them_all() -> None:
    rows = dict(
        re.findall(r"^\| `(\w+)` \| .+ \| (.+) \|$", section("blt", "Dataset"), re.MULTILINE)
    )
    built_in = ("synthetic", "transcripts", "code")
    assert rows == {corpus: ", ".join(suite("blt").tests[corpus]) for corpus in built_in}


def test_the_page_of_the_exam_lists_the_studies() -> None:
    rows = re.findall(r"^\| (\w+) \| (.+) \| (.+) \| (\d) \|$", page("exam"), re.MULTILINE)
    assert rows == [
        (one.name, ", ".join(one.prompts), _listed(one.temperatures), str(one.trials))
        for one in PRESETS.values()
    ]


def _listed(temperatures: tuple[float | None, ...]) -> str:
    return ", ".join(f"{one:g}" for one in temperatures if one is not None)
