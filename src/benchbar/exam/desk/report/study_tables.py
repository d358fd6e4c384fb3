"""The tables beside a study's results page, as CSV that no spreadsheet takes for formulas."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from benchbar.exam.desk.report import author_scores
from benchbar.exam.desk.report.agreeing import Pair, mean_given
from benchbar.exam.desk.report.author_scores import Value
from benchbar.exam.desk.report.facts import FEWEST_CHECKS
from benchbar.exam.desk.report.findings import Findings
from benchbar.exam.percentiles import Position, Rank
from benchbar.records import Estimate
from benchbar.report.columns import Cells
from benchbar.report.sheets import csv_file

QUESTIONS = "scores-of-questions"
_AGREED = ("spearman", "kendall", "weighted_kappa", "same", "within_a_point")


def write(folder: Path, found: Findings) -> list[str]:
    """Write the tables that have something to say; return their names.

    Scores are 1 to 6, shares in [0, 1], percentiles in percent; whose essays are is told only
    after unblinding.
    """
    folder.mkdir()
    names = []
    for name, (header, rows) in _TABLES.items():
        kept = list(rows(found))
        if kept or name == QUESTIONS:
            with csv_file(folder / f"{name}.csv", header(found), raw=False) as add:
                for row in kept:
                    add(row)
            names.append(name)
    return names


def _ends(*names: str) -> tuple[str, ...]:
    return tuple(f"{name}{end}" for name in names for end in ("", "_low", "_high"))


def _told(one: Estimate | None) -> Cells:
    return (one.value, one.low, one.high) if one else (None, None, None)


def _valued(one: Value | None) -> Cells:
    """Return a value, its limits, how they were made, or why there are none."""
    if one is None:
        return (None, None, None, "")
    if one.interval is None:
        return (one.value, None, None, one.why)
    return (one.value, one.interval.low, one.interval.high, one.interval.method)


def _questions(found: Findings) -> Iterator[Cells]:
    for one in found.questions:
        yield (
            one.question, one.kind, one.title, one.readers, one.essays, *_told(one.score),
            one.double, *_told(one.adjacent), *_told(one.kappa),
        )  # fmt: skip


def _essays(found: Findings) -> Iterator[Cells]:
    for one in found.essays:
        source = one.source
        prompt = str(source.fields.get("prompt") or "") if source else ""
        whose = (author_scores.whose(source), prompt) if source else ()
        for mark in one.readings:
            yield (
                one.question, one.essay, *whose, one.score, one.readers, one.how, mark.grader,
                mark.kind, mark.use, mark.score,
            )  # fmt: skip


def _gates(found: Findings) -> Iterator[Cells]:
    for one in found.rounds:
        for gate in one.gates:
            for figure in gate.figures:
                yield (
                    one.question, one.number, one.essays, gate.grader, gate.kind, gate.against,
                    "; ".join(gate.others), "yes" if gate.passed else "no", figure.name,
                    *_told(figure.found), figure.least, figure.most,
                )  # fmt: skip


def _pairs(found: Findings) -> Iterator[Cells]:
    for one in found.rounds:
        for pair in one.pairs:
            yield one.question, "calibration", one.number, *_pair(pair)
    for live in found.live:
        yield live.question, "live", 0, *_pair(live.pair)


def _pair(one: Pair) -> Cells:
    figures = (one.ranks, one.kendall, one.kappa, one.exact, one.adjacent)
    return *one.graders, one.kinds, one.essays, *(end for each in figures for end in _told(each))


def _together(found: Findings) -> Iterator[Cells]:
    for one in found.rounds:
        for of in one.together:
            yield (
                one.question, one.number, of.kinds, of.graders, of.essays, *_told(of.single),
                *_told(of.mean),
            )  # fmt: skip


def _graders(found: Findings) -> Iterator[Cells]:
    for one in found.by_grader:
        yield (
            one.question, one.grader, one.kind, one.essays, one.mean, *_told(mean_given(one))[1:],
            one.spread, one.shared,
            *_told(one.above), *_told(one.adjacent), *_told(one.kappa),
        )  # fmt: skip


def _given(found: Findings) -> Iterator[Cells]:
    for one in found.scores:
        for score, count in one.counts.items():
            yield one.question, one.whose or "scores of essays", one.readers, score, count


def _drift(found: Findings) -> Iterator[Cells]:
    for one in found.drift:
        yield (
            one.question, found.names.get(one.person, ""), one.checks, *_told(one.moved), one.apart,
            "cannot be told yet" if one.checks < FEWEST_CHECKS else "yes" if one.flagged else "no",
        )  # fmt: skip


def _biases(found: Findings) -> Iterator[Cells]:
    for one in found.biases:
        yield (
            one.question, one.grader, one.pairs, *_told(one.first), *_told(one.agree),
            *_told(one.longer), one.essays, *_told(one.per_doubling), *_told(one.by_length),
        )  # fmt: skip


def _authors(found: Findings) -> Iterator[Cells]:
    for one in (outcome.author for outcome in found.outcomes):
        yield (
            one.author, one.by, one.readers, one.essays, *_valued(one.mee), one.mee_questions,
            *_valued(one.mpt), one.mpt_questions, *_valued(one.raw),
        )  # fmt: skip


def _prompts(found: Findings) -> Iterator[Cells]:
    for one in found.of_prompts:
        yield (
            one.author, one.by, one.prompt, one.question, one.readers, one.essays,
            *_valued(one.score),
        )  # fmt: skip


def _scaled(found: Findings) -> Iterator[Cells]:
    for of in found.outcomes:
        for one in of.scaled:
            yield (
                of.author.author, of.author.readers, one.conversion, one.value, one.low, one.high,
                one.flag, one.origin.date, one.origin.status, one.origin.source,
            )  # fmt: skip


def _totals(found: Findings) -> Iterator[Cells]:
    for of in found.outcomes:
        for one in of.wholes:
            for margin in one.margins:
                yield (
                    of.author.author, of.author.readers, one.mbe.origin, one.mbe.value, one.mbe.low,
                    one.mbe.high, one.conversion, one.total, one.low, one.high,
                    margin.passing.jurisdiction, margin.passing.score, margin.points,
                    "yes" if margin.passes else "no",
                )  # fmt: skip


def _places(found: Findings) -> Iterator[Cells]:
    for of in found.outcomes:
        for one in of.scaled:
            for at in one.positions:
                yield of.author.author, of.author.readers, one.conversion, None, *_position(at)
        for whole in of.wholes:
            for at in whole.positions:
                yield (
                    of.author.author, of.author.readers, whole.conversion, whole.mbe.value,
                    *_position(at),
                )  # fmt: skip


def _position(at: Position) -> Cells:
    return (
        at.scale, at.score, at.population, at.administration, *_rank(at.rank), *_rank(at.low),
        *_rank(at.high), at.origin.date, at.origin.status, at.origin.source,
    )  # fmt: skip


def _rank(rank: Rank | None) -> tuple[float | None, str]:
    return (rank.percentile, rank.bound or "") if rank else (None, "")


def _incidents(found: Findings) -> Iterator[Cells]:
    for one in found.incidents:
        yield one.at, one.what, one.of, one.told, one.why


def _checks(found: Findings) -> Iterator[Cells]:
    for one in found.held.checks:
        yield one.check, one.asks, one.met, one.note


def _whose(found: Findings) -> tuple[str, ...]:
    return ("author", "prompt") if found.study.unblinded else ()


def _always(*header: str) -> Callable[[Findings], Sequence[str]]:
    return lambda _: header


_TABLES: Mapping[
    str,
    tuple[Callable[[Findings], Sequence[str]], Callable[[Findings], Iterable[Cells]]],
] = {
    QUESTIONS: (
        _always("question", "kind", "title", "readers", "essays", *_ends("score"), "read_twice",
                *_ends("within_a_point", "weighted_kappa")),
        _questions,
    ),
    "marks-of-essays": (
        lambda found: (
            "question", "essay", *_whose(found), "score", "readers", "how", "grader", "kind", "use",
            "mark",
        ),
        _essays,
    ),
    "calibration": (
        _always("question", "round", "essays", "grader", "kind", "against", "others", "passed",
                "figure", *_ends("found"), "least", "most"),
        _gates,
    ),
    "pairs-of-graders": (
        _always("question", "stage", "round", "grader", "other", "kinds", "essays",
                *_ends(*_AGREED)),
        _pairs,
    ),
    "reliability": (
        _always("question", "round", "kinds", "graders", "essays", *_ends("icc_2_1", "icc_2_k")),
        _together,
    ),
    "graders": (
        _always("question", "grader", "kind", "essays", *_ends("mean"), "sd", "shared",
                *_ends("above", "within_a_point", "weighted_kappa")),
        _graders,
    ),
    "scores-given": (_always("question", "whose", "readers", "score", "times"), _given),
    "drift": (
        _always("question", "grader", "marked_again", *_ends("moved"), "apart", "too_far"),
        _drift,
    ),
    "leanings-of-models": (
        _always("question", "model", "pairs", *_ends("prefers_first", "same_in_both_orders",
                "prefers_longer"), "essays", *_ends("points_for_twice_the_length",
                "correlation_with_length")),
        _biases,
    ),
    "authors": (
        _always("author", "is", "readers", "essays", *_ends("mee"), "mee_interval", "mee_questions",
                *_ends("mpt"), "mpt_interval", "mpt_questions", *_ends("raw"), "raw_interval"),
        _authors,
    ),
    "authors-by-prompt": (
        _always("author", "is", "prompt", "question", "readers", "essays", *_ends("score"),
                "interval"),
        _prompts,
    ),
    "written-scaled": (
        _always("author", "readers", "conversion", *_ends("scaled"), "flag", "date", "status",
                "source"),
        _scaled,
    ),
    "totals": (
        _always("author", "readers", "multiple_choice", *_ends("mbe"), "conversion",
                *_ends("total"), "jurisdiction", "asks_for", "margin", "passes"),
        _totals,
    ),
    "percentiles": (
        _always("author", "readers", "conversion", "mbe", "scale", "score", "population",
                "administration", "percentile", "bound", "percentile_low", "low_bound",
                "percentile_high", "high_bound", "date", "status", "source"),
        _places,
    ),
    "changes-during-the-study": (_always("at", "what", "of", "told", "why"), _incidents),
    "protocol": (_always("check", "asks", "met", "evidence"), _checks),
}  # fmt: skip
