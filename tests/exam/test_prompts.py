"""What a model is asked, word for word, and that no worked example is ever scored."""

from dataclasses import replace as replaced
from pathlib import Path

import msgspec
import pytest

from benchbar.errors import InputError
from benchbar.exam import prompts
from benchbar.exam.prompts import EXAMPLES, PROMPTS, Prompt, apart, ask, check_apart, few_shot
from benchbar.exam.questions import LETTERS, Question, practice
from benchbar.exam.shuffle import Order
from benchbar.records import Reply
from benchbar.scoring.choice import judge

GOLDEN = Path(__file__).parent / "prompts"
QUESTION = Question(
    id="q-1",
    stem="A ferry left early.\n\nIs the company liable?",
    choices=("Yes, it left.", "Yes, it sank.", "No, it waited.", "No, it floats."),
    key="C",
)
KNOWN = {question.id: question for question in practice()}


@pytest.mark.parametrize("name", sorted(PROMPTS))
def test_prompts_are_as_reviewed(name: str) -> None:
    asked = ask(PROMPTS[name], QUESTION)
    golden = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    assert f"{asked.system}\n\n{'=' * 20}\n\n{asked.user}\n" == golden


def test_the_plain_prompt_says_only_what_the_study_says() -> None:
    asked = ask(PROMPTS["plain"], QUESTION)
    assert asked.system == "You are a helpful assistant"
    assert asked.user.startswith("Please answer the following question\n\nA ferry left early.")
    assert asked.user.endswith("(D) No, it floats.")
    assert not asked.offered.ranked


def test_choices_are_shown_in_their_order() -> None:
    asked = ask(PROMPTS["ranked"], QUESTION, Order((2, 0, 3, 1)))
    assert "(A) No, it waited.\n(B) Yes, it left.\n(C) No, it floats." in asked.user
    assert asked.key == "A"
    assert asked.offered.choices[0] == QUESTION.right
    assert asked.offered.ranked


def test_options_tell_prompts_apart() -> None:
    told = [tuple(sorted(prompt.options.items())) for prompt in PROMPTS.values()]
    assert len(set(told)) == len(PROMPTS)
    assert PROMPTS["few-shot"].options["examples"] == " ".join(
        f"{one.id}:{one.second}{one.third}" for one in EXAMPLES
    )


def test_examples_are_sensible() -> None:
    assert len({KNOWN[one.id].subject for one in EXAMPLES}) == len(EXAMPLES) >= 3
    assert {KNOWN[one.id].key for one in EXAMPLES} == set(LETTERS)
    for one in EXAMPLES:
        assert len({KNOWN[one.id].key, one.second, one.third}) == 3
        assert KNOWN[one.id].explanations


@pytest.mark.parametrize("name", ["few-shot", "few-shot-with-reasons"])
def test_worked_answers_are_read_by_both_graders(name: str) -> None:
    """The form that the examples show is the form that is scored."""
    asked = ask(PROMPTS[name], QUESTION)
    worked = asked.system.split("Example ")[1:]
    assert len(worked) == len(EXAMPLES)
    for example, text in zip(EXAMPLES, worked, strict=True):
        question = KNOWN[example.id]
        assert question.stem in text
        assert question.explanations[LETTERS.index(question.key)].removeprefix("Right. ") in text
        answer = text.rpartition("-" * 20)[2].partition("\n\nWhy")[0]
        offered = ask(Prompt("ranked"), question).offered
        for pick in judge(offered, Reply(id="", turns=(answer.strip(),))):
            assert pick.ranks == (question.key, example.second, example.third)


def test_examples_are_never_scored() -> None:
    few = PROMPTS["few-shot"]
    left = apart(practice(), [PROMPTS["plain"], few])
    assert {one.id for one in practice()} - {one.id for one in left} == {one.id for one in EXAMPLES}
    check_apart(left, [few])
    check_apart(practice(), [PROMPTS["ranked"]])
    renamed = msgspec.structs.replace(
        KNOWN["tort-2"], id="17", stem=KNOWN["tort-2"].stem.upper().replace("\n", "  ")
    )
    assert apart([renamed], [few]) == ()
    with pytest.raises(InputError, match="'17' is the worked example 'tort-2'"):
        check_apart([renamed], [few])
    with pytest.raises(InputError, match="worked example"):
        ask(few, KNOWN["civ-4"])
    same_number = msgspec.structs.replace(QUESTION, id="tort-2")
    assert apart([same_number], [few]) == (same_number,)


def test_few_shot_is_built_on_the_best_ranked_prompt() -> None:
    for best in ("ranked", "ranked-with-reasons"):
        base, few = PROMPTS[best], few_shot(best)
        assert replaced(few, examples=(), name=best) == base
        assert ask(few, QUESTION).user == ask(base, QUESTION).user
    with pytest.raises(InputError, match="ranked prompt"):
        few_shot("plain")
    with pytest.raises(InputError, match="choose from ranked"):
        prompts.prompt_of("rank")
