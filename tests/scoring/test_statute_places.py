"""Places of a statute in prose: any place, in any order and words, is read as itself."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchbar import cite
from benchbar.cite import StatuteCite
from benchbar.scoring.corrected import statutes
from benchbar.scoring.prose import Claim
from tests.scoring import test_divided

SECTIONS = frozenset({"3417", "3418", "2209c-4", "88"})
TITLE = "58"

Steps = tuple[tuple[int, int], ...]
"""A path as levels (0 for subsections) with counts (from 1): ((0, 2), (1, 3)) is (b)(3)."""
SHORT = ("subsec.", "par.", "subpar.", "cl.", "subcl.")
ORDINALS = ("first", "second", "third", "4th", "fifth", "6th", "seventh", "8th", "ninth", "tenth")
FIGURES = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def labels(steps: Steps) -> tuple[str, ...]:
    return tuple(cite.label(level, n) for level, n in steps)


def marked(steps: Steps) -> str:
    return "".join(f"({label})" for label in labels(steps))


def leveled(steps: Steps, names: tuple[str, ...] = cite.LEVELS, form: str = "({})") -> list[str]:
    """Return ``subsection (b)``, ``paragraph (3)`` and so on."""
    return [f"{names[level]} {form.format(cite.label(level, n))}" for level, n in steps]


def numbered(steps: Steps) -> list[str]:
    """Return named levels with paragraphs in words: subsection b, paragraph three."""
    return [
        f"paragraph {FIGURES[n - 1]}" if level == 1 else f"{cite.LEVELS[level]} {label}"
        for (level, n), label in zip(steps, labels(steps), strict=True)
    ]


Form = Callable[[str, Steps], str]
FORMS: dict[str, Form] = {
    "printed": lambda s, p: f"section {s}{marked(p)}",
    "number alone": lambda s, p: f"{s}{marked(p)}",
    "sign": lambda s, p: f"§{s}{marked(p)}",
    "two signs": lambda s, p: f"§§ {s}{marked(p)}",
    "sec": lambda s, p: f"Sec. {s}{marked(p)}",
    "sect": lambda s, p: f"sect. {s}{marked(p)}",
    "s": lambda s, p: f"s. {s}{marked(p)}",
    "s close": lambda s, p: f"s{s}{marked(p)}",
    "code": lambda s, p: f"58 U.S.C. § {s}{marked(p)} (2031)",
    "code without sign": lambda s, p: f"58 USC {s}{marked(p)}",
    "title in front": lambda s, p: f"Title 58, United States Code, section {s}{marked(p)}",
    "title in words": lambda s, p: f"Title fifty-eight, section {s}{marked(p)}",
    "title behind": lambda s, p: f"section {s}{marked(p)} of title 58",
    "title behind levels": lambda s, p: f"section {s}, {', '.join(leveled(p))}, of title 58",
    "square brackets": lambda s, p: f"section {s}" + marked(p).replace("(", "[").replace(")", "]"),
    "blanks between": lambda s, p: f"section {s} " + marked(p).replace(")(", ") ("),
    "blanks inside": lambda s, p: f"section {s}" + marked(p).replace("(", "( ").replace(")", " )"),
    "last bracket missing": lambda s, p: f"section {s}{marked(p)[:-1]}",
    "inner bracket missing": lambda s, p: f"section {s}" + marked(p).replace(")(", "("),
    "point": lambda s, p: f"§ {s}.{marked(p)}",
    "colon": lambda s, p: f"Section {s}: {marked(p)}",
    "comma": lambda s, p: f"section {s}, {marked(p)}",
    "at": lambda s, p: f"Section {s} at {marked(p)}",
    "lines": lambda s, p: f"Section {s}\n" + "\n".join(f"({one})" for one in labels(p)),
    "crumbs": lambda s, p: f"{s} > " + " > ".join(f"({one})" for one in labels(p)),
    "crumbs without brackets": lambda s, p: f"section {s} > " + " > ".join(("x", *labels(p))[1:]),
    "slashes": lambda s, p: f"section {s}/" + "/".join(labels(p)),
    "hyphens": lambda s, p: f"section {s}-" + "-".join(labels(p)),
    "points": lambda s, p: f"section {s}." + ".".join(labels(p)),
    "levels": lambda s, p: f"Section {s}, {', '.join(leveled(p))}",
    "short levels": lambda s, p: f"Sec. {s}, {', '.join(leveled(p, SHORT))}",
    "levels without brackets": lambda s, p: f"section {s}, {', '.join(leveled(p, form='{}'))}",
    "levels without commas": lambda s, p: f"section {s} {' '.join(leveled(p, form='{}'))}",
    "levels in quotes": lambda s, p: f"section {s}, " + ", ".join(leveled(p, form='"{}"')),
    "levels with dashes": lambda s, p: f"Section {s} - {' - '.join(leveled(p))}",
    "levels in words": lambda s, p: f"section {s}, {', '.join(numbered(p))}",
    "level per line": lambda s, p: f"Section: {s}\n" + "\n".join(leveled(p, form=": {}")),
    "climbing": lambda s, p: f"{' of '.join(reversed(leveled(p)))} of section {s}",
    "climbing under": lambda s, p: f"{' under '.join(reversed(leveled(p)))} under § {s}",
    "climbing by commas": lambda s, p: f"{', '.join(reversed(leveled(p)))}, section {s}",
    "climbing bare": lambda s, p: " of ".join(f"({one})" for one in labels(p)[::-1]) + f" of § {s}",
    "levels then section": lambda s, p: f"{', '.join(leveled(p))} of section {s}",
    "path of": lambda s, p: f"{marked(p)} of § {s}",
    "path of a number": lambda s, p: f"{marked(p)} of {s}",
    "path first": lambda s, p: f"{marked(p)}, section {s}",
    "path in brackets behind": lambda s, p: f"{marked(p)} (section {s})",
    "subsection with a path": lambda s, p: f"subdivision {marked(p)} of section {s}",
    "subdivision": lambda s, p: f"§ {s}, subd. {marked(p)}",
    "path key": lambda s, p: f"section: {s}\npath: {' '.join(labels(p))}",
    "subdivision key": lambda s, p: f"Section: {s}\nSubdivision: {marked(p)}",
    "two sentences": lambda s, p: f"The section is {s}. The subdivision is {marked(p)}.",
    "under": lambda s, p: f"Under section {s}, it's {marked(p)}.",
    "far apart": lambda s, p: (
        f"In section {s} the drafters put those words in {' of '.join(leveled(p)[::-1])}."
    ),
    "last level of": lambda s, p: f"{leveled(p)[-1]} of section {s}{marked(p[:-1])}",
    "last level behind": lambda s, p: f"section {s}{marked(p[:-1])}, {leveled(p)[-1]}",
    "last level again": lambda s, p: f"section {s}{marked(p)}, {leveled(p)[-1]}",
    "paths that grow": lambda s, p: f"section {s}{marked(p[:1])}, subdivision {marked(p)}",
    "counted": lambda s, p: (
        f"the {ORDINALS[p[-1][1] - 1]} {cite.LEVELS[p[-1][0]]} of section {s}{marked(p[:-1])}"
    ),
    "counted everywhere": lambda s, p: (
        " of ".join(f"the {ORDINALS[n - 1]} {cite.LEVELS[level]}" for level, n in reversed(p))
        + f" of section {s}"
    ),
    "owner": lambda s, p: f"section {s}'s {', '.join(leveled(p))}",
    "chinese": lambda s, p: f"第{s}条{marked(p)}",
    "identifier": lambda s, p: f"/us/usc/t58/s{s}/" + "/".join(labels(p)),
    "level of the last label": lambda s, p: f"section {s}, {cite.LEVELS[p[-1][0]]} {marked(p)}",
    "another word for section": lambda s, p: f"provision {s}{marked(p)}",
    "abroad": lambda s, p: f"artículo {s}{marked(p)}",
}
UNBRACKETED = {"crumbs without brackets", "path key"}
"""Forms in which one label alone is not told from a word."""

numbers = st.sampled_from(sorted(SECTIONS - {"88"}))
counts = st.integers(1, 10)
deep = st.integers(1, 5)


@st.composite
def paths(draw: st.DrawFn) -> Steps:
    """Return a path that goes down level by level, from subsections or from paragraphs."""
    first = draw(st.sampled_from((0, 0, 0, 1)))
    depth = draw(deep)
    return tuple((level, draw(counts)) for level in range(first, min(5, first + depth)))


def found(text: str) -> list[Claim]:
    return statutes.without_containers(text, statutes.claims(text, SECTIONS, TITLE))


def values(text: str) -> list[str]:
    return [claim.value for claim in found(text)]


def read(name: str, section: str, steps: Steps) -> None:
    if name in UNBRACKETED and len(steps) < 2:
        return
    text = FORMS[name](section, steps)
    assert values(text) == [str(StatuteCite(section, labels(steps)))], text
    claim = found(text)[0]
    assert 0 <= claim.start < claim.end <= len(text)
    last = f"({labels(steps)[-1]})"
    assert last not in text or last in text[claim.start : claim.end]


@pytest.mark.parametrize("name", FORMS)
@given(numbers, paths())
@settings(max_examples=60, deadline=None)
def test_a_place_in_any_form_is_read_as_itself(name: str, section: str, steps: Steps) -> None:
    read(name, section, steps)


@pytest.mark.parametrize("name", FORMS)
@given(numbers, paths(), st.data())
@settings(max_examples=30, deadline=None)
def test_a_changed_label_is_read_as_the_changed_place(
    name: str, section: str, steps: Steps, data: st.DataObject
) -> None:
    place = data.draw(st.integers(0, len(steps) - 1))
    level, n = steps[place]
    changed = data.draw(counts.filter(lambda other: other != n))
    other = (*steps[:place], (level, changed), *steps[place + 1 :])
    read(name, section, other)
    assert other != steps


JOINTS = (" and ", " or ", ", ", " & ", "-", " to ", " through ", ", or ", "/")


@given(numbers, paths(), st.sampled_from(JOINTS), st.data())
@settings(deadline=None)
def test_a_list_names_each_of_its_members(
    section: str, steps: Steps, joint: str, data: st.DataObject
) -> None:
    *above, (level, n) = steps
    other = (*above, (level, data.draw(counts.filter(lambda other: other != n))))
    one, two = leveled(steps)[-1], leveled(other)[-1]
    both = [str(StatuteCite(section, labels(path))) for path in (steps, other)]
    parent = marked(tuple(above))
    last = f"({labels(other)[-1]})"
    assert values(f"section {section}{marked(steps)}{joint}{last}") == both
    assert values(f"{one}{joint}{last} of section {section}{parent}") == both
    if joint not in ("-", "/"):
        assert values(f"{one}{joint}{two} of section {section}{parent}") == both
        assert values(f"section {section}{parent}, {one}{joint}{two}") == both


FRAGMENTS = (
    *(
        "section ",
        "3417",
        "2209c-4",
        "88",
        "§",
        "(a)",
        "(2)",
        "(B)",
        "(ii",
        "(",
        ")",
        " of ",
        " and ",
    ),
    *(
        "subsection ",
        "paragraph ",
        "second ",
        "item",
        " > ",
        "/",
        "-",
        ".",
        ", ",
        ": ",
        "\n",
        " ",
        "a",
    ),
    *(
        "title 58",
        "26 CFR ",
        "I.R.C. ",
        "first paragraph",
        "seven hundred ",
        "[",
        "]",
        '"',
        "第",
        "条",
    ),
)


@given(st.lists(st.sampled_from(FRAGMENTS), max_size=40).map("".join))
@settings(deadline=None)
def test_any_text_is_read(text: str) -> None:
    claims = statutes.claims(text, SECTIONS, TITLE)
    assert [claim.start for claim in claims] == sorted(claim.start for claim in claims)
    for claim in claims:
        assert 0 <= claim.start < claim.end <= len(text)
        assert isinstance(cite.parse(claim.value), StatuteCite)
    assert set(statutes.without_containers(text, claims)) <= set(claims)
    assert all(statutes.partial_paths(text))


@given(paths())
def test_a_path_without_its_section_is_partial(steps: Steps) -> None:
    path = labels(steps)
    for text in (
        marked(steps),
        f"It is in {', '.join(leveled(steps))}.",
        " of ".join(reversed(leveled(steps))),
        ", ".join(reversed(leveled(steps))) if len(steps) > 1 else marked(steps),
        f"第{marked(steps)}款",
    ):
        assert path in statutes.partial_paths(text), text
        assert values(text) == []


READ = {
    "nothing but a number": ("In 3417 samples of 88 barges", []),
    "a year and an amount": ("30 days after May 4, 1931, 2 percent of $3,417", []),
    "the section alone": ("It stands in section 3417.", ["section 3417"]),
    "another title": ("26 U.S.C. § 3417(a)", ["section 3417-of-title-26(a)"]),
    "another title in words": ("Title ten, section 3417(a)", ["section 3417-of-title-10(a)"]),
    "another title behind": (
        "section 3417, subsection (a), of title 10",
        ["section 3417-of-title-10(a)"],
    ),
    "the tax code": ("I.R.C. § 3417(a)", ["section 3417-of-title-26(a)"]),
    "a regulation": ("58 C.F.R. § 3417(a)", ["section 3417-of-regulations(a)"]),
    "a part of the regulations": (
        "58 CFR part 7, section 3417(a)",
        ["section 3417-of-regulations(a)"],
    ),
    "a regulation behind": (
        "section 3417(a) of the Code of Federal Regulations",
        ["section 3417-of-regulations(a)"],
    ),
    "a rule of court": ("Fed. R. Civ. P. 3417(a)", ["section 3417-of-regulations(a)"]),
    "number in words": (
        "section three thousand four hundred seventeen, (a)(2)",
        ["section 3417(a)(2)"],
    ),
    "split number": ("section 2209c- 4(a)", ["section 2209c-4(a)"]),
    "two sections": ("sections 3417 and 3418", ["section 3417", "section 3418"]),
    "a deeper member": ("section 3417(a) and (2)", ["section 3417(a)", "section 3417(a)(2)"]),
    "a deeper member still": (
        "3417(a)(2) and (B)",
        ["section 3417(a)(2)", "section 3417(a)(2)(B)"],
    ),
    "two cites": ("3417(a), 3418(b)(1)", ["section 3417(a)", "section 3418(b)(1)"]),
    "one of two paragraphs": (
        "Either paragraph (1) or paragraph (2) of section 3417(a)",
        ["section 3417(a)(1)", "section 3417(a)(2)"],
    ),
    "a place and one of another section": (
        "section 3417(b)(2) and paragraph (3) of section 3418(b)",
        ["section 3417(b)(2)", "section 3418(b)(3)"],
    ),
    "case of a letter": ("section 3417, subparagraph (a), clause (II)", ["section 3417(a)(II)"]),
    "names that do not fit": (
        "section 3417, clause (a), item (1), subitem (A)",
        ["section 3417(a)(1)(A)"],
    ),
    "the marks of a quoted text": ("Section 3417(a): (1) barges, (2) boats", ["section 3417(a)"]),
    "marks on the next line": ("section 3417(a)\n(1) barges pay", ["section 3417(a)"]),
    "a level said again in a count": (
        "section 3417(b), paragraph (2), i.e. the second item",
        ["section 3417(b)(2)"],
    ),
    "laws of another place behind": (
        "section 3417(a) of the Florida Statutes",
        ["section 3417-of-laws(a)"],
    ),
    "a level again": (
        "section 3417(b)(2), paragraph (3)",
        ["section 3417(b)(2)", "section 3417(b)(3)"],
    ),
    "a level with its own above it": (
        "paragraph (b)(2), subparagraph (A), section 3417",
        ["section 3417(b)(2)(A)"],
    ),
    "each in its section": (
        "subsection (a) section 3417 and subsection (b) section 3418",
        ["section 3417(a)", "section 3418(b)"],
    ),
    "the whole behind its part": (
        "section 3417(a), section 3417(b)(1), section 3417(b)",
        ["section 3417(a)", "section 3417(b)(1)", "section 3417(b)"],
    ),
    "labels in one another": ("(2) in (a) of section 3417", ["section 3417(a)(2)"]),
    "the label said again": ("section 3417(a)(1) (1) barges pay", ["section 3417(a)(1)"]),
    "a sentence about another level": (
        "Section 3417(a)(1). Paragraph (2) is about boats.",
        ["section 3417(a)(1)"],
    ),
    "a line about another level": (
        "Section 3417(a)(1)\n\nSubparagraph (A) is about boats.",
        ["section 3417(a)(1)"],
    ),
    "a count beside": ("Section 3417(a)(2), the sixth item there", ["section 3417(a)(2)"]),
    "a count without the": ("Section 3417(a), second paragraph", ["section 3417(a)(2)"]),
    "not a count": ("two paragraphs of section 3417(a)", ["section 3417(a)"]),
    "a mark of a list": ("(1) section 3417(a)", ["section 3417(a)"]),
    "sentence by sentence": (
        "Section 3417. Subsection (b) is about dues. Paragraph (3) is about boats.",
        ["section 3417(b)(3)"],
    ),
    "one of two paths": (
        "Under section 3417 it is (b)(1) or (b)(2).",
        ["section 3417(b)(1)", "section 3417(b)(2)"],
    ),
    "abbreviations": ("Section 3417, i.e. section 3417(a)", ["section 3417(a)"]),
    "narrowed": ("in section 3417(a), more exactly section 3417(a)(2)", ["section 3417(a)(2)"]),
    "widened": ("section 3417(a)(2), within section 3417(a)", ["section 3417(a)(2)"]),
    "a place and its parent": (
        "section 3417(a) and section 3417(a)(2)",
        ["section 3417(a)", "section 3417(a)(2)"],
    ),
    "a torn last repetition": ("Section 3417(a)(2). " * 4 + "Section 3417(a)", 4),
    "a whole last place": ("Section 3417(a)(2). Section 3417(a)(2). Section 3417(a).", 3),
}


@pytest.mark.parametrize("name", READ)
def test_what_is_read(name: str) -> None:
    text, expected = READ[name]
    read = values(text)
    assert (len(read) if isinstance(expected, int) else read) == expected


def test_a_section_without_parts_has_no_second_paragraph() -> None:
    def none(_section: str) -> bool:
        return False

    for text in ("the second paragraph of section 3417", "Section 3417. See (a)(1)."):
        claims = statutes.claims(text, SECTIONS, TITLE, has_parts=none)
        assert [claim.value for claim in claims] == ["section 3417"]


def test_regulations_are_the_law_of_their_own_title() -> None:
    claims = statutes.claims("58 CFR § 3417(a)", SECTIONS, "CFR title 58")
    assert [claim.value for claim in claims] == ["section 3417(a)"]


@pytest.mark.parametrize(
    "reply",
    [
        "Section 3(b), clause (i), item (A), Article II",
        "Article II > Section 3 > (b) > (i) > (A)",
        "Art. II, § 3, para. (b), cl. (i), subcl. (A)",
        "(b)(i)(A) of Section 3 of Article II",
        "clause (A) of section 3(b)(i) of Article II",
    ],
)
def test_places_in_an_article(reply: str) -> None:
    assert test_divided.found("article II, section 3(b)(i)(A)", reply)[1] == "correct"


def test_an_article_behind_a_comma_may_be_that_of_the_next_section() -> None:
    reply = "Article I, Section 3, Article II, Section 3(b)"
    assert test_divided.found("article II, section 3(b)", reply)[1] == "multiple answers"


@pytest.mark.parametrize(
    "piece",
    ["(a) ", "(i(", "and (a) ", "3417 > ", "section ", "subsection b, ", "seventy ", "704-"],
)
def test_runaway_text_is_read(piece: str) -> None:
    text = piece * (100_000 // len(piece))
    assert all(len(claim.value) < 200 for claim in statutes.claims(text, SECTIONS, TITLE))


@pytest.mark.parametrize("label", ["h.1", "H-i", "c-1", "iii-I", "7A", "za", "42-3"])
def test_labels_of_other_laws_are_read_in_brackets(label: str) -> None:
    cited = f"section 13(3)({label})"
    for text in (cited, f"It is {cited}.", f"({label}) of § 13(3)"):
        found = statutes.claims(text, frozenset({"13"}), "")
        assert [claim.value for claim in found] == [cited], text
