"""The loss as training goes on: a CSV file that is whole at any moment, and what it says."""

import csv
import io
import math
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path

from benchbar import jsonl
from benchbar.errors import InputError

NAME = "loss.csv"


@dataclass(frozen=True, slots=True)
class Point:
    """How far training is.

    Attributes:
        step: Steps done.
        rows: Rows learnt, one that came twice counted twice.
        cpu_seconds: Processor time of the training so far, with the development loss, and
            without the time it took to ask questions.
        rate: Learning rate.
        loss: Mean loss per token of the answers since the point before.
        dev_loss: That of the development rows; None where it was not measured.
        asked: How many development rows were asked.
        exact: How many of them were answered to the letter.
    """

    step: int
    rows: int
    cpu_seconds: float
    rate: float
    loss: float
    dev_loss: float | None = None
    asked: int = 0
    exact: int = 0


class Curve:
    """The points of one training, kept in a file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.points: list[Point] = []

    def begin(self, step: int) -> Point:
        """Keep the points up to a checkpoint, and return the last of them."""
        self.points = [point for point in read(self._path) if point.step <= step] if step else []
        self._write()
        return self.points[-1] if self.points else Point(0, 0, 0.0, 0.0, 0.0)

    def add(self, point: Point) -> None:
        """Keep a point."""
        self.points.append(point)
        self._write()

    def measured(self, **values: float) -> Point:
        """Put what was measured on development rows to the last point, and return that."""
        self.points[-1] = replace(self.points[-1], **values)  # type: ignore[arg-type]
        self._write()
        return self.points[-1]

    def is_stale(self, patience: int) -> bool:
        """Say whether none of the last measurements was lower than the best before them."""
        losses = [point.dev_loss for point in self.points if point.dev_loss is not None]
        measured = [math.inf if math.isnan(loss) else loss for loss in losses]
        before, since = measured[:-patience], measured[-patience:]
        return bool(before) and min(since) >= min(before)

    def _write(self) -> None:
        _save(self._path, self.points)


def read(path: Path) -> list[Point]:
    """Return the points of a file; none if there is no file.

    Raises:
        InputError: It is not such a file.
    """
    if not path.exists():
        return []
    try:
        with path.open(newline="", encoding="utf-8") as file:
            return [_point(row) for row in csv.DictReader(file)]
    except (KeyError, ValueError, TypeError, csv.Error) as error:
        raise InputError(f"{path}: damaged ({error}): begin again with --force") from None


def _point(row: dict[str, str]) -> Point:
    measured = row["dev_loss"]
    return Point(
        step=int(row["step"]),
        rows=int(row["rows"]),
        cpu_seconds=float(row["cpu_seconds"]),
        rate=float(row["rate"]),
        loss=float(row["loss"]),
        dev_loss=float(measured) if measured else None,
        asked=int(row["asked"]),
        exact=int(row["exact"]),
    )


def _save(path: Path, points: Sequence[Point]) -> None:
    text = io.StringIO(newline="")
    rows = csv.writer(text)
    rows.writerow(field.name for field in fields(Point))
    rows.writerows(_printed(point) for point in points)
    with jsonl.replacing(path) as file:
        file.write(text.getvalue().encode())


def _printed(point: Point) -> tuple[str, ...]:
    measured = "" if point.dev_loss is None else f"{point.dev_loss:.6g}"
    spent, rate, loss = f"{point.cpu_seconds:.1f}", f"{point.rate:.6g}", f"{point.loss:.6g}"
    asked, exact = str(point.asked), str(point.exact)
    return str(point.step), str(point.rows), spent, rate, loss, measured, asked, exact
