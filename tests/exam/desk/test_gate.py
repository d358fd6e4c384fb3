"""The gate and drift, by hand and by graders of known quality."""

import numpy as np
import pytest

from benchbar.exam.desk import gate
from benchbar.exam.desk.gate import Decision, Marked
from benchbar.exam.desk.options import Options

OPTIONS = Options()
TRUE = [float(1 + n % 6) for n in range(30)]


def marked(person: int, scores: list[float], *, human: bool = True) -> Marked:
    order = sorted(range(len(scores)), key=lambda n: (-scores[n], n))
    ranks = [0.0] * len(scores)
    for rank, n in enumerate(order, 1):
        ranks[n] = float(rank)
    return Marked(person, human, tuple(ranks), tuple(scores))


def luck(person: int) -> list[float]:
    return [float(one) for one in np.random.default_rng(person).integers(1, 7, 30)]


def near(person: int) -> list[float]:
    """Return scores that are a point off now and then."""
    off = np.random.default_rng(person).choice([-1, 0, 0, 0, 0, 1], 30)
    return [float(np.clip(a + b, 1, 6)) for a, b in zip(TRUE, off, strict=True)]


def decide(*all_marked: Marked) -> dict[int, Decision]:
    found = gate.decide(all_marked, OPTIONS, np.random.default_rng(1))
    return {one.person: one for one in found}


def test_good_graders_pass() -> None:
    found = decide(*(marked(n, near(n)) for n in (1, 2, 3)))
    assert all(one.passed for one in found.values())
    assert found[1].others == (2, 3)
    assert {figure.name for figure in found[1].figures} == {
        "rank correlation", "quadratic weighted kappa", "bias", "within a point",
    }  # fmt: skip
    for figure in found[1].figures:
        assert figure.found is not None
        assert figure.found.low <= figure.found.value <= figure.found.high


def test_one_at_random_does_not_close_the_gate_to_the_others() -> None:
    found = decide(marked(1, near(1)), marked(2, luck(2)), marked(3, near(3)))
    assert {person: one.passed for person, one in found.items()} == {1: True, 2: False, 3: True}
    assert found[1].others == (3,)
    assert found[2].others == (1, 3)


def test_where_no_majority_agrees_all_are_held_against_all() -> None:
    found = decide(*(marked(n, luck(n)) for n in (1, 2, 3, 4)))
    assert not any(one.passed for one in found.values())
    assert found[1].others == (2, 3, 4)


def test_half_of_them_are_no_majority() -> None:
    found = decide(*(marked(n, near(n)) for n in (1, 2)), *(marked(n, luck(n)) for n in (3, 4)))
    assert not any(one.passed for one in found.values())


def test_one_who_is_always_a_point_too_high_fails_for_bias_alone() -> None:
    low = [float(1 + n % 5) for n in range(30)]
    high = marked(3, [one + 1 for one in low])
    found = decide(marked(1, low), marked(2, low), high)
    assert [figure.name for figure in found[3].figures if not figure.passed] == ["bias"]
    bias = next(figure.found for figure in found[3].figures if figure.name == "bias")
    assert bias is not None
    assert bias.value == pytest.approx(1)


def test_models_are_held_against_people_and_people_never_against_models() -> None:
    found = decide(
        marked(1, near(1)), marked(2, near(2)), marked(3, luck(3), human=False),
        marked(4, near(4), human=False),
    )  # fmt: skip
    assert {person: one.passed for person, one in found.items()} == {
        1: True, 2: True, 3: False, 4: True,
    }  # fmt: skip
    assert found[1].others == (2,)
    assert found[4].others == (1, 2)
    assert {one.against for one in found.values()} == {"people"}


def test_models_alone_are_held_against_models_and_that_is_said() -> None:
    found = decide(*(marked(n, near(n), human=False) for n in (1, 2)))
    assert {one.against for one in found.values()} == {"models"}


def test_one_who_gives_the_same_score_throughout_does_not_pass() -> None:
    found = decide(marked(1, near(1)), marked(2, [3.0] * 30), marked(3, near(3)))
    assert not found[2].passed
    assert found[1].passed


def test_nobody_agrees_alone() -> None:
    with pytest.raises(ValueError, match="two graders"):
        decide(marked(1, TRUE))


def test_drift_by_hand() -> None:
    old = {"a": 3.0, "b": 4.0, "c": 2.0, "not met again": 6.0}
    new = {"a": 4.0, "b": 4.0, "c": 4.0, "never met before": 1.0}
    found = gate.drift(1, "q", old, new, OPTIONS, np.random.default_rng(1))
    assert found.checks == 3
    assert found.moved is not None
    assert found.moved.value == pytest.approx(1)
    assert found.moved.high - found.moved.value == pytest.approx(4.302653 / 3**0.5)
    assert found.apart == pytest.approx(1)
    assert found.flagged


def test_drift_of_few_checks_has_no_interval() -> None:
    one = gate.drift(1, "q", {"a": 3.0}, {"a": 3.5}, OPTIONS, np.random.default_rng(1))
    assert (one.checks, one.moved, one.apart, one.flagged) == (1, None, 0.5, False)
    none = gate.drift(1, "q", {}, {"a": 3.5}, OPTIONS, np.random.default_rng(1))
    assert (none.checks, none.moved, none.apart, none.flagged) == (0, None, None, False)
