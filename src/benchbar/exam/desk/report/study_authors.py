"""What a study's results page says of authors: written parts, totals, places among people."""

from collections.abc import Iterator, Sequence

from benchbar.exam.desk.report.author_scores import Value
from benchbar.exam.desk.report.author_totals import Outcome, Scaled, Whole
from benchbar.exam.desk.report.findings import Findings
from benchbar.exam.desk.report.places import sentence
from benchbar.exam.desk.report.study_cells import Cell, Table, value
from benchbar.exam.facts import Origin
from benchbar.exam.page_standing import seen
from benchbar.exam.percentiles import Position

_MOST_ROWS = 12
"""Rows of a table that stands unfolded."""


def tables(found: Findings) -> dict[str, object]:
    """Return what the page says of authors; nothing before unblinding."""
    return {
        "of_prompts": _of_prompts(found),
        "authors": _authors(found),
        "scaled": _scaled(found),
        "totals": _totals(found),
        "margins": _margins(found),
        "among": list(_among(found)),
        "sources": _sources(found),
        "sentences": list(_sentences(found)),
        "no_interval": sorted({one.why for one in _values(found) if one.why}),
        "over": {one.interval.method for one in _values(found) if one.interval},
    }


def _of_prompts(found: Findings) -> Table:
    return Table(
        "Mean scores by author, prompt and question",
        ("Author", "Prompt", "Question", "Read by"),
        ("Essays", "Mean score"),
        (),
        [
            (one.author, one.prompt or None, one.question, one.readers, f"{one.essays:,}",
             value(one.score))
            for one in found.of_prompts
        ],
        long=True,
    )  # fmt: skip


def _authors(found: Findings) -> Table:
    return Table(
        "Written part by author, 1 to 6",
        ("Author", "Is", "Read by"),
        ("Essays", "MEE", "Questions", "MPT", "Questions", "Weighted raw score"),
        (),
        [
            (one.author, one.by, one.readers, f"{one.essays:,}", value(one.mee),
             f"{one.mee_questions}", value(one.mpt), f"{one.mpt_questions}", value(one.raw))
            for one in (outcome.author for outcome in found.outcomes)
        ],
    )  # fmt: skip


def _whole_parts(found: Findings) -> list[Outcome]:
    return [one for one in found.outcomes if one.scaled]


def _name(found: Findings, one: Outcome) -> str:
    """Return an author, with his readers where these differ."""
    differ = len({part.author.readers for part in found.outcomes}) > 1
    return one.author.author + (f" (read by {one.author.readers})" if differ else "")


def _scaled(found: Findings) -> Table | None:
    parts = _whole_parts(found)
    if not parts:
        return None
    return Table(
        "Written scores on the scale of the multiple choice, by every conversion",
        ("Author",),
        tuple(one.conversion for one in parts[0].scaled),
        (),
        [(_name(found, one), *map(_scaled_cell, one.scaled)) for one in parts],
    )


def _scaled_cell(one: Scaled) -> Cell:
    between = "[–]" if one.low is None or one.high is None else f"[{one.low:.0f}, {one.high:.0f}]"
    return f"{one.value:.1f}", f"{between} {one.flag}".strip()


def _totals(found: Findings) -> Table | None:
    parts = [one for one in found.outcomes if one.wholes]
    if not parts:
        return None
    conversions = list(dict.fromkeys(one.conversion for one in parts[0].wholes))
    rows: list[Sequence[Cell]] = []
    for part in parts:
        for mbe in dict.fromkeys(one.mbe for one in part.wholes):
            cells = {one.conversion: _total(one) for one in part.wholes if one.mbe == mbe}
            ends = f"[{mbe.low:.1f}, {mbe.high:.1f}]" if mbe.low and mbe.high else "given"
            rows.append(
                (_name(found, part), mbe.origin, (f"{mbe.value:.1f}", ends),
                 *(cells.get(name) for name in conversions))
            )  # fmt: skip
    return Table(
        "UBE totals of 400 points, as reported, and in how many jurisdictions they pass",
        ("Author", "Multiple choice"),
        ("MBE", *(f"Written by {name}" for name in conversions)),
        (),
        rows,
    )


