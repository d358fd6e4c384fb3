import csv
import gzip
import io
import os
import re
import zipfile
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml.etree import _Element as Element

from benchbar import cite
from benchbar.corpora import uslm
from benchbar.errors import InputError
from benchbar.records import Document, Line

SAMPLES = Path(__file__).parent / "samples" / "uslm"
USLM = "http://xml.house.gov/schemas/uslm/1.0"


def read(law: str, name: str = "usc91.xml") -> list[Document | uslm.Excluded]:
    return list(uslm.sections(io.BytesIO(law.encode()), name))


def section(inside: str, *, number: str = "9") -> Document:
    law = (
        f'<section xmlns="{USLM}" identifier="/us/usc/t91/s{number}">'
        f"<num>§ {number}.</num><heading> Buoys</heading>{inside}</section>"
    )
    (found,) = read(law)
    assert isinstance(found, Document)
    return found


def sample() -> dict[str, Document]:
    found = uslm.sections(SAMPLES / "usc91.xml", "usc91.xml")
    return {one.id: one for one in found if isinstance(one, Document)}


def with_indent(document: Document, line: Line) -> str:
    return document.text[document.text.rfind("\n", 0, line.start) + 1 : line.end]


def shown(found: Document | uslm.Excluded) -> str:
    if isinstance(found, uslm.Excluded):
        return f"{found.title} {found.section or '-'}: {found.why}\n"
    return "".join(
        f"{'leaf' if line.leaf else '-':<5}{line.cite.removeprefix('section '):<32}"
        f"{with_indent(found, line)}\n"
        for line in found.lines
    )


def test_every_structure_becomes_the_lines_that_are_expected() -> None:
    expected = (SAMPLES / "expected.txt").read_text(encoding="utf-8").split("\n\n", 1)[1]
    found = [
        shown(one)
        for path in sorted(SAMPLES.glob("*.xml"))
        for one in uslm.sections(path, path.name)
    ]
    assert "\n".join(found) == expected


def test_headers_are_kept_apart_from_the_words_behind_them() -> None:
    ferries = sample()["/us/usc/t91/s812@usc91.xml:1"]
    title, rule, *_, exceptions, general, boat = ferries.lines
    assert ferries.header(title) == "Mooring of ferries."
    assert ferries.header(rule) == "General rule."
    assert ferries.plain(rule).startswith("Notwithstanding")
    assert (ferries.header(exceptions), ferries.plain(exceptions)) == ("Exceptions.—", "")
    assert ferries.words(general) == "In general. Subsection (a) shall not apply to a rowing boat."
    assert boat.terms == ("rowing boat", "oar")


def test_identifiers_that_occur_twice_give_different_ids() -> None:
    lamps, bells = (one for one in sample().values() if one.section == "813–2")
    assert (lamps.id, bells.id) == (
        "/us/usc/t91/s813–2@usc91.xml:2",
        "/us/usc/t91/s813–2@usc91.xml:3",
    )
    assert (lamps.title, lamps.source) == ("91", "usc91.xml:2")


def test_a_file_says_which_release_it_is() -> None:
    with (SAMPLES / "usc91.xml").open("rb") as file:
        first = next(uslm.parse(file, "usc91.xml"))
    assert first == uslm.Publication("Online@999-12")


def test_tables_in_notes_are_noted_but_exclude_nothing() -> None:
    with (SAMPLES / "usc91.xml").open("rb") as file:
        kept = [one for one in uslm.parse(file, "usc91.xml") if isinstance(one, uslm.Kept)]
    assert [one.noted_table for one in kept] == [True, *[False] * (len(kept) - 1)]


@pytest.mark.parametrize(
    ("inside", "words"),
    [
        ("a\u202fb\u00a0c\u2009d\n e", "a b c d e"),
        ("a boat <ref class='footnoteRef'>1</ref><note>x</note>.", "a boat."),
        ("a boat\u202f<ref class='footnoteRef'>1</ref><note>x</note> sails", "a boat sails"),
        ("boats<ref class='footnoteRef'>1</ref><note>x</note> and", "boats and"),
        ("boats,<ref class='footnoteRef'>1</ref><note>x</note> “ferry”", "boats, “ferry”"),
        ("boats <ref class='footnoteRef'>1</ref><note>x</note>(old)", "boats (old)"),
        ("see <ref href='/us/usc/t1/s1'>section 1</ref>.", "see section 1."),
        ("3<sup>1</sup>⁄<sub>4</sub> knots", "3 1⁄4 knots"),
        ("the <sup>1</sup>⁄<sub>4</sub> share", "the 1⁄4 share"),
        ("U<sup>235</sup>", "U235"),
        ("an<!-- comment --> oar<?pi x?>", "an oar"),
    ],
)
def test_words_are_written_plainly(inside: str, words: str) -> None:
    document = section(f"<content>{inside}</content>")
    assert document.words(document.lines[1]) == words


