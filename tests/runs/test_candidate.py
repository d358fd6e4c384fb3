"""The simulated candidate: how often it is right, when its trials are alike, how it is read."""

import math
from collections import Counter
from functools import cache
from itertools import permutations
from pathlib import Path
from statistics import NormalDist, fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inspect_ai import Task
from inspect_ai import eval as inspect_eval
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessageSystem, ChatMessageUser
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import store

from benchbar.exam.prompts import EXAMPLES, PROMPTS, prompt_of
from benchbar.exam.questions import practice
from benchbar.records import Reply
from benchbar.runs import BUILT_IN, BY_RULE, candidate
from benchbar.runs.candidate import Sheet, answer, hardness, read
from benchbar.runs.manners import Said
from benchbar.scoring.choice import Offered, Pick, judge
from benchbar.scoring.taxonomy import NOT_AN_ANSWER
from benchbar.seeds import rng_for
from benchbar.tasks.multiple_choice import PLAIN, document_of, wording_of

CHOICES = ("Yes, it left.", "Yes, it sank.", "No, it waited.", "No, it floats.")
KEY = CHOICES[2]
MANY = 2_000
STEMS = tuple(f"Ferry {n} left early.\n\nIs the company liable?" for n in range(MANY))


def shown(prompt: str, stem: str, choices: tuple[str, ...] = CHOICES) -> str:
    document = document_of("q", stem, choices, source="")
    return wording_of(prompt).message(document.text)


def read_well(prompt: str, stem: str) -> Sheet:
    sheet = read(shown(prompt, stem))
    assert sheet is not None
    return sheet


def said(
    prompt: str,
    stem: str,
    choices: tuple[str, ...] = CHOICES,
    told: str = KEY,
    trial: int = 1,
    temperature: float | None = None,
) -> Said:
    system = prompt_of(prompt).system
    return answer(system, shown(prompt, stem, choices), told, trial, temperature)


def picks(
    reply: Said, prompt: str, stem: str, choices: tuple[str, ...] = CHOICES
) -> tuple[Pick, Pick]:
    offered = Offered(choices, stem=stem, ranked=wording_of(prompt).ranked)
    return judge(offered, Reply("q", turns=(reply.text,), stop_reason=reply.stop_reason))


def words(letter: str | None, choices: tuple[str, ...] = CHOICES) -> str | None:
    return choices["ABCD".index(letter)] if letter else None


@cache
def ranks(prompt: str, temperature: float | None, trial: int = 1) -> list[list[str | None]]:
    """What the corrected grader understands, in words, of the replies to all questions."""
    replies = ((stem, said(prompt, stem, trial=trial, temperature=temperature)) for stem in STEMS)
    return [
        [words(letter) for letter in picks(reply, prompt, stem)[1].ranks] for stem, reply in replies
    ]


def near(found: float, expected: float, n: int) -> bool:
    """Within four standard errors of a share."""
    return abs(found - expected) < 4 * math.sqrt(expected * (1 - expected) / n)


@pytest.mark.parametrize("temperature", [0.0, 0.5, None])
@pytest.mark.parametrize(
    ("prompt", "expected"),
    [("plain", 0.709), ("ranked", 0.757), ("ranked-with-reasons", 0.757), ("few-shot", 0.795)],
)
def test_it_is_right_as_often_as_published(
    prompt: str, expected: float, temperature: float | None
) -> None:
    right = fmean(first == KEY for first, *_ in ranks(prompt, temperature))
    assert near(right, expected, MANY)


@pytest.mark.parametrize("condition", sorted(candidate.ABILITY))
def test_abilities_make_the_accuracies(condition: str) -> None:
    quantiles = ((n + 0.5) / 20_000 for n in range(20_000))
    ability = candidate.ABILITY[condition]
    log_odds = (ability - NormalDist(0, candidate.SPREAD).inv_cdf(q) for q in quantiles)
    share = (1 - candidate.SILENT) * fmean(1 / (1 + math.exp(-one)) for one in log_odds)
    assert share == pytest.approx(candidate.ACCURACY[condition], abs=5e-4)


def test_at_temperature_0_all_trials_are_the_same() -> None:
    for prompt in PROMPTS:
        for stem in STEMS[:200]:
            replies = {said(prompt, stem, trial=trial, temperature=0) for trial in range(1, 6)}
            assert len(replies) == 1


@pytest.mark.parametrize("temperature", [1.0, None, 1.7])
def test_at_temperature_1_trials_differ(temperature: float | None) -> None:
    one, two = ([first for first, *_ in ranks("ranked", temperature, trial)] for trial in (1, 2))
    assert 0.2 < fmean(a != b for a, b in zip(one, two, strict=True)) < 0.5


def test_trials_are_the_less_alike_the_warmer_it_is() -> None:
    unlike = [
        fmean(a[0] != b[0] for a, b in zip(ranks("ranked", t), ranks("ranked", t, 2), strict=True))
        for t in (0.0, 0.5, 1.0)
    ]
    assert unlike == sorted(set(unlike))


def test_no_temperature_given_is_1() -> None:
    for stem in STEMS[:50]:
        assert said("plain", stem) == said("plain", stem, temperature=1.0)


