"""The headings of a document are blanked where a reply names places with them."""

import pytest

from benchbar.records import Document
from benchbar.scoring.corrected.headings import without_headings
from benchbar.scoring.index import Index
from tests.scoring import small_documents as made

TEXT = """
§ 812. Mooring of ferries.
(a) In general.~A ferry shall be moored—
  (1) at a licensed pier, or
  (2) Storms.~In a storm, at any pier.
(b) Harbour master's duties.
  (1) Lists.~The harbour master shall keep a list of piers.
"""


@pytest.fixture
def index() -> Index:
    return Index(made.statute(TEXT.strip("\n")))


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("section 812 (Mooring of ferries)(a)(2)", "section 812(a)(2)"),
        ("§ 812. Mooring of Ferries. (a) In general. (2)", "§ 812, (a), (2)"),
        ("812 [Mooring of ferries] (a) [In general] (2)", "812 (a) (2)"),
        ("section 812 - Mooring of ferries - (a)", "section 812 - (a)"),
        ('812("Mooring of ferries"), (b) "Harbour master\'s duties" (1)', "812, (b) (1)"),
        ('section 812 (""), (a)', "section 812, (a)"),
        ("812 (Mooring of ferries), at (b)", "812, at (b)"),
    ],
)
def test_a_heading_between_the_parts_of_a_place_goes(
    index: Index, reply: str, expected: str
) -> None:
    assert without_headings(reply, index) == expected


@pytest.mark.parametrize(
    "reply",
    [
        "section 812(a)(2), Storms",
        "Section 812. Mooring of ferries.\n(a) In general",
        "section 812(b) [In general] (1)",
        "section 812(a) General rule (2)",
        "The harbour master's duties are in (b)(1).",
        "",
    ],
)
def test_all_else_stays(index: Index, reply: str) -> None:
    assert without_headings(reply, index) == reply


def test_a_division_has_a_heading() -> None:
    shown = "ARTICLE IV. SUPPLY OF FLOUR"
    document = Document("made", "statute", shown, made.statute(shown).lines, "invented")
    found = without_headings("Article IV (Supply of Flour), Section 2", Index(document))
    assert found == "Article IV, Section 2"
