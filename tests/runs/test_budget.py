import asyncio
import json
import math
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchbar import jsonl
from benchbar.errors import IncompleteError, InputError
from benchbar.records import Cell, Reply
from benchbar.runs import budget, folder, study
from benchbar.runs.budget import Purse, SpentError
from benchbar.runs.prices import Offer
from benchbar.runs.reserves import RESERVED, Reserve
from benchbar.runs.study import Progress
from tests.loopback import Act, Loopback, always

DOLLARS_IN, DOLLARS_OUT = 10.0, 100.0
MAX_TOKENS = 50

Planned = Callable[..., study.Study]


def usage(read: int, written: int, **details: Any) -> dict[str, Any]:
    told = {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}
    return told | details


@pytest.fixture
def prices(tmp_path: Path) -> Path:
    """A file that prices the loopback server's model."""
    path = tmp_path / "prices.toml"
    path.write_text(f'["openai-api/local/*"]\nin = {DOLLARS_IN}\nout = {DOLLARS_OUT}\n')
    return path


@pytest.fixture
def planned(built: Path, server: Loopback, prices: Path) -> Planned:
    """Plans the 48 items against the server, with a price and a limit of each reply."""

    def plan(**options: Any) -> study.Study:
        cell = Cell("openai-api/local/good", base_url=server.url, max_tokens=MAX_TOKENS)
        return study.plan(built, (cell,), **{"prices": prices, "max_connections": 20, **options})

    return plan


class Bill:
    """What the server would charge for all that it answered, the first call of a run included."""

    def __init__(self, server: Loopback, *, unlucky: Callable[[str, int], Act | None]) -> None:
        self.dollars = 0.0
        self._unlucky = unlucky
        self._random = random.Random(5)
        server.behave = self.behave

    def behave(self, prompt: str, before: int) -> Act:
        act = self._unlucky(prompt, before) or Act(wait_seconds=0.01)
        read, written = len(prompt) // 5, self._random.randint(1, MAX_TOKENS)
        if act.status == 200:
            self.dollars += (read * DOLLARS_IN + written * DOLLARS_OUT) / 1e6
        return replace(act, usage=usage(read, written))


def lucky(prompt: str, before: int) -> None:
    return None


@pytest.mark.parametrize("connections", [1, 20])
def test_the_sum_is_never_passed(
    server: Loopback, planned: Planned, tmp_path: Path, connections: int
) -> None:
    bill = Bill(server, unlucky=lucky)
    out, limit = tmp_path / "run", 0.2
    with pytest.raises(IncompleteError) as caught:
        study.run(planned(budget=limit, max_connections=connections), out)
    told = str(caught.value)
    assert "would pass the budget of $0.200" in told
    assert f"--resume {out} --budget MORE" in told
    assert bill.dollars <= limit
    replies = study.open_run(out).replies()
    assert 5 < len(replies) < 48
    costs = [reply.cost for reply in replies if reply.cost is not None]
    assert math.isclose(math.fsum(costs), bill.dollars, abs_tol=1e-9)
    assert limit - budget.spent(out) < 0.02, "it stopped long before it had to"

    with pytest.raises(InputError, match=r"--budget \S+: \$0.1\d+ are spent, and one call of"):
        study.resume(out, budget=budget.spent(out) + 0.001)
    before = server.asked.copy()
    assert study.resume(out, budget=50).complete
    assert all(server.asked[prompt] == 1 for prompt in before)
    assert bill.dollars + 2 * 0.0015 <= budget.spent(out) + 1e-9
    if connections == 1:
        assert math.isclose(budget.spent(out), bill.dollars + 2 * 0.0015, abs_tol=1e-9)
    assert study.open_run(out).study.budget == 50


def test_a_reply_costs_what_its_usage_says(
    server: Loopback, planned: Planned, tmp_path: Path, prices: Path
) -> None:
    prices.write_text(prices.read_text() + "cached = 1.0\ncache_write = 12.5\n")
    cached = {"cached_tokens": 800, "cache_write_tokens": 100}
    server.behave = always(Act(usage=usage(1000, 7, prompt_tokens_details=cached)))
    study.run(planned(limit=1), tmp_path / "run")
    (cost,) = {reply.cost for reply in study.open_run(tmp_path / "run").replies()}
    assert cost == pytest.approx((100 * 10 + 800 * 1 + 100 * 12.5 + 7 * 100) / 1e6)


@pytest.mark.parametrize(
    ("told", "written"),
    [
        (usage(100, 60, completion_tokens_details={"reasoning_tokens": 50}), 60),
        pytest.param(
            {
                **usage(100, 10, completion_tokens_details={"reasoning_tokens": 50}),
                "total_tokens": 160,
            },
            60,
            id="reasoning in the total alone",
        ),
        pytest.param(
            usage(100, 10, completion_tokens_details={"reasoning_tokens": 50}),
            60,
            id="more reasoning than reply",
        ),
    ],
)
def test_reasoning_is_paid_as_output(
    server: Loopback, planned: Planned, tmp_path: Path, told: dict[str, Any], written: int
) -> None:
    server.behave = always(Act(usage=told))
    study.run(planned(limit=1), tmp_path / "run")
    for reply in study.open_run(tmp_path / "run").replies():
        assert (reply.tokens_in, reply.tokens_out, reply.tokens_reasoning) == (100, written, 50)
        assert reply.cost == pytest.approx((100 * DOLLARS_IN + written * DOLLARS_OUT) / 1e6)


