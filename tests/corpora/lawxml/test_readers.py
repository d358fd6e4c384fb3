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
from benchbar.corpora.lawxml import (
    add_law,
    bills,
    canada,
    dc,
    ecfr,
    files_of_law,
    georgia,
    reader_for,
)
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

GEORGIA = """<!DOCTYPE html><html><head><meta content="Official Code" name="Subject" /></head>
<body><main><div><h3 id="t09c01s9-1-1"><b> 9-1-1. Moorings - Fees. </b></h3>
<ol type="a"><li id="t09c01s9-1-1ol1a">As used in this Code section, the term:<ol>
<li>"Buoy" means a float under <cite><a href="#x"> 9-1-2 </a></cite> .</li>
<li>"Quay" means a wharf.</li></ol></li>
<li>The fee is due:<ol><li>In March; or<ol type="A"><li>In June, or</li><li>in July.</li></ol></li>
<li>In May.<p>No fee is due from a lifeboat.</p></li></ol></li>
<li>This binds nobody else. (Code 1981, § 9-1-1 , enacted by Ga. L. 1992, p. 1, § 1.)</li></ol>
<p>Cross references. - Buoys, § 9-1-2.</p><div><h4>JUDICIAL DECISIONS</h4><p>None.</p></div></div>
<div><h3 id="t09c01s9-1-2"><b>9-1-2. Buoys.</b></h3><p>Repealed by Ga. L. 1993.</p></div>
<div><h3 id="t09c01s9-1-3"><b>9-1-3. Piers.</b></h3><p>A pier shall be lit.</p>
<p>(Ga. L. 1933, p. 9, § 1.)</p><p>Law reviews. - For a note, see elsewhere.</p></div>
</main></body></html>"""

