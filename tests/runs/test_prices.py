import math
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbar.errors import InputError
from benchbar.records import Cell
from benchbar.runs import prices
from benchbar.runs.prices import Offer

COUNT = st.integers(0, 2_000_000)
DOLLARS = st.floats(0, 1000)


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BENCHBAR_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)


def offer(model: str, own: Path | None = None, base_url: str | None = None) -> Offer:
    (found,) = prices.offers((Cell(model, base_url=base_url),), own).values()
    return found


def written(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_every_shipped_price_has_a_date_a_source_and_a_status() -> None:
    for name, row in prices.shipped().items():
        known = offer(name)
        if row.priced and not name.startswith("benchbar/"):
            assert known.date
            assert known.source
            assert known.source.startswith("https://"), name
            assert known.status == "from memory, not checked", name
            assert known.margin, name
            assert known.window, name
            assert "from memory, not checked" in known.text


def test_the_shipped_file_says_that_it_was_not_checked() -> None:
    text = files("benchbar.runs").joinpath("prices.toml").read_text(encoding="utf-8")
    assert "Nothing here was checked" in text
    told = {line.split()[1].strip(",") for line in text.splitlines() if line.startswith("#   ")}
    assert set(Offer.__struct_encode_fields__) - {"out", "source", "status"} <= told
    assert tomllib.loads(text).keys() == prices.shipped().keys()


@pytest.mark.parametrize(
    ("model", "dollars_in"),
    [
        ("openai/gpt-4o", 2.5),
        ("openai/gpt-4o-2024-08-06", 2.5),
        ("anthropic/claude-sonnet-4-5-20250929", 3.0),
        ("openai/gpt-4o-audio-preview", None),
        ("openai/gpt-9", None),
        ("acme/gpt-4o", None),
        ("openai-api/local/gpt-4o", None),
        ("benchbar/reader", 0.0),
        ("benchbar/smollm2", 0.0),
    ],
)
def test_a_model_that_no_row_names_has_no_price(model: str, dollars_in: float | None) -> None:
    assert offer(model).tokens_in == dollars_in


def test_a_server_elsewhere_has_no_price(monkeypatch: pytest.MonkeyPatch) -> None:
    there = offer("openai/gpt-4o", base_url="http://localhost:8000/v1")
    assert (there.priced, there.window, there.factor) == (False, None, prices.MARGIN)
    monkeypatch.setenv("OPENAI_BASE_URL", "http://localhost:8000/v1")
    assert not offer("openai/gpt-4o").priced


def test_the_users_files_go_first_row_by_row(tmp_path: Path) -> None:
    own = written(tmp_path / "own.toml", '["openai/gpt-4o"]\nin = 1\nout = 2\n')
    written(
        tmp_path / "home" / "prices.toml",
        '["openai/gpt-4o"]\nwindow = 1000\nin = 7\nout = 7\n["openai/gpt-4.1"]\nmargin = 1.2\n',
    )
    mine = offer("openai/gpt-4o", own)
    assert (mine.tokens_in, mine.out, mine.cached) == (1, 2, None)
    assert (mine.source, mine.status, mine.date) == (str(own), None, None)
    assert (mine.window, mine.max_out) == (1000, 16_384)
    other = offer("openai/gpt-4.1", own)
    assert (other.tokens_in, other.margin, other.status) == (2, 1.2, "from memory, not checked")


def test_the_longest_name_wins_field_by_field(tmp_path: Path) -> None:
    own = written(
        tmp_path / "own.toml",
        '["a/*"]\nin = 1\nout = 1\ncached = 0.1\nmargin = 1.1\n'
        '["a/b*"]\nin = 2\nout = 2\n["a/bc"]\nwindow = 9\n',
    )
    found = offer("a/bc", own)
    assert (found.tokens_in, found.cached, found.margin, found.window) == (2, None, 1.1, 9)


def test_a_local_server_costs_what_the_user_says(tmp_path: Path) -> None:
    own = written(tmp_path / "own.toml", '["openai-api/local/*"]\nin = 0\nout = 0\n')
    assert offer("openai-api/local/x", own, "http://localhost/v1").free


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('["a/b"]\ninn = 1', "own.toml: ['a/b']: no key 'inn': a row has in, out, cached, "),
        ('["a/b"]\nin = "1"', "own.toml: ['a/b']: in = '1': must be a number of US dollars"),
        ('["a/b"]\nin = -1', "in = -1: must be a number of US dollars, at least 0 and below"),
        ('["a/b"]\nin = nan\nout = 1', "in = nan: must be a number of US dollars"),
        ('["a/b"]\nin = inf\nout = 1', "in = inf: must be a number of US dollars"),
        ('["a/b"]\nin = 1', "give both in and out"),
        ('["a/b"]\nwindow = 0', "window = 0: must be a whole number of tokens, at least 1"),
        ('["a/b"]\nwindow = 1e400', "window = inf: must be a whole number of tokens"),
        (f'["a/b"]\nin = 1{"0" * 400}', "must be a number of US dollars"),
        ('["a/b"]\nmargin = 11', "margin = 11: must be a number above 0 and at most 10"),
        ('["a/b"]\nreasons = 1', "reasons = 1: must be true or false"),
        ('["a/b"]\ndate = 2026-11-30', "must be text in quotation marks"),
        ("[models]\nin = 1", "is not a model: write"),
        ("[gpt-4.1]\nin = 1", "is not a model: write"),
        ("in = 1", "is not a model: write"),
        ("[[", "not TOML"),
    ],
)
def test_a_wrong_file_is_refused_by_file_and_key(tmp_path: Path, text: str, told: str) -> None:
    own = written(tmp_path / "own.toml", text)
    with pytest.raises(InputError) as caught:
        prices.read(own)
    assert told in str(caught.value)
    assert str(own) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match=r"own.toml: not UTF-8"):
        prices.read(tmp_path / "own.toml")
    with pytest.raises(InputError, match=r"gone.toml: No such file"):
        prices.read(tmp_path / "gone.toml")


