"""Cases in SARA's layout: what is read of them, and what is refused by name."""

import re
import shutil
from pathlib import Path

import pytest

from benchbar.errors import IncompleteError, InputError
from benchbar.suites import sara
from benchbar.suites.audit import audit
from benchbar.suites.data import Data

CASE = """% Text
% Ivo has a boat,
% and a licence.

% Question
% Section 7(a)(1) applies to Ivo for the year 2017. Entailment

% Facts
:- [statutes/prolog/init].
% Question
% not this one
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A small data set: two sections and one case."""
    root = tmp_path / "set"
    put(root, "statutes/source/section7", "Section 7.  Dues.  \r\n\r\n\t(a) Rule.\r\n\r\n")
    put(root, "statutes/source/section12", "Section 12.  Toll.\n")
    put(root, "cases/s7_a_1_pos.pl", CASE)
    return root


def put(root: Path, name: str, text: str | bytes) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())


def case(root: Path, name: str, question: str, facts: str = "Ivo has a boat.") -> None:
    put(root, f"cases/{name}.pl", f"% Text\n% {facts}\n\n% Question\n% {question}\n\n% Facts\nx.\n")


def test_a_case(folder: Path) -> None:
    found = sara.read(folder)
    assert found.cases == (
        sara.Case(
            "s7_a_1_pos", "Ivo has a boat, and a licence.",
            "Section 7(a)(1) applies to Ivo for the year 2017.", "Entailment",
        ),
    )  # fmt: skip
    assert found.sections == {"7": "Section 7.  Dues.\n\n    (a) Rule.", "12": "Section 12.  Toll."}
    assert (found.broken, found.named_in_facts) == ({}, {})


@pytest.mark.parametrize(
    ("question", "asked", "answer"),
    [
        ("Section 7 applies. Contradiction", "Section 7 applies.", "Contradiction"),
        ("Section 7 applies. contradiction.", "Section 7 applies.", "Contradiction"),
        ("How much must Ivo pay in 2017? $13425", "How much must Ivo pay in 2017?", "$13,425"),
        ("How much in 2017? $1,000.50", "How much in 2017?", "$1,000.50"),
        ("How much in 2017? 13425", "How much in 2017?", "$13,425"),
        ("How much in 2017? $0", "How much in 2017?", "$0"),
    ],
)  # fmt: skip
def test_the_answer_ends_the_question(folder: Path, question: str, asked: str, answer: str) -> None:
    case(folder, "one", question)
    found = next(one for one in sara.read(folder).cases if one.name == "one")
    assert (found.asked, found.answer) == (asked, answer)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "has no comment line under '% Text'"),
        ("x.\n% Text\n% y\n% Question\n% z Entailment\n", "has no comment line under '% Text'"),
        ("% Text\n% y\n", "has no comment line under '% Question'"),
        ("% Text\n% y\n% Question\n% Section 7 applies in 2017.\n", "does not end in Entailment"),
        ("% Text\n% y\n% Question\n% Section 7 applies in 2017\n", "does not end in Entailment"),
        ("% Text\n% y\n% Question\n% Entailment\n", "does not end in Entailment"),
        ("% Text\n% y\n% Question\n% Section 9 applies. Entailment\n", "asks of section 9, which"),
        (b"% Text\n% \xff\n", "is not UTF-8 text"),
    ],
)
def test_broken_cases_are_named_and_counted(
    folder: Path, tmp_path: Path, text: str | bytes, why: str
) -> None:
    put(folder, "cases/bad.pl", text)
    assert why in sara.read(folder).broken["bad"]
    with pytest.raises(IncompleteError, match=r"1 case cannot be used \(bad\.pl .*--allow-short"):
        sara.build(folder, tmp_path / "data")
    assert not (tmp_path / "data").exists()
    manifest, _ = sara.build(folder, tmp_path / "data", allow_short=True)
    assert (manifest.items, manifest.options["left_out"]) == (1, 1)


def test_a_name_that_is_no_text_is_named(folder: Path) -> None:
    (folder / "cases" / "\udcff.pl").write_text(CASE)
    assert sara.read(folder).broken == {"\udcff": "has a name that is not UTF-8"}


def test_of_many_broken_cases_the_first_are_named(folder: Path) -> None:
    for n in range(7):
        put(folder, f"cases/bad{n}.pl", "x.\n")
    told = sara.said_of_broken(sara.read(folder))
    assert told.startswith("7 cases cannot be used (bad0.pl has no")
    assert told.endswith("bad4.pl has no comment line under '% Text'; and 2 more)")


