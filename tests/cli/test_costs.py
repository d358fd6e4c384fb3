import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from benchbar.cli.asking import _words
from benchbar.runs.study import Progress
from benchbar.suites.build import build
from benchbar.suites.order import Order
from tests.cli.calling import Benchbar, refused
from tests.loopback import Act, Loopback, always


@pytest.fixture
def benchbar(capsys: pytest.CaptureFixture[str]) -> Benchbar:
    return Benchbar(capsys)


@pytest.fixture(scope="module")
def items(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("costs") / "data"
    build(Order(("4k",), ("synthetic",), items=(("test", 10),)), folder)
    return folder


@pytest.fixture
def server() -> Iterator[Loopback]:
    with Loopback() as loopback:
        yield loopback


@pytest.fixture
def local(server: Loopback) -> tuple[str, ...]:
    """The words that name the loopback server's model."""
    return "--model", "openai-api/local/good", "--base-url", server.url, "--max-tokens", "50"


@pytest.fixture
def prices(tmp_path: Path) -> Path:
    path = tmp_path / "prices.toml"
    path.write_text('["openai-api/local/good"]\nin = 10\nout = 100\ndate = "2026-11"\n')
    return path


def dry(benchbar: Benchbar, *words: str | Path) -> dict[str, Any]:
    ended = benchbar("run", *words, "--dry-run", "--json")
    assert ended.code == 0
    told: dict[str, Any] = json.loads(ended.out)
    return told


def test_a_dry_run_says_what_each_model_costs(benchbar: Benchbar, items: Path) -> None:
    told = dry(benchbar, items, "--model", "openai/gpt-4o,benchbar/reader", "--max-tokens", "100")
    assert {*told} >= {
        "prompts", "tokens_in", "tokens_out_low", "tokens_out_high", "cost_low", "cost_high"
    }  # fmt: skip
    hosted, built_in = told["models"]
    assert hosted["cost_low"] == pytest.approx(
        (hosted["tokens_in"] * 2.5 + hosted["tokens_out_low"] * 10) / 1e6
    )
    assert told["cost_high"] == hosted["cost_high"] > told["cost_low"] == hosted["cost_low"]
    assert (built_in["cost_low"], built_in["cost_high"]) == (0, 0)
    assert told["prompts"] == 80
    text = benchbar("run", items, "--model", "openai/gpt-4o", "--dry-run").out
    assert "https://openai.com/api/pricing/, from memory, not checked" in text
    assert "Nothing was asked" in text


def test_an_unknown_price_is_called_unknown(
    benchbar: Benchbar, items: Path, local: tuple[str, ...], prices: Path
) -> None:
    assert dry(benchbar, items, *local)["cost_high"] is None
    text = benchbar("run", items, *local, "--dry-run").out
    assert "price: unknown" in text
    assert "cost unknown" in text
    assert "--prices FILE" in text
    told = dry(benchbar, items, *local, "--prices", prices)
    assert told["cost_high"] > 0
    assert f"(2026-11, {prices})" in told["models"][0]["price"]


def test_the_users_standing_file_counts(
    benchbar: Benchbar, items: Path, local: tuple[str, ...], prices: Path, home: Path
) -> None:
    (home / "prices.toml").write_bytes(prices.read_bytes())
    assert dry(benchbar, items, *local)["cost_high"] > 0


def test_a_wrong_file_of_prices_is_refused(
    benchbar: Benchbar, items: Path, local: tuple[str, ...], prices: Path
) -> None:
    prices.write_text('["openai-api/local/good"]\nin = 10\nuot = 100\n')
    ended = benchbar("run", items, *local, "--prices", prices, "--dry-run")
    refused(ended, f"{prices}: ['openai-api/local/good']: ")
    assert "uot" in ended.err


def test_a_budget_without_a_price_is_refused(
    benchbar: Benchbar, items: Path, local: tuple[str, ...], tmp_path: Path, server: Loopback
) -> None:
    ended = benchbar("run", items, *local, "--budget", "1", "--out", tmp_path / "run")
    refused(ended, 'stands ["openai-api/local/good"]')
    assert not server.keys


def test_a_budget_stops_a_run_which_goes_on_with_more(
    benchbar: Benchbar,
    items: Path,
    local: tuple[str, ...],
    prices: Path,
    server: Loopback,
    tmp_path: Path,
) -> None:
    run = tmp_path / "run"
    usage = {"prompt_tokens": 100, "completion_tokens": 50, "total_tokens": 150}
    server.behave = always(Act(usage=usage))
    words: tuple[str | Path, ...] = ("run", items, *local, "--prices", prices, "--out", run)
    ended = benchbar(*words, "--budget", "0.1")
    assert ended.code == 1
    assert "would pass the budget of $0.100" in ended.err
    assert f"go on with 'benchbar run --resume {run} --budget MORE'" in ended.err
    stored = (run / "replies.jsonl").read_text().splitlines()
    assert 0 < len(stored) * 0.006 <= 0.1

    left = dry(benchbar, "--resume", run)
    assert left["prompts"] == 40 - len(stored)
    assert left["cost_high"] > 0
    assert len((run / "replies.jsonl").read_text().splitlines()) == len(stored)

    ended = benchbar("run", "--resume", run, "--budget", "5")
    assert ended.code == 0
    assert f"{run}: 40 of 40 replies" in ended.err
    assert server.asked.total() == 40
    assert dry(benchbar, "--resume", run)["prompts"] == 0


def test_what_is_too_long_is_named(
    benchbar: Benchbar,
    items: Path,
    local: tuple[str, ...],
    prices: Path,
    server: Loopback,
    tmp_path: Path,
) -> None:
    prices.write_text('["openai-api/local/good"]\nwindow = 100\n')
    words: tuple[str | Path, ...] = ("run", items, *local, "--prices", prices)
    assert dry(benchbar, *words[1:])["models"][0]["too_long"] == {"4k": 40}
    ended = benchbar(*words, "--out", tmp_path / "run")
    assert ended.code == 0
    assert not server.asked
    assert (
        "openai-api/local/good was not asked 40 items, too long for its window: 40 of 4k, from "
        "blt-4k-synthetic-cite_to_defined-test-0001; they count as not answered"
    ) in ended.err
    assert "40 model_length" in ended.err


def test_other_settings_cannot_change_when_a_run_goes_on(
    benchbar: Benchbar, tmp_path: Path
) -> None:
    ended = benchbar("run", "--resume", tmp_path, "--budget", "1", "--max-tokens", "5")
    refused(ended, "--resume takes a run as it is: leave out --max-tokens")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--budget", "-1"), "'--budget': -1.0 is not in the range"),
        (("--budget", "nan"), "'--budget': it is nan"),
        (("--temperature", "0,inf"), "'--temperature': it is inf"),
        (("--max-error-rate", "2"), "--max-error-rate"),
        (("--max-error-rate", "nan"), "'--max-error-rate': it is nan"),
    ],
)
def test_numbers_that_cannot_be_are_refused(
    benchbar: Benchbar, items: Path, words: tuple[str, ...], said: str
) -> None:
    refused(benchbar("run", items, "--model", "benchbar/reader", *words, "--dry-run"), said)