def _total(one: Whole) -> Cell:
    between = "[–]" if one.low is None else f"[{one.low}, {one.high}]"
    nextgen = "" if one.nextgen is None else f"\nNextGen {one.nextgen:g}"
    return str(one.total), f"{between}\npasses in {one.passes} of {one.jurisdictions}{nextgen}"


def _margins(found: Findings) -> Table | None:
    """Say, for each jurisdiction, between which margins the totals of each author lie."""
    parts = [one for one in found.outcomes if one.wholes]
    if not parts:
        return None
    rows: list[Sequence[Cell]] = []
    for place, margin in enumerate(parts[0].wholes[0].margins):
        passing = margin.passing
        cells = []
        for part in parts:
            points = sorted(one.margins[place].points for one in part.wholes)
            low, high = f"{points[0]:+d}", f"{points[-1]:+d}"
            cells.append((low, "") if low == high else (low, f"to {high}"))
        note = f" ({passing.note})" if passing.note else ""
        rows.append((f"{passing.jurisdiction}{note}", str(passing.score), *cells))
    return Table(
        "Points above what each jurisdiction asks for, lowest to highest of an author’s totals "
        "above; a minus does not pass",
        ("Jurisdiction",),
        ("Asks for", *(_name(found, part) for part in parts)),
        (),
        rows,
    )


def _among(found: Findings) -> Iterator[tuple[str, Table]]:
    """Yield where written scores, and then totals, stand in each population."""
    written = [(_name(found, part), one.conversion, f"{one.value:.0f}", one.positions)
               for part in _whole_parts(found) for one in part.scaled]  # fmt: skip
    totals = [
        (
            _name(found, part),
            f"{one.conversion}; MBE {one.mbe.value:.1f}",
            str(one.total),
            one.positions,
        )
        for part in found.outcomes
        for one in part.wholes
    ]
    for what, rows in (("Written scores", written), ("UBE totals", totals)):
        heads = list(dict.fromkeys(_of_whom(at) for *_, among in rows for at in among))
        if heads:
            caption = f"{what} among people"
            told = Table(
                f"{caption}: percent of each population that scored lower; in brackets at the ends "
                "of the interval; > and < are bounds",
                ("Author", "By"),
                ("Score", *heads),
                (),
                [(who, by, score, *_ranks(among, heads)) for who, by, score, among in rows],
                long=len(rows) > _MOST_ROWS,
            )
            yield caption, told


def _of_whom(at: Position) -> str:
    model = "; model" if "normal model" in at.origin.status else ""
    when = "administration " if at.administration == "not stated" else ""
    return f"{at.population} ({when}{at.administration}{model})"


def _ranks(among: Sequence[Position], heads: Sequence[str]) -> Iterator[Cell]:
    there = {_of_whom(at): at for at in among}
    for head in heads:
        at = there.get(head)
        if at is None:
            yield None
        elif at.low is None or at.high is None:
            yield seen(at.rank), ""
        else:
            yield seen(at.rank), f"[{seen(at.low)}, {seen(at.high)}]"


def _sources(found: Findings) -> list[tuple[str, str]]:
    """Return every conversion and population used, with its date, status and source."""
    told: dict[tuple[str, str], None] = {}
    for part in found.outcomes:
        for one in part.scaled:
            told[f"Conversion {one.conversion}", _told(one.origin)] = None
        for at in part.positions:
            told[f"Percentiles of {_of_whom(at)}, {at.scale}", _told(at.origin)] = None
        for whole in part.wholes[:1]:
            for margin in whole.margins[:1]:
                told["Passing scores", _told(margin.passing.origin)] = None
    return list(told)


def _told(origin: Origin) -> str:
    date = "" if origin.date == "not stated" else origin.date
    return "; ".join(filter(None, (date, origin.status, origin.source)))


def _sentences(found: Findings) -> Iterator[tuple[str, list[str]]]:
    for part in _whole_parts(found):
        yield _name(found, part), list(dict.fromkeys(sentence(at) for at in part.positions))


def _values(found: Findings) -> Iterator[Value]:
    for of in found.of_prompts:
        yield of.score
    for part in found.outcomes:
        one = part.author
        for found_value in (one.mee, one.mpt, one.raw):
            if found_value:
                yield found_value
