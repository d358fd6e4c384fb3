"""The examination: who speaks next, and what goes wrong between a question and its answer."""

import re
from dataclasses import dataclass

from benchbar.corpora.testimony.language import Beat, Draw, Scene, Step, Template
from benchbar.corpora.testimony.reporter import BREAK, Reporter
from benchbar.corpora.testimony.voice import Voice
from benchbar.corpora.testimony.world import Person, World

_TRIES = 5
_LOWERED = frozenset(
    "A About After All Also An And Any Anyone Anything Are Aren't As Assume Assuming At Back"
    " Before But By Can Could Couldn't Describe Did Didn't Do Does Don't During Each Earlier Even"
    " Ever Every Everything First For From Go Had Has Hasn't Have Haven't He How If In Is Isn't It"
    " It's Last Leaving Let Let's Look Most Much Next No Nobody Nods None Not Nothing Now Of On"
    " Once One Only Or Other Over Please Probably Same She So Some Somebody Sometime Somewhere"
    " Still Suppose Take Tell That That's The Their Then There There's These They This Those To"
    " Turn Until Walk Was Wasn't We We're Were Weren't What What's When Where Which While Who"
    " Whose Why Will With Within Would Wouldn't You You'd You're You've Your".split()
)


_AN = re.compile(r"\ba (?=[aeio](?!ne))")
_A = re.compile(r"\ban (?=[bcdfgjklmnpqrstvwyz])")
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


