"""Where scores stand among people, in sentences that say by what: two sources may contradict."""

from benchbar.exam.percentiles import Position, Rank, ordinal


def sentence(at: Position) -> str:
    """Say in plain English where a score stands, of whom it is a percentile, and by what."""
    article = "An" if at.scale == "MBE" else "A"
    said = (
        f"{article} {at.scale} score of {round(at.score, 1):g} is {at.rank.bound or 'at'} the "
        f"{ordinal(at.rank.percentile)} percentile of {at.population} (administration: "
        f"{at.administration}; by {_by(at)})"
    )
    if at.low and at.high and _tells(at.low, at.high):
        reach = f"from {_lower(at.low)} to {_lower(at.high)}"
        said += f"; over the interval of the score, {reach} of them did worse"
    return said + "."


def _by(at: Position) -> str:
    status = at.origin.status
    if "normal model" in status:
        cut = ", cut where they pass" if "cut at" in status else ""
        return f"a normal curve fitted to published figures of first-time takers{cut}"
    beyond = ", which does not reach so far" if at.rank.bound else ""
    return f"a published table{beyond}"


def _tells(low: Rank, high: Rank) -> bool:
    """Whether an interval says more than its middle: one end at least is more than a bound."""
    return not (low.bound and high.bound) and low.percentile != high.percentile


def _lower(rank: Rank) -> str:
    more = {"above": "over ", "below": "under "}.get(rank.bound or "", "")
    return f"{more}{rank.percentile:.0f}%"
