"""Cites of contracts: articles, annexes and numbers such as 4.2, as both graders read them."""

import pytest

from benchbar.cite import StatuteCite
from benchbar.records import Document, Line, Reply
from benchbar.scoring import cites, numbering, taxonomy
from benchbar.scoring.judge import judge
from tests.scoring import small_documents as made

LINES = (
    ("article I", "ARTICLE I Names."),
    ("article I, section 3", "Section 3. The club is named after its founder."),
    ("article II", "ARTICLE II Members."),
    ("article II, section 3", "Section 3. Members are:"),
    ("article II, section 3(a)", "(a) rowers who pay;"),
    ("article II, section 3(b)", "(b) rowers who do not, and:"),
    ("article II, section 3(b)(i)", "(i) their children;"),
    ("article II, section 3(b)(i)(A)", "(A) if they can swim."),
    ("annex A", "Annex A Fees."),
    ("annex A, section 1.1", "1.1 The fee is due in March."),
    ("article V", "ARTICLE V These bylaws may be amended."),
)


def bylaws() -> Document:
    at, lines = 0, []
    for cite, text in LINES:
        label = at + text.index(" ") + 1
        lines.append(Line(cite, at, label, label, at + len(text)))
        at += len(text) + 1
    text = "\n".join(text for _, text in LINES)
    return Document("made", "statute", text, tuple(lines), "bylaws.txt", "bylaws")


def found(target: str, reply: str) -> list[str]:
    document = bylaws()
    item = made.item(document, "text_to_cite", made.place_of(document, target))
    both = judge(
        item,
        document,
        Reply(id=item.id, turns=(reply,)),
        published=cites.published,
        corrected=cites.corrected,
    )
    return [verdict.error or verdict.outcome for verdict in both]


@pytest.mark.parametrize("target", [cite for cite, _ in LINES])
def test_the_printed_cite_is_right_for_both_graders(target: str) -> None:
    assert found(target, target) == ["correct", "correct"]
    assert found(target, f"The answer is {target}.")[1] == "correct"


@pytest.mark.parametrize(
    "reply",
    [
        "Article II, Section 3(b)",
        "Art. II § 3(b)",
        "ARTICLE TWO, Section 3(b).",
        "Section 3(b) of Article II",
        "section 3(b) (Article II)",
        "**Article II, Section 3 (b)**",
        "Article 2, section 3(b)",
        "It stands in Article II, at Section 3(b).",
    ],
)
def test_manners_of_naming_an_article(reply: str) -> None:
    assert found("article II, section 3(b)", reply)[1] == "correct"


@pytest.mark.parametrize(
    "reply",
    ["Annex A 1.1", "Annex A, 1.1", "section 1.1 of Annex A", "Annex A, paragraph 1.1"],
)
def test_manners_of_naming_an_annex(reply: str) -> None:
    assert found("annex A, section 1.1", reply)[1] == "correct"


@pytest.mark.parametrize(
    ("reply", "error"),
    [
        ("Section 3(b)", "wrong section"),
        ("Article I, Section 3(b)", "wrong section"),
        ("Article II", "wrong section"),
        ("Article II, Section 3(a)", "wrong subsection"),
        ("Article II, Section 3(b)(i)", "not parallel"),
        ("Article II, Section 3(1)", "incorrect format"),
        ("Article I, Section 3(b) or Article II, Section 3(b)", "multiple answers"),
    ],
)
def test_wrong_places(reply: str, error: str) -> None:
    assert found("article II, section 3(b)", reply)[1] == error


def test_a_division_that_is_not_needed_may_be_named_if_right() -> None:
    text = "ARTICLE I Names.\n1.1 The club is named so.\nARTICLE II Fees.\n2.1 The fee is ten."
    at, lines = 0, []
    for cite, shown in zip(
        ["article I", "section 1.1", "article II", "section 2.1"], text.split("\n"), strict=True
    ):
        label = at + shown.index(" ") + 1
        lines.append(Line(cite, at, label, label, at + len(shown)))
        at += len(shown) + 1
    document = Document("made", "statute", text, tuple(lines), "x.txt", "x")
    item = made.item(document, "text_to_cite", 3)
    for reply, right in [
        ("section 2.1", True),
        ("2.1", True),
        ("Clause 2.1", True),
        ("Article II, section 2.1", True),
        ("Article I, section 2.1", False),
        ("section 1.1", False),
    ]:
        finding = cites.corrected(item, document, reply)
        assert (finding.outcome == "correct") is right, reply


def test_ways_to_write_a_division_have_one_key() -> None:
    assert {numbering.key(one) for one in ("Article II", "ART. II", "article Two")} == {"article 2"}
    assert numbering.key("Annex A") != numbering.key("Annex B")
    assert numbering.key("ART. TWO, Part 1") == "article 2, part 1"


def test_formats_are_those_of_the_document() -> None:
    forms = taxonomy.own_forms([("a", "i", "A"), ("b", "ii", "B"), ("c",)])
    assert forms == (frozenset("a"), frozenset("a"), frozenset("A"))
    gold = StatuteCite("4", ("a", "i", "A"))
    for path, error in [
        (("a", "i", "B"), "wrong subparagraph"),
        (("a", "1", "A"), "incorrect format"),
        (("b", "ii", "A"), "wrong subsection, wrong paragraph"),
        (("a", "i"), "not parallel"),
    ]:
        answer = StatuteCite("4", path)
        assert taxonomy.compare(answer, gold, exists=False, forms=forms) == error
    assert taxonomy.own_forms([("a", "1", "A"), ("b", "2")]) is None


RULES = (cites.published, cites.corrected)


def statute_of(*cites: str) -> Document:
    """A contract whose lines have these cites, each with words of its own."""
    lines = [Line(cite, 8 * n, 8 * n, 8 * n, 8 * n + 7) for n, cite in enumerate(cites)]
    text = "\n".join(f"words {n}" for n in range(len(cites)))
    return Document("made", "statute", text, tuple(lines), "deed.txt", "deed")


@pytest.mark.parametrize(
    ("cites", "reply"),
    [
        (("exhibit A-1, section 1", "exhibit A-2, section 1"), "exhibit A-1, section 1"),
        (("article 2", "article 2(1)", "article 3, section 2(1)"), "Article 2(1)"),
        (("article 2", "article 2(1)", "section 2(1)"), "article 2(1)"),
    ],
)
def test_a_number_of_a_division_is_no_section(cites: tuple[str, ...], reply: str) -> None:
    document = statute_of(*cites)
    target = next(n for n, one in enumerate(cites) if one.lower() == reply.lower())
    item = made.item(document, "text_to_cite", target)
    reply_to = Reply(id=item.id, turns=(reply,))
    rules = {"published": RULES[0], "corrected": RULES[1]}
    assert judge(item, document, reply_to, **rules)[1].outcome == "correct"