@dataclass(frozen=True, slots=True)
class Temper:
    """How these people talk, drawn once a deposition; shares of turns."""

    objections: float
    stutters: float
    fillers: float
    leads: float
    trouble: float
    prefaces: float
    talk: float
    """How often a sentence of an answer is followed by one more."""
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
            asides: Scenes that interrupt an examination, by phase: argument, break, pause.
        """
        self._voice, self._world, self._reporter = voice, world, reporter
        self._temper = temper
        self._asides = asides
        self._colloquies: dict[str, list[Scene]] = {}
        self._by = True
        self._plain = True
        self._answered = False
        self._objected = False
        self._exhibits = voice.between(0, 1) * voice.between(0, 60)
        self.seat(world.counsel[0], world.counsel[1])
        voice.facts["ex"] = str(self._exhibits + 1)
        voice.fresh["oldex"] = lambda: str(max(1, self._exhibits - voice.between(0, 9)))

    def seat(self, examiner: Person, defender: Person) -> None:
        """Let one lawyer examine and another object."""
        self.examiner, self.defender = examiner, defender
        facts = self._voice.facts
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

    def new_exhibit(self) -> None:
        """Count up, so that the scene to come marks the next exhibit."""
        self._exhibits += 1
        self._voice.facts["ex"] = str(self._exhibits)

    def scene(self, scene: Scene, share: float, plain: bool = False) -> None:
        """Play a scene: draw its facts, then each beat with the given chance.

        In a plain scene, before the matter itself, nobody speaks of the facts of the case.
        """
        self._world.scene()
        self._plain = plain
        if "exhibit" in scene.name:
            self.new_exhibit()
            share = 1.0 - (1.0 - share) / 2
        for at, beat in enumerate(scene.beats):
            if (at == 0 and "exhibit" in scene.name) or self._voice.random() < share:
                self.beat(beat)

    def beat(self, beat: Beat) -> None:
        """Play a beat: a question with its answer, or an exchange between others."""
        for at, step in enumerate(beat):
            if step.code == "Q":
                answer = beat[at + 1] if at + 1 < len(beat) else None
                heard = self._ask(step, answer if answer and answer.code == "A" else None)
                if not heard:
                    return
            elif step.code == "A":
                if not self._answered:
                    self._answer(step)
                self._answered = False
            elif not self._speak(step.code, step.texts):
                return

    # -- turns ---------------------------------------------------------------------------------

    def _words(self, texts: tuple[Template, ...], side: str = "you") -> str:
        voice = self._voice
        voice.side = side
        text = voice.say(texts[0] if len(texts) == 1 else texts[voice.below(len(texts))])
        return tidy(text)

    def _speak(self, code: str, texts: tuple[Template, ...]) -> bool:
        """Take down a turn under a speaker's own label."""
        for _ in range(2 * _TRIES):
            words = self._words(texts, "I" if code == "W" else "they")
            if self._reporter.take(self._labels[code], words):
                self._by = True
                return True
        return False

    def _stock(self, label: str, pool: str) -> None:
        """Take down a stock phrase, if need be one that was heard before."""
        for _ in range(_TRIES):
            if self._reporter.take(label, self._voice.draw(pool)):
                return
        self._reporter.take(label, self._voice.draw(pool), True)

    def _question(self, text: str, again: bool = False) -> bool:
        if self._by:
            text_first = self._reporter.take(f"BY {self.examiner.label}", "", True)
            self._by = not text_first
        return self._reporter.take("Q", text, again)

    def _ask(self, step: Step, answer: Step | None) -> bool:
        """Put a question, with whatever gets in its way."""
        voice, temper = self._voice, self._temper
        self._answered = self._objected = False
        for _ in range(_TRIES):
            text = self._words(step.texts)
            if answer and not self._plain and voice.random() < temper.prefaces:
                text = self._wordy(text)
            text = self._led(text)
            if voice.random() < temper.stutters:
                text = stuttered(text, voice)
            trouble = voice.random() if answer else 1.0
            if trouble < (temper.trouble / 3 if self._plain else temper.trouble):
                done = self._troubled(step, text, answer is not None and _yes_or_no(answer))
            else:
                done = self._question(text)
            if done:
                quiet = self._answered or self._objected or self._plain or not answer
                if not quiet and voice.random() < temper.objections:
                    self._object()
                return True
        return False

    def _led(self, text: str) -> str:
        """Open a question the way lawyers do: Okay. And. So."""
        voice = self._voice
        roll = voice.random()
        if roll > self._temper.leads or text.startswith(_OPENERS):
            return text
        if roll < self._temper.leads / 2:
            return f"{voice.draw('lead')} {text}"
        return f"{voice.draw('lead_in')} {lowered(text)}"

    def _wordy(self, text: str) -> str:
        """Give a question a run-up, or something after it that was not needed."""
        voice = self._voice
        roll = voice.random()
        voice.side = "you"
        if roll < 0.7 or not text.endswith("?"):
            run_up = tidy(voice.draw("preface"))
            if roll < 0.2:
                run_up = f"{run_up} {BREAK}"
            return f"{run_up} {text}"
        return f"{text[:-1]}, {voice.draw('trailer')}?"

    def _answer(self, step: Step) -> None:
        label = "A"
        if self._temper.witness_label and (self._by or self._objected):
            label = "THE WITNESS:"
        for attempt in range(_TRIES):
            text = self._answer_words(step)
            if attempt == 2:
                label = "A"
            if label == "A" and ". " in text and self._voice.random() < 0.04:
                if self._halved(text):
                    return
            elif self._reporter.take(label, text):
                self._by = self._by or label != "A"
                return
        last_resort = "short" if _yes_or_no(step) else "dk"
        self._stock("A", last_resort)

    def _answer_words(self, step: Step) -> str:
        """Return an answer the way this witness gives it: longer, halting, in paragraphs."""
        voice, temper = self._voice, self._temper
        text = self._words(step.texts, "I")
        full = not self._plain and (_yes_or_no(step) or text.count(" ") > 6)
        while full and voice.random() < temper.talk and text[-1] in ".?!":
            text = f"{text} {tidy(voice.draw('detail'))}"
        roll = voice.random()
        if roll < temper.fillers:
            return filled(text, voice)
        if roll < temper.fillers + temper.stutters:
            return stuttered(text, voice)
        return paragraphed(text, voice) if roll > 0.90 and text.count(". ") >= 2 else text

    def _halved(self, text: str) -> bool:
        """Let the lawyer say Okay in the middle of an answer."""
        first, rest = text.split(". ", 1)
        if not self._reporter.take("A", f"{first}."):
            return False
        self._stock("Q", "nod")
        self._reporter.take("A", rest)
        return True

    # -- trouble -------------------------------------------------------------------------------

    def _object(self) -> None:
        """Let the defender object; sometimes counsel then argue."""
        voice = self._voice
        roll = voice.random()
        if roll < 0.72:
            if self._reporter.take(self._labels["O"], voice.draw("objection"), True):
                self._resume()
        elif roll < 0.9:
            if self._reporter.take(self._labels["O"], voice.draw("speaking")):
                self._resume()
        else:
            self.aside("argument")

    def _resume(self) -> None:
        self._objected = True
        self._by = self._by or self._temper.resumes

    def aside(self, phase: str) -> None:
        """Play the next of the scenes that interrupt an examination."""
        deck = self._colloquies.get(phase)
        if not deck:
            deck = self._colloquies[phase] = self._voice.shuffled(self._asides[phase])
        answered = False
        for beat in deck.pop().beats:
            self.beat(beat)
            answered = answered or any(step.code == "A" for step in beat)
        self._answered = answered

    def _troubled(self, step: Step, text: str, yes_or_no: bool) -> bool:
        """Put a question that does not come through at the first try."""
        roll = self._voice.random()
        if roll < 0.24:
            return self._struck(step, text)
        if roll < 0.44:
            return self._not_heard(step, text)
        if roll < 0.64:
            return self._cut_short(text)
        if roll < 0.80:
            return self._hummed(text) if yes_or_no else self._struck(step, text)
        if roll < 0.94:
            return self._dodged(step, text)
        return self._read_back(text)

    def _struck(self, step: Step, text: str) -> bool:
        """`Did you ask -- strike that.` and the question in other words."""
        words = text.split(" ")
        keep = min(len(words) - 1, self._voice.between(2, 7))
        if keep < 2:
            return self._question(text)
        broken = " ".join(words[:keep]).rstrip(",.?") + " -- "
        fresh = self._words(step.texts)
        return self._question(f"{broken}{self._voice.draw('strike')} {fresh}", True)

    def _not_heard(self, step: Step, text: str) -> bool:
        if not self._question(text):
            return False
        voice = self._voice
        self._stock("A", "say_again")
        fresh = self._words(step.texts)
        if not self._question(f"{voice.draw('sure')} {fresh}", True):
            self._question(voice.draw("sure"), True)
        return True

    def _cut_short(self, text: str) -> bool:
        """The witness begins before the question has ended."""
        words = text.split(" ")
        if len(words) < 9:
            return self._question(text)
        cut = self._voice.between(5, len(words) - 3)
        if not self._question(" ".join(words[:cut]).rstrip(",") + " --"):
            return False
        self._stock("A", "eager")
        return self._question("-- " + " ".join(words[cut:]), True)

    def _hummed(self, text: str) -> bool:
        voice = self._voice
        if not self._question(text):
            return False
        no = voice.random() < 0.3
        self._stock("A", "hum_no" if no else "hum")
        self._stock("Q", "is_that_yes")
        self._stock("A", "spoken_no" if no else "spoken_yes")
        self._answered = True
        return True

    def _dodged(self, step: Step, text: str) -> bool:
        """The answer is to another question, so the same one is put again."""
        voice = self._voice
        if not self._question(text):
            return False
        if not self._reporter.take("A", voice.draw("dodge")):
            return True
        fresh = self._words(step.texts)
        if not self._question(f"{voice.draw('insist')} {fresh}", True):
            return True
        if voice.random() < 0.6:
            self._stock(self._labels["O"], "asked")
            self._resume()
        return True

    def _read_back(self, text: str) -> bool:
        voice = self._voice
        if not self._question(text):
            return False
        self._stock("A", "say_again")
        self._speak("X", (voice.deal("read_back"),))
        self._stock("", "was_read")
        return True


