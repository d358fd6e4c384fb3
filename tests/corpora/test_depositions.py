"""Invented depositions: the same from the same dice, shaped like testimony, hard to exhaust."""

import random
import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchbar.corpora.depositions import _SHARED, KINDS, Deposition, depose
from benchbar.corpora.testimony.examination import Examination, Temper, stuttered, tidy
from benchbar.corpora.testimony.language import Choice, Draw, Fact, Template, language, template
from benchbar.corpora.testimony.reporter import Habits, Reporter
from benchbar.corpora.testimony.voice import Voice, pools_of, turned
from benchbar.corpora.testimony.world import World

TURN = re.compile(r"(Q|A)\.? +\S|(MR|MS|DR)\. [^:]+:|THE [A-Z]+:|BY (MR|MS|DR)\. |\(")


def _words(deposition: Deposition) -> list[str]:
    folded = (
        "".join(filter(str.isalnum, w)).casefold() for w in " ".join(deposition.lines).split()
    )
    return [word for word in folded if word]


def _most_common_run(depositions: list[Deposition]) -> int:
    runs: Counter[tuple[str, ...]] = Counter()
    for deposition in depositions:
        words = _words(deposition)
        runs.update(tuple(words[i : i + 8]) for i in range(len(words) - 7))
    return max(runs.values())


def _repeated_share(deposition: Deposition) -> float:
    counts = Counter(deposition.lines)
    return sum(n for n in counts.values() if n > 1) / len(deposition.lines)


@pytest.fixture(scope="module")
def long() -> list[Deposition]:
    return [depose(random.Random(f"long {i}"), 5_000) for i in range(3)]


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**9), lines=st.integers(1, 700))
def test_has_the_lines_asked_for_and_they_are_fit_to_print(seed: int, lines: int) -> None:
    deposition = depose(random.Random(seed), lines)
    assert len(deposition.lines) == lines
    for line in deposition.lines:
        assert line
        assert line == line.rstrip()
        assert len(line) <= 60
        assert not set(line) & set("[]{}<>|*\n\t")


def test_same_dice_same_deposition() -> None:
    assert depose(random.Random(5), 300) == depose(random.Random(5), 300)
    assert depose(random.Random(5), 300) != depose(random.Random(6), 300)


def test_reads_as_question_and_answer() -> None:
    deposition = depose(random.Random("fixed"), 50)
    assert deposition.title.startswith("Deposition of ")
    assert sum(bool(TURN.match(line)) for line in deposition.lines) > 15


def test_no_lines_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one line"):
        depose(random.Random(1), 0)


def test_all_kinds_come_up() -> None:
    kinds = {depose(random.Random(seed), 5).kind for seed in range(200)}
    assert kinds == {language(name).title for name in KINDS}
    assert len(kinds) >= 10


def test_no_run_of_eight_words_is_worn_out_in_long_depositions(long: list[Deposition]) -> None:
    assert _most_common_run(long) <= 5


def test_no_run_of_eight_words_is_worn_out_in_many_depositions() -> None:
    assert _most_common_run([depose(random.Random(f"m {i}"), 625) for i in range(12)]) <= 5


def test_about_one_line_in_eight_is_a_repeat(long: list[Deposition]) -> None:
    shares = [_repeated_share(deposition) for deposition in long]
    assert 0.09 <= sum(shares) / len(shares) <= 0.17


def test_most_lines_have_four_words(long: list[Deposition]) -> None:
    for deposition in long:
        full = sum(len(line.split()) >= 4 for line in deposition.lines)
        assert full / len(deposition.lines) >= 0.6


def test_typing_habits_are_constant_and_speakers_named(long: list[Deposition]) -> None:
    for deposition in long:
        leads = {m.group() for line in deposition.lines if (m := re.match(r"Q\.? {2,}", line))}
        assert len(leads) == 1
        labels = {
            m.group() for line in deposition.lines if (m := re.match(r"M[RS]\. [^:]+:", line))
        }
        assert len(labels) == 3


def test_exhibits_are_marked_in_order(long: list[Deposition]) -> None:
    for deposition in long:
        text = " ".join(deposition.lines)
        marked = re.findall(r"\([^()]*Exhibit (\d+)[^()]*\)", text)
        numbers = [int(number) for number in marked]
        assert len(numbers) > 10
        assert numbers == sorted(set(numbers))


def _parts(text: Template) -> list[Fact | Draw]:
    found: list[Fact | Draw] = []
    for part in text:
        if isinstance(part, Choice):
            for option in part.options:
                found += _parts(option)
        elif not isinstance(part, str):
            found.append(part)
    return found


@pytest.mark.parametrize("name", KINDS)
def test_every_blank_can_be_filled(name: str) -> None:
    languages = [*(language(shared) for shared in _SHARED), language(name)]
    voice = Voice(random.Random(1), pools_of(*languages))
    world = World(voice, languages[-1])
    reporter = Reporter(Habits(60, "  ", "  ", "."))
    Examination(voice, world, reporter, Temper(0, 0, 0, 0, 0, 0, 0, True, True), {})
    known = {*voice.facts, *voice.fresh, "marked", "mark_of", "recess"}
    texts = [text for one in languages for pool in one.pools.values() for text in pool]
    for one in languages:
        for scenes in one.scenes.values():
            for scene in scenes:
                for beat in scene.beats:
                    texts += [text for step in beat for text in step.texts]
    for text in texts:
        for part in _parts(text):
            found = part.name in known if isinstance(part, Fact) else voice.has(part.pool)
            assert found, f"{name}: nothing fills {part}"


def test_a_bracket_left_open_is_refused() -> None:
    with pytest.raises(ValueError, match="left open"):
        template("Did you [see|hear it?")
    with pytest.raises(ValueError, match="outside"):
        template("Did you see] it?")


def test_the_reporter_turns_down_what_was_said_before() -> None:
    reporter = Reporter(Habits(60, "    ", "  ", "."))
    words = "Did you see the van before it came into the crossing?"
    assert reporter.take("Q", words)
    assert not reporter.take("Q", words)
    assert reporter.take("Q", words, again=True)
    assert reporter.lines == [f"Q.    {words}"] * 2


def test_the_reporter_breaks_lines_between_words() -> None:
    reporter = Reporter(Habits(20, "  ", "  ", ""))
    reporter.take("A", "No. I saw Mr. Varga at the gate.")
    assert reporter.lines == ["A  No.  I saw Mr.", "Varga at the gate."]


def test_small_repairs() -> None:
    assert tidy(" it was a  exit , I think .") == "It was an exit, I think."
    assert turned("you were told about your file", "I") == "I was told about my file"
    assert turned("your file", "they") == "the file"
    voice = Voice(random.Random(3), {})
    assert "--" in stuttered("Did you ever walk along the pier", voice)
