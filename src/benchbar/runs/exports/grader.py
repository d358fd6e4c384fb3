"""Finds and grades the rows beside this file for lm-evaluation-harness.

Bench & Bar copies this file into each folder that it exports for lm-eval. ``corrected`` and
``published`` are its two graders, reported where the package benchbar is installed;
``exact_match`` always is.
"""

from pathlib import Path
from typing import Any

import datasets  # type: ignore[import-untyped,unused-ignore]

try:
    from benchbar.runs.exports.lm_eval import marks
except ImportError:
    marks = None  # type: ignore[assignment]
HAS_GRADERS = marks is not None


def rows(file: str, **_: Any) -> Any:  # noqa: ANN401 (lm-eval adds what it likes)
    """Return the rows of a file beside this one, as the test split."""
    path = Path(__file__).with_name(file)
    return datasets.load_dataset("json", data_files={"test": str(path)})


def process_results(doc: dict[str, Any], results: list[str]) -> dict[str, float]:
    """Return the marks of the only reply to a row, 1 or 0."""
    text = results[0]
    exact = float(text.strip() in [answer.strip() for answer in doc["accepted"]])
    ours = marks(doc["prompt"], doc["record"], text) if HAS_GRADERS else {}
    return {**ours, "exact_match": exact}
