"""The figures of an exam's page, each a plot of shares with their intervals."""

import unicodedata
from collections.abc import Iterator, Sequence

from benchbar.exam.percentiles import Position, Rank
from benchbar.exam.results import ModelResult
from benchbar.exam.score_standing import ScoreStanding
from benchbar.exam.studies import StudyFigure
from benchbar.records import Estimate
from benchbar.report.numbers import percent
from benchbar.report.plots import CORRECTED, MOST_SERIES, Plot, Point, Series, models, plot
from benchbar.report.visible import visible
from benchbar.stats.regression import Regression

Sitter = tuple[str, ModelResult]
"""A model and what to call it on this page."""

_GROUP, _LINE = 56, 13
"""Letters of a name that fit above a line, and before it."""

_BROAD = frozenset("mwMW@%—…")

_MOST_LINES = 40
"""Lines of predictions that a figure holds."""

_BARE = "no interval published"
_PUBLISHED = Series("paper", "diamond", "published, for comparison (sources below)")
_GPT4 = Series("paper", "diamond", "GPT-4, original study (read off a plot, no interval)")
_TEMPERATURE = "temperature"


def cut(text: str, letters: int) -> str:
    """Return a name that fits into a figure, broad letters counting double; tables have it all."""
    shown = visible(text)
    room = float(letters)
    for place, letter in enumerate(shown):
        broad = letter in _BROAD or unicodedata.east_asian_width(letter) in "WF"
        room -= 2 if broad else 1.5 if letter.isupper() else 1
        if room < 0:
            return f"{shown[: max(0, place - 2)]}…"
    return shown


def series_of(sitters: Sequence[Sitter]) -> list[Series]:
    """Return how each model is drawn; of one alone as the models of reports are."""
    if len(sitters) == 1:
        return [Series(CORRECTED.kind, CORRECTED.shape, sitters[0][0])]
    return list(models({str(place): label for place, (label, _) in enumerate(sitters)}).values())


def figures(sitters: Sequence[Sitter], published: Sequence[StudyFigure]) -> list[Plot]:
    """Return accuracy by prompt and temperature, so many models to a figure as can be told apart.

    Published figures with an interval stand below those that they compare with.
    """
    found: list[Plot] = []
    for part in _parts(sitters):
        lines = [line for line in _by_setting(part, published) if line[2]]
        name = f"settings-{len(found) + 1}"
        found.append(plot(name, "Accuracy by setting", "Percent right", lines, _told))
    return found


def _parts(sitters: Sequence[Sitter]) -> Iterator[Sequence[Sitter]]:
    for start in range(0, len(sitters), MOST_SERIES):
        yield sitters[start : start + MOST_SERIES]


def _by_setting(
    sitters: Sequence[Sitter], published: Sequence[StudyFigure]
) -> Iterator[tuple[str, str, list[Point]]]:
    series = series_of(sitters)
    drawn = list(zip(series, sitters, strict=True))
    everyone = "All sessions"
    name = "this run" if len(sitters) == 1 else ""
    yield everyone, name, [(one, found.overall.new, "") for one, (_, found) in drawn]
    yield from _beside(everyone, "overall", published)
    published_of = {one.figure for one in published}
    only = max(len(found.settings) for _, found in sitters) == 1 == len(sitters)
    for prompt in dict.fromkeys(part.name for _, found in sitters for part in found.prompts):
        if only and prompt not in published_of:
            continue
        title = f"Prompt {prompt}"
        several = [
            setting.temperature
            for _, found in sitters
            for part in found.settings
            if (setting := part.setting) and setting.prompt == prompt
        ]
        shown = cut(title, _GROUP)
        yield (
            shown,
            "together" if len({*several}) > 1 else "",
            [
                (one, part.accuracy.new, "")
                for one, (_, found) in drawn
                for part in found.prompts
                if part.name == prompt
            ],
        )
        if len({*several}) > 1:
            yield from _by_temperature(shown, prompt, drawn)
        yield from _beside(shown, prompt, published)


def _by_temperature(
    shown: str, prompt: str, drawn: Sequence[tuple[Series, Sitter]]
) -> Iterator[tuple[str, str, list[Point]]]:
    lines: dict[str, list[Point]] = {}
    for one, (_, found) in drawn:
        for part in found.settings:
            if part.setting and part.setting.prompt == prompt:
                told = part.setting.temperature
                name = "not set" if told is None else f"at {told:g}"
                lines.setdefault(name, []).append((one, part.accuracy.new, ""))
    for name, points in lines.items():
        yield shown, name, points


def _beside(
    group: str, wanted: str, published: Sequence[StudyFigure]
) -> Iterator[tuple[str, str, list[Point]]]:
    for one in published:
        if one.figure == wanted and one.value is not None and one.low is not None:
            whose = one.what.removeprefix("GPT-4, ").split(":")[0]
            name = whose if wanted == "overall" else "published"
            yield group, cut(name, _LINE), [(_PUBLISHED, _estimate(one), "")]