def test_the_same_is_said_to_the_same() -> None:
    for stem in STEMS[:50]:
        assert said("few-shot", stem, trial=3) == said("few-shot", stem, trial=3)


@pytest.mark.parametrize("temperature", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("prompt", ["plain", "ranked"])
def test_shuffling_changes_the_letter_and_not_the_choice(prompt: str, temperature: float) -> None:
    for stem in STEMS[:20]:
        letters, chosen = set(), set()
        for order in permutations(CHOICES):
            reply = said(prompt, stem, order, temperature=temperature)
            _, pick = picks(reply, prompt, stem, order)
            letters.add(pick.first)
            chosen.add(tuple(words(letter, order) for letter in pick.ranks))
        assert len(chosen) == 1
        assert len(letters) == (4 if chosen != {(None, None, None)} else 1)


def test_a_question_is_as_hard_in_every_prompt_and_order() -> None:
    for stem in STEMS[:50]:
        orders = (CHOICES, CHOICES[::-1])
        sheets = [read(shown(prompt, stem, order)) for prompt in PROMPTS for order in orders]
        assert len({hardness(sheet) for sheet in sheets if sheet}) == 1
        assert None not in sheets


def test_what_is_hard_in_one_prompt_is_hard_in_another() -> None:
    """Of two prompts answered afresh, far more questions are right in both than by chance."""
    one, two = ([first == KEY for first, *_ in ranks(name, 1.0)] for name in ("plain", "few-shot"))
    both = fmean(a and b for a, b in zip(one, two, strict=True))
    assert both - fmean(one) * fmean(two) > 0.04


def test_worked_examples_help_with_a_settled_question_and_never_harm() -> None:
    plain, ranked, helped = (
        [first == KEY for first, *_ in ranks(name, 0.0)] for name in ("plain", "ranked", "few-shot")
    )
    assert all(a <= b <= c for a, b, c in zip(plain, ranked, helped, strict=True))
    assert sum(plain) < sum(ranked) < sum(helped)


def test_a_wrong_answer_is_mostly_the_same_wrong_answer() -> None:
    hardest = max(STEMS, key=lambda stem: hardness(read_well("plain", stem)))
    drawn = Counter(
        words(picks(said("ranked", hardest, trial=trial), "ranked", hardest)[1].first)
        for trial in range(1, 401)
    )
    del drawn[None], drawn[KEY]
    (_, most), *_, (_, least) = drawn.most_common()
    assert near(most / drawn.total(), 0.6, drawn.total())
    assert near(least / drawn.total(), 0.1, drawn.total())


def test_the_right_choice_is_often_the_second() -> None:
    missed = [picked for picked in ranks("ranked", 1.0) if picked[0] not in (KEY, None)]
    assert all(len(set(picked)) == 3 for picked in missed)
    assert near(fmean(second == KEY for _, second, _ in missed), 0.6, len(missed))
    assert near(fmean(third == KEY for *_, third in missed), 0.2, len(missed))


def test_no_place_is_preferred() -> None:
    arranged = [CHOICES[n % 4 :] + CHOICES[: n % 4] for n in range(MANY)]
    places = Counter(
        picks(said("ranked", stem, order, temperature=0), "ranked", stem, order)[0].first
        for stem, order in zip(STEMS, arranged, strict=True)
    )
    assert all(near(places[letter] / MANY, 0.25, MANY) for letter in "ABCD")


@pytest.mark.parametrize("told", ["", "Something else.", "yes, it left."])
def test_what_is_not_told_is_guessed(told: str) -> None:
    drawn: Counter[str | None] = Counter()
    for stem in STEMS[:400]:
        letters = {
            picks(said(prompt, stem, order, told, trial), prompt, stem, order)[1].first
            for prompt in ("plain", "ranked")
            for order in (CHOICES, CHOICES[::-1])
            for trial in (1, 2)
        }
        (letter,) = letters - {None}
        drawn[letter] += 1
    assert all(near(drawn[letter] / 400, 0.25, 400) for letter in "ABCD")


def test_how_the_right_choice_is_broken_into_lines_does_not_matter() -> None:
    choices = (*CHOICES[:2], "No, it\nwaited  long.", CHOICES[3])
    for stem in STEMS[:50]:
        assert said("ranked", stem, choices, "No, it waited long.") == said(
            "ranked", stem, choices, choices[2]
        )


@pytest.mark.parametrize("prompt", sorted(PROMPTS))
def test_both_graders_read_settled_answers_as_meant(prompt: str) -> None:
    """In good order: every ordinary manner, on questions with words of all kinds."""
    examples = {example.id for example in EXAMPLES}
    for question in practice():
        if question.id in examples:
            continue
        for told in question.choices:
            reply = said(prompt, question.stem, question.choices, told, temperature=0)
            published, corrected = picks(reply, prompt, question.stem, question.choices)
            assert published.first is not None
            assert published.ranks == corrected.ranks
            sheet = read_well(prompt, question.stem)
            condition = candidate._condition(prompt_of(prompt).system, sheet)
            easy = hardness(sheet) < candidate.ACCURACY[condition]
            assert (words(corrected.first, question.choices) == told) == easy


def test_every_manner_is_read_and_the_slack_ones_by_the_corrected_grader_only() -> None:
    for prompt in ("plain", "ranked", "ranked-with-reasons"):
        sheet = read_well(prompt, STEMS[0])
        for slack in (False, True):
            for order in permutations(range(4)):
                for draw in range(40):
                    rng = rng_for("test", draw)
                    reply = candidate._say(sheet, order, rng, slack=slack)
                    published, corrected = picks(reply, prompt, STEMS[0])
                    meant = tuple("ABCD"[n] for n in order[:3])
                    assert corrected.first == meant[0]
                    assert corrected.ranks == meant or prompt == "plain"
                    assert published.ranks == ((None,) * 3 if slack else corrected.ranks)


def test_some_replies_are_no_answer_and_some_are_read_by_one_grader_only() -> None:
    found = [picks(said(name, stem), name, stem) for name in ("plain", "ranked") for stem in STEMS]
    silent = [corrected for _, corrected in found if corrected.first is None]
    assert near(len(silent) / len(found), candidate.SILENT, len(found))
    assert {pick.why for pick in silent} == {"empty", "blocked", "refused", "truncated"}
    assert set(NOT_AN_ANSWER) >= {pick.why for pick in silent}
    missed = fmean(bool(two.first and not one.first) for one, two in found)
    assert near(missed, candidate.SLACK * (1 - candidate.SILENT), len(found))


def test_the_form_that_is_asked_for_is_followed() -> None:
    rows = said("ranked-with-reasons", STEMS[0], temperature=0).text.splitlines()
    heads = [row.partition(":")[0] for row in rows]
    assert heads[:3] == ["First Choice", "Second Choice", "Third Choice"]
    assert heads[3:] == ["Explanation", "Authority"]
    assert all("(simulated)" in row for row in rows[3:])
    assert len(said("ranked", STEMS[0], temperature=0).text.splitlines()) == 3


@given(st.text(), st.text(), st.text(), st.integers(), st.floats() | st.none())
def test_odd_prompts_are_answered(
    system: str, prompt: str, told: str, trial: int, temperature: float | None
) -> None:
    assert answer(system, prompt, told, trial, temperature) == Said(candidate.UNSEEN)


CHOICE_ROWS = [f"({letter}) {end}" for letter in "ABCD" for end in ("", "x", "{0}", "\ud800")]
OTHER_ROWS = ["", "-" * 20, PLAIN, "First Choice: [letter]", "Explanation:", "\ud800", "{letter}"]


@given(
    st.lists(st.sampled_from([*CHOICE_ROWS, *OTHER_ROWS])),
    st.sampled_from(["", "x", "{0}", "\ud800"]),
    st.floats(0, 2) | st.none(),
)
def test_odd_rows_are_answered(rows: list[str], told: str, temperature: float | None) -> None:
    prompt = "\n".join(rows)
    first, second = (answer(prompt, prompt, told, 1, temperature) for _ in range(2))
    assert first == second
    labels = "".join(row[1] for row in rows if row[:1] == "(")
    places = iter(labels)
    complete = all(letter in places for letter in "ABCD")
    assert (first == Said(candidate.UNSEEN)) is not complete


def test_a_stem_may_hold_rules_and_letters_of_its_own() -> None:
    stem = f"Claims:\n(A) one\n(B) two\n{'-' * 20}\n(C) three\n(D) four\n\nWhich is barred?"
    sheets = [read(shown(prompt, stem)) for prompt in PROMPTS]
    assert {sheet.choices for sheet in sheets if sheet} == {CHOICES}
    assert len({sheet.stem for sheet in sheets if sheet}) == 1


def test_it_is_one_of_the_built_in_models() -> None:
    assert "candidate" in BUILT_IN
    assert "benchbar/candidate" in BY_RULE


def test_it_is_told_through_inspects_store(tmp_path: Path) -> None:
    """System message, trial, temperature and key arrive; without the key it guesses."""
    stems = STEMS[:6]

    @solver
    def telling(told: str) -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:
            store().set("trial", state.epoch)
            if told:
                store().set("told", told)
            return await generate(state)

        return solve

    system = prompt_of("few-shot").system
    samples = [
        Sample(
            id=stem,
            input=[
                ChatMessageSystem(content=system),
                ChatMessageUser(content=shown("few-shot", stem)),
            ],
        )
        for stem in stems
    ]
    for told in (KEY, ""):
        (log,) = inspect_eval(
            Task(dataset=MemoryDataset(samples), solver=telling(told), epochs=2),
            model="benchbar/candidate",
            temperature=0.7,
            log_dir=str(tmp_path),
            display="none",
            score=False,
            ctl_server=False,
        )
        assert log.status == "success"
        for sample in log.samples or ():
            expected = said("few-shot", str(sample.id), CHOICES, told, sample.epoch, 0.7)
            assert sample.output.completion == expected.text
            assert sample.output.usage
            assert sample.output.usage.input_tokens > 1_000
