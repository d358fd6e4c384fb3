"""From answers to results: figures count what they say, and effects that are there are seen."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from benchbar.errors import InputError
from benchbar.exam import accuracies
from benchbar.exam.accuracies import Answers, best_setting
from benchbar.exam.beside import beside
from benchbar.exam.findings import ALL, Scale, results
from benchbar.exam.letters import places
from benchbar.exam.questions import PRACTICE_LABEL, practice
from benchbar.exam.regressions import by_questions, regressions
from benchbar.exam.response_file import Imported
from benchbar.exam.responses import Response
from benchbar.exam.results import MOST_MISSED, Fitted, Part, Results, Setting
from benchbar.exam.studies import figures
from benchbar.records import Cell, Item
from benchbar.runs.folder import open_run
from tests.exam.made_answers import answers
from tests.exam.made_exam import CELLS, make_exam, mostly_right, questions


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Results:
    folder = tmp_path_factory.mktemp("exam")
    other = Imported(tuple(answers(50, paper="study", model="gpt-4")), ())
    run = open_run(make_exam(folder, answer=_sometimes))
    return results(run, other=other, scale=Scale(written=(4.2, 4.2)))


def _sometimes(item: Item, cell: Cell, trial: int) -> str | None:
    gone = item.id == "3" and trial == 2
    return None if gone else mostly_right(item, cell, trial)


def every_part(found: Results) -> Iterator[tuple[Part, ...]]:
    (model,) = found.models
    yield from (model.settings, model.prompts, model.temperatures, model.trials, model.subjects)


def test_nothing_leaves_the_denominator(found: Results) -> None:
    (model,) = found.models
    assert (model.overall.asked, model.overall.questions, model.sessions) == (480, 40, 12)
    assert model.overall.unanswered == {"missing": len(CELLS)}
    assert found.notes[0].startswith("4 of 480 planned answers are missing")
    for parts in every_part(found):
        for name in ("asked", "correct"):
            total = sum(getattr(part.accuracy, name) for part in parts)
            assert total == getattr(model.overall, name)
    for part in (part for parts in every_part(found) for part in parts):
        for one in (part.accuracy.new, part.accuracy.these, part.accuracy.published):
            assert one
            assert one.low < one.value < one.high
            assert one.value == part.accuracy.correct / part.accuracy.asked


def test_parts_have_their_names(found: Results) -> None:
    settings, prompts, temperatures, trials, subjects = every_part(found)
    assert settings[1].setting == Setting("ranked", 0.5)
    assert [part.name for part in prompts] == ["ranked", "ranked-with-reasons"]
    assert [part.name for part in temperatures] == ["0", "0.5"]
    assert [part.name for part in trials] == ["1", "2", "3"]
    assert [part.name for part in subjects][:2] == ["Civil Procedure", "Constitutional Law"]


def test_ranks_and_graders(found: Results) -> None:
    (model,) = found.models
    assert model.ranks
    assert model.ranks.prompts == ("ranked", "ranked-with-reasons")
    assert model.ranks.first.correct == model.overall.correct
    assert model.ranks.first.correct < model.ranks.two.correct < model.ranks.three.correct
    assert model.graders
    assert model.graders.corrected.value == model.overall.new.value
    assert model.graders.asked == model.overall.asked


def test_graders_differ_where_they_do(tmp_path: Path) -> None:
    def worded(item: Item, cell: Cell, trial: int) -> str:
        return f"The answer is **({item.gold})**."

    run = open_run(make_exam(tmp_path, questions(8), cells=CELLS[:1], trials=1, answer=worded))
    (model,) = results(run).models
    assert model.graders
    assert (model.graders.only_corrected, model.graders.only_published) == (8, 0)
    (by_published,) = results(run, "published").models
    assert (by_published.overall.correct, model.overall.correct) == (0, 8)
    assert model.overall.these is None
    assert (model.best, model.repeated) == (None, ())


def test_scaled_scores(found: Results) -> None:
    (model,) = found.models
    assert [one.name for one in model.scored] == [ALL, "ranked", "ranked-with-reasons"]
    for part in model.scored:
        for score in part.standing.scores:
            assert score.scaled.value
            assert score.positions
            assert score.whole
    assert found.practice == ""


def test_practice_items_have_no_scaled_score(tmp_path: Path) -> None:
    mixed = [*questions(5), replace(practice()[0], id="99")]
    found = results(open_run(make_exam(tmp_path, mixed)))
    assert found.practice == PRACTICE_LABEL
    assert all(not model.scored for model in found.models)


def test_several_models(tmp_path: Path) -> None:
    cells = [replace(cell, model=model) for model in ("a/one", "b/two") for cell in CELLS]
    found = results(open_run(make_exam(tmp_path, cells=cells)))
    assert [model.model for model in found.models] == ["a/one", "b/two"]
    assert {model.overall.asked for model in found.models} == {480}
    assert found.regressions[0].formula.startswith("correct ~ model + temperature + prompt")


def test_agreement_of_trials() -> None:
    same = Answers([replace(one, session=s) for one in answers(40, trials=1) for s in ("1", "2")])
    for one in accuracies.repeated(same):
        assert (one.letter.value, one.agreement.flips.value, one.agreement.trials) == (1, 0, 2)
    assert len(accuracies.repeated(Answers(answers(40)))) == 4
    assert accuracies.repeated(Answers(answers(40, trials=1))) == ()


def test_sessions_numbered_through_are_trials_by_place() -> None:
    made = answers(10)
    numbers: dict[tuple[object, ...], str] = {}
    through = [
        replace(
            one,
            session=numbers.setdefault(
                (one.prompt, one.temperature, one.session), str(len(numbers) + 1)
            ),
        )
        for one in made
    ]
    assert len(numbers) == 12
    by_place = accuracies.by_trial(Answers(through))
    assert by_place == accuracies.by_trial(Answers(made))
    assert accuracies.sessions(Answers(through)) == 12


def test_best_setting() -> None:
    made = answers(200, prompts=("plain", "ranked", "ranked-with-reasons"), effects={"plain": 3})
    better = [
        replace(one, answer=one.key)
        if (one.prompt, one.temperature) == ("ranked-with-reasons", 0.5)
        else one
        for one in made
    ]
    assert best_setting(better) == ("ranked-with-reasons", 0.5)
    with pytest.raises(InputError, match="no ranked prompt"):
        best_setting(answers(5, prompts=("plain",)))
    with pytest.raises(InputError, match="name one"):
        best_setting([*made, *answers(5, model="other")])
    assert best_setting([*better, *answers(5, model="other")], "maker/model")[1] == 0.5
    with pytest.raises(InputError, match="1 answers are missing"):
        best_setting([*made[:-1], replace(made[-1], answer=None, why="missing")])


def fitted(responses: list[Response]) -> Fitted:
    (one,) = regressions(responses)
    assert one.refused == ""
    assert one.fit
    return one


def test_a_planted_effect_is_found() -> None:
    made = answers(
        200, prompts=("few-shot", "plain"), temperatures=(0.5,), trials=5, effects={"few-shot": 1.4}
    )
    one = fitted(made)
    assert one.formula == "correct ~ condition + (1|question) + (1|category)"
    assert one.wider_formula.endswith("(1|question:condition)")
    assert one.fit
    (_, maximal) = one.fit.terms
    assert maximal.term == "conditionmaximal"
    assert maximal.limits[0] < 1.4 < maximal.limits[1]
    assert maximal.p < 0.001
    assert one.tests[0].p < 0.001
    assert one.versus


def test_no_effect_is_not_found() -> None:
    both = [*answers(100, seed=4), *answers(100, paper="study", seed=5)]
    one = fitted(both)
    assert one.formula.startswith("correct ~ paper + temperature + prompt + (1|question)")
    assert {test.name: test.p > 0.01 for test in one.tests} == dict.fromkeys(
        ("paper", "temperature", "prompt"), True
    )


def test_what_does_not_vary_is_left_out() -> None:
    made = [replace(one, subject="") for one in answers(60, temperatures=(None,))]
    assert fitted(made).formula == "correct ~ prompt + (1|question)"
    assert regressions(answers(20, prompts=("ranked",), temperatures=(0.0,))) == ()


def test_what_cannot_be_told_apart_is_left_out() -> None:
    both = [*answers(60), *answers(60, paper="study", model="gpt-4", seed=2)]
    one = fitted(both)
    assert one.left_out == ("model (it cannot be told apart from paper)",)
    assert "model" not in one.formula


def test_a_refusal_is_told_and_stops_nothing() -> None:
    right = [replace(one, answer=one.key) for one in answers(20)]
    (one,) = regressions(right)
    assert one.fit is None
    assert one.refused.startswith("not fitted: all 240 answers are right")
    assert one.tests == ()


def test_questions_with_another_key_are_other_questions() -> None:
    ours, theirs = answers(60), answers(60, paper="study")
    turned = {"A": "B", "B": "C", "C": "D", "D": "A"}
    other = [
        replace(one, key=turned[one.key], answer=turned[one.answer or "A"]) if one.question == "1"
        else one
        for one in theirs
    ]  # fmt: skip
    one = fitted([*ours, *other])
    assert one.fit
    (question,) = (group for group in one.fit.random if group.name == "question")
    assert len(question.effects) == 61
    assert beside(ours, Imported(tuple(other), ()), ()).conflicting == 1


def test_beside(found: Results) -> None:
    assert found.beside
    assert found.beside.name == "study"
    one = found.beside
    assert one.common + one.conflicting == 40
    assert (one.only_ours, one.only_theirs) == (0, 10)
    assert one.difference
    assert one.difference.clusters == one.common
    assert any(f"{one.common} are common" in note for note in one.notes)
    assert one.models[0].scored == ()
    assert found.regressions[0].formula.startswith("correct ~ paper +")


def test_beside_itself() -> None:
    ours = answers(40)
    one = beside(ours, Imported(tuple(answers(40, paper="again")), ()), ())
    assert one.ours == one.theirs
    assert one.difference
    assert one.difference.low < one.difference.value == 0 < one.difference.high
    apart = [replace(a, question=f"x{a.question}") for a in answers(9, paper="other")]
    none = beside(ours, Imported(tuple(apart), ()), ())
    assert (none.common, none.difference) == (0, None)
    assert "No question has the same number" in none.notes[0]


def test_a_favoured_letter_is_seen() -> None:
    leaning = places(answers(200, leaning=0.2))
    assert leaning.test.p < 0.001
    assert leaning.places[0].excess.low > 0
    assert not leaning.shuffled
    even = places(answers(200))
    assert even.test.p > 0.01
    for one in (leaning, even):
        assert sum(place.picked for place in one.places) == one.answered
        assert sum(place.expected for place in one.places) == pytest.approx(one.answered)
        assert sum(place.excess.value for place in one.places) == pytest.approx(0, abs=1e-9)


def test_guessing_with_an_uneven_key_favours_no_letter() -> None:
    uneven = [one for one in answers(800, ease=-9, trials=1) if one.key in "AB"]
    mixed = places([*uneven, *(replace(one, question=f"r{one.question}", answer=one.key,
                                       shown=one.key) for one in uneven[::4])])  # fmt: skip
    assert mixed.test.p > 0.01


def test_where_there_is_no_test() -> None:
    assert "no test with fewer than 30" in places(answers(10)).test.why
    assert places([replace(one, shown=None) for one in answers(3)]).test.why
    right = [replace(one, answer=one.key, shown=one.key) for one in answers(60)]
    assert places(right).test.why == "too few answers differ for a test"
    assert all(one.excess.low < 0 < one.excess.high for one in places(right).places)


def test_published_figures_have_their_source() -> None:
    every = figures()
    assert {(one.value, one.low, one.high) for one in figures("overall")} >= {
        (75.6, 74.7, 76.4),
        (75.7, 74.2, 77.1),
    }
    assert figures("few-shot")[0].value == 79.5
    for one in every:
        assert one.source
        assert one.status
        assert one.what
        assert one.value is not None or one.low is not None
    assert len(figures("Torts")) == 3


def test_answers_that_repeat_each_other_are_no_more_evidence() -> None:
    """Trials that are all alike at one temperature make the regression see effects of chance."""
    seen = []
    for seed in range(60):
        rng = np.random.default_rng(seed)
        ease = rng.normal(1.2, 2, 60)
        settled = rng.random(60)[:, None].repeat(3, axis=1)
        drawn = {"0": settled, "0.5": rng.random((60, 3)), "1": rng.random((60, 3))}
        rows = [
            (level, question, column < 1 / (1 + np.exp(-ease[question])))
            for level, chances in drawn.items()
            for question, row in enumerate(chances)
            for column in row
        ]
        table = {
            "temperature": [level for level, _, _ in rows],
            "question": [f"q{question}" for _, question, _ in rows],
            "correct": [str(int(right)) for _, _, right in rows],
        }
        seen.append(by_questions(table, "temperature").p < 0.05)
    assert sum(seen) <= 8


def test_questions_missed_most_are_listed_with_what_was_named_instead() -> None:
    every = answers(80, ease=0.3)
    found = accuracies.missed(Answers(every))
    assert 0 < len(found) <= MOST_MISSED
    shares = [one.correct / one.asked for one in found]
    assert shares == sorted(shares)
    assert max(shares) < 0.5
    for one in found:
        rows = [row for row in every if row.question == one.question]
        wrong = [row.answer for row in rows if row.answer and row.answer != row.key]
        assert (one.correct, one.asked) == (sum(row.correct for row in rows), len(rows))
        counts = Counter(map(str, wrong))
        assert one.picked == max(counts.values(), default=0)
        assert not wrong or counts[str(one.most)] == one.picked
    worst = {row.question: row for row in every}[found[0].question]
    assert found[0].key == worst.key


def test_nobody_misses_easy_questions() -> None:
    easy = [replace(one, answer=one.key, shown=one.key) for one in answers(30)]
    assert accuracies.missed(Answers(easy)) == ()
    silent = [replace(one, answer=None, shown=None, why="refused") for one in answers(3)]
    assert {one.most for one in accuracies.missed(Answers(silent))} == {None}
