"""Addresses: questions by their names, essays by the codes of whoever reads them."""

from urllib.parse import quote

STEPS = {
    "train": "training",
    "rank": "ranks",
    "lock ranks": "ranks",
    "mark calibration": "scores",
    "lock scores": "scores",
    "read discussion": "discussion",
    "mark live": "next",
}
"""Where each act of a grader is done."""


def of_question(question: str, page: str = "") -> str:
    """Return the address of a page of a question."""
    return "/questions/" + quote(question, safe="") + (f"/{page}" if page else "")


def of_essay(code: str) -> str:
    """Return the address of an essay."""
    return f"/essays/{quote(code, safe='')}"
