"""Readers of law XML, on small invented files and on the shared real ones."""

import gzip
import os
import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from lxml import etree

from benchbar.corpora import statutes, store
from benchbar.corpora.lawxml import add_law, bills, canada, dc, ecfr, reader_for
from benchbar.errors import InputError
from benchbar.records import Document

SHARED = Path(os.environ.get("BENCHBAR_SHARED", Path(__file__).parents[4] / "shared" / "data"))
OTHER = SHARED / "other"
needs_shared = pytest.mark.skipif(
    not OTHER.is_dir(), reason="needs the shared data (BENCHBAR_SHARED)"
)

ECFR = """<DLPSTEXTCLASS><HEADER><FILEDESC><TITLESTMT><TITLE>Title 9: Boats</TITLE></TITLESTMT>
</FILEDESC></HEADER><TEXT><BODY><DIV1 N="9"><DIV8 N="§ 3.2" TYPE="SECTION">
<HEAD>§ 3.2   Moorings.</HEAD><P>(a) <I>Fees.</I> (1) The fee is due in March.</P>
<P>(2) The fee is refunded<SU>1</SU> where—</P><P>(i) The buoy is lost; or</P>
<P>(ii) The boat is sunk.</P><P>(b) No fee is due from a lifeboat.</P><CITA>[1 FR 2]</CITA></DIV8>
<DIV8 N="§ 3.3" TYPE="SECTION"><HEAD>§ 3.3   [Reserved]</HEAD></DIV8></DIV1></BODY></TEXT>
</DLPSTEXTCLASS>"""
DC = """<section xmlns="https://code.dccouncil.us/schemas/dc-library"><num>9-101</num>
<heading>Moorings</heading><text>A boat shall be moored:</text><para><num>(1)</num>
<text>At a pier; or</text></para><para><num>(2)</num><heading>Buoys</heading>
<text>At a buoy, if:</text><para><num>(A)</num><text>It is red.</text></para>
<aftertext>This does not bind a lifeboat.</aftertext></para>
<annotations><annotation>History.</annotation></annotations></section>"""
CANADA = """<Statute><Identification><ShortTitle>Moorings Act</ShortTitle></Identification><Body>
<Section><MarginalNote>Definitions</MarginalNote><Label>2</Label><Text>In this Act,</Text>
<Definition><Text><DefinedTermEn>buoy</DefinedTermEn> means a float;</Text></Definition></Section>
<Section><MarginalNote>Fees</MarginalNote><Label>3.1</Label><Subsection><Label>(1)</Label>
<Text>The fee is due</Text><Paragraph><Label>(a)</Label><Text>in March; or</Text></Paragraph>
<Paragraph><Label>(b)</Label><Text>in June,</Text></Paragraph>
<ContinuedSectionSubsection><Text>whichever is later.</Text></ContinuedSectionSubsection>
</Subsection></Section><Section><Label>4</Label><Text><Repealed>[Repealed]</Repealed></Text>
</Section></Body></Statute>"""
BILL = """<bill xmlns="http://schemas.gpo.gov/xml/uslm"><meta><citableAs>1 HR 2</citableAs></meta>
<main><section><num value="1">SECTION 1. </num><heading>SHORT TITLE.</heading><content>This Act
may be cited as the Moorings Act.</content></section><section><num value="2">SEC. 2. </num>
<heading>FEES.</heading><subsection><num value="a">(a) </num><content>The fee is due in March.
</content></subsection></section></main></bill>"""

