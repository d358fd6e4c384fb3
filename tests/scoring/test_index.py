"""The words of a document as one string, and where phrases stand in it."""

from hypothesis import given
from hypothesis import strategies as st

from benchbar.records import Document, Line
from benchbar.scoring import marks
from benchbar.scoring.index import Index

LETTERS = "aB 1.,;'\"“—\t$€é½\u00a0\u200b\u2028\r\x00\ue001字"
LABELS = st.sampled_from(["", "(a) ", "7: "])


def document(lines: list[tuple[str, str]]) -> Document:
    """Make a document of lines, each with a label in front."""
    places, at = [], 0
    for label, text in lines:
        words = at + len(label)
        end = words + len(text)
        places.append(Line("flush", at, words, words, end))
        at = end + 1
    whole = "\n".join(label + text for label, text in lines)
    return Document("made", "statute", whole, tuple(places), "invented")


@given(st.lists(st.tuples(LABELS, st.text(LETTERS) | st.text()), min_size=1, max_size=6))
def test_words_are_the_folded_lines_between_newlines(lines: list[tuple[str, str]]) -> None:
    index = Index(document(lines))
    folded = [marks.fold(text) for _, text in lines]
    assert index.words == "".join(f"\n{one}" for one in folded) + "\n"
    assert [index.row(place) for place in range(len(lines))] == folded


@given(st.lists(st.text("ab "), min_size=1, max_size=6), st.text("ab ", max_size=4))
def test_places_are_the_lines_with_a_phrase_as_whole_words(lines: list[str], phrase: str) -> None:
    index = Index(document([("", one) for one in lines]))
    folded = marks.fold(phrase)
    holding = [n for n, one in enumerate(lines) if f" {folded} " in f" {marks.fold(one)} "]
    assert list(index.places(folded)) == (holding if folded else [])


def test_the_whole_of_a_line_is_found_with_or_without_label_and_connective() -> None:
    index = Index(document([("(a) ", "any pier; or"), ("(b) ", "any pier on the river.")]))
    assert index.whole("any pier") == [0]
    assert index.whole("a any pier or") == [0]
    assert index.whole("b any pier") == []
    assert index.whole("any") == []
