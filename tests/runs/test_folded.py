import msgspec
import pytest

from benchbar.records import Cell
from benchbar.runs import plan
from benchbar.runs.folded import Folded, fold
from benchbar.suites.data import Data


@pytest.mark.parametrize("variant", ["default", "question-first"])
def test_what_is_folded_comes_back_as_it_was(data: Data, variant: str) -> None:
    study = plan.plan(data.folder, (Cell("any/model", variant=variant),), windows=["4k"])
    for document, items in plan.pairs(study, data):
        for item in items:
            (prompt,) = plan.turns(item, document, variant)
            folded = fold(item, document, prompt)
            assert folded.document.text == ""
            stored = msgspec.msgpack.decode(msgspec.msgpack.encode(folded), type=Folded)
            assert stored.unfold(prompt) == (item, document)


def test_a_document_that_a_prompt_does_not_show_is_kept(data: Data) -> None:
    document, (item, *_) = next(data.pairs())
    folded = fold(item, document, "Another text.")
    assert folded.unfold("Another text.") == (item, document)