def test_the_sections_that_a_case_is_asked_with(folder: Path) -> None:
    known = ("7", "12", "63")
    facts = "By sections 12 and 63, this."

    def sections(name: str, facts: str, asked: str, answer: str = "Entailment") -> tuple[str, ...]:
        return sara.Case(name, facts, asked, answer).sections(known)

    assert sections("a", "", "Section 63(c)(1) applies.") == ("63",)
    assert sections("a", facts, "Section 7 applies.") == known
    assert sections("a", "", "Sections 7(a) and 63(b) apply.") == ("7", "63")
    assert sections("s12_a_pos", "", "Ivo has an allowance.") == ("12",)
    assert sections("a", "", "Ivo has an allowance.") == known
    assert sections("tax_case_1", "", "How much under section 7?", "$5") == known


def test_what_facts_name_in_passing_is_said(folder: Path) -> None:
    case(folder, "one", "Section 7 applies. Entailment", "Exempt by section 501(c)(3).")
    found = sara.read(folder)
    assert found.named_in_facts == {"one": ["501"]}
    assert found.count(sara.ENTAILMENT) == 2


@pytest.mark.parametrize(
    ("break_it", "said"),
    [
        (lambda root: shutil.rmtree(root / "cases"), r"it has no folder cases/"),
        (lambda root: shutil.rmtree(root / "statutes"), r"it has no folder statutes/source/"),
        (lambda root: (root / "cases/s7_a_1_pos.pl").unlink(), r"no case here"),
        (lambda root: [one.unlink() for one in root.glob("statutes/source/*")], "no section here"),
        (lambda root: put(root, "statutes/source/section7", " \n"), r"section7: is empty"),
        (lambda root: put(root, "statutes/source/section7", b"\xff"), r"section7: not UTF-8 text"),
        (lambda root: put(root, "cases/s7_a_1_pos.pl", ""), r"none of 1 cases can be used: s7_a_1"),
    ],
)
def test_bad_folders_are_refused_in_one_line(folder: Path, break_it: object, said: str) -> None:
    break_it(folder)  # type: ignore[operator]
    with pytest.raises(InputError, match=said) as told:
        sara.read(folder)
    assert "\n" not in str(told.value)


def test_the_folder_one_level_down_is_pointed_at(folder: Path) -> None:
    with pytest.raises(InputError, match=rf"did you mean {re.escape(str(folder))}\?"):
        sara.read(folder.parent)
    with pytest.raises(InputError, match="not SARA's layout"):
        sara.read(folder / "nowhere")


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Data:
    out = tmp_path_factory.mktemp("example") / "data"
    sara.build(sara.EXAMPLE, out, corpus=sara.EXAMPLE_CORPUS)
    return Data(out)


LEVY = {1: 1800, 2: 9500, 3: 2750, 4: 18500, 5: 24375, 6: 0, 7: 185500}
"""Worked out by hand: income, less $1,500 for each of three lodgers at most, less 40% of wages up
to $6,000; a tenth of the first $20,000 and a quarter of the rest."""


def levy(income: int, lodgers: int = 0, wages: int = 0) -> int:
    assessed = max(0, income - 1_500 * min(3, lodgers) - min(6_000, wages * 40 // 100))
    return min(assessed, 20_000) // 10 + max(0, assessed - 20_000) // 4


def test_the_invented_amounts_are_those_of_the_invented_statute(example: Data) -> None:
    assert list(LEVY.values()) == [
        levy(18_000), levy(50_000), levy(26_000, 2), levy(90_000, 0, 10_000),
        levy(120_000, 4, 20_000), levy(4_000, 3), levy(760_000, 0, 15_000),
    ]  # fmt: skip
    items = example.items(sara.AMOUNTS, sara.EXAMPLE_CORPUS, "sara", "test")
    assert {item.id: item.gold for item in items} == {
        f"sara-example-tax_case_{n}": f"${due:,}" for n, due in LEVY.items()
    }


def test_the_example_has_cases_of_both_kinds_and_proves_right(example: Data) -> None:
    items = list(example.items(sara.ENTAILMENT, sara.EXAMPLE_CORPUS, "sara", "test"))
    assert len(items) >= 8
    assert sum(item.gold == "Entailment" for item in items) == len(items) / 2
    assert all((item.gold == "Entailment") == item.id.endswith("_pos") for item in items)
    assert audit(example.folder).problems == ()
    assert len(list(example.documents(sara.ENTAILMENT, sara.EXAMPLE_CORPUS))) == 3


def test_the_example_says_that_it_is_invented() -> None:
    assert "nothing here is from SARA" in (sara.EXAMPLE / "README.md").read_text()


def test_what_is_there_is_not_replaced(folder: Path, tmp_path: Path) -> None:
    sara.build(folder, tmp_path / "data")
    with pytest.raises(InputError, match="exists"):
        sara.build(folder, tmp_path / "data")
    sara.build(folder, tmp_path / "data", force=True)
