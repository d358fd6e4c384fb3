"""Invented statutes: the same from the same dice, coherent, hard to exhaust, read by the parser."""

import random
import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from io import BytesIO
from typing import Any, TypeVar

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from benchbar import cite, tokens
from benchbar.corpora import uslm
from benchbar.corpora.code import section, title
from benchbar.corpora.repetition import runs
from benchbar.corpora.statutory.definitions import series
from benchbar.corpora.statutory.drafter import REF, Drafter, gerund, ordinal, third
from benchbar.corpora.statutory.kinds import KINDS
from benchbar.corpora.statutory.language import (
    ALONE,
    VERB,
    Items,
    Pattern,
    _parts,
    _term,
    _varied,
    _words,
    plural_of,
)
from benchbar.corpora.statutory.outline import Part, number
from benchbar.corpora.statutory.references import reference, settle
from benchbar.corpora.statutory.world import SUBJECTS, settle_in, tongue
from benchbar.corpora.testimony.language import Choice, Draw, Fact, Template
from benchbar.records import Document, Line
from benchbar.tasks import amendments, defined_to_cite
from benchbar.tasks.base import Rules

T = TypeVar("T")

LEVEL_NAMES = "|".join(cite.LEVELS)
REFERENCE = re.compile(rf"(?<!this )\b({LEVEL_NAMES}) ((?:\([0-9A-Za-z]+\))+)(?! of section)", re.I)
OTHER_PARTS = ("this", "prev", "first", "next", "some", "bare")
FAULTS = {
    "a before a vowel": r"\b[Aa] [“(]?(?!one|uni(?!n)|us[eu]|Unio|eu)(?:[aeiouAEIO8]|U[nl]|11|18)",
    "an before a consonant": r"\b[Aa]n [“(]?(?:[b-df-gj-np-tv-zB-DF-GJ-NP-TV-Z]|one\b|us[eu])",
    "a word twice": r"\b(\w+) \1\b",
    "two articles": r"\b(?:an?|the|any|each|every|no|such) (?:an?|the|any|each|every|no|such)\b",
    "two joints": r"\b(?:and|or|nor) (?:and|or|nor)\b|\bwho(?:ever)? who\b",
    "two marks": r"[,;:]{2}|,[.;]|;[.,]|(?<!m)\.[,;]|\.\.|—[,;.]|[ap]\.m\.\.",
    "a blank before a mark": r" [,.;:)]|[(“] ",
    "a small letter behind a full stop": r"(?<![ap]\.m)(?<!\bch)\. [a-z]",
    "a verb too many": r"\b(?:shall|may|must) (?:shall|may|must|to|is|are|has|was|have been)\b",
    "a preposition alone": r"\b(?:of|in|from|at|under) (?:to|shall|may|is|are|was|has|if)\b",
    "a possessive lost": r"\b(?:days|months|years) (?:notice|standing|service)\b",
    "one of many": r"\b(?:one|1) (?:days|months|years|members|hours)\b",
    "two conditions": r"\b(?:unless|if|whether) (?:unless|if|where|when|except)\b",
    "a letter without its part": r"\b(?<!this )(?:subsection|paragraph) (?!\()",
    "a capital within a sentence": r"(?<![.:—“(] )(?<!^)\b(?:The|Each|No|Any|If|Whenever|Except)\b",
}
"""What never stands in a statute, by the name of the fault."""
ELSEWHERE = re.compile(r"\bsection (\d+)")


def _read(markup: bytes) -> Document:
    (found,) = uslm.sections(BytesIO(markup), "invented")
    assert isinstance(found, Document), found
    return found


@cache
def _section(seed: str, size: int, number: str = "812") -> Document:
    return _read(section(random.Random(seed), number=number, tokens=size))


@cache
def _many(size: int, how_many: int) -> tuple[Document, ...]:
    return tuple(_section(f"many {i}", size, str(101 + i)) for i in range(how_many))


def _path(line: Line) -> tuple[str, ...]:
    parsed = cite.parse(line.cite)
    assert isinstance(parsed, cite.StatuteCite)
    return parsed.path


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**9), size=st.integers(60, 12_000))
@example(seed=495, size=11_834)
def test_any_section_parses_and_has_its_size(seed: int, size: int) -> None:
    document = _read(section(random.Random(seed), number="4711", tokens=size))
    assert document.section == "4711"
    assert abs(tokens.count(document.text) / size - 1) <= 0.3
    assert not set(document.text) & set("[]{}<>|*_\x02\x03\t'\"")
    assert not re.search(r"\.\.|,,|;;| [,.;]|\b(?:a|A) [aei]|\ban [bcdfgjkpqtvwz]", document.text)