def test_what_was_refused_costs_nothing(server: Loopback, planned: Planned, tmp_path: Path) -> None:
    bill = Bill(
        server, unlucky=lambda _, before: Act(status=429, body=b"{}") if not before else None
    )
    assert study.run(planned(budget=5.0), tmp_path / "run").complete
    assert math.isclose(budget.spent(tmp_path / "run"), bill.dollars + 0.0015, abs_tol=1e-9)


def test_a_try_without_an_answer_counts_as_billed(
    server: Loopback, planned: Planned, tmp_path: Path
) -> None:
    bill = Bill(server, unlucky=lambda _, before: None if before else Act(wait_seconds=2))
    out = tmp_path / "run"
    assert study.run(planned(limit=1, budget=5.0, attempt_seconds=1), out).complete
    told = sum(reply.cost or 0.0 for reply in study.open_run(out).replies())
    assert sum(server.asked.values()) == 8
    assert told < bill.dollars <= budget.spent(out)


def test_a_try_is_not_repeated_beyond_the_budget(
    server: Loopback, planned: Planned, tmp_path: Path
) -> None:
    server.behave = always(Act(wait_seconds=2))
    options = {"tasks": ("cite_to_text",), "limit": 1, "attempt_seconds": 1}
    outcome = study.run(planned(budget=0.012, **options), tmp_path / "run")
    assert (outcome.failed, sum(server.asked.values())) == (1, 1)
    assert 0.008 < budget.spent(tmp_path / "run") <= 0.012


def test_replies_without_usage_cost_the_most(
    server: Loopback, planned: Planned, tmp_path: Path
) -> None:
    server.behave = always(Act(usage=None))
    told = (
        r"would pass the budget of \$0.200; \$0.0015 billed, up to \$0.1\d\d more for calls whose"
    )
    with pytest.raises(IncompleteError, match=told):
        study.run(planned(budget=0.2), tmp_path / "run")
    replies = study.open_run(tmp_path / "run").replies()
    assert {reply.cost for reply in replies} == {None}
    assert 5 < len(replies) < 20


def test_a_model_that_costs_more_than_it_can_is_stopped(
    server: Loopback, planned: Planned, tmp_path: Path
) -> None:
    server.behave = always(Act(usage=usage(100, 50 * MAX_TOKENS), wait_seconds=0.01))
    told = r"should cost \$0.0\d+ at most: the model does not"
    with pytest.raises(IncompleteError, match=told) as caught:
        study.run(planned(budget=50.0, max_connections=3), tmp_path / "run")
    assert str(caught.value).endswith(f"--resume {tmp_path / 'run'} --prices FILE'")
    replies = study.open_run(tmp_path / "run").replies()
    assert 1 <= len(replies) == server.asked.total() < 20


def test_open_calls_of_a_killed_run_count_as_spent(
    server: Loopback, planned: Planned, tmp_path: Path
) -> None:
    out = tmp_path / "run"
    study.run(planned(budget=5.0), out)
    spent = budget.spent(out)
    with jsonl.Appender(out / RESERVED) as appender:
        appender.add(Reserve("open", 0.25))
    with (out / RESERVED).open("a") as file:
        file.write('{"id": "torn')
    assert budget.spent(out) == pytest.approx(spent + 0.25)
    assert budget.lost(out) == pytest.approx(0.25)
    with Purse(out, 5.0, budget.spent(out), budget.lost(out)) as purse:
        billed = budget.dollars(spent)
        assert purse.bill == f"{billed} billed, up to $0.250 more for calls whose reply never came"


def test_a_new_run_begins_with_a_full_purse(planned: Planned, tmp_path: Path) -> None:
    out = tmp_path / "run"
    study.run(planned(limit=1, budget=5.0), out)
    (out / RESERVED).write_text(json.dumps({"id": "open", "usd": 4.9}) + "\n")
    assert study.run(planned(limit=1, budget=5.0), out, force=True).complete
    assert budget.spent(out) < 0.1


def both(server: Loopback, *names: str) -> tuple[Cell, ...]:
    return tuple(
        Cell(f"openai-api/local/{name}", base_url=server.url, max_tokens=MAX_TOKENS)
        for name in names
    )


def test_what_trying_out_cost_is_kept_though_a_later_model_cannot_be_asked(
    server: Loopback, built: Path, prices: Path, tmp_path: Path
) -> None:
    out = tmp_path / "run"
    out.mkdir()
    planned = study.plan(built, both(server, "good", "unknown"), budget=5.0, prices=prices)
    folder.create(planned, out, force=False)
    for times in (1, 2):
        with pytest.raises(InputError, match="no such model"):
            study.resume(out)
        answered = (100 * DOLLARS_IN + 5 * DOLLARS_OUT) / 1e6
        assert budget.spent(out) == pytest.approx(times * answered)


