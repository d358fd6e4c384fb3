"""What training costs: tokens times epochs times the price, by hand."""

from pathlib import Path

import pytest

from benchbar.tune import costs
from benchbar.tune.rows import FRAMING, Written

ROWS = Written(
    sha256="", rows=100, tokens=998_900, tokens_answers=9, longest=60_000, longest_id="a"
)


def test_by_hand() -> None:
    assert ROWS.trained == 998_900 + 100 * FRAMING == 1_000_000
    found = costs.cost("gpt-4.1-mini-2025-04-14", ROWS, 2)
    assert found.model == "openai/gpt-4.1-mini-2025-04-14"
    assert found.tokens == 2_000_000
    assert found.expected == pytest.approx(10.00)
    assert found.most == pytest.approx(10.50)
    assert found.offer.status == "from memory, not checked"


def test_ones_own_price_counts_first(tmp_path: Path, home: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('["openai/gpt-4.1-mini"]\ntrain = 7.0\n')
    found = costs.cost("gpt-4.1-mini", ROWS, 1, own=own)
    assert found.expected == pytest.approx(7.0)
    assert found.told == str(own)
    names = [cost.model for cost in costs.known(ROWS, 1, own)]
    assert names.count("openai/gpt-4.1-mini") == 1


def test_unknown_models_and_servers() -> None:
    assert costs.cost("gpt-9", ROWS, 2).expected is None
    found = costs.cost("gpt-4.1-mini", ROWS, 2, base_url="http://localhost:1/v1")
    assert (found.expected, found.most) == (None, None)


def test_all_that_are_known_cheapest_first() -> None:
    found = costs.known(ROWS, 2)
    assert len(found) >= 6
    prices = [cost.expected for cost in found]
    assert None not in prices
    assert prices == sorted(prices)  # type: ignore[type-var]


@pytest.mark.parametrize(("longest", "cut"), [(62_000, False), (63_000, True)])
def test_rows_that_would_be_cut(longest: int, cut: bool) -> None:
    rows = Written("", 1, longest, 1, longest, "a")
    found = costs.cost("gpt-4o-mini", rows, 1)
    assert (found.cut([rows]) is rows) == cut