def _yes_or_no(answer: Step) -> bool:
    """Say whether the answers of a step are a yes or a no."""
    first = answer.texts[0]
    return len(first) == 1 and isinstance(first[0], Draw) and first[0].pool in _YES_OR_NO


def tidy(text: str) -> str:
    """Return a text as it is typed: no stray blanks, a capital first, `a` or `an` as it sounds."""
    text = text.strip()
    if "  " in text:
        text = " ".join(text.split())
    if " ." in text or " ," in text or " ?" in text:
        text = text.replace(" .", ".").replace(" ,", ",").replace(" ?", "?")
    text = _AN.sub("an ", _A.sub("a ", text))
    return text[:1].upper() + text[1:]


def lowered(text: str) -> str:
    """Return a sentence to be put after `And`: a small first letter unless it is a name or I."""
    first, _, rest = text.partition(" ")
    return f"{first[0].lower()}{first[1:]} {rest}" if first.rstrip(",") in _LOWERED else text


def stuttered(text: str, voice: Voice) -> str:
    """Return the text with a word or two said twice: `Did you -- did you`."""
    words = text.split(" ")
    if len(words) < 5:
        return text
    at = voice.between(0, min(8, len(words) - 3)) if voice.random() < 0.5 else 0
    long = 1 if voice.random() < 0.5 else 2
    said = words[at : at + long]
    if said[-1][-1:] in ".,?!;-" or said[0][-1:] in ".,?!;-":
        return text
    again = lowered(" ".join(said) + " ").split()
    return " ".join([*words[: at + long], "--", *again, *words[at + long :]])


def filled(text: str, voice: Voice) -> str:
    """Return an answer that starts or limps as people talk."""
    for joint in (" and ", " but ", " because "):
        if joint in text and voice.random() < 0.4:
            head, tail = text.split(joint, 1)
            return f"{head}{joint.rstrip()}{voice.draw('filler')} {tail}"
    if text.count(" ") < 4:
        return text
    return f"{voice.draw('well')} {lowered(text)}"


def paragraphed(text: str, voice: Voice) -> str:
    """Return a long answer with a new paragraph at one of its sentences."""
    sentences = text.split(". ")
    cut = voice.between(1, len(sentences) - 1)
    return ". ".join(sentences[:cut]) + f". {BREAK} " + ". ".join(sentences[cut:])
