"""The truth of an applies-to question a second time, from nothing but the words of its prompt.

It knows no tree and no record of lines: it reads the section as a person would, by indents and
labels, and climbs from the person's term to what that term is listed under. An audit holds the
answer of the first derivation to this one.
"""

import re
from collections.abc import Iterator, Sequence

_ASKED = re.compile(
    r"(?P<name>[A-Z][a-z]+) is an? (?P<term>\S+)\. Is section (?P<section>\d+)(?P<path>\S+) "
    r"applicable to (?P=name)\?"
)
_SECTION = re.compile(r"Section (\d+)\. ")
_LABELLED = re.compile(r"(?P<indent> *)\((?P<label>\w+)\) (?P<words>.*)")
_MEANS = re.compile(r'The term "(\S+)" means-')
_LISTED = re.compile(r"any (\S+?)[,.]?(?: or)?")


def problems(turns: Sequence[str], gold: str) -> Iterator[str]:
    """Yield what is wrong with a question and its answer."""
    text, _, question = turns[0].rpartition("\n\n")
    asked = _ASKED.match(question)
    if asked is None:
        yield "its question cannot be read"
        return
    section = _SECTION.match(text)
    if section is None or section[1] != asked["section"]:
        yield f"its section is not section {asked['section']}"
        return
    above, subject = _read(text, asked["path"])
    if not subject:
        yield f"section {asked['section']}{asked['path']} defines no term"
        return
    person = asked["term"]
    known = above.keys() | set(above.values())
    if person not in known:
        yield f"{person} is no term of the section"
    elif subject not in above:
        yield f"{subject} is the term of the whole section: it applies to everybody in it"
    elif person == subject or person in _climb(above, subject):
        yield f"whether it applies to {person}, which is or stands above {subject}, is unclear"
    elif (subject in _climb(above, person)) != (gold == "Yes"):
        yield f"{gold} is wrong: {person} {'is' if gold == 'No' else 'is not'} below {subject}"


def _read(text: str, path: str) -> tuple[dict[str, str], str]:
    """Return what each term is listed under, and the first term that the cited part defines."""
    above: dict[str, str] = {}
    open_labels: list[str] = []
    defining = subject = ""
    for row in text.split("\n"):
        match = _LABELLED.fullmatch(row)
        if match is None:
            continue
        depth = len(match["indent"]) // 2
        open_labels[depth:] = [match["label"]]
        here = "".join(f"({label})" for label in open_labels)
        if means := _MEANS.search(match["words"]):
            defining = means[1]
            if not subject and here.startswith(path):
                subject = defining
        elif listed := _LISTED.fullmatch(match["words"]):
            above[listed[1]] = defining
    return above, subject


def _climb(above: dict[str, str], term: str) -> list[str]:
    """Return all terms above a term, the nearest first."""
    found: list[str] = []
    while term in above and above[term] not in found:
        term = above[term]
        found.append(term)
    return found
