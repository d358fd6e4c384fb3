"""The sizes of the suite: what is built fills them, and fits."""

import pytest

from benchbar.corpora import nonces, synthetic
from benchbar.suites.items import most_tokens
from benchbar.suites.spec import suite

LAYOUTS: tuple[synthetic.Layout, ...] = ("spread", "collapsed")
LARGE = ("256k", "512k", "1m")


def tokens_of(name: str) -> int:
    """Return the tokens that a window is named after."""
    return int(name[:-1]) * {"k": 1_000, "m": 1_000_000}[name[-1]]


@pytest.mark.parametrize("name", suite("blt").windows)
def test_a_prompt_leaves_room_for_the_reply(name: str) -> None:
    assert suite("blt").window(name).budget == pytest.approx(0.8 * tokens_of(name) - 200)


@pytest.mark.parametrize("name", suite("blt").windows)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_sections_of_every_shape_fit(name: str, layout: synthetic.Layout) -> None:
    window = suite("blt").window(name)
    for shape in window.shapes_in(layout):
        width, depth = map(int, shape.split("x"))
        assert sum(width**level for level in range(depth + 1)) <= len(nonces.all_nonces())
        assert synthetic.size(width, depth, layout) <= most_tokens(window), shape


@pytest.mark.parametrize("name", LARGE)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_large_sections_fill_three_fifths_or_more(name: str, layout: synthetic.Layout) -> None:
    window = suite("blt").window(name)
    for shape in window.shapes_in(layout):
        width, depth = map(int, shape.split("x"))
        assert synthetic.size(width, depth, layout) >= 0.6 * window.budget, shape


def test_sizes_of_the_paper_have_one_list_of_shapes() -> None:
    for name, window in suite("blt").windows.items():
        assert (window.shapes_in("collapsed") == window.shapes) == (name not in LARGE)
