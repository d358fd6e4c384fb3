"""Every reply has one place, replies judged alike stand together, and names are safe."""

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from benchbar.records import Cell
from benchbar.report.binders import A_PAGE, anchor, distinct, shelve
from benchbar.report.findings import Findings
from benchbar.report.tally import pairs
from tests.report.made_run import SLOPPY, make_items, make_verdicts


def gathered(per_test: int, cells: tuple[Cell, ...] = (SLOPPY,), trials: int = 1) -> Findings:
    items = make_items(per_test)
    findings = Findings()
    for judged in pairs(make_verdicts(items, cells, trials), {item.id: item for item in items}):
        findings.add(judged, keep=True)
    return findings


def test_every_reply_stands_once_and_where_its_link_says() -> None:
    findings = gathered(A_PAGE + 30, trials=2)
    shelf = shelve(findings)
    assert len(shelf.binders) == 6
    for key, binder in shelf.binders.items():
        assert binder.pages == 3
        seen = []
        for page in range(binder.pages):
            for group, _, kept in binder.on(page):
                for place, judged in kept:
                    assert binder.reply(judged) == f"{binder.stem}-{page + 1}.html#r{place + 1}"
                    assert judged in group.judged
                    seen.append((judged.corrected.id, judged.corrected.trial))
        wanted = [(one.corrected.id, one.corrected.trial) for one in findings.judged[key]]
        assert sorted(seen) == sorted(wanted)


def test_groups_hold_what_the_tally_counts() -> None:
    findings = gathered(150)
    for (test, cell), binder in shelve(findings).binders.items():
        tally = findings.tallies[test, cell, "corrected"]
        for outcome in ("wrong", "not_an_answer"):
            kinds = {
                group.title: len(group.judged)
                for group in binder.groups
                if group.outcome == outcome
            }
            assert kinds == tally.kinds(outcome)
        right = [len(one.judged) for one in binder.groups if one.outcome == "correct"]
        assert sum(right) == tally.count("correct")
        differing = {kind: len(found) for kind, found in binder.differing().items()}
        assert differing == dict(findings.differing.get((test, cell), {}))


def test_wrong_replies_come_first_and_undisputed_right_ones_last() -> None:
    for binder in shelve(gathered(150)).binders.values():
        outcomes = [group.outcome for group in binder.groups]
        order = ["wrong", "not_an_answer", "correct"]
        assert outcomes == sorted(outcomes, key=order.index)
        assert binder.groups[-1].title == "correct"


def test_a_group_is_found_on_its_page() -> None:
    (binder, *_) = shelve(gathered(3 * A_PAGE)).binders.values()
    last = binder.groups[-1]
    assert (
        binder.group("correct", "correct") == f"{binder.file(last.first // A_PAGE)}#correct-correct"
    )
    assert binder.group("wrong") == f"{binder.file()}#{binder.groups[0].anchor}"
    assert binder.group("wrong", "no such kind") == binder.file()


@given(st.lists(st.text(min_size=1, max_size=100), max_size=30))
def test_names_of_files_are_safe_and_distinct(wanted: list[str]) -> None:
    found = distinct(wanted)
    assert found.keys() == set(wanted)
    assert len({name.lower() for name in found.values()}) == len(found)
    for name in found.values():
        assert name == anchor(name)
        assert len(name) <= 80


def test_names_like_other_names_are_told_apart() -> None:
    assert len(set(distinct(["a b", "a-b", "A/b", "a-b-1", "a-b-2"]).values())) == 5
    odd = Cell("x/../../etc/passwd\u202e<b>", system_message="#")
    findings = gathered(2, cells=(odd, msgspec.structs.replace(odd, seed=1)))
    for binder in shelve(findings).binders.values():
        assert "/" not in binder.file()
        assert "<" not in binder.file()
