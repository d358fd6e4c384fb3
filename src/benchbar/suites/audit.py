"""Proving items: unique answers, no leak between splits, within size, gold judged right."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

import msgspec

from benchbar import cite, jsonl, tokens
from benchbar.errors import InputError
from benchbar.parallel.base import Executor, Serial
from benchbar.records import Document, Item, Reply, Split
from benchbar.suites.data import Data, Manifest
from benchbar.suites.spec import SUITES
from benchbar.tasks import TASKS, applies_to, defined_to_cite
from benchbar.tasks.base import Rules, defines_in_list, stands_alone

_ASKED_AGAIN = ("question", "asked", "gold", "alternatives", "unamended")

MOST_PROBLEMS = 1_000
"""Problems that are listed; more are only counted."""


class Audit(msgspec.Struct, frozen=True):
    """What an audit found: how many items were looked at, and each problem in a sentence."""

    items: int
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Part:
    """Every ``of``-th document of one window and corpus, from ``number`` on."""

    folder: Path
    window: str
    corpus: str
    number: int
    of: int


@dataclass(slots=True)
class _Found:
    """What was found in a part.

    ``prompts`` and ``targets`` hold a digest and the item's test and split, to be compared over
    all parts; ``answers`` counts yes and no by the file of items.
    """

    items: int = 0
    problems: list[str] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    prompts: list[tuple[bytes, Split]] = field(default_factory=list)
    targets: list[tuple[str, str, Split]] = field(default_factory=list)
    answers: Counter[tuple[str, str]] = field(default_factory=Counter)


def audit(folder: Path, *, spread: Executor | None = None, parts: int = 1) -> Audit:
    """Look at every item and document of a DATA folder.

    Args:
        folder: A DATA folder.
        spread: Spreads the work.
        parts: Into how many parts each window and corpus is split.
    """
    data = Data(folder)
    problems = [*_damaged(data), *_strays(data)]
    if problems:
        return Audit(0, tuple(problems))
    places = dict.fromkeys((window, corpus) for window, corpus, _, _ in data.sets())
    jobs = [_Part(folder, *place, n, parts) for place in places for n in range(parts)]
    found = list((spread or Serial()).map(_examine, jobs))
    items = sum(part.items for part in found)
    for part in found:
        problems += part.problems
    problems += [*_across(found), *_uneven(found)]
    if items != data.manifest.items:
        problems.append(f"manifest.json speaks of {data.manifest.items} items, there are {items}")
    more = len(problems) - MOST_PROBLEMS
    if more > 0:
        problems[MOST_PROBLEMS:] = [f"... and {more} more"]
    return Audit(items, tuple(problems))


def _damaged(data: Data) -> Iterator[str]:
    for name in data.manifest.files:
        try:
            data.verify(name)
            rows = sum(1 for _ in jsonl.read(data.file(name), msgspec.Raw))
        except InputError as error:
            yield str(error)
            continue
        if rows != data.manifest.files[name].records:
            yield f"{data.folder / name}: has {rows} records, unlike what manifest.json says"


def _strays(data: Data) -> Iterator[str]:
    """Yield the files that the manifest does not name."""
    named = {"manifest.json", *data.manifest.files}
    for path in sorted(data.folder.rglob("*")):
        name = path.relative_to(data.folder).as_posix()
        if path.is_file() and name.removesuffix(".zst") not in named:
            yield f"{path}: not of these items: the manifest does not name it"


def _across(found: list[_Found]) -> Iterator[str]:
    """Yield what is wrong between items: ids used twice, and leaks between the splits."""
    for name, times in Counter(name for part in found for name in part.ids).items():
        if times > 1:
            yield f"{name}: {times} items have this id"
    prompts: dict[bytes, set[Split]] = defaultdict(set)
    lines: dict[tuple[str, str], set[Split]] = defaultdict(set)
    for part in found:
        for prompt, split in part.prompts:
            prompts[prompt].add(split)
        for test, target, split in part.targets:
            lines[test, target].add(split)
    leaks = sum(len(splits) > 1 for splits in prompts.values())
    if leaks:
        yield f"{leaks} prompts stand in both splits"
    for (test, target), splits in lines.items():
        if len(splits) > 1:
            yield f"{test}: the line {target!r} is asked about in both splits"


def _uneven(found: list[_Found]) -> Iterator[str]:
    """Yield the tests with a yes or a no that are not half of each."""
    answers: Counter[tuple[str, str]] = Counter()
    for part in found:
        answers.update(part.answers)
    for test in dict.fromkeys(test for test, _ in answers):
        yes, no = answers[test, "Yes"], answers[test, "No"]
        if abs(yes - no) > 1:
            yield f"{test}: {yes} answers are Yes and {no} are No, not half of each"


def _examine(part: _Part) -> _Found:
    data = Data(part.folder)
    found = _Found()
    wanted = (part.window, part.corpus)
    pairs = data.pairs(lambda item: (item.window, item.corpus) == wanted, sets=[wanted])
    try:
        for number, (document, items) in enumerate(pairs):
            if number % part.of != part.number:
                continue
            if not _lines_fit(document):
                found.problems.append(f"{document.id}: its lines are not slices of its text")
                continue
            for item in items:
                _examine_item(data.manifest, item, document, found)
    except InputError as error:
        found.problems.append(str(error))
    return found


def _lines_fit(document: Document) -> bool:
    before = 0
    for line in document.lines:
        if not before <= line.start <= line.words <= line.plain <= line.end:
            return False
        before = line.end
    return before <= len(document.text)


def _examine_item(manifest: Manifest, item: Item, document: Document, found: _Found) -> None:
    found.items += 1
    found.ids.append(item.id)
    problems = list(_misshapen(manifest, item, document)) or list(
        _problems(manifest, item, document)
    )
    found.problems += [f"{item.id}: {problem}" for problem in problems]
    if not 0 <= item.target < len(document.lines) or item.task not in TASKS:
        return
    prompt = "\x1f".join(TASKS[item.task].turns(item, document, "default"))
    found.prompts.append((sha256(prompt.encode()).digest()[:16], item.split))
    line = document.lines[item.target]
    origin = item.traits.get("origin")
    listed = " ".join(line.terms) if line.words == line.start else ""
    place = f"{item.traits.get('source')} {origin} {listed}".rstrip()
    target = place if origin else document.words(line)
    test = f"{item.window} {item.corpus} {item.task}"
    found.targets.append((test, target, item.split))
    if item.task == applies_to.NAME and manifest.suite in SUITES:
        found.answers[f"{test}.{item.split}", item.gold] += 1


def _misshapen(manifest: Manifest, item: Item, document: Document) -> Iterator[str]:
    """Yield why an item is none at all, so that nothing more can be said of it."""
    own = f"{manifest.suite}-{item.window}-{item.corpus}-{item.task}-{item.split}-"
    if manifest.suite in SUITES and not item.id.startswith(own):
        yield f"its id does not start with {own}"
    if item.task not in TASKS:
        yield f"there is no task {item.task!r}"
    if not 0 <= item.target < len(document.lines):
        yield f"its document has no line {item.target}"
    elif document.kind == "question":
        return
    elif not _is_cite(document.lines[item.target].cite):
        yield f"{document.lines[item.target].cite!r} is no cite"
    if item.window not in manifest.budgets:
        yield f"the manifest knows no window {item.window!r}"
    needs_rules = item.task in TASKS and TASKS[item.task].prove is None
    if needs_rules and not {"least_words", "least_edits"} <= manifest.options.keys():
        yield "the manifest does not say how different the words asked for must be"


def _is_cite(text: str) -> bool:
    try:
        cite.parse(text)
    except ValueError:
        return False
    return True


def _problems(manifest: Manifest, item: Item, document: Document) -> Iterator[str]:
    """Yield what is wrong with an item by itself."""
    task = TASKS[item.task]
    faults = task.prove(item, document) if task.prove else _asked_again(manifest, item, document)
    if faults := list(faults):
        yield from faults
        return
    if document.kind != "question":
        yield from _missized(manifest, item, document)
    for verdict in task.judge(item, document, Reply(item.id, turns=(item.gold,))):
        if verdict.outcome != "correct":
            yield f"the {verdict.grader} grader calls its gold {verdict.outcome}"


def _asked_again(manifest: Manifest, item: Item, document: Document) -> Iterator[str]:
    """Yield how an item differs from what its line is asked about."""
    task = TASKS[item.task]
    original = document
    if item.unamended is not None:
        original = document.with_line(item.target, item.unamended)
    again = task.ask(original, item.target, _rules(manifest, document))
    if again is None:
        yield "its line may not be asked about: another answer would be right as well"
        return
    if any(getattr(again, field) != getattr(item, field) for field in _ASKED_AGAIN):
        yield "its question or its gold is not that of its line"
        return
    line = document.lines[item.target]
    listed = item.task == defined_to_cite.NAME and defines_in_list(document, item.target)
    if not listed and not stands_alone(document, line):
        yield f"{line.cite} stands more than once in the document"


def _rules(manifest: Manifest, document: Document) -> Rules:
    """Return the rules of an item; the questions of an exam have none."""
    if document.kind == "question":
        return Rules()
    words, edits = (int(manifest.options[name]) for name in ("least_words", "least_edits"))
    return Rules(least_words=words, least_edits=edits)


def _missized(manifest: Manifest, item: Item, document: Document) -> Iterator[str]:
    """Yield what is wrong with the size of an item's prompt."""
    size = sum(tokens.count(turn) for turn in TASKS[item.task].turns(item, document, "default"))
    if size > manifest.budgets[item.window]:
        yield f"{size} tokens are over the budget of {manifest.budgets[item.window]}"
    if size != item.traits.get("tokens"):
        yield f"it has {size} tokens, not {item.traits.get('tokens')}"