def by_subject(sitters: Sequence[Sitter], published: Sequence[StudyFigure]) -> list[Plot]:
    """Return accuracy by subject, with that of GPT-4 in the original study."""
    found: list[Plot] = []
    for part in _parts(sitters):
        drawn = list(zip(series_of(part), part, strict=True))
        lines = [
            (cut(name, _GROUP), "", [
                *((one, of.accuracy.new, "")
                  for one, (_, result) in drawn for of in result.subjects if of.name == name),
                *((_GPT4, _estimate(one), "") for one in gpt4(name, published)),
            ])
            for name in subjects(part)
        ]  # fmt: skip
        if lines:
            name = f"subjects-{len(found) + 1}"
            found.append(plot(name, "Accuracy by subject", "Percent right", lines, _told))
    return found


def subjects(sitters: Sequence[Sitter]) -> list[str]:
    """Return the subjects of some models."""
    return list(dict.fromkeys(part.name for _, found in sitters for part in found.subjects))


def gpt4(subject: str, published: Sequence[StudyFigure]) -> list[StudyFigure]:
    """Return what was published of GPT-4 in a subject."""
    return [
        one
        for one in published
        if one.figure == subject and one.what.startswith("GPT-4") and one.value is not None
    ]


def _estimate(one: StudyFigure) -> Estimate:
    """Return a published percentage as a share; without an interval it says so."""
    value = (one.value or 0) / 100
    if one.low is None or one.high is None:
        return Estimate(value, value, value, 0.95, 0, 0, _BARE)
    return Estimate(value, one.low / 100, one.high / 100, 0.95, 0, 0, "as published")


def _told(estimate: Estimate, *, digits: int = 1) -> str:
    if estimate.method == _BARE:
        return f"{100 * estimate.value:.{digits}f}"
    return percent(estimate, digits=digits)


def predictions(name: str, title: str, fit: Regression) -> Plot | None:
    """Return the chance of a right answer under each setting of a regression."""
    shown = fit.predictions[:_MOST_LINES]
    factors = list(shown[0].setting) if shown else []
    if not factors:
        return None
    within = _TEMPERATURE if _TEMPERATURE in factors else factors[-1]
    one = Series(CORRECTED.kind, CORRECTED.shape, "predicted")
    lines: dict[str, list[tuple[str, str, list[Point]]]] = {}
    for made in shown:
        others = ", ".join(f"{f} {made.setting[f]}" for f in factors if f != within)
        level = made.setting[within]
        chance = Estimate(made.chance, made.low, made.high, 0.95, fit.n, fit.cells, "Wald")
        group = cut(others or f"{within} {level}", _GROUP)
        line = cut(f"at {level}" if within == _TEMPERATURE else level, _LINE) if others else ""
        lines.setdefault(group, []).append((group, line, [(one, chance, "")]))
    what = "Chance of a right answer to a typical question"
    return plot(name, title, what, [line for group in lines.values() for line in group])


def among_people(name: str, title: str, scores: Sequence[ScoreStanding]) -> Plot | None:
    """Return where the scaled scores of an accuracy stand in each population, bounds left out."""
    known = [one for one in scores if one.positions][:MOST_SERIES]
    labels = {
        str(place): f"{one.scaled.value:.1f} ({one.scaled.conversion})"
        for place, one in enumerate(known)
    }
    lines: dict[str, list[Point]] = {}
    for series, one in zip(models(labels).values(), known, strict=True):
        for at in one.positions:
            if at.rank.bound:
                continue
            group = cut(" ".join(of_whom(at)), _GROUP)
            lines.setdefault(group, []).append((series, _share(at.rank, at.low, at.high), ""))
    what = "Percent of each population that scored lower"
    if not lines:
        return None
    return plot(name, title, what, [(group, "", found) for group, found in lines.items()], _ranked)


def of_whom(at: Position) -> tuple[str, str]:
    """Return a population, and when it sat; a model says so, for it may be of the same people."""
    model = "; model" if "normal model" in at.origin.status else ""
    when = "administration " if at.administration == "not stated" else ""
    return at.population, f"({when}{at.administration}{model})"


def _share(rank: Rank, low: Rank | None, high: Rank | None) -> Estimate:
    value = rank.percentile / 100
    ends = (value if end is None else end.percentile / 100 for end in (low, high))
    least, most = sorted(ends)
    told = "percentile" if low and high else _BARE
    return Estimate(value, min(least, value), max(most, value), 0.95, 0, 0, told)


def _ranked(estimate: Estimate, *, digits: int = 1) -> str:  # noqa: ARG001
    value, low, high = (100 * one for one in (estimate.value, estimate.low, estimate.high))
    return f"{value:.0f}" if estimate.method == _BARE else f"{value:.0f} [{low:.0f}, {high:.0f}]"
