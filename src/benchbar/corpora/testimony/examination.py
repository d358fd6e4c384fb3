"""The examination: who speaks next, and how an answer takes up what was asked."""

from dataclasses import dataclass

from benchbar.corpora.testimony.language import Beat, Scene, Step, Template
from benchbar.corpora.testimony.mishaps import MISHAPS, hummed, struck
from benchbar.corpora.testimony.reporter import BREAK, Reporter
from benchbar.corpora.testimony.speech import (
    filled,
    lowered,
    paragraphed,
    qualified,
    sentences,
    stuttered,
    tidy,
)
from benchbar.corpora.testimony.voice import Voice
from benchbar.corpora.testimony.world import Person, World

_TRIES = 5
_OPENERS = (
    "And ",
    "So ",
    "But ",
    "Okay",
    "All right",
    "Now",
    "Then",
    "Good ",
    "Sorry",
    "Hello",
    "Hi",
    "Mor",
)
_YES_OR_NO = frozenset(("yn", "yes", "yn_mostly", "agree", "nd", "no"))
_TOPICS = {"claim": "claim", "act": "act", "act2": "act"}
"""What a question was about, by the last of these words in it; all else is `it`."""
_REPLIES = frozenset(("yes", "no", "dk", "when", "who", "manner", "amount", "reason", "open"))
"""Pools of answers that have a pool of further sentences and a scene of further questions."""
_OPEN_ENDED = _REPLIES | _YES_OR_NO
_TALK = {"dk": 0.6, "amount": 0.6, "when": 0.7, "who": 0.8, "open": 1.3, "reason": 1.1}
"""How much more or less than usual is added to an answer of this kind."""


@dataclass(frozen=True, slots=True)
class Temper:
    """How these people talk, drawn once a deposition; shares of turns unless said otherwise."""

    objections: float
    fillers: float
    leads: float
    trouble: float
    prefaces: float
    probes: float
    """How often an answer is followed by a question about that answer."""
    talk: float
    """How often a sentence of an answer is followed by one more."""
    lawyer_gap: int
    """Words from one stutter of a lawyer to the next, about; 0 for a typist who leaves them out."""
    witness_gap: int
    interpreted: float
    """How often the interpreter is heard; 0 without one."""
    witness_label: bool
    """After an objection the answer is typed under THE WITNESS, not A."""
    resumes: bool
    """After an objection and an answer the reporter types BY MS. X again."""