def test_sizes_are_met_within_a_quarter() -> None:
    for size in (60, 130, 250, 500, 1_000, 3_000, 7_000):
        off = [abs(tokens.count(one.text) / size - 1) for one in _many(size, 12)]
        assert sum(share > 0.25 for share in off) <= 1
        assert sum(off) / len(off) < 0.15


@pytest.mark.parametrize("size", [59, 12_001])
def test_other_sizes_are_refused(size: int) -> None:
    with pytest.raises(ValueError, match="60 to 12,000"):
        section(random.Random(1), number="1", tokens=size)


def test_same_dice_same_section() -> None:
    one, same, other = (
        section(random.Random(seed), number="5", tokens=700) for seed in ("a", "a", "b")
    )
    assert one == same != other
    assert list(title("t", 1, sections=5)) == list(title("t", 1, sections=5))


def test_every_subject_and_every_kind_of_provision_can_be_drafted() -> None:
    assert len(SUBJECTS) >= 20
    text = "\n".join(one.text for one in _many(400, 150))
    for subject in SUBJECTS:
        names = [term.name for term in tongue(subject).subject.terms]
        assert any(name in text for name in names), subject
    for kind in KINDS:
        for spoken in map(tongue, SUBJECTS[:2]):
            assert spoken.parts[kind.name]
            assert spoken.words[f"title_{kind.name}"]


def test_no_run_of_eight_words_is_worn_out() -> None:
    found = runs(
        [[one.plain(line) for line in one.lines] for one in _many(800, 250)],
    )
    run, times = found.most_common(1)[0]
    assert times <= 6, " ".join(run)


@pytest.mark.parametrize("fault", FAULTS)
def test_no_sentence_has_the_fault(fault: str) -> None:
    wrong = re.compile(FAULTS[fault])
    for one in _many(800, 250):
        for line in one.lines[1:]:
            words = one.plain(line)
            found = wrong.search(words)
            assert not found, words


def test_every_text_is_closed_and_every_list_led() -> None:
    for one in _many(800, 250):
        assert one.text.count("“") == one.text.count("”")
        assert one.text.count("(") == one.text.count(")")
        for line in one.lines[1:]:
            words = one.plain(line)
            if line.leaf or line.cite == "flush":
                assert re.search(r"[.;,](?: and| or)?$|bears to$", words), one.shown(line)
            elif words:
                assert words[-1] in "—:", one.shown(line)


def test_no_provision_comes_twice() -> None:
    twice = leaves = 0
    for one in _many(800, 250):
        words = Counter(one.plain(line).rstrip(".,;") for line in one.lines if line.leaf)
        leaves += len(words)
        twice += sum(times > 1 for times in words.values())
        headings = Counter(re.findall(r"^\(\w\) ([A-Z][\w ,’]+)\. ", one.text, re.M))
        assert max(headings.values(), default=1) <= 2, headings
    assert twice / leaves < 0.002


def test_amendments_have_something_to_change() -> None:
    leaves = [one.plain(line) for one in _many(800, 250) for line in one.lines if line.leaf]
    made = [amendments.amend(words) for words in leaves]
    assert sum(change.new == amendments.OPENING for change in made) / len(leaves) < 0.25
    assert sum(change.new.isdigit() for change in made) / len(leaves) < 0.5
    assert sum(change.new in ("and", "or") for change in made) / len(leaves) > 0.22


def test_headings_that_are_a_term_give_other_right_answers() -> None:
    asked = [
        item
        for one in _many(800, 250)
        for place in range(len(one.lines))
        if (item := defined_to_cite.ask(one, place, Rules()))
    ]
    assert sum(bool(item.alternatives) for item in asked) / len(asked) > 0.05


def test_leaves_are_not_taken_for_one_another() -> None:
    alike = leaves = 0
    for one in _many(1_500, 20):
        words = [one.words(line).lower() for line in one.lines if line.leaf]
        leaves += len(words)
        for at, own in enumerate(words):
            others = words[:at] + words[at + 1 :]
            alike += any(
                own in other or Levenshtein.distance(own, other, score_cutoff=5) <= 5
                for other in others
            )
    assert alike / leaves < 0.1


