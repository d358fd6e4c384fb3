"""What stands beside a page in its folder: results as JSON, figures as SVG."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Protocol

import jinja2
import msgspec

RESULTS = "results.json"


class Named(Protocol):
    """A figure: its name is that of its file."""

    @property
    def name(self) -> str:
        """What its file is called, without prefix and ending."""


def write_results(folder: Path, told: object) -> None:
    """Write results as JSON that people can read, too."""
    text = msgspec.json.format(msgspec.json.encode(told), indent=1)
    (folder / RESULTS).write_bytes(text + b"\n")


def write_figures(
    folder: Path, prefix: str, template: jinja2.Template, drawn: Iterable[Named], name: str = "plot"
) -> None:
    """Write figures as SVG files.

    Args:
        folder: Of the page.
        prefix: What their names begin with, such as ``figures/exam``.
        template: That draws one.
        drawn: The figures.
        name: What the template calls a figure.
    """
    (folder / prefix).parent.mkdir(exist_ok=True)
    for one in drawn:
        told: dict[str, Any] = {name: one}
        path = folder / f"{prefix}-{one.name}.svg"
        path.write_text(template.render(told), encoding="utf-8")
