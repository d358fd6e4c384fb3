"""What a model is asked, word for word, and that no worked example is ever scored."""

from pathlib import Path

import msgspec
import pytest

from benchbar.errors import InputError
from benchbar.exam import prompts
from benchbar.exam.prompts import EXAMPLES, PROMPTS, apart, few_shot
from benchbar.exam.questions import Question, practice
from benchbar.records import Reply
from benchbar.scoring.choice import Offered, judge
from benchbar.tasks.multiple_choice import WORDINGS, document_of
from benchbar.tasks.shuffle import LETTERS

GOLDEN = Path(__file__).parent / "prompts"
QUESTION = Question(
    id="q-1",
    stem="A ferry left early.\n\nIs the company liable?",
    choices=("Yes, it left.", "Yes, it sank.", "No, it waited.", "No, it floats."),
    key="C",
)
KNOWN = {question.id: question for question in practice()}


def user(name: str) -> str:
    """What a prompt says to a model as the user."""
    shown = document_of(QUESTION.id, QUESTION.stem, QUESTION.choices, source="")
    return PROMPTS[name].wording.message(shown.text)


@pytest.mark.parametrize("name", sorted(PROMPTS))
def test_prompts_are_as_reviewed(name: str) -> None:
    golden = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    assert f"{PROMPTS[name].system}\n\n{'=' * 20}\n\n{user(name)}\n" == golden


def test_every_prompt_has_a_wording() -> None:
    assert {*PROMPTS, "default"} == {*WORDINGS}


def test_the_plain_prompt_says_only_what_the_study_says() -> None:
    assert PROMPTS["plain"].system == "You are a helpful assistant"
    assert user("plain").startswith("Please answer the following question\n\nA ferry left early.")
    assert user("plain").endswith("(D) No, it floats.")


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
    worked = PROMPTS[name].system.split("Example ")[1:]
    assert len(worked) == len(EXAMPLES)
    for example, text in zip(EXAMPLES, worked, strict=True):
        question = KNOWN[example.id]
        assert question.stem in text
        assert question.explanations[LETTERS.index(question.key)].removeprefix("Right. ") in text
        answer = text.rpartition("-" * 20)[2].partition("\n\nWhy")[0]
        offered = Offered(question.choices, stem=question.stem, ranked=True)
        for pick in judge(offered, Reply(id="", turns=(answer.strip(),))):
            assert pick.ranks == (question.key, example.second, example.third)


def test_words_around_an_example_do_not_hide_it() -> None:
    shown = KNOWN[EXAMPLES[0].id]
    around = msgspec.structs.replace(shown, id="7", stem=f"Question 7: {shown.stem} Choose one.")
    assert apart([around, QUESTION], [PROMPTS["few-shot"]]) == (QUESTION,)


def test_examples_are_never_scored() -> None:
    few = PROMPTS["few-shot"]
    left = apart(practice(), [PROMPTS["plain"], few])
    assert {one.id for one in practice()} - {one.id for one in left} == {one.id for one in EXAMPLES}
    renamed = msgspec.structs.replace(
        KNOWN["tort-2"], id="17", stem=KNOWN["tort-2"].stem.upper().replace("\n", "  ")
    )
    assert apart([renamed], [few]) == ()
    same_number = msgspec.structs.replace(QUESTION, id="tort-2")
    assert apart([same_number], [few]) == (same_number,)


def test_few_shot_is_built_on_the_best_ranked_prompt() -> None:
    for best in ("ranked", "ranked-with-reasons"):
        base, few = PROMPTS[best], few_shot(best)
        assert few.examples == EXAMPLES
        assert few.wording == base.wording
        assert user(few.name) == user(best)
    with pytest.raises(InputError, match="ranked prompt"):
        few_shot("plain")
    with pytest.raises(InputError, match="choose from ranked"):
        prompts.prompt_of("rank")
