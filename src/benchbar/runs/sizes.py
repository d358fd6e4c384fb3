"""How big calls are and what they may cost: counted before anything is sent."""

import math
import statistics
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from benchbar import tokens
from benchbar.records import Cell, Document, Item, Reply
from benchbar.runs import BY_RULE, plan, runs_here
from benchbar.runs.plan import Study
from benchbar.runs.prices import Offer

WRAPPING = 20
"""Tokens that a provider may put around each message: an assumption, on the safe side."""
ASSUMED_REPLY = 1_000
ASSUMED_REASONING = 10_000
"""Most tokens of a reply without --max-tokens, and of the reasoning before it: assumptions."""
ASSUMED_SECONDS = (1.0, 20.0)
BY_RULE_SECONDS = (0.01, 0.1)
"""How long a call takes, of a language model and of one that answers by rule: assumptions."""
NOT_ASKED = "not asked: "
"""How the error of a reply begins that stands for an item too long for the model's window."""
_LEAST_REPLIES = 20


@dataclass(frozen=True, slots=True)
class Length:
    """Tokens of one call (cl100k_base).

    ``turns`` are the prompts of its turns, each with all that was said by the user before it and
    the system message, as they are sent; ``gold`` is the right answer.
    """

    turns: tuple[int, ...]
    gold: int


def length(item: Item, turns: Sequence[str], cell: Cell) -> Length:
    """Count the tokens of a call."""
    sent, prompts = tokens.count(cell.system_message or ""), []
    for turn in turns:
        sent += tokens.count(turn)
        prompts.append(sent)
    return Length(tuple(prompts), tokens.count(item.gold))


def worst(call: Length, cell: Cell, offer: Offer) -> tuple[float, ...] | None:
    """Return the most that each turn of a call can cost, in dollars.

    None if that is unknown: no price, a longer prompt than it holds for, or a reply of any length.
    """
    if offer.free:
        return (0.0,) * len(call.turns)
    longest = cell.max_tokens or offer.longest_reply
    if longest is None:
        return None
    costs = [offer.worst(prompt, longest) for prompt in _prompts(call, offer, longest)]
    return None if None in costs else tuple(cost for cost in costs if cost is not None)


def too_long(call: Length, cell: Cell, offer: Offer) -> str | None:
    """Say why a call does not fit into the model's window; None if it does, or may."""
    if offer.window is None:
        return None
    room = cell.max_tokens or math.ceil(call.gold * offer.factor)
    needed = _prompts(call, offer, room)[-1] + room
    if needed <= offer.window:
        return None
    return (
        f"{NOT_ASKED}prompt and reply may take {needed:,} tokens ({offer.factor:g} for each of "
        f"cl100k_base), and {cell.model} reads {offer.window:,}"
    )


def fits_surely(turns: Sequence[str], cell: Cell, offer: Offer) -> bool:
    """Say, without counting, whether a call fits: no tokenizer makes more tokens than bytes."""
    if offer.window is None:
        return True
    room = cell.max_tokens or ASSUMED_REPLY
    most = sum(len(turn.encode()) + WRAPPING + room for turn in (*turns, cell.system_message or ""))
    return most <= offer.window


def _prompts(call: Length, offer: Offer, reply: int) -> list[int]:
    """Return the most tokens of each turn's prompt, in the model's own, earlier replies included.

    A system message is one more message.
    """
    return [
        math.ceil(prompt * offer.factor) + WRAPPING * (2 * place + 2) + place * reply
        for place, prompt in enumerate(call.turns)
    ]


class ModelSizes(msgspec.Struct, frozen=True):
    """What a run would take of one model under one set of settings.

    Attributes:
        model: As named by --model.
        cell: Key of the cell.
        prompts: Calls of the model, if none fails.
        tokens_in: Tokens of all prompts, cl100k_base.
        tokens_in_high: As many as the model's own tokenizer may make of them.
        tokens_out_low: If every reply is the bare right answer, or as much of it as is allowed.
        tokens_out_high: If every reply is as long as --max-tokens allows; without it, as assumed.
        cost_low: In US dollars; None: unknown.
        cost_high: Likewise.
        price: The price in words, with date and source.
        too_long: Items that will not be asked, too long for the model's window, by their window.
        seconds_low: How long it may take.
        seconds_high: Likewise.
        seconds_basis: What this is reckoned from.
    """

    model: str
    cell: str
    prompts: int
    tokens_in: int
    tokens_in_high: int
    tokens_out_low: int
    tokens_out_high: int
    cost_low: float | None
    cost_high: float | None
    price: str
    too_long: dict[str, int]
    seconds_low: float
    seconds_high: float
    seconds_basis: str


class Sizes(msgspec.Struct, frozen=True):
    """What a run would take in sum, and of each model; a sum with an unknown part is unknown."""

    prompts: int
    tokens_in: int
    tokens_out_low: int
    tokens_out_high: int
    cost_low: float | None
    cost_high: float | None
    seconds_low: float
    seconds_high: float
    models: tuple[ModelSizes, ...]