READERS = [
    (ECFR, ecfr.read, ["section 3.2", "section 3.2(a)", "section 3.2(a)(1)", "section 3.2(a)(2)",
     "section 3.2(a)(2)(i)", "section 3.2(a)(2)(ii)", "section 3.2(b)"]),
    (DC, dc.read, ["section 9-101", "section 9-101", "section 9-101(1)", "section 9-101(2)",
     "section 9-101(2)(A)", "flush"]),
    (CANADA, canada.read, ["section 2", "section 2", "section 2", "section 3.1", "section 3.1(1)",
     "section 3.1(1)(a)", "section 3.1(1)(b)", "flush"]),
    (GEORGIA, georgia.read, ["section 9-1-1", "section 9-1-1(a)", "section 9-1-1(a)(1)",
     "section 9-1-1(a)(2)", "section 9-1-1(b)", "section 9-1-1(b)(1)", "section 9-1-1(b)(1)(A)",
     "section 9-1-1(b)(1)(B)", "section 9-1-1(b)(2)", "flush", "section 9-1-1(c)",
     "section 9-1-3", "section 9-1-3"]),
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


def test_the_labels_of_georgia_follow_from_its_lists(tmp_path: Path) -> None:
    path = tmp_path / "ga.html"
    path.write_text(GEORGIA, encoding="utf-8")
    made, last = georgia.read(path)
    assert made.text == (
        "§ 9-1-1. Moorings - Fees.\n(a) As used in this Code section, the term:\n"
        '  (1) "Buoy" means a float under 9-1-2.\n  (2) "Quay" means a wharf.\n'
        "(b) The fee is due:\n  (1) In March; or\n    (A) In June, or\n    (B) in July.\n"
        "  (2) In May.\n  No fee is due from a lifeboat.\n(c) This binds nobody else."
    )
    assert last.text == "§ 9-1-3. Piers.\nA pier shall be lit."
    assert terms_in(made) == {"section 9-1-1(a)(1)": ["Buoy"], "section 9-1-1(a)(2)": ["Quay"]}


def terms_in(document: Document) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in document.lines:
        if line.terms:
            found.setdefault(line.cite, []).extend(line.terms)
    return found


def ecfr_of(*paragraphs: str) -> str:
    inside = "".join(f"<P>{one}</P>" for one in paragraphs)
    head = "<DLPSTEXTCLASS><TEXT><BODY><DIV8><HEAD>§ 3.1   Definitions.</HEAD>"
    return f"{head}{inside}</DIV8></BODY></TEXT></DLPSTEXTCLASS>"


@pytest.mark.parametrize(
    ("paragraphs", "terms"),
    [
        (["In this part—", "<I>Buoy</I> means a float.", "<I>Quay</I> includes a wharf."],
         {"section 3.1": ["Buoy", "Quay"]}),
        (["<I>Buoy</I> or <I>float</I> means a buoy."], {"section 3.1": ["Buoy", "float"]}),
        (["<I>Harbour Act or Act</I> shall mean the Harbour Act of 1952."],
         {"section 3.1": ["Harbour Act", "Act"]}),
        (["<I>Buoy,</I> as described in 9 CFR 4.12, means a float."], {"section 3.1": ["Buoy"]}),
        (["(a) <I>Buoy</I> means a float.", "(b) <I>Fees.</I> All means of payment are taken."],
         {"section 3.1(a)": ["Buoy"]}),
        (["Buoy means a float.", "(a) The term “quay” means a wharf."],
         {"section 3.1": ["Buoy"], "section 3.1(a)": ["quay"]}),
        (["(a) Fees are due.", "(b) <I>Definitions.</I> In this section:",
          "<I>Buoy</I> means a float."], {"section 3.1(b)": ["Buoy"]}),
        (["(a) See <I>Buoy</I> by all means."], {}),
        (["(a) <I>Methods</I>—(1) <I>General.</I> Any such means may be used."], {}),
    ],
)  # fmt: skip
def test_definitions_in_regulations(
    paragraphs: list[str], terms: dict[str, list[str]], tmp_path: Path
) -> None:
    path = tmp_path / "cfr.xml"
    path.write_text(ecfr_of(*paragraphs), encoding="utf-8")
    (made,) = ecfr.read(path)
    assert terms_in(made) == terms


def test_definitions_in_canadian_law(tmp_path: Path) -> None:
    path = tmp_path / "act.xml"
    more = """<Section><Label>5</Label><Subsection><Label>(1)</Label><Text>In this Act,
<DefinedTermEn>quay</DefinedTermEn> or <DefinedTermEn>wharf</DefinedTermEn> means a
pier.</Text></Subsection><Subsection><Label>(2)</Label><MarginalNote>Definition of
<DefinedTermEn>pier</DefinedTermEn></MarginalNote><Text>In subsection (1),
<DefinedTermEn>pier</DefinedTermEn> means a landing.</Text></Subsection>
<Definition><Text><DefinedTermEn>barge</DefinedTermEn><Repealed>[Repealed]</Repealed></Text>
</Definition></Section></Body>"""
    path.write_text(CANADA.replace("</Body>", more), encoding="utf-8")
    found: dict[str, list[str]] = {}
    for one in canada.read(path):
        found |= terms_in(one)
    assert found == {
        "section 2": ["buoy"],
        "section 5(1)": ["quay", "wharf"],
        "section 5(2)": ["pier"],
    }


def test_an_archive_of_sections_is_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BENCHBAR_HOME", str(tmp_path / "home"))
    path = tmp_path / "dc.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("9/9-101.xml", DC)
        archive.writestr("9/9-102.xml", DC.replace("9-101", "9-102"))
    corpus = add_law([path], "dc")
    assert corpus.kind == "statute"
    assert statutes.Statutes(store.statutes_file("dc")).sections == ["9-101", "9-102"]


def test_a_folder_of_law_is_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BENCHBAR_HOME", str(tmp_path / "home"))
    folder = tmp_path / "laws"
    (folder / "more").mkdir(parents=True)
    with pytest.raises(InputError, match="no file of law in it"):
        add_law([folder], "laws")
    (folder / "dc.xml").write_text(DC, encoding="utf-8")
    (folder / "more" / "ga.html").write_text(GEORGIA, encoding="utf-8")
    (folder / "more" / "none.xml").write_text("<Statute/>", encoding="utf-8")
    corpus = add_law([folder], "laws")
    assert [(one.name, one.lines > 0) for one in corpus.files] == [
        ("dc.xml", True), ("ga.html", True), ("none.xml", False)
    ]  # fmt: skip
    with pytest.raises(InputError, match="no section of law"):
        add_law([folder / "more" / "none.xml"], "none")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<html><body>law</body></html>", "web page of an unknown format"),
        ("<!DOCTYPE html><html><body>404</body></html>", "web page of an unknown format"),
        ("<!DOCTYPE html>", "empty or damaged web page"),
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


def test_pages_in_an_archive_are_read(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "ga.zip", "w") as archive:
        archive.writestr("ga.html", GEORGIA)
    path = tmp_path / "ga.html"
    path.write_text(GEORGIA, encoding="utf-8")
    plain, packed = (list(reader_for(one)(one)) for one in (path, tmp_path / "ga.zip"))
    assert [one.text for one in plain] == [one.text for one in packed]
    assert files_of_law(path) == [path]
    assert files_of_law(tmp_path) == [path, tmp_path / "ga.zip"]
    assert files_of_law(tmp_path / "deed.docx") == []


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
def test_a_title_of_the_georgia_code() -> None:
    made = documents("georgia/gov.ga.ocga.title.06.html")
    assert len(made) == 54, "56 headings, two of repealed sections"
    assert made[0].title == "Official Code of Georgia Annotated"
    assert "section 6-5-4(a)(5)(A)(ii)(III)" in cites(made)
    assert not any("Ga. L." in one.text or "Law reviews" in one.text for one in made)
    terms = {cite: own for one in made for cite, own in terms_in(one).items()}
    assert terms["section 6-4-3(7)"] == ["Service area"]
    assert terms["section 6-1-4(a)(1)"] == ["unmanned aircraft system"]


@needs_shared
def test_definitions_of_real_regulations_and_acts() -> None:
    terms = {cite: own for one in documents("ecfr/ECFR-title1.xml.gz")
             for cite, own in terms_in(one).items()}  # fmt: skip
    assert terms["section 426.102"][:3] == ["Business day", "Chair", "Commission"]
    assert terms["section 304.9(b)(2)"] == ["Direct costs"]
    assert {"Environmental Assessment", "EA"} <= set(terms["section 601.3"])
    act = documents("canada/eng_acts_A-1.xml.gz")
    terms = {cite: own for one in act for cite, own in terms_in(one).items()}
    assert terms["section 69(2)"] == ["Council"]
    assert len(terms["section 3"]) == 12


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
