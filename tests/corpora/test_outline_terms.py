"""Definitions in every usual form, and what only looks like one."""

import pytest

from benchbar.corpora.outline import outline
from benchbar.corpora.outline_terms import terms_of, without_columns


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ('"Affiliate" means a company.', ("Affiliate",)),
        ('"Affiliate": any entity.', ("Affiliate",)),
        ("“Affiliate” – any entity.", ("Affiliate",)),
        ("“Affiliate”—any entity.", ("Affiliate",)),
        ('"Affiliate"    any entity.', ("Affiliate",)),
        ("‘personal data’ means any information.", ("personal data",)),
        ('"Zone" (or "Free Zone"): the pier.', ("Zone", "Free Zone")),
        ("between Pomfret (“Supplier”) and Lark (the ‘Customer’).", ("Supplier", "Customer")),
        ('He said "stop", and they did.', ()),
        ("The seller’s ‘notice’ is in writing.", ()),
    ],
)
def test_terms_anywhere(text: str, terms: tuple[str, ...]) -> None:
    assert terms_of(text) == terms


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("Affiliate – any entity.", "Affiliate"),
        ("Harbour master: the person whom the board names.", "Harbour master"),
        ("Fee — the sum that is payable.", "Fee"),
        ("Jetty        a pier of wood.", "Jetty"),
        ("Plainly audible means any sound that can be heard.", "Plainly audible"),
        ("Leave Year (or Year): the year from April.", "Leave Year"),
        ("In this section: boats float.", ""),
        ("A reference to writing includes e-mail.", ""),
        ("The fee is due: no reminder is sent.", ""),
        ("Term        Meaning", ""),
    ],
)
def test_terms_of_a_list_of_definitions(text: str, term: str) -> None:
    assert terms_of(text, in_definitions=True) == ((term,) if term else ())
    assert terms_of(text) == ()


def test_columns_become_running_text() -> None:
    assert without_columns("Jetty      a pier") == "Jetty: a pier"
    assert without_columns('"Jetty"      means a pier') == '"Jetty"      means a pier'
    assert without_columns("Jetty:     a pier") == "Jetty:     a pier"


@pytest.mark.parametrize(
    "listed",
    [
        '"Boat": a vessel that floats;\n"Crew" – those in a Boat;\n"Dock" means a place.',
        "Boat: a vessel that floats on the water of the harbour or of the pond.\n"
        "Crew: those in a Boat.\nDock — a place.",
        "Boat\ta vessel that floats and\n\tcarries persons;\nCrew\tthose on it;\nDock\ta place.",
        "Boat       a vessel that floats\n           on it\n\nCrew       those\n\nDock       one",
    ],
)  # fmt: skip
@pytest.mark.parametrize("head", ["1. Definitions\n\n", "1. Words\n\n1.1 In this Agreement:\n\n"])
def test_definitions_row_on_row(head: str, listed: str) -> None:
    found = outline(f"{head}{listed}\n\n2. Boats\n\n2.1 Speed: boats go slowly.\n", "x.txt")
    terms = [line.terms for line in found.document.lines if line.terms]
    assert terms == [("Boat",), ("Crew",), ("Dock",)]


def test_definitions_below_a_subsection_stay_below_it() -> None:
    text = (
        "1 Interpretation\n\n(1) In these rules—\n“plot” means a garden;\n“holder” means one who—\n"
        "(a) digs; and\n(b) pays.\n(1A) A person digs if—\n(a) the person has a spade; or\n"
        "(b) another has.\n(2) A rule binds all.\n\n2 Fees\n\nThe fee is ten a year.\n"
    )
    found = outline(text, "x.txt")
    assert [one.cite for one in found.tree] == [
        "section 1", "section 1(1)", "section 1(1)(a)", "section 1(1)(b)", "section 1(1A)",
        "section 1(1A)(a)", "section 1(1A)(b)", "section 1(2)", "section 2",
    ]  # fmt: skip
    assert {line.cite for line in found.document.lines if line.terms} == {"section 1(1)"}


def test_tables_of_definitions_in_markdown() -> None:
    text = (
        "# Policy\n\n## 1 Terms used\n\n| Term | Meaning |\n|------|---------|\n"
        "| Manager | the person above you |\n| Leave Year | April to March |\n\n"
        "## 2 Glossary\n\n| Term | Meaning |\n|:-----|--------:|\n| Rota | the list of shifts |\n"
    )
    found = outline(text, "x.md")
    assert [line.terms for line in found.document.lines if line.terms] == [("Rota",)]
    assert "Rota: the list of shifts" in found.document.text
    assert "---" not in found.document.text
