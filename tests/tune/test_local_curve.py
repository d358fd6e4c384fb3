"""The curve of the loss: whole at any moment, cut back to a checkpoint, and when to stop."""

import math
from pathlib import Path

import pytest

from benchbar.errors import InputError
from benchbar.tune.local_curve import Curve, Point, read


def curve_of(path: Path, *losses: float | None) -> Curve:
    curve = Curve(path)
    curve.begin(0)
    for n, loss in enumerate(losses, 1):
        curve.add(Point(n, 4 * n, 1.5 * n, 0.001, 2.0**-n))
        if loss is not None:
            curve.measured(dev_loss=loss, cpu_seconds=1.5 * n + 1, asked=8, exact=n)
    return curve


def test_the_file_has_every_point(tmp_path: Path) -> None:
    curve = curve_of(tmp_path / "loss.csv", None, 0.5, None)
    assert read(tmp_path / "loss.csv") == curve.points
    assert (tmp_path / "loss.csv").read_text().splitlines() == [
        "step,rows,cpu_seconds,rate,loss,dev_loss,asked,exact",
        "1,4,1.5,0.001,0.5,,0,0",
        "2,8,4.0,0.001,0.25,0.5,8,2",
        "3,12,4.5,0.001,0.125,,0,0",
    ]


def test_it_goes_on_from_a_checkpoint(tmp_path: Path) -> None:
    curve_of(tmp_path / "loss.csv", None, 0.5, None)
    again = Curve(tmp_path / "loss.csv")
    assert again.begin(2) == Point(2, 8, 4.0, 0.001, 0.25, 0.5, 8, 2)
    again.add(Point(3, 12, 5.0, 0.001, 0.4))
    assert [point.loss for point in read(tmp_path / "loss.csv")] == [0.5, 0.25, 0.4]


def test_without_a_checkpoint_it_begins_anew(tmp_path: Path) -> None:
    curve_of(tmp_path / "loss.csv", 0.5)
    assert Curve(tmp_path / "loss.csv").begin(0).cpu_seconds == 0.0
    assert read(tmp_path / "loss.csv") == []
    assert read(tmp_path / "none.csv") == []


@pytest.mark.parametrize(
    ("losses", "stale"),
    [
        ([0.5, 0.6], False),
        ([0.5, 0.6, 0.7], True),
        ([0.5, 0.6, 0.4], False),
        ([0.5, 0.5, 0.5], True),
        ([0.5, None, 0.6, None], False),
        ([0.5, math.nan, math.nan], True),
        ([math.nan, 0.5, math.nan], False),
        ([], False),
    ],
)
def test_when_it_no_longer_helps(
    tmp_path: Path, losses: list[float | None], *, stale: bool
) -> None:
    assert curve_of(tmp_path / "loss.csv", *losses).is_stale(2) is stale


@pytest.mark.parametrize("text", ["step,loss\n1,2\n", "step,rows,cpu_seconds,rate\nx,1,1,1\n"])
def test_another_file_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "loss.csv").write_text(text)
    with pytest.raises(InputError, match=r"loss\.csv: damaged .* begin again with --force"):
        read(tmp_path / "loss.csv")
