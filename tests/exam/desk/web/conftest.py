"""What tests of the desk's pages share."""

from collections.abc import Iterator

import pytest

from benchbar.exam.desk import live
from benchbar.exam.desk.store import Store
from tests.exam.desk.made_study import run_round, start
from tests.exam.desk.web.visiting import NAMES, QUESTION, Desk, open_desk


@pytest.fixture(scope="module", autouse=True)
def seed_of_module() -> Iterator[None]:
    """Draw the same codes and orders each time, in what the tests of a file share, too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("benchbar.exam.desk.intake.secrets.token_hex", lambda _: "5eed")
        yield


@pytest.fixture
def desk(small: Store) -> Desk:
    """Return a desk at live grading."""
    study = start(small, graders=NAMES)
    run_round(study, QUESTION)
    live.deal(small, study.lead, QUESTION)
    return open_desk(small, study)
