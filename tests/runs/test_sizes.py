import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from benchbar import tokens
from benchbar.records import Cell, Reply
from benchbar.runs import plan, sizes
from benchbar.runs.prices import Offer
from benchbar.runs.sizes import ASSUMED_REASONING, ASSUMED_REPLY, WRAPPING, Length, Sizes
from benchbar.suites.data import Data

PRICE = Offer(tokens_in=1.0, out=10.0)


def estimated(
    built: Path,
    cell: Cell,
    known: Offer = PRICE,
    *,
    trials: int = 1,
    replies: tuple[Reply, ...] = (),
    **options: Any,
) -> Sizes:
    study = plan.plan(built, (cell,), trials=trials, **options)
    study = replace(study, offers={cell.key: known})
    return sizes.estimate(
        study,
        plan.pairs(study, Data(built)),
        missing=lambda *_: trials,
        replies=replies,
    )


def test_prompts_and_tokens_are_counted_in_each_trial(built: Path) -> None:
    found = estimated(built, Cell("a/b", max_tokens=50), trials=2, limit=3)
    items = [item for _, items in plan.pairs(plan.plan(built, (Cell("a/b"),), limit=3), Data(built))
             for item in items]  # fmt: skip
    assert found.prompts == 2 * len(items) == 24
    assert found.tokens_in == 2 * sum(int(item.traits["tokens"]) for item in items)
    assert found.tokens_out_low == 2 * sum(tokens.count(item.gold) for item in items)
    assert found.tokens_out_high == 24 * 50


def test_the_cost_lies_between_gold_answers_and_longest_replies(built: Path) -> None:
    known = Offer(tokens_in=1.0, out=10.0, margin=1.2)
    found = estimated(built, Cell("a/b", max_tokens=50), known)
    assert found.cost_low == pytest.approx((found.tokens_in + 10 * found.tokens_out_low) / 1e6)
    (model,) = found.models
    assert found.cost_high == pytest.approx((model.tokens_in_high + 10 * 48 * 50) / 1e6)
    assert 1.2 < model.tokens_in_high / found.tokens_in < 1.35


def test_a_sum_with_an_unknown_price_is_unknown(built: Path) -> None:
    cells = (Cell("a/b"), Cell("benchbar/reader"))
    study = plan.plan(built, cells, limit=1)
    found = sizes.estimate(study, plan.pairs(study, Data(built)), missing=lambda *_: 1)
    assert (found.cost_low, found.cost_high) == (None, None)
    assert [one.cost_high for one in found.models] == [None, 0.0]
    assert found.models[0].price == "price unknown"


@pytest.mark.parametrize(
    ("cell", "known", "most"),
    [
        (Cell("a/b"), Offer(), ASSUMED_REPLY),
        (Cell("a/b"), Offer(max_out=10), 10),
        (Cell("a/b"), Offer(reasons=True), ASSUMED_REPLY + ASSUMED_REASONING),
        (Cell("a/b", reasoning_effort="none"), Offer(reasons=True), ASSUMED_REPLY),
        (Cell("a/b", reasoning_effort="low"), Offer(), ASSUMED_REPLY + ASSUMED_REASONING),
        (Cell("a/b", reasoning_tokens=70), Offer(reasons=True), ASSUMED_REPLY + 70),
        (Cell("a/b", max_tokens=5), Offer(reasons=True), 5),
    ],
)
def test_the_longest_reply_is_told_or_assumed(
    built: Path, cell: Cell, known: Offer, most: int
) -> None:
    assert estimated(built, cell, known, limit=1).tokens_out_high == 4 * most


def test_items_too_long_for_the_window_are_counted_by_size(built: Path) -> None:
    found = estimated(built, Cell("a/b"), Offer(window=50))
    assert found.models[0].too_long == {"4k": 48}
    assert (found.prompts, found.tokens_in, found.cost_low) == (0, 0, 0.0)


