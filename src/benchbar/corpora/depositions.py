"""The built-in corpus `transcripts`: unlimited invented depositions, typed line by line.

Everything in them is invented. The language stands in `testimony/*.toml`; this file alone decides
in which order a deposition goes through its subjects.
"""

import random
from dataclasses import dataclass

from benchbar.corpora.testimony.examination import Examination, Temper
from benchbar.corpora.testimony.language import Scene, language
from benchbar.corpora.testimony.reporter import Habits, Reporter
from benchbar.corpora.testimony.voice import Voice, pools_of
from benchbar.corpora.testimony.world import World

KINDS = (
    "collision",
    "contract",
    "malpractice",
    "employment",
    "construction",
    "premises",
    "expert",
    "secrets",
    "coverage",
    "custody",
    "wages",
    "contamination",
)
_SHARED = ("names", "opening", "answers", "counsel", "questions", "papers")
_ASIDES = ("argument", "break", "pause")


@dataclass(frozen=True, slots=True)
class Deposition:
    """One invented deposition: its caption and its lines of testimony, as typed by a reporter."""

    title: str
    kind: str
    lines: tuple[str, ...]


def depose(rng: random.Random, lines: int) -> Deposition:
    """Return an invented deposition of exactly `lines` lines of testimony.

    Args:
        rng: Source of randomness; the same stream gives the same deposition on every machine.
        lines: Lines of testimony; 25 are a page.

    Raises:
        ValueError: `lines` is less than 1.
    """
    if lines < 1:
        raise ValueError(f"a deposition needs at least one line, not {lines}")
    kind = language(KINDS[int(rng.random() * len(KINDS))])
    shared = [language(name) for name in _SHARED]
    voice = Voice(rng, pools_of(*shared, kind), min(1.0, 0.25 + lines / 4000))
    world = World(voice, kind)
    reporter = Reporter(_habits(voice))
    room = Examination(voice, world, reporter, _temper(voice))
    scenes: dict[str, tuple[Scene, ...]] = {}
    for source in (*shared, kind):
        for phase, some in source.scenes.items():
            scenes[phase] = scenes.get(phase, ()) + some
    room.asides = {phase: scenes[phase] for phase in _ASIDES}
    _examine(voice, world, room, scenes, reporter, lines)
    caption = voice.facts["caption"]
    return Deposition(
        title=f"Deposition of {world.witness.first} {world.witness.last}, in {caption}",
        kind=kind.title,
        lines=tuple(reporter.lines[:lines]),
    )


def _habits(voice: Voice) -> Habits:
    voice.facts["mark_of"] = (
        "Exhibit",
        "Exhibit",
        "Exhibit",
        "Plaintiff's Exhibit",
        "Defendant's Exhibit",
        "Deposition Exhibit",
    )[voice.below(6)]
    style = voice.deal("marked")
    voice.fresh["marked"] = lambda: voice.say(style)
    recess = voice.deal("recess")
    voice.fresh["recess"] = lambda: voice.say(recess)
    return Habits(
        width=voice.between(40, 60),
        pad=("    ", "    ", "   ", "  ", "      ")[voice.below(5)],
        stop="  " if voice.chance(0.8) else " ",
        dot="." if voice.chance(0.75) else "",
    )


def _temper(voice: Voice) -> Temper:
    return Temper(
        objections=0.02 + 0.10 * voice.random(),
        stutters=0.02 + 0.08 * voice.random(),
        fillers=0.03 + 0.10 * voice.random(),
        leads=0.25 + 0.25 * voice.random(),
        trouble=0.03 + 0.05 * voice.random(),
        prefaces=0.12 + 0.22 * voice.random(),
        talk=0.30 + 0.25 * voice.random(),
        witness_label=voice.chance(0.4),
        resumes=voice.chance(0.5),
    )


def _examine(
    voice: Voice,
    world: World,
    room: Examination,
    scenes: dict[str, tuple[Scene, ...]],
    reporter: Reporter,
    lines: int,
) -> None:
    """Go through the subjects until there are enough lines."""
    room.scene(scenes["opening"][voice.below(len(scenes["opening"]))], 1.0)
    for scene in voice.shuffled(scenes["rules"])[:2]:
        room.scene(scene, 0.7)
    for scene in voice.shuffled(scenes["background"])[: 2 + lines // 400]:
        room.scene(scene, 0.75)
    written = reporter.lines
    story = list(scenes["story"])
    many: list[Scene] = []
    next_break = voice.between(500, 1100)
    turn = 0
    while len(written) < lines:
        done = len(written) / lines
        if done > 0.72 + 0.12 * turn and turn < 2 and lines > 400:
            turn += 1
            counsel = world.counsel
            room.seat(counsel[2 * (turn % 2)], counsel[1])
            room.aside("pause")
            room.scene(scenes["handover"][turn - 1], 0.8)
        if len(written) > next_break:
            room.aside("break")
            next_break = len(written) + voice.between(700, 1400)
        elif voice.chance(0.03):
            room.aside("pause")
        if story and voice.chance(0.6):
            room.scene(story.pop(0), 0.85)
            continue
        if not many:
            many = voice.shuffled(scenes["many"])
        room.scene(many.pop(), 0.6)
