"""Steps: what each row can see is the row itself, whatever stands beside it."""

import math
from itertools import islice

from hypothesis import given
from hypothesis import strategies as st

from benchbar.tune.local_steps import (
    IGNORED,
    Step,
    Tokens,
    by_page,
    in_turn,
    plan,
    sees,
    together,
)

TOKEN = st.integers(0, 3)
ROW = st.builds(
    lambda page, question, answer: Tokens((*page, *question), tuple(answer)),
    st.lists(TOKEN, min_size=1, max_size=6),
    st.lists(TOKEN, max_size=3),
    st.lists(TOKEN, min_size=1, max_size=3),
)
ROWS = st.lists(ROW, min_size=1, max_size=8)

PAGE = (1, 2, 3, 4, 5, 6)
ASKED = [Tokens((*PAGE, 7, 8), (9, 0)), Tokens((*PAGE, 7, 9), (8, 8, 0)), Tokens((*PAGE, 5), (0,))]
OTHER = Tokens((4, 4, 4, 4), (5, 0))


def seen(step: Step, page: int, branch: int) -> Tokens:
    """Return the row as its last token sees it, whose labels say where the answer begins."""
    last = max(
        n for n in range(len(step.tokens)) if (step.pages[n], step.branches[n]) == (page, branch)
    )
    places = [n for n in range(len(step.tokens)) if sees(step, last, n)]
    assert [step.positions[n] for n in places] == list(range(len(places)))
    learnt = [n for n in places if step.labels[n] != IGNORED]
    assert all(step.labels[n] == step.tokens[n] for n in learnt)
    assert learnt == places[-len(learnt) :]
    row = tuple(step.tokens[n] for n in places)
    return Tokens(row[: -len(learnt)], row[-len(learnt) :])


def rows_of(step: Step) -> list[Tokens]:
    each = {(p, b) for p, b in zip(step.pages, step.branches, strict=True) if b}
    return [seen(step, page, branch) for page, branch in sorted(each)]


@given(st.lists(ROWS, min_size=1, max_size=3))
def test_every_row_sees_itself_and_nothing_else(packs: list[list[Tokens]]) -> None:
    step = together(packs)
    assert rows_of(step) == [row for pack in packs for row in pack]
    assert step.rows == sum(map(len, packs))


def test_a_page_is_read_once() -> None:
    step = together([ASKED, [OTHER]])
    assert len(step.tokens) == 6 + (2 + 2) + (2 + 3) + (1 + 1) + (4 + 2)
    assert step.branches[:6] == (0,) * 6
    assert step.positions[:8] == (0, 1, 2, 3, 4, 5, 6, 7)


def test_what_is_before_an_answer_is_never_shared() -> None:
    """The last token of a prompt predicts the answer, and must do so once for each row."""
    step = together([[Tokens(PAGE, (1,)), Tokens(PAGE, (2,))]])
    learnt = [n for n, label in enumerate(step.labels) if label != IGNORED]
    assert all(step.branches[n - 1] == step.branches[n] > 0 for n in learnt)
    assert all(step.labels[n - 1] == IGNORED for n in learnt)


def test_rows_about_one_page_are_found() -> None:
    groups = by_page([ASKED[0], OTHER, ASKED[2], ASKED[1]])
    assert sorted(len(group) for group in groups) == [1, 3]
    assert by_page(list(reversed([ASKED[0], OTHER, ASKED[2], ASKED[1]]))) == groups


@given(ROWS, st.integers(1, 4), st.integers(0, 3))
def test_an_epoch_has_every_row_once(rows: list[Tokens], batch: int, seed: int) -> None:
    for steps in (list(plan(rows, batch=batch, epochs=1, seed=seed)), in_turn(rows, batch=batch)):
        told = [row for step in steps for row in rows_of(step)]
        assert sorted(told, key=repr) == sorted(rows, key=repr)
        assert all(step.rows <= batch for step in steps)


def test_the_order_depends_on_the_seed_alone() -> None:
    rows = [Tokens((n, n, n, n), (n,)) for n in range(20)]

    def order(seed: int, given: list[Tokens]) -> list[Step]:
        return list(plan(given, batch=2, epochs=2, seed=seed))

    assert order(1, rows) == order(1, rows[::-1])
    assert order(1, rows) != order(2, rows)
    assert order(1, rows)[:10] != order(1, rows)[10:]


def test_part_of_an_epoch_and_no_end() -> None:
    rows = [Tokens((n, n, n, n), (n,)) for n in range(10)]
    assert sum(step.rows for step in plan(rows, batch=1, epochs=1.5, seed=0)) == 15
    endless = islice(plan(rows, batch=1, epochs=math.inf, seed=0), 35)
    assert sum(step.rows for step in endless) == 35