class Examination:
    """Carries the state of the room from turn to turn and dictates to the reporter."""

    def __init__(
        self,
        voice: Voice,
        world: World,
        reporter: Reporter,
        temper: Temper,
        asides: dict[str, tuple[Scene, ...]],
    ) -> None:
        """Seat the people; the first counsel examines, the second defends the witness.

        Args:
            voice: The choices of wording.
            world: The facts.
            reporter: Takes down every turn.
            temper: How these people talk.
            asides: Scenes that interrupt an examination, by phase, and those of the phase
                `probe`, by what kind of answer they follow.
        """
        self.voice = voice
        self.answered = False
        """A mishap has already brought an answer."""
        self._world, self._reporter, self._temper = world, reporter, temper
        self._asides = asides
        self._probes = {scene.name: scene.beats for scene in asides.get("probe", ())}
        self._decks: dict[str, list[Scene]] = {}
        self._by = True
        self._plain = True
        self._probing = False
        self._objected = False
        self._topic = "it"
        self._exhibits = voice.between(0, 1) * voice.between(0, 60)
        self.seat(world.counsel[0], world.counsel[1])
        voice.facts["ex"] = str(self._exhibits + 1)
        self._asked = ""
        self._pairs: list[tuple[str, str]] = []
        voice.fresh["oldex"] = lambda: str(max(1, self._exhibits - voice.between(0, 9)))

    def seat(self, examiner: Person, defender: Person) -> None:
        """Let one lawyer examine and another object."""
        self.examiner, self.defender = examiner, defender
        facts = self.voice.facts
        facts.update(examiner.facts("examiner"))
        facts.update(defender.facts("counsel"))
        self._labels = {
            "O": defender.label,
            "X": examiner.label,
            "W": "THE WITNESS:",
            "R": "THE REPORTER:",
            "V": "THE VIDEOGRAPHER:",
            "I": "THE INTERPRETER:",
            "P": "",
        }
        self._by = True

    def scene(self, scene: Scene, share: float, plain: bool = False) -> None:
        """Play a scene: draw its facts, then each beat with the given chance.

        In a plain scene, before the matter itself, nobody speaks of the facts of the case.
        """
        self._world.scene()
        self._plain = plain
        pairs, facts = self._pairs, self.voice.facts
        if len(pairs) > 9:
            facts["asked"], facts["told"] = pairs[self.voice.below(len(pairs) - 9)]
        else:
            facts["asked"] = tidy(self.voice.draw("early_question"))
            facts["told"] = tidy(self.voice.draw("early_answer"))
        if "exhibit" in scene.name:
            self._exhibits += 1
            self.voice.facts["ex"] = str(self._exhibits)
            share = 1.0 - (1.0 - share) / 2
        for at, beat in enumerate(scene.beats):
            if (at == 0 and "exhibit" in scene.name) or self.voice.random() < share:
                self.beat(beat)

    def beat(self, beat: Beat) -> None:
        """Play a beat: a question with its answer, or an exchange between others."""
        for at, step in enumerate(beat):
            if step.code == "Q":
                answer = beat[at + 1] if at + 1 < len(beat) else None
                if not self._ask(step, answer if answer and answer.code == "A" else None):
                    return
            elif step.code == "A":
                if not self.answered:
                    self._answer(step)
                self.answered = False
            elif not self.speak(step.code, step.texts):
                return

    def aside(self, phase: str) -> None:
        """Play the next of the scenes that interrupt an examination."""
        deck = self._decks.get(phase)
        if not deck:
            deck = self._decks[phase] = self.voice.shuffled(self._asides[phase])
        answered = False
        for beat in deck.pop().beats:
            self.beat(beat)
            answered = answered or any(step.code == "A" for step in beat)
        self.answered = answered

    # -- turns ---------------------------------------------------------------------------------

    def words(self, texts: tuple[Template, ...], side: str = "you") -> str:
        """Return one of the wordings, as this side of the table would say it."""
        voice = self.voice
        voice.side = side
        return tidy(voice.say(texts[0] if len(texts) == 1 else texts[voice.below(len(texts))]))

    def take(self, label: str, text: str, again: bool = False) -> bool:
        """Take down a turn; say whether it was new enough."""
        return self._reporter.take(label, text, again)

    def speak(self, code: str, texts: tuple[Template, ...]) -> bool:
        """Take down a turn under a speaker's own label."""
        for _ in range(2 * _TRIES):
            if self.take(self._labels[code], self.words(texts, "I" if code == "W" else "they")):
                self._by = True
                return True
        return False

    def stock(self, label: str, pool: str) -> None:
        """Take down a stock phrase, if need be one that was heard before."""
        for _ in range(_TRIES):
            if self.take(label, self.voice.draw(pool)):
                return
        self.take(label, self.voice.draw(pool), True)

    def question(self, text: str, again: bool = False) -> bool:
        """Take down a question, under the lawyer's name where others spoke before."""
        if self._by:
            self._by = not self.take(f"BY {self.examiner.label}", "", True)
        return self.take("Q", text, again)

    def object(self, pool: str) -> None:
        """Let the defender object."""
        for _ in range(_TRIES):
            if self.take(self._labels["O"], tidy(self.voice.draw(pool)), pool == "objection"):
                self._objected = True
                self._by = self._by or self._temper.resumes
                return

    # -- questions -----------------------------------------------------------------------------

    def _ask(self, step: Step, answer: Step | None) -> bool:
        """Put a question, with whatever gets in its way."""
        voice, temper = self.voice, self._temper
        self.answered = self._objected = False
        for _ in range(_TRIES):
            voice.trace.clear()
            text = self.words(step.texts)
            self._topic = next((_TOPICS[n] for n in reversed(voice.trace) if n in _TOPICS), "it")
            plain = text
            text = qualified(text, voice)
            if answer and not self._plain and not self._probing:
                text = self._wordy(text, _pool(answer))
            text = self._led(text)
            if temper.lawyer_gap:
                text = stuttered(text, voice, temper.lawyer_gap)
            trouble = temper.trouble / 3 if self._plain or self._probing else temper.trouble
            if answer and voice.random() < trouble:
                done = self._troubled(step, text, _pool(answer) in _YES_OR_NO)
            else:
                done = self.question(text)
            if done:
                self._asked = plain
                if answer and not (self.answered or self._objected or self._plain):
                    self._interrupted()
                return True
        return False

    def _led(self, text: str) -> str:
        """Open a question the way lawyers do: Okay. And. So."""
        voice, leads = self.voice, self._temper.leads
        roll = voice.random()
        if roll > leads or text.startswith(_OPENERS):
            return text
        if roll < leads / 2:
            return f"{voice.draw('lead')} {text}"
        return f"{voice.draw('lead_in')} {lowered(text)}"

    def _wordy(self, text: str, pool: str) -> str:
        """Give a question a run-up, or something after it that was not needed.

        Args:
            text: The question.
            pool: Where its answer comes from, "" if it is written out.
        """
        if pool not in _OPEN_ENDED and pool:
            return text
        voice, prefaces = self.voice, self._temper.prefaces
        closed = not pool or "tag" in voice.trace or text.count("?") > 1 or text.count(" ") < 6
        if voice.random() < prefaces:
            about = "preface_subject" if "subject" in voice.trace else "preface"
            run_up = tidy(voice.draw(about))
            if run_up.endswith(","):
                text = f"{run_up} {lowered(text.removeprefix('And '))}"
            else:
                text = f"{run_up} {BREAK} {text}" if voice.chance(0.25) else f"{run_up} {text}"
        if text.endswith("?") and not closed and voice.random() < prefaces:
            tail = "trailer_yn" if pool in _YES_OR_NO and voice.chance(0.5) else "trailer"
            text = f"{text[:-1]}, {voice.draw(tail)}?"
        return text

    def _troubled(self, step: Step, text: str, yes_or_no: bool) -> bool:
        """Put a question that does not come through at the first try."""
        mishap = MISHAPS[self.voice.below(len(MISHAPS))]
        if mishap is hummed and not yes_or_no:
            mishap = struck
        return mishap(self, step, text)

    def _interrupted(self) -> None:
        """Let the interpreter ask, or the defender object; sometimes counsel then argue."""
        temper, voice = self._temper, self.voice
        if temper.interpreted and voice.random() < temper.interpreted:
            self.aside("interpreter")
        elif voice.random() < temper.objections:
            roll = voice.random()
            if roll < 0.80:
                self.object("objection" if roll < 0.55 else "speaking")
            else:
                self.aside("argument")

    # -- answers -------------------------------------------------------------------------------

    def _answer(self, step: Step) -> None:
        label = "A"
        if self._temper.witness_label and (self._by or self._objected):
            label = "THE WITNESS:"
        for attempt in range(_TRIES):
            text, reply = self._answer_words(step)
            if attempt == 2:
                label = "A"
            if self._given(label, text):
                self._by = self._by or label != "A"
                if reply and not self._plain:
                    self._probe(reply)
                return
        self.stock("A", "short" if _pool(step) in _YES_OR_NO else "dk")

    def _given(self, label: str, text: str) -> bool:
        """Take an answer down, now and then with an Okay of the lawyer in its middle."""
        said = sentences(text) if label == "A" and self.voice.random() < 0.06 else [text]
        if len(said) < 2 or BREAK in text:
            return self.take(label, text)
        if not self.take("A", said[0]):
            return False
        self.stock("Q", "nod")
        return self.take("A", " ".join(said[1:])) or True

    def _answer_words(self, step: Step) -> tuple[str, str]:
        """Return an answer and its kind; further sentences stay on what was asked."""
        voice, temper = self.voice, self._temper
        voice.trace.clear()
        text = self.words(step.texts, "I")
        reply = next((name for name in reversed(voice.trace) if name in _REPLIES), "")
        if reply in ("yes", "no"):
            reply = f"{reply}_{self._topic}"
        self._remember_answer(text)
        if not self._plain and text[-1] in ".?!":
            text = self._continued(text, reply)
        if temper.witness_gap:
            text = stuttered(text, voice, temper.witness_gap)
        roll = voice.random()
        if roll < temper.fillers:
            return filled(text, voice), reply
        return (paragraphed(text, voice) if roll > 0.85 else text), reply

    def _continued(self, text: str, reply: str) -> str:
        """Add sentences about the same thing, as many as this witness likes to talk."""
        voice = self.voice
        pool = f"{reply}_more" if reply else "any_more"
        first = text
        talk = self._temper.talk * _TALK.get(reply, 1.0 if reply else 0.4)
        if self._probing:
            talk *= 0.85
        for _ in range(4 if reply else 2):
            if voice.random() > talk:
                break
            more = tidy(voice.draw(pool))
            opening = " ".join(more.split(" ", 3)[:3])
            if opening not in text and not self._reporter.knows(more):
                more = self._named(more, text)
                joined = text.endswith(".") and text != first and voice.chance(0.25)
                text = f"{text[:-1]}, and {lowered(more)}" if joined else f"{text} {more}"
        return text

    def _named(self, more: str, before: str) -> str:
        """Begin a sentence with He or She if it is about the last person named."""
        facts = self.voice.facts
        who, oth = facts["who"], facts["oth"]
        for key, name, other in (("who_he", who, oth), ("oth_he", oth, who)):
            last = before.rfind(name)
            if more.startswith(f"{name} ") and last >= 0 and last > before.rfind(other):
                return f"{facts[key].capitalize()}{more[len(name) :]}"
        return more

    def _remember_answer(self, text: str) -> None:
        """Keep a short question and its answer, to be read to the witness later on."""
        short = 2 < text.count(" ") < 12 and 6 < self._asked.count(" ") < 20
        if short and not self._plain and '"' not in text + self._asked and text[-1] == ".":
            self._pairs.append((self._asked, text))

    def _probe(self, reply: str) -> None:
        """Follow up on an answer of a kind, perhaps more than once."""
        beats = self._probes.get(reply, ())
        if self._probing or not beats:
            return
        self._probing = True
        while self.voice.random() < self._temper.probes:
            self.beat(beats[self.voice.below(len(beats))])
        self._probing = False


def _pool(answer: Step) -> str:
    """Return the pool that the first wording of an answer consists of, or nothing."""
    first = answer.texts[0]
    return str(getattr(first[0], "pool", "")) if len(first) == 1 else ""
