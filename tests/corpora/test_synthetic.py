import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbar import cite, tokens
from benchbar.corpora import nonces, synthetic
from benchbar.records import Document

SPREAD = """\
Section 0000.  Definition of N1.
(a) General rule. The term "N1" means-
  (1) any N2, or
  (2) any N3.
(b) Definition of N2
  (1) General rule. The term "N2" means-
    (A) any N4, or
    (B) any N5.
  (2) The term "N4" means-
    (A) any N6, or
    (B) any N7.
  (3) The term "N5" means-
    (A) any N8, or
    (B) any N9.
(c) Definition of N3
  (1) General rule. The term "N3" means-
    (A) any N10, or
    (B) any N11.
  (2) The term "N10" means-
    (A) any N12, or
    (B) any N13.
  (3) The term "N11" means-
    (A) any N14, or
    (B) any N15."""
COLLAPSED = """\
Section 0000.  Definition of N1.
(a) General rule. The term "N1" means any N2, any N3, or any N4.
(b) The term "N2" means any N5, any N6, or any N7.
(c) The term "N3" means any N8, any N9, or any N10.
(d) The term "N4" means any N11, any N12, or any N13."""
THREE = """\
(b) The term "N2" means-
  (1) any N5,
  (2) any N6, or
  (3) any N7."""
SHAPES = st.sampled_from([(2, 2), (2, 3), (2, 6), (3, 4), (4, 3), (20, 2), (28, 1)])
LAYOUTS: st.SearchStrategy[synthetic.Layout] = st.sampled_from(["spread", "collapsed"])


def section(width: int, depth: int, layout: synthetic.Layout, seed: int = 1) -> Document:
    rng = random.Random(seed)
    return synthetic.generate(rng, name="s", width=width, depth=depth, layout=layout)


def shape(text: str) -> str:
    """Number the terms of a text in the order of their first appearance."""
    seen: dict[str, str] = {}
    known = set(nonces.nonces())
    for word in re.findall("[a-z]+", text):
        if word in known:
            seen.setdefault(word, f"N{len(seen) + 1}")
    return re.sub(
        r"Section \d+", "Section 0000", re.sub("[a-z]+", lambda m: seen.get(m[0], m[0]), text)
    )


def test_the_layouts_are_those_of_the_paper() -> None:
    assert shape(section(2, 3, "spread").text) == SPREAD
    assert shape(section(3, 2, "collapsed").text) == COLLAPSED
    assert THREE in shape(section(3, 2, "spread").text)


def test_collapsed_definitions_with_deeper_terms_stand_under_a_heading() -> None:
    text = shape(section(2, 3, "collapsed").text)
    assert (
        '(b) Definition of N2\n  (1) General rule. The term "N2" means any N4 or any N5.\n' in text
    )


@given(SHAPES, LAYOUTS, st.integers(0, 100))
def test_lines_are_the_lines_of_the_text(
    shape: tuple[int, int], layout: synthetic.Layout, seed: int
) -> None:
    document = section(*shape, layout, seed)
    assert [document.shown(line) for line in document.lines] == [
        row.strip() for row in document.text.split("\n")
    ]
    assert len({document.words(line) for line in document.lines}) == len(document.lines)


@given(SHAPES, LAYOUTS, st.integers(0, 100))
def test_every_line_stands_where_its_cite_says(
    shape: tuple[int, int], layout: synthetic.Layout, seed: int
) -> None:
    document = section(*shape, layout, seed)
    assert len({line.cite for line in document.lines}) == len(document.lines)
    for line in document.lines[1:]:
        own = cite.parse(line.cite)
        assert isinstance(own, cite.StatuteCite)
        assert own.section == document.section
        assert document.shown(line).startswith(f"({own.path[-1]}) ")
        indent = line.start - document.text.rfind("\n", 0, line.start) - 1
        assert indent == 2 * (len(own.path) - 1)
        assert all(cite.fits(label, level) for level, label in enumerate(own.path))


@given(SHAPES, LAYOUTS)
def test_each_term_with_terms_below_it_is_defined_once(
    shape: tuple[int, int], layout: synthetic.Layout
) -> None:
    width, depth = shape
    document = section(width, depth, layout)
    defined = [term for line in document.lines for term in line.terms]
    assert len(defined) == len(set(defined)) == sum(width**level for level in range(depth))
    for line in document.lines:
        for term in line.terms:
            assert f'The term "{term}" means' in document.plain(line)


@given(SHAPES, LAYOUTS, st.integers(0, 100))
def test_the_size_of_a_shape_is_exact(
    shape: tuple[int, int], layout: synthetic.Layout, seed: int
) -> None:
    document = section(*shape, layout, seed)
    assert tokens.count(document.text + "\n\n") == synthetic.size(*shape, layout)


@pytest.mark.parametrize(
    ("width", "depth", "leaves"), [(2, 2, 2 + 4), (3, 3, 3 + 9 + 27), (20, 2, 20 + 400)]
)
def test_leaves_of_the_spread_layout_are_all_terms_but_the_root(
    width: int, depth: int, leaves: int
) -> None:
    document = section(width, depth, "spread")
    assert sum(line.leaf for line in document.lines) == leaves


def test_a_line_knows_the_term_that_it_is_about() -> None:
    document = section(2, 2, "spread")
    found = [synthetic.term(document, line) for line in document.lines]
    assert found[0] == found[1]
    assert shape(document.text).startswith("Section 0000.  Definition of N1.")
    assert f"Definition of {found[1]}." in document.text
    assert document.shown(document.lines[2]) == f"(1) any {found[2]}, or"


def test_ids_can_stand_for_terms() -> None:
    document = synthetic.generate(
        random.Random(1), name="s", width=2, depth=3, layout="spread", draw=nonces.draw_ids
    )
    assert re.search(r"\(2\) any [a-z](\d)\1\.", document.text)
