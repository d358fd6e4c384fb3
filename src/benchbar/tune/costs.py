"""What training costs: tokens, times how often they are read, at the price of each model."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchbar.records import Cell
from benchbar.runs import prices
from benchbar.runs.prices import Offer
from benchbar.tune.rows import Written

PROVIDER = "openai/"


@dataclass(frozen=True, slots=True)
class Cost:
    """What it costs to train a model, in US dollars; None where its price is unknown.

    Attributes:
        model: As ``--model`` of ``benchbar run`` names it.
        tokens: That are trained on, as counted with cl100k_base, every reading counted.
        expected: At that count.
        most: At the most tokens that the model's own tokenizer may make of the rows.
        offer: The price, and how long a row may be.
    """

    model: str
    tokens: int
    expected: float | None
    most: float | None
    offer: Offer

    @property
    def told(self) -> str:
        """When the price held, where it stands, and whether it was checked."""
        return ", ".join(filter(None, (self.offer.date, self.offer.source, self.offer.status)))

    def cut(self, rows: Sequence[Written]) -> Written | None:
        """Return a file whose longest row may be longer than the model reads; None if none is."""
        limit = self.offer.train_window
        if limit is None:
            return None
        return next((file for file in rows if file.longest * self.offer.factor > limit), None)


def cost(
    model: str,
    rows: Written,
    epochs: int,
    *,
    base_url: str | None = None,
    own: Path | None = None,
) -> Cost:
    """Return what it costs to train a model on rows.

    Args:
        model: The name that OpenAI knows it by.
        rows: The file of training rows.
        epochs: How often each row is read.
        base_url: Of a server that imitates OpenAI's; its prices are its own.
        own: A file of prices, before all others.
    """
    name = PROVIDER + model
    offer = prices.training(Cell(name, base_url=base_url), own)
    tokens = rows.trained * epochs
    most = offer.to_train(round(tokens * max(1.0, offer.factor)))
    return Cost(name, tokens, offer.to_train(tokens), most, offer)


def known(rows: Written, epochs: int, own: Path | None = None) -> list[Cost]:
    """Return the costs of all models of OpenAI whose price of training is known, cheapest first."""
    names = dict.fromkeys(
        name.removeprefix(PROVIDER)
        for table in (*prices.standing(own), prices.shipped())
        for name, row in table.items()
        if row.train is not None and name.startswith(PROVIDER) and "*" not in name
    )
    found = [cost(name, rows, epochs, own=own) for name in names]
    return sorted(found, key=lambda one: (one.expected or 0.0, one.model))
