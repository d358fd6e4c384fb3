"""What goes wrong between a question and its answer: each mishap is one function of the room."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from benchbar.corpora.testimony.language import Step
from benchbar.corpora.testimony.reporter import BREAK

if TYPE_CHECKING:
    from benchbar.corpora.testimony.examination import Examination


def struck(room: "Examination", step: Step, text: str) -> bool:
    """`Did you ask -- strike that.` and the question in other words."""
    words = text.split(" ")
    keep = min(len(words) - 1, room.voice.between(3, 7))
    if keep < 3:
        return room.question(text)
    broken = " ".join(words[:keep]).rstrip(",.?-")
    fresh = room.words(step.texts)
    return room.question(f"{broken} -- {room.voice.draw('strike')} {fresh}", True)


def not_heard(room: "Examination", step: Step, text: str) -> bool:
    """The witness asks what was meant; the lawyer puts it in other words."""
    if not room.question(text):
        return False
    room.stock("A", "say_again")
    fresh = room.words(step.texts)
    if not room.question(f"{room.voice.draw('sure')} {fresh}", True):
        room.stock("Q", "go_on")
    return True


def cut_short(room: "Examination", _step: Step, text: str) -> bool:
    """The witness begins before the question has ended."""
    words = text.split(" ")
    if len(words) < 9:
        return room.question(text)
    cut = room.voice.between(len(words) * 2 // 3, len(words) - 3)
    if not room.question(" ".join(words[:cut]).rstrip(",-") + " --"):
        return False
    room.stock("A", "eager")
    return room.question("-- " + " ".join(words[cut:]), True)


def hummed(room: "Examination", _step: Step, text: str) -> bool:
    """The witness nods, and has to say it in words."""
    if not room.question(text):
        return False
    no = room.voice.random() < 0.3
    room.stock("A", "hum_no" if no else "hum")
    room.stock("Q", "is_that_yes")
    room.stock("A", "spoken_no" if no else "spoken_yes")
    room.answered = True
    return True


def dodged(room: "Examination", step: Step, text: str) -> bool:
    """The answer goes round the question, so the same one is put again."""
    if not room.question(text):
        return False
    if not room.take("A", room.words((room.voice.deal("dodge"),), "I")):
        return True
    fresh = room.words(step.texts)
    if room.question(f"{room.voice.draw('insist')} {fresh}", True) and room.voice.chance(0.5):
        room.object("asked")
    return True


def read_back(room: "Examination", _step: Step, text: str) -> bool:
    """The reporter reads the question back, aloud or in brackets."""
    if not room.question(text):
        return False
    room.stock("A", "say_again")
    room.speak("X", (room.voice.deal("read_back"),))
    if room.voice.chance(0.5) and BREAK not in text and '"' not in text:
        asked = room.voice.draw("reads")
        room.take("THE REPORTER:", f'{asked} "{text}"', True)
    else:
        room.stock("", "was_read")
    return True


Mishap = Callable[["Examination", Step, str], bool]
MISHAPS: tuple[Mishap, ...] = (
    struck,
    struck,
    not_heard,
    not_heard,
    cut_short,
    cut_short,
    hummed,
    dodged,
    read_back,
)