def test_cost_is_tokens_times_price() -> None:
    known = Offer(tokens_in=3.0, out=15.0, cached=0.3, cache_write=3.75)
    assert known.cost(1_000_000, 0) == 3.0
    assert known.cost(0, 1_000_000) == 15.0
    assert known.cost(10, 20, cached=30, written=40) == pytest.approx(
        (10 * 3 + 20 * 15 + 30 * 0.3 + 40 * 3.75) / 1e6
    )
    assert Offer(tokens_in=3.0, out=15.0).cost(0, 0, cached=1_000_000) == 3.0
    assert Offer().cost(1, 1) is None


def test_a_price_holds_up_to_its_limit() -> None:
    known = Offer(tokens_in=1.0, out=1.0, up_to=100)
    assert known.cost(60, 5, cached=40) is not None
    assert known.cost(60, 5, cached=41) is None
    assert known.worst(101, 5) is None


@given(DOLLARS, DOLLARS, DOLLARS, DOLLARS, COUNT, COUNT, COUNT, COUNT)
def test_no_way_of_caching_costs_more_than_the_worst(
    tokens_in: float, out: float, cached: float, cache_write: float, fresh: int, read: int,
    written: int, reply: int,
) -> None:  # fmt: skip
    known = Offer(tokens_in=tokens_in, out=out, cached=cached, cache_write=cache_write)
    cost = known.cost(fresh, reply, cached=read, written=written)
    worst = known.worst(fresh + read + written, reply)
    assert cost is not None
    assert worst is not None
    assert cost <= worst or math.isclose(cost, worst)


def test_rows_that_fit_no_model_are_named(tmp_path: Path) -> None:
    own = written(
        tmp_path / "own.toml",
        '["a/gpt-4o-mni"]\nin = 1\nout = 1\n["a/gpt-4*"]\nwindow = 9\n["b/*"]\nwindow = 9\n',
    )
    asked = (Cell("a/gpt-4o-mini-2024-07-18"), Cell("b/x", base_url="http://localhost/v1"))
    assert prices.unfitting(own, asked) == ["a/gpt-4o-mni"]
    assert prices.unfitting(own, (Cell("c/d"),)) == ["a/gpt-4o-mni", "a/gpt-4*", "b/*"]


def test_every_field_of_a_row_says_what_it_must_be() -> None:
    assert set(prices._MUST_BE) == set(Offer.__struct_encode_fields__)


def test_what_is_known_of_training_does_not_borrow_the_source_of_calls(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('["openai/gpt-4o"]\nin = 1.0\nout = 2.0\ndate = "2026-11"\n')
    found = prices.training(Cell("openai/gpt-4o-2024-08-06"), own)
    assert (found.train, found.date, found.train_window) == (25.0, "2025-12", 65_536)
    assert found.status == "from memory, not checked"
    assert found.to_train(2_000_000) == 50.0
    own.write_text('["openai/gpt-4o"]\ntrain = 1.0\n')
    found = prices.training(Cell("openai/gpt-4o-2024-08-06"), own)
    assert (found.train, found.source, found.status) == (1.0, str(own), None)
    assert prices.training(Cell("openai/gpt-4o", base_url="http://x/v1")) == Offer()
    assert prices.training(Cell("openai/gpt-9")).to_train(1) is None
    (call,) = prices.offers((Cell("openai/gpt-4o"),), own).values()
    assert (call.tokens_in, call.train, call.status) == (2.5, None, "from memory, not checked")
