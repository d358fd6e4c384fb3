"""Invented statutes: the same from the same dice, coherent, hard to exhaust, read by the parser."""

import random
import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from benchbar import cite, tokens
from benchbar.corpora import uslm
from benchbar.corpora.code import KINDS, section, title
from benchbar.corpora.repetition import runs
from benchbar.corpora.statutory.definitions import series
from benchbar.corpora.statutory.drafter import REF, Drafter, gerund, ordinal, third
from benchbar.corpora.statutory.language import Items, Pattern, _parts, _term, plural_of
from benchbar.corpora.statutory.outline import Part, number, reference, settle
from benchbar.corpora.statutory.world import SUBJECTS, settle_in, tongue
from benchbar.corpora.testimony.language import Choice, Draw, Fact, Template
from benchbar.records import Document, Line

LEVEL_NAMES = "|".join(cite.LEVELS)
REFERENCE = re.compile(rf"(?<!this )\b({LEVEL_NAMES}) ((?:\([0-9A-Za-z]+\))+)(?! of section)", re.I)
ELSEWHERE = re.compile(r"\bsection (\d+)")


def _read(markup: bytes) -> Document:
    (found,) = uslm.sections(BytesIO(markup), "invented")
    assert isinstance(found, Document), found
    return found


@cache
def _section(seed: str, size: int) -> Document:
    return _read(section(random.Random(seed), number="812", tokens=size))


@cache
def _many(size: int, how_many: int) -> tuple[Document, ...]:
    return tuple(_section(f"many {i}", size) for i in range(how_many))


def _path(line: Line) -> tuple[str, ...]:
    parsed = cite.parse(line.cite)
    assert isinstance(parsed, cite.StatuteCite)
    return parsed.path


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**9), size=st.integers(60, 12_000))
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
            assert known or rest in kinds or name in ("this", "prev", "first", "next"), blank


def test_the_notation_is_refused_when_wrong() -> None:
    with pytest.raises(ValueError, match="at the margin"):
        _parts("  * indented first")
    with pytest.raises(ValueError, match="needs a mark"):
        _parts("A duty :: To act.\n  no mark here")
    with pytest.raises(ValueError, match="unknown code"):
        _term("ferry", "z a boat")


def test_references_are_named_as_drafters_do() -> None:
    top = Part("")
    first, second = Part("", key="license"), Part(f"under {REF}ref_license\x03")
    inner, beside = Part(f"{REF}^prev\x03 and {REF}this\x03"), Part("")
    top.parts, second.parts = [first, second], [beside, inner]
    number(top, 0)
    settle(top, lambda key: f"section 9 ({key})", tail=" of this section")
    assert second.text == "under subsection (a) of this section"
    assert inner.text == "Paragraph (1) and this paragraph"
    assert reference(first, inner) == "subsection (b)(2)"
    assert reference(inner, top) == "this section"


@pytest.mark.parametrize(
    ("make", "word", "made"),
    [
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