def test_money_and_failures_are_shown_while_it_asks() -> None:
    now = Progress(
        planned=9,
        stored=1,
        asked=2,
        failed=1,
        model="a/b",
        trouble={"timed out": 1, "rate limited": 1200},
        spent=0.1234,
        budget=5.0,
    )
    assert _words(now) == "asking ($0.123 of $5.00, 1,200 rate limited, 1 timed out)"
    assert _words(Progress(9, 1, 2, 0, "a/b")) == "asking"


def test_a_price_that_fits_no_model_is_named(
    benchbar: Benchbar, items: Path, tmp_path: Path
) -> None:
    file = tmp_path / "own.toml"
    file.write_text('["openai/gpt-4o-mni"]\nin = 1\nout = 1\n["benchbar/*"]\nwindow = 99_999\n')
    words = ("--model", "benchbar/reader", "--limit", "1", "--prices", file)
    said = f"{file}: openai/gpt-4o-mni fits no model that is asked, which is benchbar/reader\n"
    assert benchbar("run", items, *words, "--dry-run").err == said
    run = tmp_path / "run"
    assert said in benchbar("run", items, *words, "--out", run).err
    again = benchbar("run", "--resume", run, "--prices", file)
    assert (again.code, said in again.err) == (0, True)


def test_low_is_never_above_high(benchbar: Benchbar, items: Path) -> None:
    told = dry(benchbar, items, "--model", "openai/gpt-4o", "--max-tokens", "1")
    assert told["tokens_out_low"] == told["tokens_out_high"] == told["prompts"]
    assert told["cost_low"] <= told["cost_high"]


def test_how_long_a_try_may_last_is_a_setting(
    benchbar: Benchbar, items: Path, server: Loopback, local: tuple[str, ...], tmp_path: Path
) -> None:
    run = tmp_path / "run"
    few = ("--limit", "1", "--task", "text_to_cite")
    server.behave = always(Act(wait_seconds=2))
    ended = benchbar("run", items, *local, *few, "--attempt-seconds", "1", "--out", run)
    assert ended.code == 1
    assert "attempt_timeout '1' exceeded" in ended.err
    ended = benchbar("run", "--resume", run, "--attempt-seconds", "60")
    assert ended.code == 0
    assert json.loads((run / "run.json").read_bytes())["attempt_seconds"] == 60
    refused(benchbar("run", items, *local, "--attempt-seconds", "0"), "attempt-seconds")
