"""How much each of some models had learnt when it was asked, and from which base they all come.

Known from the folder that ``tune local`` makes, or from the record of a job at OpenAI and the
manifest of its rows.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchbar.errors import InputError
from benchbar.report.findings import Source
from benchbar.runs import LOCAL
from benchbar.runs.smollm2 import folder_of
from benchbar.tune import local_curve, manifest, record
from benchbar.tune.consumers import TRAIN
from benchbar.tune.manifest import JOBS
from benchbar.tune.report_learnt import Origin, origin_of, whose

_TUNED = "ft:"
"""What the names of models that OpenAI tuned begin with."""


@dataclass(frozen=True, slots=True)
class Amount:
    """How much a model learnt.

    Attributes:
        rows: Rows learnt, one that came twice counted twice.
        cpu_seconds: Processor time that it took; None where it was not spent here.
        origin: Where the model comes from; None for the base.
    """

    rows: int
    cpu_seconds: float | None
    origin: Origin | None = None


def amounts_of(sources: Sequence[Source]) -> tuple[str, list[Amount]]:
    """Return the base that some models were tuned from, and how much each of them learnt.

    Args:
        sources: Runs of one model each: the base, which learnt nothing, and models tuned from it.

    Raises:
        InputError: It is not known how much a model learnt, or they come from different bases.
    """
    origins = [origin_of(source.run.study.cells[0], source.run.folder) for source in sources]
    bases = {whose(one.base): one.base for one in origins if one and one.base}
    untuned = [whose(model_of(source)) in bases for source in sources]
    tuned = [None if is_base else origin for origin, is_base in zip(origins, untuned, strict=True)]
    unknown = [
        source
        for source, origin, is_base in zip(sources, origins, untuned, strict=True)
        if not (origin or is_base)
    ]
    if unknown:
        raise _unknown(max(unknown, key=_looks_tuned), list(bases.values()))
    _refuse_other_bases(sources, origins, tuned)
    base = next(origin.base for origin in tuned if origin and origin.base)
    return base, [
        _learnt(source, origin) if origin else Amount(0, 0.0)
        for source, origin in zip(sources, tuned, strict=True)
    ]


def model_of(source: Source) -> str:
    """Return the name of the one model of a run."""
    return source.run.study.cells[0].model


def _refuse_other_bases(
    sources: Sequence[Source],
    origins: Sequence[Origin | None],
    tuned: Sequence[Origin | None],
) -> None:
    """Make sure that all models are one base, or tuned from it."""
    wanted = {whose(one.base) for one in tuned if one}
    untuned = {
        whose(model_of(source)) for source, one in zip(sources, tuned, strict=True) if one is None
    }
    if len(wanted) == 1 and untuned <= wanted:
        return
    said = "; ".join(
        f"{model_of(source)} from {origin.base}"
        for source, origin in zip(sources, origins, strict=True)
        if origin
    )
    raise InputError(
        f"these models were tuned from different bases ({said}): name runs of one base, and of "
        "models that were tuned from it"
    )


def _learnt(source: Source, origin: Origin) -> Amount:
    if _is_local(source):
        if points := _points(origin.rows.parent):
            return Amount(points[-1].rows, points[-1].cpu_seconds, origin)
    elif (rows := _read_by_job(origin, model_of(source).partition("/")[2])) is not None:
        return Amount(rows, None, origin)
    raise _unknown(source)


def _points(folder: Path) -> list[local_curve.Point]:
    """Return how far training went; nothing if the file is damaged, or of an older form."""
    try:
        return local_curve.read(folder / local_curve.NAME)
    except InputError:
        return []


def _read_by_job(origin: Origin, tuned: str) -> int | None:
    """Return the rows that a job read, all epochs counted; None if its rows are not those there."""
    if not (origin.rows / manifest.NAME).is_file():
        return None
    train = manifest.read(origin.rows).files.get(TRAIN)
    for job in record.read(origin.rows).jobs:
        if job.tuned == tuned and train and job.order.train == train.sha256:
            return train.rows * job.order.epochs
    return None


def _is_local(source: Source) -> bool:
    return model_of(source).startswith(f"benchbar/{LOCAL}")


def _looks_tuned(source: Source) -> bool:
    return _is_local(source) or model_of(source).partition("/")[2].startswith(_TUNED)


def _unknown(source: Source, bases: Sequence[str] = ()) -> InputError:
    """Say that it is not known how much a model learnt, which is none of the bases of others."""
    model = model_of(source)
    said = f"{source.name}: it is not known how much {model} learnt"
    folder = folder_of(model)
    if _is_local(source) and folder:
        if not folder.is_dir():
            return InputError(
                f"{said}: its folder {folder} is gone, or was named from elsewhere: call this "
                f"where {folder} lies, or leave out this run"
            )
        return InputError(
            f"{said}: {folder} has no {local_curve.NAME} with points, as 'benchbar tune local' "
            "writes it now: leave out this run, or tune the model anew"
        )
    other = f"it is not the base of the others ({', '.join(bases)}), and " if bases else ""
    return InputError(
        f"{said}: {other}no folder here or beside the run has the record of its job ({JOBS}) and "
        "the manifest of just these rows: put that folder beside the run, or leave out this run"
    )