def test_there_are_targets_for_all_five_tests() -> None:
    sample = _many(1_500, 20)
    leaves = [sum(line.leaf for line in one.lines) for one in sample]
    defined = [sum(len(line.terms) == 1 for line in one.lines) for one in sample]
    assert sum(leaves) / len(sample) >= 30
    assert sum(defined) / len(sample) >= 4


def test_what_is_defined_is_used() -> None:
    for one in _many(1_500, 20):
        for line in one.lines:
            for term in line.terms:
                rest = one.text[: line.start] + one.text[line.end :]
                assert re.search(rf"\b{re.escape(term[:-1])}", rest, re.I), term


def test_references_lead_to_parts_that_exist() -> None:
    seen = 0
    for one in _many(1_500, 30):
        paths = {_path(line) for line in one.lines if line.cite != "flush"}
        paths |= {path[:n] for path in paths for n in range(len(path))}
        at: tuple[str, ...] = ()
        for line in one.lines:
            at = at if line.cite == "flush" else _path(line)
            for name, labels in REFERENCE.findall(one.words(line)):
                level = cite.LEVELS.index(name.lower())
                assert (*at[:level], *labels[1:-1].split(")(")) in paths, one.shown(line)
                seen += 1
    assert seen > 60


def test_depths_run_from_flat_to_deep() -> None:
    depths = Counter(
        max(len(_path(line)) for line in one.lines if line.cite != "flush")
        for size, n in ((100, 5), (200, 60), (400, 150), (7_000, 12))
        for one in _many(size, n)
    )
    assert {0, 1, 2, 3, 4, 5} <= set(depths)
    assert max(depths) <= len(cite.LEVELS)


def test_every_structure_of_the_markup_is_used() -> None:
    sizes = [900] * 400 + [6_000] * 20
    markup = b"".join(section(random.Random(i), number="9", tokens=n) for i, n in enumerate(sizes))
    for sign in (
        *(b"<chapeau", b"<continuation", b"<proviso", b"<content><p ", b"<level", b"<date"),
        *(b"<ref href", b"<inline", b'status="repealed"', b"footnoteRef", b"<sourceCredit"),
        *(b"<notes", *(f"<{name} ".encode() for name in cite.LEVELS[:6])),
    ):
        assert sign in markup, sign
    flat = _many(250, 40)
    assert any(re.search(r"\n\(1\) ", one.text) for one in flat)
    assert any(re.search(r"\n\(a\) ", one.text) for one in flat)


def test_a_title_refers_to_its_own_sections_only() -> None:
    made = [_read(one) for one in title("whole", 3, sections=60)]
    numbers = [one.section for one in made]
    assert len(set(numbers)) == 60
    assert [int(n) for n in numbers] == sorted(map(int, numbers))
    for one in made:
        body = one.text.split("\n", 1)[1]
        assert set(ELSEWHERE.findall(body)) <= set(numbers) - {one.section}


def _blanks(text: Template) -> list[Fact | Draw]:
    found: list[Fact | Draw] = []
    for part in text:
        if isinstance(part, Choice):
            for option in part.options:
                found += _blanks(option)
        elif not isinstance(part, str):
            found.append(part)
    return found


def _texts(pattern: Pattern) -> list[Template]:
    texts = [pattern.heading or (), pattern.text]
    texts += [text for text, _ in (*pattern.flush, *pattern.proviso)]
    for part in pattern.parts:
        texts += [] if isinstance(part, Items) else _texts(part)
    return texts


@pytest.mark.parametrize("subject", SUBJECTS)
def test_every_blank_can_be_filled(subject: str) -> None:
    spoken = tongue(subject)
    drafter = Drafter(random.Random(1), spoken.words)
    settle_in(drafter, subject)
    kinds = {kind.name for kind in KINDS}
    texts = [text for pool in spoken.words.values() for text in pool]
    for pool in spoken.parts.values():
        texts += [text for pattern in pool for text in _texts(pattern)]
    for term in (*spoken.subject.terms, *spoken.modifiers, *spoken.general):
        texts += [*term.means, *term.does, *term.includes, *term.omits]
    for text in texts:
        for blank in _blanks(text):
            if isinstance(blank, Draw):
                assert blank.pool in spoken.words, blank
                continue
            name, _, rest = blank.name.partition("_")
            known = blank.name in drafter.facts or blank.name in drafter.fresh
            assert known or rest in kinds or name in OTHER_PARTS, blank