def estimate(
    study: Study,
    pairs: Iterable[tuple[Document, list[Item]]],
    *,
    missing: Callable[[Item, Cell], int],
    replies: Iterable[Reply] = (),
) -> Sizes:
    """Count what would be asked, without asking anything.

    Args:
        study: The run.
        pairs: Its documents with their items.
        missing: Says in how many trials an item is still to be asked.
        replies: Stored replies of the run, from which the time of a call is measured.
    """
    sums = {cell.key: _Sum(cell, study.offers.get(cell.key, Offer())) for cell in study.cells}
    for document, items in pairs:
        for item in items:
            lengths: dict[tuple[str, str | None], Length] = {}
            for cell in study.cells:
                if trials := missing(item, cell):
                    kind = (cell.variant, cell.system_message)
                    if kind not in lengths:
                        turns = plan.turns(item, document, cell.variant)
                        lengths[kind] = length(item, turns, cell)
                    sums[cell.key].add(item, lengths[kind], trials)
    seconds = _seconds(replies)
    models = tuple(
        entry.sizes(seconds.get(key), study.max_connections) for key, entry in sums.items()
    )
    return Sizes(
        prompts=sum(one.prompts for one in models),
        tokens_in=sum(one.tokens_in for one in models),
        tokens_out_low=sum(one.tokens_out_low for one in models),
        tokens_out_high=sum(one.tokens_out_high for one in models),
        cost_low=_total(one.cost_low for one in models),
        cost_high=_total(one.cost_high for one in models),
        seconds_low=sum(one.seconds_low for one in models),
        seconds_high=sum(one.seconds_high for one in models),
        models=models,
    )


class _Sum:
    """What is asked of one cell, added up."""

    def __init__(self, cell: Cell, offer: Offer) -> None:
        self._cell = cell
        self._offer = offer
        self._reply = cell.max_tokens or ASSUMED_REPLY + _reasoning(cell, offer)
        if cell.max_tokens is None and offer.max_out is not None:
            self._reply = min(self._reply, offer.max_out)
        self._counts: Counter[str] = Counter()
        self._too_long: Counter[str] = Counter()
        self._low: list[float | None] = []
        self._high: list[float | None] = []

    def add(self, item: Item, call: Length, trials: int) -> None:
        """Add an item that is asked in so many trials, or cannot be asked at all."""
        if too_long(call, self._cell, self._offer):
            self._too_long[item.window] += trials
            return
        offer, turns = self._offer, len(call.turns)
        most = _prompts(call, offer, self._reply)
        least = min(call.gold, self._reply)
        self._counts.update(
            prompts=trials * turns,
            tokens_in=trials * sum(call.turns),
            tokens_in_high=trials * sum(most),
            low=trials * least * turns,
            high=trials * self._reply * turns,
        )
        for prompt, highest in zip(call.turns, most, strict=True):
            low, high = offer.cost(prompt, least), offer.worst(highest, self._reply)
            self._low.append(None if low is None else trials * low)
            self._high.append(None if high is None else trials * high)

    def sizes(self, measured: tuple[float, float] | None, connections: int) -> ModelSizes:
        """Return the sums."""
        counts = self._counts
        model = self._cell.model
        quick, slow = measured or (BY_RULE_SECONDS if model in BY_RULE else ASSUMED_SECONDS)
        at_a_time = 1 if model in BY_RULE or runs_here(model) else connections
        rounds = math.ceil(counts["prompts"] / at_a_time)
        basis = "measured: half of the replies took" if measured else "assumed: a call takes"
        return ModelSizes(
            model=model,
            cell=self._cell.key,
            prompts=counts["prompts"],
            tokens_in=counts["tokens_in"],
            tokens_in_high=counts["tokens_in_high"],
            tokens_out_low=counts["low"],
            tokens_out_high=counts["high"],
            cost_low=_total(self._low),
            cost_high=_total(self._high),
            price=self._offer.text,
            too_long=dict(self._too_long),
            seconds_low=rounds * quick,
            seconds_high=rounds * slow,
            seconds_basis=f"{basis} {quick:.3g} to {slow:.3g} s",
        )


def _reasoning(cell: Cell, offer: Offer) -> int:
    """Return how many tokens a model may reason before it answers: as told, or as assumed."""
    if cell.reasoning_tokens is not None:
        return cell.reasoning_tokens
    told = cell.reasoning_effort
    return ASSUMED_REASONING if told not in (None, "none") or (offer.reasons and not told) else 0


def _seconds(replies: Iterable[Reply]) -> Mapping[str, tuple[float, float]]:
    """Return the quartiles of the time of a call, of each cell with enough replies."""
    times: dict[str, list[float]] = defaultdict(list)
    for reply in replies:
        if reply.seconds and reply.stop_reason != "failed":
            times[reply.cell].append(reply.seconds / max(1, len(reply.turns)))
    quartiles = {
        cell: statistics.quantiles(values, n=4)
        for cell, values in times.items()
        if len(values) >= _LEAST_REPLIES
    }
    return {cell: (first, third) for cell, (first, _, third) in quartiles.items()}


def _total(parts: Iterable[float | None]) -> float | None:
    """Return a sum; unknown if a part is, and nothing if there is none."""
    known = []
    for part in parts:
        if part is None:
            return None
        known.append(part)
    return math.fsum(known)
