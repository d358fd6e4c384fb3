"""What is checked before anybody is asked: rows, names, money."""

import shutil
from pathlib import Path

import pytest

from benchbar.errors import InputError
from benchbar.suites.data import Data
from benchbar.tune.consumers import TRAIN
from benchbar.tune.export import export
from benchbar.tune.plan import Plan, plan
from benchbar.tune.recipe import Recipe
from tests.tuning_server import MODEL


def plan_of(
    folder: Path,
    model: str = MODEL,
    base_url: str | None = None,
    budget: float | None = None,
    prices: Path | None = None,
) -> Plan:
    return plan(
        folder, model=model, epochs=2, suffix=None, seed=None,
        base_url=base_url, budget=budget, prices=prices,
    )  # fmt: skip


def test_changed_rows_are_refused(folder: Path) -> None:
    with (folder / TRAIN).open("ab") as file:
        file.write(b"{}\n")
    with pytest.raises(InputError, match="changed since it was exported"):
        plan_of(folder)


def test_rows_for_others_are_refused(folder: Path, data: Data) -> None:
    shutil.rmtree(folder)
    export(data.folder, folder, form="trl", chosen=Recipe())
    with pytest.raises(InputError, match="in the form for trl"):
        plan_of(folder)


def test_too_few_rows(folder: Path, data: Data) -> None:
    shutil.rmtree(folder)
    export(data.folder, folder, form="openai", chosen=Recipe(mix={"cite_to_text": 0}, per_test=1))
    assert plan_of(folder).manifest.files[TRAIN].rows >= 10
    mix = dict.fromkeys(("cite_to_text", "text_to_cite", "cite_to_amended"), 0.0)
    shutil.rmtree(folder)
    export(data.folder, folder, form="openai", chosen=Recipe(mix=mix, per_test=1))
    with pytest.raises(InputError, match="asks for 10 at least"):
        plan_of(folder)


@pytest.mark.parametrize(
    ("model", "base_url", "said"),
    [
        ("anthropic/claude", None, "is not OpenAI's"),
        (MODEL, "http://me:secret@localhost/v1", "without user, password"),
        (MODEL, "localhost", "must be a whole address"),
    ],
)
def test_names_that_cannot_be(folder: Path, model: str, base_url: str | None, said: str) -> None:
    with pytest.raises(InputError, match=said):
        plan_of(folder, model, base_url)


def test_budgets(folder: Path, tmp_path: Path) -> None:
    most = plan_of(folder, f"openai/{MODEL}").cost.most
    assert most is not None
    plan_of(folder, budget=most + 0.01)
    with pytest.raises(InputError, match="training may cost"):
        plan_of(folder, budget=most - 0.01)
    local = "http://localhost:1/v1"
    with pytest.raises(InputError, match=r"are OpenAI's own, and not of http://localhost:1/v1"):
        plan_of(folder, base_url=local, budget=1e9)
    with pytest.raises(InputError, match="nobody knows what it costs to train openai/gpt-of-mine"):
        plan_of(folder, "gpt-of-mine", budget=1e9)
    for amount in (float("nan"), float("inf"), -1.0):
        with pytest.raises(InputError, match="must be an amount of US dollars"):
            plan_of(folder, budget=amount)
    own = tmp_path / "own.toml"
    own.write_text('["openai/*"]\ntrain = 1.0\n')
    assert plan_of(folder, base_url=local, budget=1e9, prices=own).cost.most is not None


def test_an_order_is_marked_by_all_that_decides_it(folder: Path) -> None:
    orders = [
        plan(folder, model=model, epochs=epochs, suffix=suffix, seed=seed, base_url=url).order
        for model, epochs, suffix, seed, url in (
            (MODEL, 2, None, None, None),
            ("gpt-4o", 2, None, None, None),
            (MODEL, 3, None, None, None),
            (MODEL, 2, "x", None, None),
            (MODEL, 2, None, 0, None),
            (MODEL, 2, None, None, "http://localhost:1/v1"),
        )
    ]
    assert len({order.mark for order in orders}) == len(orders)
    assert plan_of(folder, f"openai/{MODEL}").order.mark == orders[0].mark