@pytest.mark.parametrize(
    ("heading", "shown_as"),
    [
        ("Buoys", "Buoys."),
        ("Buoys.—", "Buoys.—"),
        ("Is it a buoy?", "Is it a buoy?"),
        ("“Buoy” defined", "“Buoy” defined."),
        ("The term “buoy”", "The term “buoy”."),
        ("The word “buoy.”", "The word “buoy.”"),
        ("[Reserved]", "[Reserved]."),
    ],
)
def test_a_heading_ends_with_a_period_unless_punctuated(heading: str, shown_as: str) -> None:
    document = section(
        f"<subsection><num value='a'>(a)</num><heading> {heading}</heading></subsection>"
    )
    assert document.header(document.lines[1]) == shown_as


@pytest.mark.parametrize(
    ("num", "value", "own"),
    [
        ("(a)", "a", "section 9(a)"),
        ("[(a)", "a", "section 9(a)"),
        ("“(a)", "a", "section 9(a)"),
        ("(a–1)", "a–1", "section 9(a–1)"),
        ("1.", "1", "section 9(1)"),
        ("(½)", "½", "flush"),
        ("First.", "", "flush"),
    ],
)
def test_cites_follow_the_labels_shown(num: str, value: str, own: str) -> None:
    document = section(
        f"<subsection><num value='{value}'>{num}</num><content>a buoy</content></subsection>"
    )
    assert document.lines[1].cite == own
    assert document.lines[1].leaf == (own != "flush")


@pytest.mark.parametrize(
    ("identifier", "num", "number"),
    [
        ("/us/usc/t42/s1396r–8", "§ 1396r–8.", "1396r–8"),
        ("/us/usc/t14/s680.1", "§ 680.", "680"),
        ("/us/usc/t5a/s3", "Schedule", "3"),
        ("/invented/code/t7/s12", "§ 12.", "12"),
    ],
)
def test_a_section_is_named_as_its_line_shows_it(identifier: str, num: str, number: str) -> None:
    law = (
        f'<section xmlns="{USLM}" identifier="{identifier}"><num>{num}</num>'
        "<heading>Buoys</heading><content>A buoy.</content></section>"
    )
    (found,) = read(law)
    assert isinstance(found, Document)
    assert (found.section, found.lines[0].cite) == (number, f"section {number}")
    assert found.title == identifier.split("/")[3].removeprefix("t")


@pytest.mark.parametrize("identifier", ["", "/us/pl/99/12", "/us/usc/t5/s*"])
def test_a_section_that_no_cite_can_name_is_left_out(identifier: str) -> None:
    law = (
        f'<section xmlns="{USLM}" identifier="{identifier}"><num>**</num>'
        "<heading>Buoys</heading><content>A buoy.</content></section>"
    )
    (found,) = read(law)
    assert isinstance(found, uslm.Excluded)
    assert found.why == "no identifier"


Part = tuple[str, list["Part"], str]
"""Words, parts below, flush text."""

WORDS = st.text("abc ä§—“”", min_size=1, max_size=12).map(lambda t: " ".join(t.split()) or "x")
PARTS: st.SearchStrategy[list[Part]] = st.recursive(
    st.just([]),
    lambda below: st.lists(st.tuples(WORDS, below, st.just("") | WORDS), max_size=3),
    max_leaves=12,
)
ELEMENTS = "subsection paragraph subparagraph clause subclause item subitem subsubitem".split()


def marked_up(parts: list[Part], level: int) -> str:
    out = ""
    for n, (words, below, flush) in enumerate(parts, 1):
        own = cite.label(level, n)
        name = "chapeau" if below else "content"
        inside = f"<num value='{own}'>({own})</num><{name}> {words}</{name}>"
        inside += marked_up(below, level + 1)
        inside += f"<continuation>{flush}</continuation>" if below and flush else ""
        out += f"<{ELEMENTS[level]}>{inside}</{ELEMENTS[level]}>\n"
    return out


def laid_out(parts: list[Part], path: str, level: int) -> Iterator[tuple[str, str, bool]]:
    for n, (words, below, flush) in enumerate(parts, 1):
        own = cite.label(level, n)
        yield f"{path}({own})", "  " * level + f"({own}) {words}", not below
        yield from laid_out(below, f"{path}({own})", level + 1)
        if below and flush:
            yield "flush", "  " * level + flush, False


@given(parts=PARTS.filter(bool))
def test_any_tree_of_parts_comes_back_line_by_line(parts: list[Part]) -> None:
    document = section(marked_up(parts, 0))
    found = [(line.cite, with_indent(document, line), line.leaf) for line in document.lines[1:]]
    assert found == list(laid_out(parts, "section 9", 0))
    assert document.text == "\n".join(with_indent(document, line) for line in document.lines)


