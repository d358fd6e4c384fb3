"""What a study's results page says, as tables and figures, before its template lays it out."""

from collections.abc import Iterator, Mapping, Sequence

from benchbar.exam.desk.report import (
    author_scores,
    study_authors,
    study_graders,
    study_plots,
    study_words,
)
from benchbar.exam.desk.report.findings import Findings
from benchbar.exam.desk.report.study_cells import Cell, Table, number, share, value
from benchbar.exam.desk.report.study_plots import Counts, of_six
from benchbar.report import names
from benchbar.report.plots import Plot


def page(found: Findings) -> dict[str, object]:
    """Return all that the page says."""
    figures = study_plots.all_of(found)
    models = [one.name for one in found.graders if one.kind == "model"]
    authors = [one.author.author for one in found.outcomes]
    return {
        "study": found.study,
        "lead": list(study_words.lead(found)),
        "warnings": list(study_words.warnings(found)),
        "built_in": names.built_in(one.partition(" (")[0] for one in (*models, *authors)),
        "borne": [
            (study_words.BORNE[one.borne], one.says, study_words.against(one))
            for one in found.held.conclusions
        ],
        "who_graded": study_words.who_graded(found),
        "agreed": study_words.agreement(found),
        "figures_of": figures,
        "scores": _scores(found),
        "essays": _essays(found),
        "settled": _settled(found),
        "origins": _origins(found),
        **study_authors.tables(found),
        **study_graders.tables(found),
        "lengths": _lengths(found),
        "removed": _removed(found),
        "held": found.held,
        "materials": _materials(found),
        "settings": _settings(found),
        "incidents": _incidents(found),
        "bin": "quarter" if found.study.options.step < 1 else "half",
        "unsaid": sum(
            author_scores.by_of(one.source) == author_scores.NOT_SAID
            for one in found.essays
            if one.source
        ),
        "glossary": study_words.GLOSSARY,
    }


def figures_of(said: Mapping[str, object]) -> Iterator[Plot | Counts]:
    """Yield every figure of the page."""
    for drawn in said["figures_of"].values():  # type: ignore[attr-defined]
        yield from drawn


def _scores(found: Findings) -> Table:
    titles = {one.question: one.title for one in found.materials}
    return Table(
        "Scores of essays, 1 to 6: their mean, and how far two readers of the same essay agree",
        ("Question", "Read by"),
        ("Essays", "Mean score", "Read twice", "Within a point, %", "Weighted kappa"),
        (),
        [
            (
                f"{one.question} ({one.kind}): {titles[one.question]}",
                study_words.readers(one),
                f"{one.essays:,}",
                number(one.score, of_six),
                f"{one.double:,}",
                share(one.adjacent),
                number(one.kappa),
            )
            for one in found.questions
        ],
    )


def _essays(found: Findings) -> Table:
    """List the essays; whose they are only once that is open."""
    whose = ("Author", "Prompt") if found.study.unblinded else ()
    rows: list[Sequence[Cell]] = []
    for one in found.essays:
        told: tuple[Cell, ...] = ()
        if whose:
            source = one.source
            told = (
                author_scores.whose(source) if source else None,
                str(source.fields.get("prompt") or "") if source else None,
            )
        marks = "; ".join(f"{o.grader} {o.score:g}" for o in one.readings)
        score = None if one.score is None else f"{one.score:.3g}"
        rows.append((one.question, one.essay, *told, score, f"{one.readers}, {one.how}", marks))
    return Table(
        "Every essay that lay in a pile, with the marks that it was given",
        ("Question", "Essay", *whose),
        ("Score",),
        ("How", "Marks"),
        rows,
        long=True,
    )


def _settled(found: Findings) -> Table:
    return Table(
        f"Differences of more than {found.study.options.difference:g} point that a third mark "
        "settled",
        ("Question", "Essay"),
        ("Lowest", "Highest", "Settled as"),
        (),
        [
            (one.question, one.essay, f"{one.low:g}", f"{one.high:g}", f"{one.score:g}")
            for one in found.settled
        ],
    )


def _origins(found: Findings) -> Table:
    return Table(
        "Mean scores by who wrote the essays, as their files say",
        ("Question", "Written by", "Read by"),
        ("Essays", "Mean score"),
        (),
        [
            (one.question, one.by, one.readers, f"{one.essays:,}", value(one.score))
            for one in found.origins
        ],
    )


def _lengths(found: Findings) -> Table:
    return Table(
        "Number of words against score, rank correlation: near 1, longer essays score higher",
        ("Question", "Read by"),
        ("Essays", "Correlation"),
        (),
        [(one.question, one.readers, f"{one.essays:,}", number(one.correlation))
         for one in found.lengths],
    )  # fmt: skip


def _removed(found: Findings) -> Table:
    return Table(
        "Taken out of the essays before anybody read them, because it could tell an origin",
        ("What",),
        ("Times",),
        (),
        [(kind, f"{count:,}") for kind, count in found.removed.items()],
    )


def _materials(found: Findings) -> Table:
    return Table(
        "The questions and their essays",
        ("Question", "Kind", "Title"),
        ("Issues", "Points", "Essays", "Benchmark papers", "In calibration", "Graded live"),
        (),
        [
            (one.question, one.kind, one.title, f"{one.issues}", f"{one.points:g}",
             f"{one.essays}", f"{one.benchmarks}", f"{one.calibrated}", f"{one.graded}")
            for one in found.materials
        ],
    )  # fmt: skip


def _settings(found: Findings) -> dict[str, str]:
    options = found.study.options
    return {
        "locked": _moment(found.study.locked) + (", early" if found.study.early else ""),
        "unblinded": _moment(found.study.unblinded) if found.study.unblinded else "not yet",
        **{name.replace("_", " "): f"{getattr(options, name):g}"
           for name in options.__struct_fields__},
        "intervals": "95%",
    }  # fmt: skip


def _incidents(found: Findings) -> Table:
    return Table(
        "What changed in the course of the study",
        ("When", "What", "Of"),
        (),
        ("How", "Why"),
        [
            (_moment(one.at), one.what, one.of, one.told, one.why or "no reason given")
            for one in found.incidents
        ],
    )


def _moment(told: str) -> str:
    """Return a moment to the minute."""
    return f"{told[:16].replace('T', ' ')} UTC"