def test_the_time_is_measured_from_enough_replies(built: Path) -> None:
    cell = Cell("a/b")
    told = tuple(Reply(str(n), cell.key, seconds=float(n)) for n in range(1, 100))
    (model,) = estimated(built, cell, max_connections=5, replies=told).models
    assert (model.seconds_low, model.seconds_high) == (10 * 25, 10 * 75)
    assert model.seconds_basis == "measured: half of the replies took 25 to 75 s"
    (model,) = estimated(built, cell, max_connections=5, replies=told[:10]).models
    assert model.seconds_basis == "assumed: a call takes 1 to 20 s"


def test_a_conversation_is_sent_again_in_each_turn(built: Path) -> None:
    study = plan.plan(built, (Cell("a/b"),), limit=1)
    _, items = next(iter(plan.pairs(study, Data(built))))
    cell = Cell("a/b", system_message="Be brief.", max_tokens=100)
    said = tokens.count("one two three "), tokens.count("four")
    call = sizes.length(items[0], ("one two three ", "four"), cell)
    brief = tokens.count("Be brief.")
    assert call.turns == (brief + said[0], brief + sum(said))
    worst = sizes.worst(call, cell, Offer(tokens_in=1e6 / 2, out=0.0, margin=1.0))
    first, second = (2 * usd for usd in worst or ())
    assert first == call.turns[0] + 2 * WRAPPING
    assert second == call.turns[1] + 4 * WRAPPING + 100


def test_a_reply_of_any_length_has_no_worst_cost() -> None:
    call = Length((100,), 5)
    assert sizes.worst(call, Cell("a/b"), PRICE) is None
    assert sizes.worst(call, Cell("a/b"), Offer(tokens_in=1, out=10, window=1000)) is not None
    assert sizes.worst(call, Cell("a/b", max_tokens=5), Offer()) is None
    assert sizes.worst(call, Cell("a/b"), Offer(tokens_in=0.0, out=0.0)) == (0.0,)


@pytest.mark.parametrize(
    ("known", "max_tokens", "fits"),
    [
        (Offer(), None, True),
        (Offer(margin=1.0, window=100 + 2 * WRAPPING + 5), None, True),
        (Offer(margin=1.0, window=100 + 2 * WRAPPING + 4), None, False),
        (Offer(margin=1.1, window=100 + 2 * WRAPPING + 15), None, False),
        (Offer(margin=1.0, window=200), 60, True),
        (Offer(margin=1.0, window=200), 61, False),
    ],
)
def test_prompt_margin_and_room_for_the_reply_must_fit(
    known: Offer, max_tokens: int | None, fits: bool
) -> None:
    why = sizes.too_long(Length((100,), 5), Cell("a/b", max_tokens=max_tokens), known)
    assert (why is None) == fits
    assert why is None or why.startswith("not asked: prompt and reply may take ")


@given(st.text(max_size=300), st.text(max_size=300), st.integers(1, 5000))
def test_what_fits_surely_fits(one: str, two: str, window: int) -> None:
    cell, known = Cell("a/b", system_message=two), Offer(window=window, margin=1.0)
    if sizes.fits_surely((one, two), cell, known):
        turns = tokens.count(two) + tokens.count(one)
        call = Length((turns, turns + tokens.count(two)), 5)
        assert sizes.too_long(call, cell, known) is None


@given(
    st.lists(st.integers(0, 100_000), min_size=1, max_size=3),
    st.floats(1, 2),
    st.integers(1, 5000),
)
def test_no_usage_within_the_margin_costs_more_than_the_worst(
    counts: list[int], margin: float, max_tokens: int
) -> None:
    call = Length(tuple(sum(counts[: n + 1]) for n in range(len(counts))), 1)
    known = Offer(tokens_in=3.0, out=15.0, margin=margin)
    worst = sizes.worst(call, Cell("a/b", max_tokens=max_tokens), known)
    assert worst is not None
    for place, most in enumerate(worst):
        prompt = math.floor(call.turns[place] * margin) + place * max_tokens
        cost = known.cost(prompt, max_tokens)
        assert cost is not None
        assert cost <= most