TITLE = f'<uscDoc xmlns="{USLM}"><main><title>{{}}</title></main></uscDoc>'
ENTITY = '<!DOCTYPE x [<!ENTITY a "ha">{}]>' + TITLE
LAUGHS = "".join(f'<!ENTITY a{n + 1} "{f"&a{n};" * 10}">' for n in range(9))
ONE = (
    '<section identifier="/us/usc/t91/s9"><num>§ 9.</num><heading> Buoys</heading>'
    "<content>{}</content></section>"
)


@pytest.mark.parametrize(
    ("law", "reason"),
    [
        ("", "empty"),
        (" \n", "empty"),
        ("Sec. 9. Buoys.", "no well-formed XML at line 1"),
        (TITLE.format(ONE)[:-9], "no well-formed XML"),
        ("<!DOCTYPE html><html><body><br></body></html>", "web page"),
        ('<html xmlns="http://www.w3.org/1999/xhtml"/>', "web page"),
        ('<uscDoc xmlns="http://example.org/law"/>', "namespace http://example.org/law"),
        ("<law/>", "root element is 'law' of namespace none"),
        (ENTITY.format("", ONE.format("&a;")), "document type"),
        (ENTITY.format("", ""), "document type"),
        (ENTITY.format('<!ENTITY b SYSTEM "usc91.xml">', ONE.format("&b;")), "document type"),
        (f'<!DOCTYPE x [<!ENTITY a0 "ha">{LAUGHS}]>' + TITLE.format(ONE.format("&a9;")), "XML"),
        (TITLE.format(ONE.format("<i>" * 5_000 + "</i>" * 5_000)), "depth"),
        (TITLE.format(ONE.format(" " * 11_000_000)), "too long"),
    ],
)
def test_what_is_no_uslm_is_refused_in_one_line(law: str, reason: str) -> None:
    with pytest.raises(InputError) as raised:
        read(law, "bad.xml")
    assert reason in str(raised.value)
    assert str(raised.value).startswith("bad.xml: ")
    assert "\n" not in str(raised.value)


def test_binary_data_is_refused() -> None:
    with pytest.raises(InputError, match="no well-formed XML"):
        list(uslm.sections(io.BytesIO(bytes(range(256)) * 20), "bad.xml"))


def test_utf16_is_read() -> None:
    law = TITLE.format(ONE.format("The buoy shall be red.")).encode("utf-16")
    (found,) = uslm.sections(io.BytesIO(law), "usc91.xml")
    assert isinstance(found, Document)
    assert found.text == "§ 9. Buoys.\nThe buoy shall be red."