def test_the_notation_is_refused_when_wrong() -> None:
    with pytest.raises(ValueError, match="at the margin"):
        _parts("  * indented first")
    with pytest.raises(ValueError, match="needs a mark"):
        _parts("A duty :: To act.\n  no mark here")
    with pytest.raises(ValueError, match="unknown code"):
        _term("ferry", "z a boat")


def _first(items: Sequence[T], /) -> T:
    return items[0]


def test_a_text_refers_to_no_provision_twice_nor_to_itself() -> None:
    top = Part("")
    named = f"{REF}bare\x03 or {REF}some\x03 or {REF}some\x03"
    top.parts = [
        Part("", key="duty"),
        Part(named, key="fee"),
        Part("", key="definitions"),
        Part(""),
    ]
    number(top, 0)
    settle(top, lambda key: f"this chapter ({key})", tail=" of this section", pick=_first)
    assert top.parts[1].text == (
        "subsection (a) or subsection (d) of this section or this chapter (some)"
    )


def test_references_are_named_as_drafters_do() -> None:
    top = Part("")
    first, second = Part("", key="license"), Part(f"under {REF}ref_license\x03")
    inner, beside = Part(f"{REF}^prev\x03 and {REF}this\x03"), Part("")
    top.parts, second.parts = [first, second], [beside, inner]
    number(top, 0)
    settle(top, lambda key: f"section 9 ({key})", tail=" of this section", pick=_first)
    assert second.text == "under subsection (a) of this section"
    assert inner.text == "Paragraph (1) and this paragraph"
    assert reference(first, inner) == "subsection (b)(2)"
    assert reference(inner, top) == "this section"


def test_joined_options_come_alone_in_pairs_and_together() -> None:
    def said(text: str) -> set[str]:
        drafter = Drafter(random.Random(3), {"act": _words(text)})
        return {drafter.word("act") for _ in range(200)}

    assert said("[hide|move]/ it") == {
        *("hide it", "move it", "hide or move it", "move or hide it"),
    }
    assert said("gild [a|b|]&") == {"gild a", "gild b", "gild ", "gild a and b", "gild b and a"}


def test_every_verb_of_an_act_is_inflected() -> None:
    drafter = Drafter(random.Random(3), {"act": _words("[sell|give away]/ it")})
    made = {drafter.fresh["acting"]() for _ in range(50)}
    assert made == {
        *("selling it", "giving away it", "selling or giving away it", "giving away or selling it"),
    }
    assert all(VERB not in drafter.word("act") for _ in range(50))


def test_a_thing_mentioned_is_taken_up_again() -> None:
    drafter = Drafter(random.Random(5), {})
    drafter.names["thing"] = [_term("ferry", ""), _term("tender", "")]
    said = _varied("any {thing} and the {thing}")
    for _ in range(40):
        drafter.turn()
        _, first, _, _, second = drafter.say(said).split()
        assert first == second


def test_what_leans_on_another_provision_is_told_apart() -> None:
    spoken = tongue("ferries")
    for kind in KINDS:
        alone = spoken.parts[kind.name + ALONE]
        assert alone
        assert not any(pattern.leans for pattern in alone)


@pytest.mark.parametrize(
    ("make", "word", "made"),
    [
        (gerund, "slip", "slipping"),
        (gerund, "tie", "tying"),
        (gerund, "dye", "dyeing"),
        (gerund, "set", "setting"),
        (gerund, "operate", "operating"),
        (third, "carry", "carries"),
        (third, "wash", "washes"),
        (plural_of, "quarry", "quarries"),
        (plural_of, "bog", "bogs"),
        (ordinal, 13, "13th"),
        (ordinal, 22, "22nd"),
    ],
)
def test_word_forms(make: Callable[[Any], str], word: str | int, made: str) -> None:
    assert make(word) == made


def test_series() -> None:
    assert series(["a", "b"], "or") == "a or b"
    assert series(["a", "b", "c"], "and") == "a, b, and c"
