"""The first start of a desk: a study's materials come in from a folder."""

from pathlib import Path

from benchbar.exam.desk import intake, people, reading
from benchbar.exam.desk.store import Store
from benchbar.exam.essays import materials
from benchbar.report.numbers import plural


def take_in_once(store: Store, folder: Path) -> str:
    """Take a study's materials in, unless the database holds a study; say which.

    Raises:
        InputError: The materials cannot be read, or nobody leads the study.
    """
    lead = people.at_hand(store)
    if reading.study(store, lead).begun:
        return "the database holds its study already; nothing was taken in"
    taken = intake.take_in(store, lead, materials.read(folder))
    return f"taken in: {plural(taken.questions, 'question')}, {plural(taken.essays, 'essay')}"
