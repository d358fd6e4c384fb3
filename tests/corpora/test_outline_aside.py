"""Headers, footnotes and tables of contents are set aside, and no words of the text are."""

import pytest

from benchbar.corpora.outline import Outlined, outline


def asides(found: Outlined) -> dict[str, str]:
    return {one.text: one.why for one in found.set_aside}


LAST = {
    "low": ("in the manner and at the time that are stated in", "this Agreement."),
    "capital": ("in the manner and at the time that are stated by the", "Agreement."),
    "number": ("in the manner and at the time that are stated in", "Clause 4."),
}


@pytest.mark.parametrize("before,last", LAST.values(), ids=LAST)  # noqa: PT006
@pytest.mark.parametrize("gap", ["\n", ""], ids=["blank before footer", "footer close"])
def test_the_last_row_of_a_sentence_is_no_footer(before: str, last: str, gap: str) -> None:
    pages = [
        f"Quarry Lease      Draft 3\n\n{n}. The lessee of parcel {n} pays for each breach the sum\n"
        f"{before}\n{last}\n{gap}Quarry Lease - Confidential"
        for n in range(1, 6)
    ]
    found = outline("\f".join(pages), "x.txt")
    assert set(asides(found)) == {"Quarry Lease      Draft 3", "Quarry Lease - Confidential"}
    assert found.document.text.count(f"stated {before.split('stated ')[1]} {last}") == 5


def test_the_end_of_a_sentence_at_the_top_of_a_page_is_no_header() -> None:
    pages = [
        f"Rules\n{n}. Boats keep clear of\n{n}\fRules\nthe quay.\n- {n} -" for n in range(1, 5)
    ]
    found = outline("\f".join(pages), "x.txt")
    assert found.document.text.count("Boats keep clear of the quay.") == 4
    assert "Rules" not in found.document.text


@pytest.mark.parametrize(
    "entries",
    [
        "ARTICLE I MOORING\nSection 1.01 Piers\nARTICLE II FEES\nSection 2.01 Dues",
        "ARTICLE I MOORING 1\nSection 1.01 Piers 1\nARTICLE II FEES 2\nSection 2.01 Dues 2",
        "ARTICLE I\nMOORING\nSection 1.01 Piers ........ 1\nARTICLE II\nFEES\nSection 2.01 Dues",
    ],
)
def test_a_table_of_contents_in_other_rows_than_the_text(entries: str) -> None:
    text = (
        f"CHARTER\n\nTable of Contents\n\n{entries}\n\nARTICLE I\nMOORING\n\nSection 1.01 Piers. "
        "Boats use the pier.\n\nARTICLE II\nFEES\n\nSection 2.01 Dues. Dues are paid in May.\n"
    )
    found = outline(text, "x.txt")
    assert set(asides(found).values()) == {"a table of contents"}
    assert [one.cite for one in found.tree] == [
        "article I", "section 1.01", "article II", "section 2.01",
    ]  # fmt: skip


def test_footnotes_are_no_parts() -> None:
    text = (
        "1. Dues are ten.(1)\n\n2. Boats are white.\n\n__________\n(1) Paid in May,\n"
        "and not later.\n(2) Or grey.\n\n3. Oars are red.\n"
    )
    found = outline(text, "x.txt")
    assert [one.cite for one in found.tree] == ["section 1", "section 2", "section 3"]
    assert asides(found) == {
        "__________": "a rule across the page",
        "(1) Paid in May,": "a footnote",
        "and not later.": "a footnote",
        "(2) Or grey.": "a footnote",
    }
    noted = outline("# A\n\n1. Call[^1].\n2. Write.\n\n[^1]: At nine.\n", "x.md")
    assert asides(noted) == {"[^1]: At nine.": "a footnote"}