READERS = [
    (ECFR, ecfr.read, ["section 3.2", "section 3.2(a)", "section 3.2(a)(1)", "section 3.2(a)(2)",
     "section 3.2(a)(2)(i)", "section 3.2(a)(2)(ii)", "section 3.2(b)"]),
    (DC, dc.read, ["section 9-101", "section 9-101", "section 9-101(1)", "section 9-101(2)",
     "section 9-101(2)(A)", "flush"]),
    (CANADA, canada.read, ["section 2", "section 2", "section 2", "section 3.1", "section 3.1(1)",
     "section 3.1(1)(a)", "section 3.1(1)(b)", "flush"]),
    (BILL, bills.read, ["section 1", "section 1", "section 2", "section 2(a)"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "reader", "cites"), READERS)
def test_a_small_file_of_each_format(
    text: str, reader: Callable[[Path], object], cites: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "law.xml"
    path.write_text(text, encoding="utf-8")
    assert reader_for(path) is reader
    documents = list(reader_for(path)(path))
    assert [line.cite for one in documents for line in one.lines] == cites
    for one in documents:
        assert all(one.shown(line) in one.text and one.shown(line) for line in one.lines)


def test_regulations_look_like_statutes(tmp_path: Path) -> None:
    path = tmp_path / "cfr.xml.gz"
    path.write_bytes(gzip.compress(ECFR.encode()))
    (made,) = ecfr.read(path)
    assert made.text == (
        "§ 3.2. Moorings.\n(a) Fees.\n  (1) The fee is due in March.\n"
        "  (2) The fee is refunded where—\n    (i) The buoy is lost; or\n"
        "    (ii) The boat is sunk.\n(b) No fee is due from a lifeboat."
    )
    assert made.title == "CFR title 9"


def test_an_archive_of_sections_is_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BENCHBAR_HOME", str(tmp_path / "home"))
    path = tmp_path / "dc.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("9/9-101.xml", DC)
        archive.writestr("9/9-102.xml", DC.replace("9-101", "9-102"))
    corpus = add_law([path], "dc")
    assert corpus.kind == "statute"
    assert statutes.Statutes(store.statutes_file("dc")).sections == ["9-101", "9-102"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<html><body>law</body></html>", "unknown format"),
        (DC.replace("dc-library", "other"), "unknown format"),
        (ECFR[:200], "no well-formed XML"),
        ("(a) plain text", "no well-formed XML"),
        ('<!DOCTYPE a [<!ENTITY b "c">]><Statute>&b;</Statute>', "declares a document type"),
    ],
)
def test_other_files_are_refused_in_one_line(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "law.xml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=message) as error:
        reader_for(path)
    assert "\n" not in str(error.value)


def documents(name: str) -> list[Document]:
    path = OTHER / name
    return list(reader_for(path)(path))


def cites(made: list[Document]) -> list[str]:
    return [line.cite for one in made for line in one.lines]


@needs_shared
def test_the_whole_of_title_1_of_the_regulations() -> None:
    made = documents("ecfr/ECFR-title1.xml.gz")
    with gzip.open(OTHER / "ecfr" / "ECFR-title1.xml.gz") as file:
        divs = list(etree.fromstring(file.read()).iter("DIV8"))
    kept = {one.section for one in made}
    assert len(made) == len(kept)
    assert len(divs) == 288
    assert len(made) == 262
    labels = sum(
        bool(re.match(r"\(\w{1,4}\)", "".join(map(str, p.itertext()))))
        for div in divs
        if (div.get("N") or "").removeprefix("§ ") in kept
        for p in div.iter("P")
    )
    assert sum("(" in cite for cite in cites(made)) >= labels
    assert {"section 2.2(b)(3)", "section 2.3(d)"} <= set(cites(made))


@needs_shared
def test_the_district_s_sections_keep_every_label() -> None:
    made = documents("dc-code-sections.zip")
    assert len(made) == 77
    shown = {one.section: one.text for one in made}
    with zipfile.ZipFile(OTHER / "dc-code-sections.zip") as archive:
        for name in archive.namelist():
            root = etree.fromstring(archive.read(name))
            number = root.findtext(f"{{{dc.SPACE}}}num")
            if number not in shown:
                continue
            nums = [n.text or "" for n in root.iterfind(f".//{{{dc.SPACE}}}para/{{*}}num")]
            rows = iter(shown[number].split("\n")[1:])
            for num in nums:
                assert any(row.strip().startswith(num) for row in rows), (number, num)
    assert max(cite.count("(") for cite in cites(made)) == 7


@needs_shared
def test_canadian_acts_and_regulations() -> None:
    act = documents("canada/eng_acts_A-1.xml.gz")
    assert len(act) == 169
    assert "section 2(2)(b)" in cites(act)
    (third,) = [one for one in act if one.section == "3"]
    assert ("business day",) in [line.terms for line in third.lines]
    assert len(documents("canada/eng_regulations_SOR-83-507.xml")) == 10


@needs_shared
@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("uslm2-compilations/COMPS-895.xml.gz", 75),
        ("uslm2-compilations/COMPS-1523.xml.gz", 31),
        ("uslm2-bills/BILLS-116s1014es.xml", 10),
        ("uslm2-bills/S1029_RFH.XML", 1),
    ],
)
def test_bills_and_compilations(name: str, count: int) -> None:
    made = documents(name)
    assert len(made) == count
    assert all(one.title for one in made)
