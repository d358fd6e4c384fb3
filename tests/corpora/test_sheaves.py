import random
from pathlib import Path

import pytest

from benchbar.corpora import statutes
from benchbar.corpora.sheaves import Shelf, bind
from benchbar.corpora.statutes import Statutes
from tests.corpora.small_statutes import section


@pytest.fixture
def store(tmp_path: Path) -> Statutes:
    path = tmp_path / "s.parquet"
    twice = [section("7", title="91")]
    statutes.write(path, [*(section(str(n), rows=n % 9 + 1) for n in range(1, 41)), *twice])
    return Statutes(path)


def test_long_sections_are_drawn_by_the_square_of_their_tokens(store: Statutes) -> None:
    shelf = Shelf(store, range(len(store)))
    rng = random.Random(1)
    drawn = [shelf.draw(rng, 1, 10_000) for _ in range(20_000)]
    weights = store.tokens.astype(float) ** 2
    for row in (0, 7, 17):
        expected = 20_000 * weights[row] / weights.sum()
        assert abs(drawn.count(row) - expected) < 4 * expected**0.5


def test_only_sections_of_the_size_asked_for_are_drawn(store: Statutes) -> None:
    shelf = Shelf(store, range(10))
    rng = random.Random(1)
    least, most = sorted(store.tokens[:10])[3:7:3]
    for _ in range(200):
        row = shelf.draw(rng, least, most)
        assert row is not None
        assert row < 10
        assert least <= store.tokens[row] <= most
    assert shelf.draw(rng, 100_000, 200_000) is None
    assert sorted(shelf.rows(least, most)) == [
        n for n in range(10) if least <= store.tokens[n] <= most
    ]


@pytest.mark.parametrize("seed", range(20))
def test_a_sheaf_fits_its_room_and_has_every_number_once(store: Statutes, seed: int) -> None:
    shelf = Shelf(store, range(len(store)))
    room = 1_500
    rows = shelf.fill(random.Random(seed), 6, room)
    assert 6 in rows
    assert sum(int(store.tokens[row]) for row in rows) <= room
    numbers = [store.sections[row] for row in rows]
    assert len(set(numbers)) == len(numbers) > 3


def test_a_large_room_is_filled_though_many_draws_are_of_what_is_there(tmp_path: Path) -> None:
    path = tmp_path / "large.parquet"
    statutes.write(path, [section(str(n), rows=n % 9 + 1) for n in range(1, 301)])
    store = Statutes(path)
    shelf = Shelf(store, range(len(store)))
    room = int(store.tokens.sum()) // 3
    for seed in range(20):
        rows = shelf.fill(random.Random(seed), 6, room)
        assert sum(int(store.tokens[row]) for row in rows) > 0.9 * room


def test_the_section_that_is_asked_about_stands_anywhere(store: Statutes) -> None:
    shelf = Shelf(store, range(len(store)))
    sheaves = [shelf.fill(random.Random(seed), 6, 1_500) for seed in range(40)]
    assert len({rows.index(6) for rows in sheaves}) > 3


def test_lines_of_a_sheaf_are_those_of_its_sections(store: Statutes) -> None:
    sections = [store.document(row) for row in (4, 0, 9)]
    document = bind(sections, sections[1], name="d")
    assert document.text == "\n\n".join(one.text for one in sections)
    assert (document.section, document.title, document.source) == ("1", "90", sections[1].id)
    expected = [(one.shown(line), one.plain(line)) for one in sections for line in one.lines]
    assert [(document.shown(line), document.plain(line)) for line in document.lines] == expected
    assert [line.cite for line in document.lines] == [
        line.cite for one in sections for line in one.lines
    ]
