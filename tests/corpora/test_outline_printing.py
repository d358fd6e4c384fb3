"""Cites with as few divisions as they are clear with, as a lawyer would write them."""

import pytest

from benchbar import tokens
from benchbar.cite import StatuteCite, parse
from benchbar.corpora.outline import Outlined, outline
from benchbar.corpora.parts import parts
from benchbar.records import Document

WORDS = "the boat is moored at the pier."


def numbered(labels: str) -> Outlined:
    """Outline a document of parts with these labels; ``_`` stands for a blank in a label."""
    rows = [
        f"{label.replace('_', ' ')} {WORDS}" if label[-1] in ".)" else label.replace("_", " ")
        for label in labels.split()
    ]
    return outline("\n\n".join(rows), "x.txt")


def cites(found: Outlined) -> str:
    return "; ".join(line.cite for line in found.document.lines)


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        # one restart: only what is ambiguous is cited with its division
        ("ARTICLE_I Section_1. Section_2. ARTICLE_II Section_3. Section_4. ARTICLE_III Section_1."
         " Section_5.",
         "article I; article I, section 1; section 2; article II; section 3; section 4; "
         "article III; article III, section 1; section 5"),
        # most begin anew: all are cited alike, though section 3 stands in one article only
        ("ARTICLE_I Section_1. Section_2. ARTICLE_II Section_1. Section_2. Section_3.",
         "article I; article I, section 1; article I, section 2; article II; "
         "article II, section 1; article II, section 2; article II, section 3"),
        # an annex takes nothing from the body, and all of it is cited with its name
        ("1. 1.1. 1.2. 2. ANNEX_A 1. 2. 3.",
         "section 1; section 1.1; section 1.2; section 2; annex A; annex A, section 1; "
         "annex A, section 2; annex A, section 3"),
        # an annex that goes on with the numbers of the body needs no name
        ("1. 2. ANNEX_A 3. 4.", "section 1; section 2; annex A; section 3; section 4"),
        # parts of a schedule keep its name
        ("1. SCHEDULE_2 Part_A 1. 2. Part_B 1. (a) SCHEDULE_3 Part_A 1.",
         "section 1; schedule 2; schedule 2, part A; schedule 2, part A, section 1; "
         "schedule 2, part A, section 2; schedule 2, part B; schedule 2, part B, section 1; "
         "schedule 2, part B, section 1(a); schedule 3; schedule 3, part A; schedule 3, section 1"),
        # parts whose sections go on are not needed
        ("1. SCHEDULE_2 Part_A 1. 2. Part_B 3.",
         "section 1; schedule 2; schedule 2, part A; schedule 2, section 1; schedule 2, section 2; "
         "schedule 2, part B; schedule 2, section 3"),
        ("PART_I ARTICLE_1 Section_1. PART_II ARTICLE_1 Section_1.",
         "part I; part I, article 1; part I, article 1, section 1; part II; part II, article 1; "
         "part II, article 1, section 1"),
        ("ARTICLE_ONE Section_1. ARTICLE_TWO Section_1.",
         "article ONE; article ONE, section 1; article TWO; article TWO, section 1"),
    ],
)  # fmt: skip
def test_divisions_only_where_a_cite_needs_them(labels: str, expected: str) -> None:
    found = numbered(labels)
    assert cites(found) == expected
    assert not [one for one in found.uncited if "more than once" in one.why]
    assert all(str(parse(line.cite)) == line.cite for line in found.document.lines)


def test_an_annex_without_a_number_leaves_the_body_its_cites() -> None:
    found = outline(f"1. {WORDS}\n\n2. {WORDS}\n\nSCHEDULE\n\n1. Red.\n\n2. Blue.\n", "x.txt")
    assert cites(found) == "section 1; section 2; flush; flush"
    assert found.uncited[-1].why == "a number in an annex that has none itself"


def test_what_has_no_words_is_no_leaf() -> None:
    found = numbered("1. (a) SCHEDULE_1 1. SCHEDULE_2")
    leaves = {line.cite: line.leaf for line in found.document.lines}
    assert leaves["schedule 1, section 1"]
    assert not leaves["schedule 2"]


def test_a_term_defined_in_two_places_is_defined_in_neither_part() -> None:
    rows = [f'{n}. "{term}" means a boat of class {n}.' for n, term in
            enumerate(["Skiff", "Punt", "skiff", "Yawl"], 1)]  # fmt: skip
    document = outline("\n\n".join(rows), "x.txt").document
    assert [line.terms for line in document.lines] == [("Skiff",), ("Punt",), ("skiff",), ("Yawl",)]
    cut = list(parts(document, 20))
    assert len(cut) == 4
    assert [part.lines[0].terms for part in cut] == [(), ("Punt",), (), ("Yawl",)]


def long_contract() -> Document:
    rows = []
    for article, name in enumerate(["PIERS", "DUES"], 1):
        rows.append(f"ARTICLE {article}\n{name}")
        for section in (1, 2, 3):
            rows.append(f"Section {section}. Rule {article}{section}. The master of a boat shall:")
            rows += [f"({c}) keep item {c} of {article}{section} in order;" for c in "abcdefghijkl"]
            rows.append(f"The list for {article}{section} hangs in the office.")
    return outline("\n\n".join(rows), "x.txt").document


@pytest.mark.parametrize("most", [60, 100, 180, 400, 10_000])
def test_each_part_shows_where_it_stands(most: int) -> None:
    document = long_contract()
    cut = list(parts(document, most))
    lines = [(line.cite, part.shown(line)) for part in cut for line in part.lines]
    assert lines == [(line.cite, document.shown(line)) for line in document.lines]
    for part in cut:
        assert tokens.count(part.text + "\n\n") <= most
        for line in part.lines:
            above = part.text[: line.start]
            place = parse(line.cite) if line.cite != "flush" else None
            if isinstance(place, StatuteCite) and place.path:
                assert f"\n  Section {place.section}. " in f"\n{above}"
                assert f"{place.division.upper()} " in above


def test_a_heading_without_number_opens_the_part_behind_it() -> None:
    text = f"# A\n\n## 1. Boats\n\n{WORDS}\n\n## General\n\n## 2. Oars\n\n{WORDS}\n"
    document = outline(text, "x.md").document
    assert [part.text for part in parts(document, 12)] == [
        f"A\n\n1. Boats. {WORDS}",
        f"General\n\n2. Oars. {WORDS}",
    ]


def test_a_line_whose_words_go_on_in_the_next_part_is_no_leaf() -> None:
    document = long_contract()
    cut = list(parts(document, 60))
    after = iter(document.lines[1:])
    for part in cut:
        for line in part.lines:
            following = next(after, None)
            if following is not None and following.cite == "flush" and line is part.lines[-1]:
                assert not line.leaf
