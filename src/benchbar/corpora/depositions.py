"""The built-in corpus `transcripts`: unlimited invented depositions, typed line by line.

Everything in them is invented. The language stands in `testimony/*.toml`; this file alone decides
in which order a deposition goes through its subjects.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from benchbar.corpora.testimony.closing import close
from benchbar.corpora.testimony.examination import Examination, Temper
from benchbar.corpora.testimony.language import Language, Scene, language
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
_SHARED = (
    "names",
    "opening",
    "answers",
    "replies",
    "prefaces",
    "probes",
    "openers",
    "counsel",
    "questions",
    "matters",
    "papers",
    "closing",
)
_SHORT = 400
"""Lines up to which one lawyer alone examines."""
_PATIENCE = 40
"""Scenes in a row that may come to nothing before old phrases are allowed again."""
_ASIDES = ("argument", "break", "pause", "interpreter", "probe")


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
    # A short deposition keeps to some of the language, so that many do not sound the same.
    share = min(1.0, 0.3 + lines / 4000)
    voice = Voice(rng, pools_of(*shared, kind), share)
    world = World(voice, kind)
    reporter = Reporter(_habits(voice))
    scenes = _scenes(voice, shared, kind, share)
    asides = {phase: scenes[phase] for phase in _ASIDES}
    temper = _temper(voice)
    room = Examination(voice, world, reporter, temper, asides)
    for scene, share in _opening(voice, scenes, lines, temper):
        room.scene(scene, share, plain=True)
    _examine(voice, world, room, scenes, reporter, lines)
    if lines >= _SHORT:
        close(room, reporter, scenes, lines)
    caption = voice.facts["caption"]
    return Deposition(
        title=f"Deposition of {world.witness.first} {world.witness.last}, in {caption}",
        kind=kind.title,
        lines=tuple(reporter.lines[:lines]),
    )


def _scenes(
    voice: Voice, shared: list[Language], kind: Language, share: float
) -> dict[str, tuple[Scene, ...]]:
    """Return the scenes by phase: a share of the recurring ones, all of the kind's own, twice."""
    scenes: dict[str, tuple[Scene, ...]] = {}
    for source in shared:
        for phase, some in source.scenes.items():
            scenes[phase] = scenes.get(phase, ()) + some
    common = voice.shuffled(scenes["many"])
    scenes["many"] = tuple(common[: round(len(common) * share)])
    for phase, some in kind.scenes.items():
        scenes[phase] = scenes.get(phase, ()) + some
    scenes["many"] += kind.scenes.get("many", ())
    return scenes


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
    clean = voice.chance(0.3)
    return Temper(
        objections=0.045 + 0.10 * voice.random(),
        fillers=0.03 + 0.10 * voice.random(),
        leads=0.25 + 0.25 * voice.random(),
        trouble=0.02 + 0.05 * voice.random(),
        prefaces=0.25 + 0.35 * voice.random(),
        probes=0.12 + 0.15 * voice.random(),
        talk=0.7 + 0.18 * voice.random(),
        lawyer_gap=0 if clean else _gap(voice),
        witness_gap=0 if clean else _gap(voice),
        interpreted=0.04 + 0.04 * voice.random() if voice.chance(0.1) else 0.0,
        witness_label=voice.chance(0.4),
        resumes=voice.chance(0.4),
    )


def _gap(voice: Voice) -> int:
    """Return how many words come between two stutters: a hundred or more, but ten for a few."""
    return int(1 / (0.003 + 0.10 * voice.random() ** 3))


def _opening(
    voice: Voice, scenes: dict[str, tuple[Scene, ...]], lines: int, temper: Temper
) -> Iterator[tuple[Scene, float]]:
    """Yield what comes first, with the share of its beats: oath, rules, preparation, background."""
    *rules, preparation = scenes["rules"]
    oaths = scenes["interpreted oath" if temper.interpreted else "opening"]
    yield oaths[voice.below(len(oaths))], 1.0
    yield rules[voice.below(len(rules))], 0.65
    if voice.chance(0.7):
        yield preparation, 0.7
    if voice.chance(0.5):
        yield scenes["family"][voice.below(len(scenes["family"]))], 0.8
    for scene in voice.shuffled(scenes["background"])[: 1 + lines // 400]:
        yield scene, 0.65


def _subjects(voice: Voice, scenes: dict[str, tuple[Scene, ...]]) -> Iterator[tuple[Scene, float]]:
    """Yield the matters of the case without end: its story in order, among all that recurs."""
    story = [*scenes["story"], *scenes["damages"]] if "damages" in scenes else [*scenes["story"]]
    while True:
        for scene in voice.shuffled(scenes["many"]):
            if story and voice.chance(0.8):
                yield story.pop(0), 0.75
            yield scene, 0.6


def _examine(
    voice: Voice,
    world: World,
    room: Examination,
    scenes: dict[str, tuple[Scene, ...]],
    reporter: Reporter,
    lines: int,
) -> None:
    """Go through the subjects until there are enough lines; two other lawyers follow the first."""
    written, counsel = reporter.lines, world.counsel
    next_break = len(written) + voice.between(500, 1100)
    handovers = [(0.72, counsel[2]), (0.84, counsel[0])] if lines > _SHORT else []
    idle = 0
    for scene, share in _subjects(voice, scenes):
        before = len(written)
        if before >= lines:
            return
        if handovers and before > lines * handovers[0][0]:
            room.seat(handovers.pop(0)[1], counsel[1])
            room.scene(scenes["handover"][1 - len(handovers)], 0.8)
        if before > next_break:
            room.aside("break")
            next_break = before + voice.between(700, 1400)
        elif voice.chance(0.03):
            room.aside("pause")
        room.scene(scene, share)
        idle = idle + 1 if len(written) == before else 0
        if idle > _PATIENCE:
            reporter.forget()
