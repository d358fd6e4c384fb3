"""What the page says in sentences: no more than was shown."""

from dataclasses import replace

from benchbar.exam import page_plots, page_words
from benchbar.exam.percentiles import positions
from benchbar.exam.results import Fitted, Setting
from benchbar.records import Estimate
from benchbar.stats import regression
from benchbar.stats.hotelling import ZeroMean, untested
from tests.exam.made_results import (
    accuracy,
    grid,
    model_result,
    refused,
    replication,
    with_beside,
)


def told(ratio: float, over: float | None) -> str:
    fitted = replication().regressions[0]
    by = untested("too few") if over is None else ZeroMean(4.0, (1, 99), over)
    one = replace(
        fitted, tests=(regression.Test("prompt", 4.2, 1, ratio),), by_questions={"prompt": by}
    )
    (said,) = page_words.readings(one)
    return said


def test_an_effect_is_shown_where_both_tests_agree() -> None:
    assert told(0.41, 0.5).startswith("No effect of prompt was shown (p = 0.410; question by")
    assert told(0.41, None) == "No effect of prompt was shown (p = 0.410)."
    assert told(0.0004, 0.01).startswith("An effect of prompt was shown (p < 0.001; question by")
    assert "for new questions it was not shown" in told(0.01, 0.2)
    assert "only question by question" in told(0.2, 0.01)
    assert told(float("nan"), None) == "Whether prompt matters cannot be told from these answers."
    assert told(float("nan"), 0.2).startswith("No effect of prompt was shown, question by")


def test_a_shown_effect_says_how_large_it_is() -> None:
    fitted = replication().regressions[0]
    assert fitted.fit
    terms = tuple(
        replace(one, beta=1.395, se=0.192, p=0.0001, adjusted=0.0001)
        if one.term == "promptranked-with-reasons"
        else one
        for one in fitted.fit.terms
    )
    fit = replace(fitted.fit, terms=terms)
    one = replace(
        fitted, fit=fit, tests=(regression.Test("prompt", 50.0, 1, 1e-9),), by_questions={}
    )
    (said,) = page_words.readings(one)
    assert said == (
        "An effect of prompt was shown (p < 0.001): the odds of a right answer with "
        "ranked-with-reasons are 4.03 times [2.77, 5.88] those with ranked."
    )


def test_terms_are_told_as_factor_and_level() -> None:
    fit = replication().regressions[0].fit
    assert fit
    assert [page_words.term(one, fit) for one in fit.terms] == [
        "intercept",
        "prompt: ranked-with-reasons",
        *(f"temperature: {level}" for level in ("0.25", "0.5", "0.7", "1")),
    ]
    assert page_words.first_levels(fit) == {"prompt": "ranked", "temperature": "0"}


def test_a_refused_regression_still_tells_what_questions_tell() -> None:
    one: Fitted = refused()
    said = list(page_words.readings(one))
    assert said == ["An effect of condition was shown, question by question (p = 0.016)."]


def test_the_best_setting_comes_with_its_caution() -> None:
    (one,) = replication().models
    assert one.best
    said = page_words.extremes(one)
    assert said.startswith(f"Best: {one.best.name}, ")
    assert said.endswith(page_words.BEST_OF_MANY)
    assert page_words.extremes(replace(one, best=None, worst=None)) == ""


def test_what_is_unanswered_adds_up() -> None:
    found = grid([Setting("plain", 0.0)], 2, 10)[Setting("plain", 0.0)]
    one = accuracy(found, {"missing": 2, "odd kind": 1})
    assert page_words.unanswered(one) == (
        "3 of 20 unanswered, counted as wrong: never came 2, odd kind 1."
    )
    assert page_words.unanswered(accuracy(found)) == "All 20 are answered."


def test_sessions_are_told_as_they_were_made() -> None:
    (one,) = replication().models
    assert page_words.sittings(one) == "2 prompts at 5 temperatures, 5 trials of each"
    assert page_words.sittings(replace(one, sessions=51)) == (
        "10 settings, not all asked equally often"
    )
    single = model_result("m", grid([Setting("plain", 0.0)], 1, 20), ())
    assert page_words.sittings(single) == ""


def test_a_difference_is_claimed_only_beyond_its_interval() -> None:
    beside = with_beside().beside
    assert beside
    assert "a difference was not shown: +3.1 [-1.2, +7.4] points" in page_words.against(beside)
    more = replace(beside, difference=Estimate(-0.05, -0.08, -0.02, 0.95, 58, 58, "t"))
    assert "answered 5.0 points fewer correctly than replication.csv" in page_words.against(more)
    assert "no difference to tell" in page_words.against(replace(beside, difference=None))


def test_names_are_cut_to_the_room_of_a_figure() -> None:
    assert page_plots.cut("Torts", 20) == "Torts"
    assert page_plots.cut("x" * 60, 20) == "x" * 18 + "…"
    assert len(page_plots.cut("W" * 60, 20)) < 12
    assert len(page_plots.cut("法" * 60, 20)) < 12
    assert "\u202e" not in page_plots.cut("\u202eabc", 20)


def test_bounds_are_no_marks_in_the_figure() -> None:
    scores = replication().models[0].scored[0].standing.scores
    drawn = page_plots.among_people("people", "m", scores)
    assert drawn
    exact = [at for one in scores for at in one.positions if at.rank.bound is None]
    bounds = [at for one in scores for at in one.positions if at.rank.bound]
    assert bounds
    assert sum(len(row.marks) for row in drawn.rows) == len(exact)


def test_of_limits_the_closest_ones_are_quoted() -> None:
    """That a guesser is below the 70th percentile says nothing where below the 1st is known."""
    low = [one for one in positions("MBE", 75) if one.rank.bound]
    (said,) = page_words.apart(low)
    assert "below the 1st percentile of" in said
    high = [one for one in positions("MBE", 199) if one.rank.bound]
    (said,) = page_words.apart(high)
    assert "above the 99th percentile of" in said