def test_a_first_call_without_an_answer_counts_as_billed(
    server: Loopback, planned: Planned, tmp_path: Path
) -> None:
    out = tmp_path / "run"
    out.mkdir()
    study_ = planned(budget=5.0)
    folder.create(study_, out, force=False)
    server.hang_up = True
    with pytest.raises(InputError):
        study.resume(out)
    [cell] = study_.cells
    assert budget.spent(out) == budget.of_one_word(cell, study_.offers[cell.key])


def test_the_watcher_sees_what_is_spent(planned: Planned, tmp_path: Path) -> None:
    seen: list[Progress] = []
    study.run(planned(limit=1, budget=5.0), tmp_path / "run", progress=seen.append)
    assert [now.spent for now in seen] == sorted(now.spent for now in seen)
    assert {now.budget for now in seen} == {5.0}


class TestRefusal:
    """A budget that cannot be kept ends before anything is asked."""

    def refused(self, server: Loopback, planned: study.Study, out: Path) -> str:
        with pytest.raises(InputError) as caught:
            study.run(planned, out)
        assert not out.exists()
        assert not server.keys
        return str(caught.value)

    def test_an_unknown_price(self, server: Loopback, built: Path, tmp_path: Path) -> None:
        cell = Cell("openai-api/local/good", base_url=server.url)
        told = self.refused(server, study.plan(built, (cell,), budget=1.0), tmp_path / "run")
        assert "nobody knows what openai-api/local/good costs" in told
        assert '--prices FILE, in which stands ["openai-api/local/good"]' in told

    def test_replies_of_any_length(
        self, server: Loopback, built: Path, tmp_path: Path, prices: Path
    ) -> None:
        cell = Cell("openai-api/local/good", base_url=server.url)
        endless = study.plan(built, (cell,), budget=1.0, prices=prices)
        assert "set --max-tokens" in self.refused(server, endless, tmp_path / "run")

    def test_too_little_for_one_call(
        self, server: Loopback, planned: Planned, tmp_path: Path
    ) -> None:
        told = self.refused(server, planned(budget=0.001), tmp_path / "run")
        assert "--budget 0.001: one call of openai-api/local/good may cost $0.00" in told

    def test_too_little_to_try_all_models_out(
        self, server: Loopback, built: Path, tmp_path: Path, prices: Path
    ) -> None:
        two = both(server, "good", "better")
        one_word = budget.of_one_word(two[0], Offer(DOLLARS_IN, DOLLARS_OUT))
        assert one_word is not None
        planned = study.plan(built, two, budget=1.5 * one_word, prices=prices)
        assert "one call of each of 2 models may cost $0.0" in self.refused(
            server, planned, tmp_path / "run"
        )

    @pytest.mark.parametrize("amount", [-1.0, math.inf, math.nan])
    def test_no_amount(self, planned: Planned, amount: float) -> None:
        with pytest.raises(InputError, match="must be an amount of US dollars"):
            planned(budget=amount)


def test_built_in_models_need_no_money(built: Path, tmp_path: Path) -> None:
    planned = study.plan(built, (Cell("benchbar/reader"),), limit=1, budget=0.0)
    assert study.run(planned, tmp_path / "run").complete
    assert {reply.cost for reply in study.open_run(tmp_path / "run").replies()} == {0.0}


Wish = st.tuples(st.floats(0, 3), st.floats(0, 1), st.integers(0, 5))


@settings(max_examples=60, deadline=None)
@given(limit=st.floats(0, 10), wishes=st.lists(Wish, max_size=30))
def test_no_order_of_calls_passes_the_limit(
    tmp_path_factory: pytest.TempPathFactory,
    limit: float,
    wishes: list[tuple[float, float, int]],
) -> None:
    folder = tmp_path_factory.mktemp("purse")
    paid: list[float] = []

    async def call(purse: Purse, worst: float, share: float, turns: int) -> None:
        try:
            await purse.take("item", worst)
        except SpentError:
            return
        for _ in range(turns):
            await asyncio.sleep(0)
        paid.append(worst * share)
        purse.settle("item", worst, cost=worst * share, lost=0.0)

    async def calls() -> float:
        with Purse(folder, limit, 0.0) as purse:
            await asyncio.gather(*(call(purse, *wish) for wish in wishes))
            return purse.committed

    committed = asyncio.run(calls())
    assert math.fsum(paid) <= limit + 1e-9
    assert math.isclose(committed, math.fsum(paid), abs_tol=1e-9)
    assert budget.spent(folder) == pytest.approx(0.0, abs=1e-9)
    assert all(worst * share <= limit for worst, share, _ in wishes if worst <= limit)


def test_all_rows_of_an_item_count(tmp_path: Path) -> None:
    rows = (Reply("a", cost=0.5), Reply("a", cost=0.25), Reply("b"))
    jsonl.write(tmp_path / "replies.jsonl", rows)
    assert budget.spent(tmp_path) == 0.75
