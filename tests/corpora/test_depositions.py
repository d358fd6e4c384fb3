"""Invented depositions: the same from the same dice, shaped like testimony, hard to exhaust."""

import hashlib
import os
import random
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import benchbar
from benchbar.corpora.depositions import _SHARED, KINDS, Deposition, depose
from benchbar.corpora.repetition import repeated_share, runs
from benchbar.corpora.testimony.examination import Examination, Temper
from benchbar.corpora.testimony.language import Choice, Draw, Fact, Template, language, template
from benchbar.corpora.testimony.reporter import BREAK, Habits, Reporter
from benchbar.corpora.testimony.speech import lowered, qualified, sentences, stuttered, tidy
from benchbar.corpora.testimony.voice import Voice, pools_of, turned
from benchbar.corpora.testimony.world import World

TURN = re.compile(r"(Q|A)\.? +\S|(MR|MS|DR)\. [^:]+:|THE [A-Z]+:|BY (MR|MS|DR)\. |\(")


@pytest.fixture(scope="module")
def long() -> list[Deposition]:
    return [depose(random.Random(f"long {i}"), 5_000) for i in range(5)]


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**9), lines=st.integers(1, 900))
def test_has_the_lines_asked_for_and_they_are_fit_to_print(seed: int, lines: int) -> None:
    deposition = depose(random.Random(seed), lines)
    assert len(deposition.lines) == lines
    for line in deposition.lines:
        assert line
        assert line == line.strip()
        assert len(line) <= 60
        assert not set(line) & set("[]{}<>|*¶\n\t")


def test_same_dice_same_deposition() -> None:
    assert depose(random.Random(5), 300) == depose(random.Random(5), 300)
    assert depose(random.Random(5), 300) != depose(random.Random(6), 300)


def test_only_random_of_the_stream_is_used() -> None:
    # All else of random.Random differs between versions of Python.
    stream = SimpleNamespace(random=random.Random("only").random)
    assert depose(cast(random.Random, stream), 700) == depose(random.Random("only"), 700)


def test_the_text_does_not_hang_on_the_hashes_of_a_process() -> None:
    code = (
        "import hashlib, random; from benchbar.corpora.depositions import depose;"
        "text = chr(10).join(depose(random.Random('hash'), 1_500).lines);"
        "print(hashlib.sha256(text.encode()).hexdigest())"
    )
    text = "\n".join(depose(random.Random("hash"), 1_500).lines)
    package = str(Path(benchbar.__file__).parents[1])
    for seed in ("1", "2"):
        told = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": package},
            capture_output=True,
            text=True,
            check=True,
        )
        assert told.stdout.strip() == hashlib.sha256(text.encode()).hexdigest()


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


@pytest.mark.parametrize(("many", "lines"), [(40, 625), (10, 2_500), (5, 5_000)])
def test_no_run_of_eight_words_is_worn_out_in_a_thousand_pages(many: int, lines: int) -> None:
    texts = [depose(random.Random(f"pages {i}"), lines).lines for i in range(many)]
    (words, count), *_ = runs(texts).most_common(1)
    assert count <= 5, " ".join(words)


def test_about_one_line_in_eight_is_a_repeat(long: list[Deposition]) -> None:
    for deposition in long:
        assert 0.09 <= repeated_share(deposition.lines) <= 0.17


def test_most_lines_have_four_words(long: list[Deposition]) -> None:
    for deposition in long:
        full = sum(len(line.split()) >= 4 for line in deposition.lines)
        assert full / len(deposition.lines) >= 0.6


def test_dashes_are_a_habit_of_few() -> None:
    shares = []
    for i in range(40):
        lines = depose(random.Random(f"dash {i}"), 400).lines
        shares.append(sum("--" in line for line in lines) / len(lines))
    assert min(shares) < 0.02
    assert max(shares) > 0.12


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


def test_most_depositions_come_to_an_end() -> None:
    ends = [depose(random.Random(f"end {i}"), 625).lines[-1] for i in range(20)]
    assert sum(end.endswith(")") for end in ends) >= 18


def test_an_interpreter_who_is_sworn_is_heard_all_along() -> None:
    heard = Counter[bool]()
    for i in range(60):
        text = "\n".join(depose(random.Random(f"words {i}"), 1_500).lines)
        sworn = "nterpret" in text[:900]
        heard[sworn] += 1
        assert (text.count("THE INTERPRETER:") >= 2) == sworn
    assert heard[True] >= 2


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
    temper = Temper(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, witness_label=True, resumes=True)
    Examination(voice, world, reporter, temper, {})
    known = {*voice.facts, *voice.fresh, "marked", "mark_of", "recess", "asked", "told"}
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
    assert not reporter.knows(words)
    assert reporter.take("Q", words)
    assert reporter.knows(words)
    assert not reporter.take("Q", words)
    assert reporter.take("Q", words, again=True)
    assert reporter.lines == [f"Q.    {words}"] * 2


def test_the_reporter_breaks_lines_between_words() -> None:
    reporter = Reporter(Habits(20, "  ", "  ", ""))
    reporter.take("A", f"No. I saw Mr. Varga at the gate. {BREAK} He left.")
    assert reporter.lines == ["A  No.  I saw Mr.", "Varga at the gate.", "He left."]
    assert reporter.answer_ends == [3]


def test_small_repairs() -> None:
    assert tidy(" it was a  exit , I think ..") == "It was an exit, I think."
    assert turned("you were told about your file", "I") == "I was told about my file"
    assert turned("your file", "they") == "the file"
    assert lowered("No. I left.") == "no. I left."
    assert lowered("Varga left.") == "Varga left."
    assert sentences("Ms. Varga came at 9 a.m. Thursday. I left.") == [
        "Ms. Varga came at 9 a.m. Thursday.",
        "I left.",
    ]
    voice = Voice(random.Random(3), {"What did": (template("What, if anything, did"),)})
    assert "--" in stuttered("Did you ever walk along the pier with them", voice, 1)
    assert qualified("And what did he say?", voice) == "And what, if anything, did he say?"
    assert qualified("Where was he?", voice) == "Where was he?"
