"""How people really talk: text in, the same text out with its false starts and dashes."""

import re

from benchbar.corpora.testimony.reporter import BREAK
from benchbar.corpora.testimony.voice import Voice

_AN = re.compile(r"\ba (?=[aeio](?!ne))")
_A = re.compile(r"\ban (?=[bcdfgjklmnpqrstvwyz])")
_SENTENCE = re.compile(r"(?<!\bMr\.)(?<!\bMs\.)(?<!\bDr\.)(?<![ap]\.m\.)(?<=[.?!]) (?=[A-Z\"])")
_LOWERED = frozenset(
    "A About After All Also An And Another Any Anybody Anyone Anything Apart Are Aren't As "
    "Ask Asking Assume Assuming At Back Be Because Been Before Better Between Both But By "
    "Call Calls Can Clear Come Concerned Cordial Could Couldn't Depends Describe Did Didn't "
    "Do Does Don't During Each Earlier Either Enough Even Ever Every Everybody Everyone "
    "Everything Fairly Few Fine First Five Following For Four From Generally Give Go Going "
    "Good Had Half Has Hasn't Have Haven't He Her Here His How However If In Is Isn't It It's "
    "Judging Just Keep Last Later Leaving Less Let Let's Like Look Looking Looks Many Maybe "
    "More Most Mostly Much My Near Neither Never Next Nine No Nobody None Not Nothing Now Of "
    "Off On Once One Only Or Other Other's Our Over Page Part People Please Polite Possibly "
    "Pretty Probably Professional Put Putting Quite Right Roughly Same Setting Seven She "
    "Since Six So Some Somebody Someone Something Sometime Sometimes Somewhere Still Strained "
    "Suppose Surprised Take Tell Ten That That's The Their Them Then There There's These They "
    "Things This Those Three To Towards Turn Twenty Two Under Until Upset Used Usually Very "
    "Walk Was Wasn't We We'd We'll We're We've Were Weren't What What's Whatever When Where "
    "Whether Which While Who Who's Whose Why Will With Within Without Words Would Wouldn't "
    "Yes You You'd You'll You're You've Your".split()
)


def tidy(text: str) -> str:
    """Return a text as it is typed: no stray blanks, a capital first, `a` or `an` as it sounds."""
    text = text.strip()
    if "  " in text:
        text = " ".join(text.split())
    if " ." in text or " ," in text or " ?" in text:
        text = text.replace(" .", ".").replace(" ,", ",").replace(" ?", "?")
    if ".." in text:
        text = text.replace("..", ".")
    text = _AN.sub("an ", _A.sub("a ", text))
    return text[:1].upper() + text[1:]


def lowered(text: str) -> str:
    """Return a sentence to be put after `And`: a small first letter unless it is a name or I."""
    first, _, rest = text.partition(" ")
    if first.rstrip(",.") not in _LOWERED:
        return text
    return f"{first[0].lower()}{first[1:]} {rest}".rstrip()


def qualified(text: str, voice: Voice) -> str:
    """Return a question with its first two words as lawyers hedge them: `What, if anything, did`.

    The pools are named by the two words; an `And` before them stays.
    """
    lead = "And " if text.startswith("And ") else ""
    words = text[len(lead) :].split(" ", 2)
    opener = f"{words[0][:1].upper()}{words[0][1:]} {words[1]}" if len(words) > 2 else ""
    if not voice.has(opener) or words[2].startswith(("ever ", "personally ", "else ", "and ")):
        return text
    hedged = voice.draw(opener)
    return f"{lead}{lowered(hedged) if lead else hedged} {words[2]}"


def sentences(text: str) -> list[str]:
    """Return the sentences of a text; `Ms. Varga` ends none."""
    return _SENTENCE.split(text)


def stuttered(text: str, voice: Voice, gap: int) -> str:
    """Return the text with words said twice, one place in about `gap` words.

    Four ways: `I -- I`, `did you -- did you`, `insp- -- inspection` and `the -- that`.
    """
    words = text.split(" ")
    at = voice.between(0, 2 * gap)
    while at < len(words) - 1:
        word, after = words[at], words[at + 1]
        if word[-1:].isalpha() and word != "--":
            words[at] = _twice(word, after, voice)
            if words[at].endswith(f"{after} --"):
                words[at + 1] = f"{lowered(word)} {after}"
        at += voice.between(2, 2 * gap)
    return " ".join(words)


def _twice(word: str, after: str, voice: Voice) -> str:
    roll = voice.random()
    if roll < 0.15 and len(word) > 7 and word.islower():
        return f"{word[: 3 + len(word) % 3]}- -- {word}"
    if roll < 0.4 and after.isalpha() and after.islower():
        return f"{word} {after} --"
    if roll < 0.5 and word in ("the", "a", "my", "that"):
        return f"{word} -- {'that' if word == 'the' else 'the'}"
    return f"{word} -- {lowered(word)}"


def filled(text: str, voice: Voice) -> str:
    """Return an answer that starts or limps as people talk."""
    for joint in (" and ", " but ", " because "):
        if joint in text and voice.random() < 0.4:
            head, tail = text.split(joint, 1)
            return f"{head}{joint.rstrip()}{voice.draw('filler')} {tail}"
    if text.count(" ") < 4 or text.startswith('"'):
        return text
    return f"{voice.draw('well')} {lowered(text)}"


def paragraphed(text: str, voice: Voice) -> str:
    """Return a long answer with a new paragraph at one of its sentences."""
    said = sentences(text)
    if len(said) < 3:
        return text
    cut = voice.between(1, len(said) - 1)
    return " ".join([*said[:cut], BREAK, *said[cut:]])
