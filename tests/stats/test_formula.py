"""Formulas: what is read, that print and read agree, and what is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbar.errors import InputError
from benchbar.stats.formula import Formula, parse

names = st.one_of(
    st.from_regex(r"[a-z][a-z0-9_.]{0,6}", fullmatch=True),
    st.text("ab1 +:*~|/()é", min_size=1, max_size=6),
)


@given(st.lists(names, min_size=3, max_size=6, unique=True))
def test_print_and_read_agree(drawn: list[str]) -> None:
    response, first, group, *more = drawn
    fixed = ((first,), *((name,) for name in more), *((first, name) for name in more))
    formula = Formula(response, fixed, ((group,), (group, first)))
    assert parse(str(formula)) == formula


@pytest.mark.parametrize(
    ("written", "same"),
    [
        ("y ~ a*b + (1|q)", "y ~ a + b + a:b + (1|q)"),
        ("y ~ a:b + a + b + a + (1|q)", "y ~ a + b + a:b + (1|q)"),
        ("y ~ a*b + b:a + (1|q:a) + (1|a:q)", "y ~ a + b + a:b + (1|q:a)"),
        ("y~1+(1|q/a)", "y ~ 1 + (1|q) + (1|q:a)"),
        ("y ~ (1|q)", "y ~ 1 + (1|q)"),
        ("y ~ `a b`*c + ( 1 | `q/r` )", "y ~ `a b` + c + `a b`:c + (1|`q/r`)"),
    ],
)
def test_short_forms(written: str, same: str) -> None:
    assert str(parse(written)) == same


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("y", "write response ~ terms"),
        ("y ~ a ~ (1|q)", "write response ~ terms"),
        ("y + z ~ a + (1|q)", "no name of a column"),
        ("y ~ a", "y ~ a + (1|question)"),
        ("y ~ a + + (1|q)", "missing beside +"),
        ("y ~ 0 + a + (1|q)", "the intercept stays"),
        ("y ~ a - 1 + (1|q)", "the intercept stays"),
        ("y ~ log(a) + (1|q)", "'log(a)' is not understood"),
        ("y ~ a + (a|q)", "slopes as (1|question:condition)"),
        ("y ~ a:b + (1|q)", "write a*b"),
        ("y ~ y + (1|q)", "both sides"),
        ("y ~ a + (1|q/a/`b c`)", "(1|q:a:`b c`): a group is of one column or two"),
        ("y ~ " + "(" * 5_000, "not understood"),
    ],
)
def test_what_is_refused(written: str, said: str) -> None:
    with pytest.raises(InputError) as refused:
        parse(written)
    assert said in str(refused.value)
    assert len(str(refused.value)) < 300


def test_nested() -> None:
    small, large = parse("y ~ b + a + (1|q)"), parse("y ~ a*b + (1|q) + (1|q:a)")
    assert small.within(large)
    assert not large.within(small)
    assert not small.within(parse("z ~ a*b + (1|q)"))
    assert str(large.without(("a",))) == "y ~ b + (1|q) + (1|q:a)"