def test_memory_holds_what_was_just_read_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tree never grows beyond a chunk of the file, notes and headings in between included."""
    between = "<chapter><num>1</num><note><p>x</p></note>{}</chapter>"
    law = TITLE.format(between.format(ONE.format("The buoy shall be red.")) * 4_000)
    sizes = []
    original = uslm._read

    def measured(section: Element, name: str, position: int) -> uslm.Kept | uslm.Excluded:
        sizes.append(sum(1 for _ in section.getroottree().iter()))
        return original(section, name, position)

    monkeypatch.setattr(uslm, "_read", measured)
    assert len(read(law)) == 4_000
    assert max(sizes[2_000:]) <= max(sizes[:2_000])
    assert max(sizes) < 4_000


# Real files, where they are at hand.

SHARED = Path(os.environ.get("BENCHBAR_SHARED", "../shared/data")) / "uscode"
real = pytest.mark.skipif(not SHARED.is_dir(), reason="the real U.S. Code files are not here")
ROW = re.compile(r"^\| ((?:rp-|uslm2)\S*/\S+) \|(.*)\|$", re.MULTILINE)


@cache
def titles() -> dict[str, tuple[uslm.Kept | uslm.Excluded, ...]]:
    """What each file of a whole title holds."""
    found = {}
    for path in sorted(SHARED.glob("*/*")):
        if path.suffix in (".xml", ".gz"):
            law = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
            name = path.relative_to(SHARED).as_posix()
            found[name] = tuple(
                one
                for one in uslm.parse(io.BytesIO(law), name)
                if not isinstance(one, uslm.Publication)
            )
    return found


@cache
def singles(archive: str) -> dict[str, uslm.Kept | uslm.Excluded]:
    """What each file of an archive of single sections holds."""
    found = {}
    with zipfile.ZipFile(SHARED / "rp-119-100-sections" / f"{archive}.zip") as files:
        for name in files.namelist():
            if name.endswith(".xml"):
                (one,) = uslm.parse(io.BytesIO(files.read(name)), name)
                assert not isinstance(one, uslm.Publication)
                found[name] = one
    return found


def kept(found: dict[str, uslm.Kept | uslm.Excluded]) -> dict[str, uslm.Kept]:
    return {name: one for name, one in found.items() if isinstance(one, uslm.Kept)}


def everything() -> Iterator[uslm.Kept]:
    yield from (one for file in titles().values() for one in file if isinstance(one, uslm.Kept))
    yield from kept(singles("blt-sections")).values()
    yield from kept(singles("edge-sections")).values()


def depth(one: uslm.Kept) -> int:
    return max(line.cite.count("(") for line in one.document.lines)


def table(name: str) -> list[dict[str, str]]:
    with (SHARED / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def described() -> dict[str, list[str]]:
    text = (SHARED / "README.md").read_text(encoding="utf-8")
    return {name: [cell.strip() for cell in rest.split("|")] for name, rest in ROW.findall(text)}


QUOTED_IN_A_NOTE = {"rp-113-31/usc48.xml.gz": 24}
"""Sections of the Alaska Statehood Act with identifiers of the Code, quoted in a note."""

ALSO_KEPT = {
    # Sections that the original loader loses for identifiers that do not start with the section's.
    "rp-113-31/usc39.xml.gz": 1,
    "rp-113-31/usc44.xml.gz": 10,
    # It keeps those that are quoted in a note.
    "rp-113-31/usc48.xml.gz": -24,
    # It knows USLM 1 alone.
    "uslm2-sample/usc01.xml": 39,
}


@real
@pytest.mark.parametrize("name", sorted(described()) if SHARED.is_dir() else [])
def test_a_title_holds_what_its_description_says(name: str) -> None:
    _, _, sections, _, tables, deepest, _, _, statuses, twice, original = described()[name]
    found = titles()[name]
    assert len(found) + QUOTED_IN_A_NOTE.get(name, 0) == int(sections)
    why = Counter(one.why for one in found if isinstance(one, uslm.Excluded))
    assert why == {status: int(n) for status, n in re.findall(r"(\w+) (\d+)", statuses)}
    live = [one for one in found if isinstance(one, uslm.Kept)]
    noted = sum(one.noted_table for one in live)
    assert tables.startswith("0 / ")
    assert noted <= int(tables.removeprefix("0 / "))
    assert len(live) - noted == int(original) + ALSO_KEPT.get(name, 0)
    assert max((depth(one) for one in live), default=0) == int(deepest)
    counts = Counter(one.identifier.removeprefix("/us/usc/") for one in live)
    double = {identifier for identifier, n in counts.items() if n > 1}
    assert double == set(re.findall(r"t\d+/\S+?(?=,|$)", twice)) - {"t48/s28"}


@real
def test_single_sections_are_kept_unless_their_law_text_has_a_table() -> None:
    found = singles("edge-sections")
    rows = {row["path"]: row for row in table("rp-119-100-sections/edge-sections.tsv")}
    assert len(found) == len(rows) == 172
    assert len(kept(singles("blt-sections"))) == 480
    for name, one in found.items():
        has_table = int(rows[name]["tables_in_law_text"]) > 0
        if isinstance(one, uslm.Excluded):
            assert (one.why, has_table) == ("table in the law text", True)
        else:
            assert not has_table
            assert depth(one) == int(rows[name]["max_depth"])


@real
def test_sections_have_as_many_lines_as_those_that_the_paper_used() -> None:
    known = {
        row["identifier"]: int(row["blt_lines"])
        for row in table("blt-section-match.tsv")
        if row["status_vs_119-100"] == "exact"
    }
    ours = {
        one.identifier: len(one.document.lines) for one in kept(singles("blt-sections")).values()
    }
    differing = {
        identifier: ours[identifier] - n for identifier, n in known.items() if ours[identifier] != n
    }
    assert len(known) == 402
    assert differing == {
        "/us/usc/t16/s191": 1,  # its text stands on the section line there
        "/us/usc/t7/s1561": 2,  # <level> is lost there
    }


@real
def test_every_line_of_real_sections_is_a_plain_slice_with_a_cite() -> None:
    for one in everything():
        document = one.document
        assert len(document.text.split("\n")) == len(document.lines)
        for line in document.lines:
            words = document.shown(line)
            assert words == " ".join(words.split())
            assert not re.search("[\u00ad\u200b\u202f\ue000]", words)
            assert line.start <= line.words <= line.plain <= line.end
            if line.cite != "flush":
                assert str(cite.parse(line.cite)) == line.cite


def test_endless_markup_without_a_section_is_refused_early() -> None:
    head = b'<uscDoc xmlns="http://xml.house.gov/schemas/uslm/1.0"><main>'
    with pytest.raises(InputError, match="bomb.xml: 24 MB without the end of a section"):
        list(uslm.sections(io.BytesIO(head + b"<p>word</p>" * 2_400_000), "bomb.xml"))
