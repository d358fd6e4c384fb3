"""Contracts and rules in every usual numbering, with cites as a lawyer would write them."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchbar.corpora import statutes, store
from benchbar.corpora.outline import Outlined, add_documents, check, outline
from benchbar.errors import InputError
from benchbar.records import Reply
from benchbar.runs import reader
from benchbar.tasks import TASKS
from benchbar.tasks.base import Rules, stands_alone

SAMPLES = Path(__file__).parent / "samples"
FORMS = sorted(SAMPLES.glob("contract_*"))


def read(name: str) -> Outlined:
    path = next(path for path in FORMS if path.name == name)
    return outline(path.read_text(encoding="utf-8"), path.name)


def line_at(found: Outlined, cite: str) -> str:
    (line,) = [line for line in found.document.lines if line.cite == cite]
    return found.document.words(line)


def bare(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.replace("_", " ").lower()))


@pytest.mark.parametrize(
    ("name", "cite", "opening"),
    [
        ("contract_decimal.txt", "section 2.2(b)(iii)(B)", "by asking the Client within one"),
        ("contract_decimal.txt", "section 4.2(i)", "to anyone else, with the consent"),
        ("contract_decimal.txt", "annex A, section 2.2(b)", "enterococci, within four"),
        ("contract_decimal.txt", "section 3.1", "The Client shall pay the fee"),
        ("contract_articles.txt", "article II, section 2(b)(2)(ii)", "on a motion to dissolve"),
        ("contract_articles.txt", "article III, section 3(i)", "A resolution that all Directors"),
        ("contract_articles.txt", "article V", "AMENDMENT. These bylaws may be amended"),
        ("contract_articles.txt", "schedule 1, section 3(c)", "after the Captain has hoisted"),
        ("contract_articles.txt", "recital B", "The members adopted bylaws"),
        ("contract_headings.md", "section 2.1(c)(ii)", "until it is withdrawn."),
        ("contract_headings.md", "section 4.1(2)", "a desk of at least four feet; and"),
        ("contract_headings.md", "annex A, section 3(1)", "a chair with arms; or"),
        ("contract_mixed.txt", "section II(B)(2)(b)", "a photograph of the damage."),
        ("contract_mixed.txt", "schedule A(2)", "Cables are coiled clockwise."),
    ],
)
def test_places_of_the_forms(name: str, cite: str, opening: str) -> None:
    assert line_at(read(name), cite).startswith(opening)


def test_a_whole_form_by_hand() -> None:
    found = read("contract_mixed.txt")
    assert [(one.label, one.cite) for one in found.tree][:9] == [
        ("PART I", "part I"),
        ("I.", "section I"),
        ("A.", "section I(A)"),
        ("B.", "section I(B)"),
        ("1.", "section I(B)(1)"),
        ("2.", "section I(B)(2)"),
        ("a.", "section I(B)(2)(a)"),
        ("b.", "section I(B)(2)(b)"),
        ("II.", "section II"),
    ]
    assert found.document.text.startswith("PART I GENERAL TERMS\n  I. PURPOSE\n    A. These")
    assert [one.heading for one in found.tree if one.depth == 0] == ["GENERAL TERMS", ""]


def test_what_is_set_aside_says_why() -> None:
    found = read("contract_decimal.txt")
    why = {one.row: one.why for one in found.set_aside}
    assert {why[row] for row in range(5, 12) if row in why} == {"a table of contents"}
    assert why[43] == "a page number"
    assert why[183] == "a signature block"
    assert "ANNEX A" not in " ".join(one.text for one in found.set_aside)
    assert "Page 2" not in found.document.text


def test_definitions_without_numbers_are_cited_as_their_parent() -> None:
    found = read("contract_decimal.txt")
    lines = {line.terms: line for line in found.document.lines if line.terms}
    affiliate = lines[("Affiliate",)]
    assert affiliate.cite == "section 1.1"
    assert not affiliate.leaf
    assert not stands_alone(found.document, affiliate)
    assert lines[("Result",)].cite == "section 1.2"
    assert lines[("Test Fee",)].cite == "section 3.1"
    assert ("Agreement", "Laboratory", "Client") in lines


def test_an_ambiguous_label_is_decided_by_its_siblings_and_reported() -> None:
    (note,) = read("contract_decimal.txt").notes
    assert "(i) is read as a letter" in note
    listed = "".join(f"({letter}) tall;\n" for letter in "abcdefgh")
    romans = outline(f"1. Boats are:\n{listed}(i) red; and\n(ii) blue.\n", "x.txt")
    assert [one.cite for one in romans.tree][-2:] == ["section 1(h)(i)", "section 1(h)(ii)"]
    assert "(i) is read as a roman number" in romans.notes[0]


@pytest.mark.parametrize(
    ("labels", "cites"),
    [
        ("1. (a) (b) (c) 2. (a)", "1 1(a) 1(b) 1(c) 2 2(a)"),
        ("1. 1.1 1.1.1 1.1.2 1.2 2. 2.1", "1 1.1 1.1.1 1.1.2 1.2 2 2.1"),
        ("(1) (a) (b) (2)", "1 1(a) 1(b) 2"),
        ("1) a) i) ii) b) 2)", "1 1(a) 1(a)(i) 1(a)(ii) 1(b) 2"),
        ("§_7. (a) (1) (A) (i) (I) (II) (b)",
         "7 7(a) 7(a)(1) 7(a)(1)(A) 7(a)(1)(A)(i) 7(a)(1)(A)(i)(I) 7(a)(1)(A)(i)(II) 7(b)"),
        ("1. (t) (u) (v) (w) (x) (y)", "1 1(t) 1(u) 1(v) 1(w) 1(x) 1(y)"),
        ("1. (i) (ii) (iii) (iv) (v) (vi)", "1 1(i) 1(ii) 1(iii) 1(iv) 1(v) 1(vi)"),
        ("1. (a) (b) (c) (i) (ii) (d)", "1 1(a) 1(b) 1(c) 1(c)(i) 1(c)(ii) 1(d)"),
        ("4.2(a) 4.2(b) 4.3(a)", "4.2(a) 4.2(b) 4.3(a)"),
        ("1. (x) (y) (z) (za) (zb) 2.", "1 1(x) 1(y) 1(z) 1(za) 1(zb) 2"),
        ("4. 4.1 4A. 4A.1 4A.2 4A.2(a) 5.", "4 4.1 4A 4A.1 4A.2 4A.2(a) 5"),
    ],
)  # fmt: skip
def test_labels_in_sequence(labels: str, cites: str) -> None:
    text = "\n\n".join(f"{label.replace('_', ' ')} the boat is moored." for label in labels.split())
    found = outline(text, "x.txt")
    assert [one.cite for one in found.tree] == [f"section {one}" for one in cites.split()]


def test_a_number_may_go_on_in_the_next_part() -> None:
    rows = ["Part A.", "1)", "a)", "2)", "Part B.", "3)", "a)", "4)", "Part C.", "5)"]
    found = outline("\n\n".join(f"{row} The boat is moored." for row in rows), "x.txt")
    assert [one.cite for one in found.tree] == [
        "part A", "part A(1)", "part A(1)(a)", "part A(2)", "part B", "part B(3)", "part B(3)(a)",
        "part B(4)", "part C", "part C(5)",
    ]  # fmt: skip


def test_labels_in_running_text_are_no_parts() -> None:
    text = (
        "1. Fees\n\n1.1 The hirer pays (a) the fee and (b) the deposit, as set out in clause\n"
        "4.2(b) below, and on the terms and conditions that are stated in Article\n"
        "IV of the charter of the harbour and in its tariff of charges, at a rate of\n"
        "4.50 a day.\n\n1.2 Schedule 2 sets out the fee.\n"
    )
    found = outline(text, "x.txt")
    assert [one.cite for one in found.tree] == ["section 1", "section 1.1", "section 1.2"]
    assert line_at(found, "section 1.1").endswith("at a rate of 4.50 a day.")


def test_pages_are_joined_without_their_headers() -> None:
    pages = [
        f"Harbour Rules\n\n{n}. Boats of class {n} keep to the right of the buoys that\n"
        f"are painted in {colour}.\n\n- {n} -"
        for n, colour in enumerate(["red", "green and white", "black", "the colour"], 1)
    ]
    broken = pages[3].replace("colour.", "colour")
    text = "\f".join([*pages[:3], broken]) + "\fHarbour Rules\n\nof class four.\n"
    found = outline(text, "x.pdf")
    assert len(found.tree) == 4
    assert line_at(found, "section 4").endswith("in the colour of class four.")
    assert {one.why for one in found.set_aside} == {"a page number", "a running header or footer"}


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.name)
def test_every_row_is_shown_or_set_aside(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    found = outline(text, path.name)
    aside = {one.row for one in found.set_aside}
    shown = f" {bare(found.document.text)} "
    for number, row in enumerate(text.split("\n"), 1):
        if row.strip() and number not in aside:
            assert f" {bare(row)} " in shown, row


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.name)
def test_lines_are_slices_in_order(path: Path) -> None:
    document = outline(path.read_text(encoding="utf-8"), path.name).document
    at = 0
    for line in document.lines:
        assert at <= line.start <= line.words <= line.plain <= line.end <= len(document.text)
        assert "\n" not in document.shown(line)
        at = line.end


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.name)
@pytest.mark.parametrize("task", ["text_to_cite", "cite_to_text", "defined_to_cite",
                                  "cite_to_defined"])  # fmt: skip
def test_every_test_runs_on_a_form_and_its_gold_is_right(path: Path, task: str) -> None:
    document = outline(path.read_text(encoding="utf-8"), path.name).document
    asked = 0
    for place, line in enumerate(document.lines):
        if line.cite == "flush" or not (item := TASKS[task].ask(document, place, Rules())):
            continue
        asked += 1
        (prompt,) = TASKS[task].turns(item, document, "default")
        for answer in (item.gold, reader.answer(prompt)):
            verdicts = TASKS[task].judge(item, document, Reply(id=item.id, turns=(answer,)))
            assert [one.outcome for one in verdicts] == ["correct", "correct"], (item, answer)
    assert asked >= 2


STYLES = {
    "decimal": ("{0}.", "{0}.{1}", "({2:a})", "({3:i})", "({4:A})"),
    "deep": ("{0}.", "{0}.{1}", "{0}.{1}.{2}", "({3:a})", "({4:i})"),
    "code": ("Section {0}.", "({1:a})", "({2:1})", "({3:A})", "({4:i})"),
    "letters": ("{0:I}.", "{1:A}.", "{2:1}.", "{3:a}.", "({4:1})"),
}
ROMAN = ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"]


def written(style: str, path: tuple[int, ...]) -> str:
    """Write the label of a part in a style of numbering."""

    def one(match: re.Match[str]) -> str:
        number, form = path[int(match[1])], match[2] or "1"
        letters = {"1": str(number), "a": chr(96 + number), "i": ROMAN[number]}
        return letters[form.lower()].upper() if form.isupper() else letters[form]

    return re.sub(r"\{(\d)(?::(\w))?\}", one, STYLES[style][len(path) - 1])


def branches(depth: int) -> st.SearchStrategy[list[object]]:
    if depth == 0:
        return st.just([])
    return st.lists(st.deferred(lambda: branches(depth - 1)), max_size=3)


def paths(tree: list[object], above: tuple[int, ...] = ()) -> list[tuple[int, ...]]:
    found = []
    for n, below in enumerate(tree, 1):
        assert isinstance(below, list)
        found += [(*above, n), *paths(below, (*above, n))]
    return found


@settings(deadline=None, max_examples=40)
@given(st.lists(branches(3), min_size=2, max_size=4), st.sampled_from(sorted(STYLES)),
       st.booleans())  # fmt: skip
def test_a_printed_outline_reads_back_as_the_same_tree(
    tree: list[object], style: str, apart: bool
) -> None:
    held = paths(tree)
    rows = [
        f"{written(style, path)} the boat numbered {n} is moored at the pier."
        for n, path in enumerate(held)
    ]
    found = outline(("\n\n" if apart else "\n").join(rows), "x.txt")
    assert [one.depth for one in found.tree] == [len(path) - 1 for path in held]
    assert [one.label for one in found.tree] == [written(style, path) for path in held]
    assert not found.uncited
    assert not found.notes or style in ("letters", "code")


def test_documents_are_stored_as_statutes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BENCHBAR_HOME", str(tmp_path))
    checks = add_documents(FORMS[:2], "mine")
    assert [one.file for one in checks] == [path.name for path in FORMS[:2]]
    kept = statutes.Statutes(store.statutes_file("mine"))
    assert kept.titles == [path.stem for path in FORMS[:2]]
    assert kept.document(0) == read(FORMS[0].name).document
    assert store.load("mine").kind == "statute"
    with pytest.raises(InputError, match="exists"):
        add_documents(FORMS[:1], "mine")


def test_a_document_without_numbers_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BENCHBAR_HOME", str(tmp_path))
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Sir,\n\nI write about the boat.\n", encoding="utf-8")
    with pytest.raises(InputError, match="no numbered parts"):
        add_documents([letter], "letters")
    assert not store.names()
    assert check(letter).lines == 0


def test_the_check_counts() -> None:
    found = check(SAMPLES / "contract_decimal.txt")
    assert found.terms == 12
    assert found.cited > 0.8
    assert found.lines == len({one.cite for one in found.tree}) - 1
